// Extrapolation over a resting contact (Studer, Leine & Glocker 2008, secs 7 and 8): tables (44), (46), (47), Figure 5.
//
//   gamma_E = -eps gamma_B in every substep of a closed contact (eq. 45), so that T_i,1 / gamma_B = (-eps)^{n_i}
//
//   extrapolation_resting_contact                      the paper's restitution, 0.7, in the tables
//   extrapolation_resting_contact --set epsilon_N=0.5
//
// The tableaus are those the integrators use. That a closed contact really obeys eq. 45 is measured, too: a ball rests
// on the table with a small velocity, and the base scheme makes n_i substeps.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/extrapolation.hpp"
#include "support/bisection.hpp"
#include "support/computation_failed.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::BouncingBall;
using problems::BouncingBallParameters;

struct RestingContactParameters {
  double epsilon_N = 0.0;
  static constexpr auto fields() {
    using P = RestingContactParameters;
    return std::array{problems::ParameterField<P>{"epsilon_N", &P::epsilon_N, problems::ParameterRange::unit_interval,
                                                  "1", "normal restitution of the resting contact"}};
  }
};

constexpr int rows = 4;
using Rows = std::array<double, rows>;
// T_i,j at [i - 1][j - 1], j <= i.
using Tableau = std::array<Rows, rows>;

Tableau tableau_of(Substeps substeps, const Rows& first_column, int count = rows) {
  ExtrapolationTableau<double> tableau(substeps, ErrorPowers::all);
  Tableau all{};
  for (int i = 0; i < count; ++i) {
    tableau.add(first_column[static_cast<std::size_t>(i)]);
    for (int j = 0; j <= i; ++j) all[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = tableau.entry(j + 1);
  }
  return all;
}

// T_i,1 / gamma_B by eq. 45.
Rows powers_of_restitution(Substeps substeps, double epsilon) {
  Rows column{};
  for (int i = 0; i < rows; ++i)
    column[static_cast<std::size_t>(i)] = elementary::pow(-epsilon, substep_count(substeps, i));
  return column;
}

// T_i,1 / gamma_B by the base scheme: a ball that lies on the table, pressed down by gravity, with a velocity so small
// that the contact stays closed.
Rows substeps_of_the_scheme(Substeps substeps, double epsilon, ContactSolver& solver) {
  BouncingBallParameters parameters;
  parameters.m = 1.0;
  parameters.g = 9.81;
  parameters.epsilon_N = epsilon;
  parameters.z_0 = 1.0;  // not where the ball starts here
  const BouncingBall ball(parameters);
  constexpr double gamma = -1e-3;  // m/s: far below g dt / (1 + eps), where the contact would open
  constexpr double dt = 1e-2;      // s
  Rows column{};
  for (int i = 0; i < rows; ++i) {
    const int count = substep_count(substeps, i);
    const auto integrator = make_moreau(ball, solver, dt / count);
    State<1> state;
    state.q(0) = -1e-4;  // m: in contact at all midpoints, some 1e-5 m around it
    state.u(0) = gamma;
    const auto is_closed = [](const Step<BouncingBall>& step) { return step.modes().normal[0] == Mode::constraint; };
    const Outcome outcome = integrator->integrate(state, {dt, {}, {}}, is_closed);
    if (!outcome.completed() || outcome.counts.accepted_steps != count) {
      throw support::ComputationFailed(
          "the resting contact of the base scheme opened or was not solved at epsilon_N = " + std::to_string(epsilon));
    }
    column[static_cast<std::size_t>(i)] = state.u(0) / gamma;
  }
  return column;
}

double diagonal(const Tableau& tableau, int i) {
  return tableau[static_cast<std::size_t>(i - 1)][static_cast<std::size_t>(i - 1)];
}

double ratio(Substeps substeps, double epsilon, int i) {
  return diagonal(tableau_of(substeps, powers_of_restitution(substeps, epsilon)), i);
}

// Smallest restitution at which |T_i,i / gamma_B| exceeds 1, by bisection; 1 if it does nowhere below.
double growth_threshold(Substeps substeps, int i) {
  const auto grows = [&](double epsilon) { return std::abs(ratio(substeps, epsilon, i)) > 1.0; };
  double below = 0.0;
  double above = 1.0;
  for (int k = 1; k <= 1000; ++k) {
    above = 1e-3 * k;
    if (grows(above)) break;
    below = above;
  }
  if (!grows(above)) return 1.0;
  constexpr int halvings = 60;
  return support::bisect(above, below, halvings, grows).inside;
}

// The largest difference of the entries from those the paper prints.
double largest_difference(const Tableau& tableau, const Tableau& printed, int count = rows) {
  double largest = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    for (std::size_t j = 0; j <= i; ++j) largest = std::max(largest, std::abs(tableau[i][j] - printed[i][j]));
  }
  return largest;
}

