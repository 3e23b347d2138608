// What the report reads beside records: tables, results of the arena, drawings. The first byte chooses.
#include <array>
#include <cmath>
#include <string>

#include "tests/fuzz/target.hpp"
#include "tools/report/arena_results.hpp"
#include "tools/report/compact_svg.hpp"
#include "tools/report/csv_file.hpp"
#include "tools/report/inline_svg.hpp"

using namespace nsdbench;

namespace {

void read_table(std::string_view text) {
  const fuzz::MemoryFile file(text);
  report::CsvFile table;
  if (!fuzz::accepts([&] { table = report::read_csv(file.path()); })) return;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    fuzz::require(table.rows[row].size() == table.columns.size(), "a row has not as many fields as the header");
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      fuzz::require(!std::isinf(table.number(row, column)), "a field of a table is infinite");
    }
  }
  for (const std::size_t row : table.breaks) fuzz::require(row <= table.rows.size(), "a block starts after the end");
}

void read_arena(std::string_view text) {
  const fuzz::MemoryFile file(text);
  report::ArenaResults results;
  if (!fuzz::accepts([&] { results = report::read_arena(file.path()); })) return;
  fuzz::require(std::isfinite(results.time_limit) && results.time_limit > 0.0, "the time limit is none");
  for (const std::string& kind : report::kinds_of(results)) {
    for (const double tolerance : report::tolerances_of(results)) {
      for (const report::SolverSummary& solver : report::summaries(results, kind, tolerance)) {
        fuzz::require(solver.problems == solver.solved + solver.unsolved + solver.claimed_but_wrong +
                                             solver.not_applicable + solver.proven_infeasible + solver.without_answer,
                      "the numbers of a solver's answers do not add up");
        fuzz::require(solver.correct_rate >= 0.0 && solver.correct_rate <= 1.0, "a rate is not between 0 and 1");
        fuzz::require(std::isfinite(solver.mean_seconds), "a mean time is not finite");
      }
    }
  }
  const std::size_t rows = results.rows.size();
  const auto common = report::with_common_problems({results, results});
  fuzz::require(common[0].rows.size() == rows && common[1].rows.size() == rows,
                "results have not all problems in common with themselves");
}

std::string in_lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// Nothing that a browser would run or load, whatever the drawing is.
void read_drawing(std::string_view text) {
  const auto compact = report::compact_svg(text);
  const auto svg = report::inline_svg(compact ? *compact : text, "p-", "label");
  if (!svg) return;
  for (const char* word : {"<script", "<style", "<image", "<foreignobject", "<iframe", "<a ", "<a>", "<![", "<?"}) {
    fuzz::require(in_lower_case(*svg).find(word) == std::string::npos,
                  std::string("a drawing brings ") + word + " into a page");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr std::array readers = {read_table, read_arena, read_drawing};
  readers[data[0] % 3](fuzz::as_text({data + 1, size - 1}));
  return 0;
}
