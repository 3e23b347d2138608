#include "benchmarks/arena/summary.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>

#include "benchmarks/arena/solve_costs.hpp"
#include "benchmarks/arena/speed.hpp"
#include "support/numbers.hpp"
#include "support/text_table.hpp"

namespace nsdbench::arena {

namespace {

constexpr const char* unsolvable = "no solution";

std::string cell(const Tally& tally, const std::string& problem_class) {
  if (tally.applicable() == 0) return "-";
  const int right = problem_class == unsolvable ? tally.proven_infeasible : tally.solved;
  std::string text = std::to_string(right) + "/" + std::to_string(tally.applicable());
  if (tally.claimed_but_wrong > 0) text += " !" + std::to_string(tally.claimed_but_wrong);
  return text;
}

support::Cells count_table(const std::vector<const Row*>& rows) {
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
    tallies[row->solver][class_of(*row)].count(*row);
    totals[row->solver].count(*row);
  }
  std::stable_partition(classes.begin(), classes.end(), [](const std::string& name) { return name != unsolvable; });

  support::Cells cells(1, {"solver"});
  cells[0].insert(cells[0].end(), classes.begin(), classes.end());
  for (const char* total : {"solved", "unsolved", "claimed but wrong", "not applicable",
                            "accepted, though without solution", "proven infeasible"}) {
    cells[0].emplace_back(total);
  }
  for (const std::string& solver : solvers) {
    if (totals[solver].applicable() == 0) continue;
    std::vector<std::string> line = {solver};
    for (const std::string& name : classes) line.push_back(cell(tallies[solver][name], name));
    const Tally& total = totals[solver];
    for (const int count : {total.solved, total.unsolved, total.claimed_but_wrong, total.not_applicable,
                            total.accepted_without_solution, total.proven_infeasible}) {
      line.push_back(std::to_string(count));
    }
    cells.push_back(std::move(line));
  }
  return cells;
}

std::string with_numbers(const support::Cells& cells) { return support::aligned(cells, support::Alignment::numbers); }

// A table for every kind of problem and tolerance that has rows.
using MakeTable = std::function<support::Cells(const std::vector<const Row*>&)>;
std::string tables(const Results& results, const std::string& heading, const MakeTable& make,
                   const std::function<std::string(const support::Cells&)>& render) {
  std::string text;
  for (const std::string& kind : distinct(results.rows, &Row::kind)) {
    for (const double tolerance : tolerances_of(results.rows)) {
      std::vector<const Row*> rows;
      for (const Row& row : results.rows) {
        if (row.kind == kind && row.tolerance == tolerance) rows.push_back(&row);
      }
      if (rows.empty()) continue;
      text +=
          heading + kind + " problems, tolerance " + support::shortest(tolerance) + "\n\n" + render(make(rows)) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string class_of(const Row& row) { return row.solvable == "no" ? unsolvable : row.set; }

void Tally::count(const Row& row) {
  switch (row.verdict) {
    case Verdict::solved:
      ++solved;
      return;
    case Verdict::unsolved:
      ++(row.solvable == "no" ? silent : unsolved);
      return;
    case Verdict::claimed_but_wrong:
      ++claimed_but_wrong;
      return;
    case Verdict::not_applicable:
      ++not_applicable;
      return;
    case Verdict::accepted_without_solution:
      ++accepted_without_solution;
      return;
    case Verdict::proven_infeasible:
      ++proven_infeasible;
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
      "solved and\nthe recomputed residual contradicts, or that deny a solution where there is one. Column `no "
      "solution`: problems known\nto have none, with answers `infeasible` (the last column has their number) / "
      "problems "
      "the method can represent. Where\na loose tolerance is met there all the same, `accepted, though without "
      "solution`: there are percussions that solve the\nproblem approximately, to that tolerance and no better; such "
      "an answer is what the tolerance asks for and no solution.\n\n";
  text += tables(results, "## ", count_table, support::markdown);
  text +=
      "# Time and iterations\n\nMedians over the problems solved, whose number follows in brackets; the time of a "
      "solve "
      "is that of its fastest batch.\nSolvers that solve different problems of a class do not compare; equal numbers "
      "are a sign that they do.\n\n";
  text += tables(results, "## Time, ", time_table, support::markdown) +
          tables(results, "## Iterations, ", iteration_table, support::markdown);
  text += markdown_speed(results.rows);
  const std::string wrong = own_wrong_claims(results);
  text += wrong.empty() ? "No solver of the suite claims what the residual or a known solution contradicts.\n"
                        : "## Wrong claims of the suite\n\n" + wrong;
  return text;
}

std::string text_counts(const Results& results) { return tables(results, "", count_table, with_numbers); }

std::string text_summary(const Results& results) {
  return text_counts(results) +
         tables(results, "median time of a solve (problems solved), ", time_table, with_numbers) +
         tables(results, "median iterations (problems solved), ", iteration_table, with_numbers);
}

std::string own_wrong_claims(const Results& results) {
  std::ostringstream text;
  for (const Row& row : results.rows) {
    if (row.peer || row.verdict != Verdict::claimed_but_wrong) continue;
    text << "- " << row.solver << " on " << row.problem << " at tolerance " << row.tolerance << ": " << row.status
         << ", residual " << row.residual << '\n';
  }
  return text.str();
}

}  // namespace nsdbench::arena