// Eq. 44: y' = 3 x^2 from y(0) = 0 to x = 1 by 1, 2, 4 steps of Euler's rule.
void euler_example(Experiment& experiment) {
  constexpr int count = 3;
  Rows column{};
  for (int i = 0; i < count; ++i) {
    const int steps = substep_count(Substeps::doubled, i);
    double y = 0.0;
    for (int k = 0; k < steps; ++k) {
      const double x = static_cast<double>(k) / steps;
      y += 3.0 * x * x / steps;
    }
    column[static_cast<std::size_t>(i)] = y;
  }
  const Tableau tableau = tableau_of(Substeps::doubled, column, count);
  const Tableau printed{{{0.0}, {3.0 / 8, 3.0 / 4}, {21.0 / 32, 15.0 / 16, 1.0}, {}}};
  auto& table = experiment.table("table_44", {{"i", "1"}, {"j", "1"}, {"T", "1"}, {"printed", "1"}});
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      table.row({static_cast<double>(i + 1), static_cast<double>(j + 1), tableau[i][j], printed[i][j]});
    }
  }
  experiment.quantity("table_44_difference", largest_difference(tableau, printed, count), "1",
                      Uncertainty::residual(1e-15),
                      "largest difference of the entries of tableau (44) from the printed fractions");
}

// Eqs 46 and 47, printed for restitution 0.7.
void contact_example(Experiment& experiment, double epsilon, ContactSolver& solver) {
  const Tableau tableau = tableau_of(Substeps::all, substeps_of_the_scheme(Substeps::all, epsilon, solver));
  const Tableau odd = tableau_of(Substeps::odd, substeps_of_the_scheme(Substeps::odd, epsilon, solver));
  const Tableau printed{{{-0.7}, {0.49, 1.68}, {-0.343, -2.009, -3.8535}, {0.2401, 1.9894, 5.9878, 9.2682}}};
  auto& table = experiment.table("table_47", {{"i", "1"}, {"j", "1"}, {"T", "1"}, {"T_odd", "1"}, {"printed", "1"}});
  auto& column =
      experiment.table("table_46", {{"i", "1"},
                                    {"substeps", "1"},
                                    {"T_i1_over_gamma_B", "1", "velocity after these substeps over that before"},
                                    {"printed", "1", "in the paper, for restitution 0.7"}});
  double first_column = 0.0;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      table.row({static_cast<double>(i + 1), static_cast<double>(j + 1), tableau[i][j], odd[i][j], printed[i][j]});
    }
    column.row({static_cast<double>(i + 1), static_cast<double>(substep_count(Substeps::all, static_cast<int>(i))),
                tableau[i][0], printed[i][0]});
    first_column = std::max(first_column, std::abs(tableau[i][0] - printed[i][0]));
  }
  // The base scheme subtracts percussions of 0.1 N s to get velocities of 1e-3 m/s: 1e-14 of these, which the weights
  // of the tableau, 28 in sum, amplify.
  constexpr double rounding = 1e-12;
  experiment.quantity(
      "table_46_difference", first_column, "1", Uncertainty::residual(1e-11),
      "largest difference of T_i,1 / gamma_B, by the base scheme, from the printed numbers (46), which are for "
      "restitution 0.7");
  experiment.quantity("table_47_difference", largest_difference(tableau, printed), "1", Uncertainty::residual(5e-5),
                      "largest difference of the entries of tableau (47) from the printed numbers");
  experiment.quantity("ratio_T44", diagonal(tableau, 4), "1", rounding,
                      "T_4,4 / gamma_B for substeps 1, 2, 3, 4 at the restitution of the parameters");
  experiment.quantity("ratio_T44_odd", diagonal(odd, 4), "1", rounding, "the same for substeps 1, 3, 5, 7");
}

