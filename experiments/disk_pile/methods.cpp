#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "experiments/disk_pile/one_step.hpp"
#include "experiments/disk_pile/parts.hpp"

namespace nsdbench::experiments::disk_pile {
namespace {

enum Arrangement { column, pile };  // as in the words of the table

void compare_methods_on(Experiment& experiment, const Setting& setting, support::Table& table, Arrangement arrangement,
                        const DisksAtRest& disks, const std::string& key_end) {
  for (std::size_t k = 0; k < all_round_methods.size(); ++k) {
    const Iterations solution = solve_from_rest(disks, setting, all_round_methods[k]);
    const SolverResult& result = solution.solver;
    const auto if_solved = [&](int number) {
      return result.solved() ? number : std::numeric_limits<double>::quiet_NaN();
    };
    // Without a fallback what is not a Newton step is a sweep.
    table.row({static_cast<double>(arrangement), static_cast<double>(disks.assembly.body_count()),
               static_cast<double>(k), if_solved(result.iterations - solution.newton_steps),
               if_solved(solution.newton_steps), result.residual});
    // That of the portfolio has its place beside the forces.
    if (!result.solved() || all_round_methods[k] == RoundMethod::portfolio) continue;
    std::string key = arrangement == column ? "column_iterations" : "pile_iterations";
    key += key_end;
    key += '_';
    key += to_string(all_round_methods[k]);
    experiment.quantity(key, result.iterations, "1", Uncertainty::count(),
                        "iterations of this method alone, from percussions of zero");
  }
}

}  // namespace

void compare_methods(Experiment& experiment, const Setting& setting) {
  experiment.progress().update("methods", 0.0);
  std::vector<std::string> names;
  for (const RoundMethod method : all_round_methods) names.emplace_back(to_string(method));
  auto& table = experiment.table("iterations", {{"arrangement", "1", "of the disks", {"column", "pile"}},
                                                {"disks", "1"},
                                                {"method", "1", "of the contact solver", names},
                                                {"sweeps", "1", "none if not solved"},
                                                {"newton_steps", "1", "likewise"},
                                                {"residual", "1"}});
  for (const int disks : column_disks) {
    compare_methods_on(experiment, setting, table, column, column_at_rest(setting.parameters, disks),
                       case_of(disks, "disks"));
  }
  for (const int rows : pile_rows) {
    compare_methods_on(experiment, setting, table, pile, pile_at_rest(setting.parameters, rows), case_of(rows, "rows"));
  }
}

}  // namespace nsdbench::experiments::disk_pile
