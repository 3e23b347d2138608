#include "benchmarks/arena/summary.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>

#include "benchmarks/arena/speed.hpp"
#include "experiments/support/numbers.hpp"

namespace nsdbench::arena {

namespace {

constexpr const char* unsolvable = "no solution";

// Cells of one table, the first row being the header.
using Cells = std::vector<std::vector<std::string>>;

std::string class_of(const Row& row) { return row.solvable == "no" ? unsolvable : row.set; }

std::string cell(const Tally& tally) {
  if (tally.applicable() == 0) return "-";
  std::string text = std::to_string(tally.solved) + "/" + std::to_string(tally.applicable());
  if (tally.claimed_but_wrong > 0) text += " !" + std::to_string(tally.claimed_but_wrong);
  return text;
}

Cells table(const std::vector<const Row*>& rows) {
  std::vector<std::string> classes;
  std::vector<std::string> solvers;
  std::map<std::string, std::map<std::string, Tally>> tallies;
  std::map<std::string, Tally> totals;
  const auto note = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Row* row : rows) {
    note(classes, class_of(*row));
    note(solvers, row->solver);
    tallies[row->solver][class_of(*row)].count(row->verdict);
    totals[row->solver].count(row->verdict);
  }
  std::stable_partition(classes.begin(), classes.end(), [](const std::string& name) { return name != unsolvable; });

  Cells cells(1, {"solver"});
  cells[0].insert(cells[0].end(), classes.begin(), classes.end());
  for (const char* total : {"solved", "unsolved", "claimed but wrong", "not applicable"}) cells[0].emplace_back(total);
  for (const std::string& solver : solvers) {
    if (totals[solver].applicable() == 0) continue;
    std::vector<std::string> line = {solver};
    for (const std::string& name : classes) line.push_back(cell(tallies[solver][name]));
    const Tally& total = totals[solver];
    for (const int count : {total.solved, total.unsolved, total.claimed_but_wrong, total.not_applicable}) {
      line.push_back(std::to_string(count));
    }
    cells.push_back(std::move(line));
  }
  return cells;
}

std::string markdown(const Cells& cells) {
  std::ostringstream text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text << '|';
    for (const std::string& entry : cells[i]) text << ' ' << entry << " |";
    text << '\n';
    if (i > 0) continue;
    text << '|';
    for (std::size_t k = 0; k < cells[i].size(); ++k) text << (k == 0 ? "---|" : "---:|");
    text << '\n';
  }
  return text.str();
}

std::string aligned(const Cells& cells) {
  std::vector<std::size_t> widths(cells[0].size(), 0);
  for (const auto& line : cells) {
    for (std::size_t k = 0; k < line.size(); ++k) widths[k] = std::max(widths[k], line[k].size());
  }
  std::ostringstream text;
  for (const auto& line : cells) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      const std::string padding(widths[k] - line[k].size(), ' ');
      text << (k == 0 ? line[k] + padding : "  " + padding + line[k]);
    }
    text << '\n';
  }
  return text.str();
}

std::string summary(const Results& results, const std::string& heading,
                    const std::function<std::string(const Cells&)>& render) {
  std::string text;
  for (const std::string& kind : distinct(results.rows, &Row::kind)) {
    for (const double tolerance : tolerances_of(results.rows)) {
      std::vector<const Row*> rows;
      for (const Row& row : results.rows) {
        if (row.kind == kind && row.tolerance == tolerance) rows.push_back(&row);
      }
      if (rows.empty()) continue;
      text += heading + kind + " problems, tolerance " + experiments::shortest(tolerance) + "\n\n" +
              render(table(rows)) + "\n";
    }
  }
  return text;
}

}  // namespace

void Tally::count(Verdict verdict) {
  switch (verdict) {
    case Verdict::solved:
      ++solved;
      return;
    case Verdict::unsolved:
      ++unsolved;
      return;
    case Verdict::claimed_but_wrong:
      ++claimed_but_wrong;
      return;
    case Verdict::not_applicable:
      ++not_applicable;
      return;
  }
}

std::vector<std::string> distinct(const std::vector<Row>& rows, std::string Row::*column) {
  std::vector<std::string> values;
  for (const Row& row : rows) {
    if (std::find(values.begin(), values.end(), row.*column) == values.end()) values.push_back(row.*column);
  }
  return values;
}

std::vector<double> tolerances_of(const std::vector<Row>& rows) {
  std::vector<double> values;
  for (const Row& row : rows) {
    if (std::find(values.begin(), values.end(), row.tolerance) == values.end()) values.push_back(row.tolerance);
  }
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

std::string markdown_summary(const Results& results) {
  std::string text =
      "# Arena\n\nEntries: problems solved / problems the method can represent; `!n`: n answers that the method calls "
      "solved and\nthe recomputed residual contradicts. Column `no solution`: problems known to have none.\n\n";
  text += summary(results, "## ", markdown);
  text += markdown_speed(results.rows);
  const std::string wrong = own_wrong_claims(results);
  text += wrong.empty() ? "No solver of the suite claims what the residual contradicts.\n"
                        : "## Wrong claims of the suite\n\n" + wrong;
  return text;
}

std::string text_summary(const Results& results) { return summary(results, "", aligned); }

std::string own_wrong_claims(const Results& results) {
  std::ostringstream text;
  for (const Row& row : results.rows) {
    if (row.peer || row.verdict != Verdict::claimed_but_wrong) continue;
    text << "- " << row.solver << " on " << row.problem << " at tolerance " << row.tolerance << ": residual "
         << row.residual << '\n';
  }
  return text.str();
}

}  // namespace nsdbench::arena