// How tableau entries change, over all restitution coefficients: what secs 8.1 and 8.2 say of it.
struct EntryStatistics {
  double scheme = 0.0;       // largest difference between eq. 45 and the base scheme's own substeps
  double largest_odd = 0.0;  // |T_i,i| for substeps 1, 3, 5, 7, i >= 2
  long opposite = 0, opposite_shrinks = 0;
  long equal = 0, equal_grows = 0;
  long raised = 0, raised_grows = 0;
  double largest_without_restitution = 0.0;  // |T_i,j| at eps = 0, by the base scheme's own substeps 1, 2, 3, 4

  // `inner`: the restitution lies between 0 and 1.
  void observe(const Tableau& tableau, Substeps substeps, bool inner) {
    for (std::size_t i = 1; i < rows; ++i) {
      if (substeps == Substeps::odd) observe_diagonal(tableau, i, inner);
      for (std::size_t j = 0; j < i; ++j) observe_signs(tableau, i, j);
    }
  }

 private:
  void observe_diagonal(const Tableau& tableau, std::size_t i, bool inner) {
    largest_odd = std::max(largest_odd, std::abs(tableau[i][i]));
    if (!inner) return;
    ++raised;
    if (std::abs(tableau[i][i]) >= std::abs(tableau[i - 1][i - 1])) ++raised_grows;
  }

  void observe_signs(const Tableau& tableau, std::size_t i, std::size_t j) {
    const double product = tableau[i][j] * tableau[i - 1][j];
    const bool grows = std::abs(tableau[i][j + 1]) >= std::abs(tableau[i][j]);
    if (product < 0.0) {
      ++opposite;
      if (!grows) ++opposite_shrinks;
    } else if (product > 0.0 && tableau[i][j] != tableau[i - 1][j]) {
      ++equal;
      if (grows) ++equal_grows;
    }
  }
};

void record(Experiment& experiment, const EntryStatistics& entries) {
  const auto share = [](long part, long whole) { return static_cast<double>(part) / static_cast<double>(whole); };
  experiment.quantity("scheme_difference", entries.scheme, "1", Uncertainty::residual(1e-11),
                      "largest difference of a tableau entry between eq. 45 and the base scheme's own substeps, over "
                      "all restitution coefficients");
  const auto threshold = [&](int i, const char* key, const char* meaning) {
    experiment.quantity(key, growth_threshold(Substeps::all, i), "1", 1e-14, meaning);  // rounding of T_i,i
  };
  threshold(2, "growth_threshold_T22", "restitution above which |T_2,2 / gamma_B| exceeds 1, substeps 1, 2");
  threshold(3, "growth_threshold_T33", "restitution above which |T_3,3 / gamma_B| exceeds 1, substeps 1, 2, 3");
  threshold(4, "growth_threshold_T44", "restitution above which |T_4,4 / gamma_B| exceeds 1, substeps 1, 2, 3, 4");
  experiment.quantity("ratio_max_odd", entries.largest_odd, "1", Uncertainty::exact(),
                      "largest |T_i,i / gamma_B|, i = 2 to 4, over 0 <= eps <= 1, substeps 1, 3, 5, 7; 1 at eps = 1");
  experiment.quantity("ratio_max_no_restitution", entries.largest_without_restitution, "1",
                      Uncertainty::residual(1e-11),
                      "largest |T_i,j / gamma_B| at eps = 0, by the base scheme's own substeps 1, 2, 3, 4");
  experiment.quantity("unequal_signs_shrinking", share(entries.opposite_shrinks, entries.opposite), "1",
                      Uncertainty::count(),
                      "share of tableau entries with T_i,j and T_i-1,j of unequal sign in which |T_i,j+1| < |T_i,j|");
  experiment.quantity("equal_signs_growing", share(entries.equal_grows, entries.equal), "1", Uncertainty::count(),
                      "share of tableau entries with T_i,j and T_i-1,j of equal sign in which |T_i,j+1| >= |T_i,j|");
  experiment.quantity("velocity_raising_odd", share(entries.raised_grows, entries.raised), "1", Uncertainty::count(),
                      "share of 0 < eps < 1 and i = 2 to 4 in which |T_i,i| >= |T_i-1,i-1|, substeps 1, 3, 5, 7");
}

// Fig. 5.
void over_restitution(Experiment& experiment, ContactSolver& solver) {
  const int points = experiment.options().quick ? 101 : 1001;
  experiment.method("restitution_points", points);
  auto& table = experiment.table("ratios", {{"epsilon", "1"},
                                            {"T11", "1"},
                                            {"T22", "1"},
                                            {"T33", "1"},
                                            {"T44", "1"},
                                            {"T11_odd", "1"},
                                            {"T22_odd", "1"},
                                            {"T33_odd", "1"},
                                            {"T44_odd", "1"}});
  EntryStatistics entries;
  for (int k = 0; k < points; ++k) {
    const double epsilon = static_cast<double>(k) / (points - 1);
    std::vector<double> row{epsilon};
    for (const Substeps substeps : {Substeps::all, Substeps::odd}) {
      const Tableau tableau = tableau_of(substeps, powers_of_restitution(substeps, epsilon));
      const Tableau measured = tableau_of(substeps, substeps_of_the_scheme(substeps, epsilon, solver));
      for (int i = 1; i <= rows; ++i) row.push_back(diagonal(tableau, i));
      entries.scheme = std::max(entries.scheme, largest_difference(tableau, measured));
      entries.observe(tableau, substeps, k > 0 && k < points - 1);
      if (epsilon == 0.0 && substeps == Substeps::all) {
        entries.largest_without_restitution = largest_difference(measured, Tableau{});
      }
    }
    table.row(row);
  }
  record(experiment, entries);
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<RestingContactParameters>("resting_contact");
  SolverOptions solver_options;
  solver_options.tolerance = 1e-14;  // extrapolation amplifies what is left
  experiment.method("solver_tolerance", solver_options.tolerance);
  const auto solver = make_contact_solver(experiment.options().solver, solver_options);
  euler_example(experiment);
  contact_example(experiment, parameters.epsilon_N, *solver);
  over_restitution(experiment, *solver);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "extrapolation_resting_contact";
  info.paper = "studer2008";
  info.title =
      "Extrapolation over a resting contact (Studer, Leine & Glocker 2008, secs 7, 8): tables 44, 46, 47, Fig. 5";
  info.description =
      "Fills the paper's extrapolation tableaus and shows why substeps 1, 2, 3, ... fail in lasting contact and\n"
      "1, 3, 5, ... do not, by formula and by the base scheme.\n\n"
      "  extrapolation_resting_contact\n"
      "  extrapolation_resting_contact --set epsilon_N=0.5 --out results/half";
  info.no_other_integrator = "the tableaus extrapolate the substeps of Moreau's midpoint rule";
  info.figures = {
      {"studer2008_fig5", "Extrapolated velocity of a resting contact over the restitution coefficient"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
