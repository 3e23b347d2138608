#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/contact_columns.hpp"
#include "experiments/woodpecker_stability/attractors.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "solvers/elementary/elementary.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments {
namespace {

using problems::Woodpecker;
using Point = Vector<1>;

// A value of the cycle in extended precision, and what is not known of it: by the difference from the run with the
// larger tolerance, and the method's own estimate. The run in double precision finds the cycle and says nothing of
// these digits.
struct Measured {
  double value = 0.0;
  double uncertainty = 0.0;
};

// `own`: the method's estimate of the value's error, where it has one.
template <class Member, class Own>
Measured measured(const CycleRuns& runs, Member member, Own own) {
  const Extended value = member(runs.fine);
  const Extended other = member(runs.checked);
  const double spacing = std::numeric_limits<double>::epsilon() * std::abs(static_cast<double>(value));
  return {static_cast<double>(value),
          static_cast<double>(std::max<Extended>(abs(value - other), own(runs.fine))) + spacing};
}

// Adds quantities that are members of the cycle.
class CycleQuantities {
 public:
  CycleQuantities(Experiment& experiment, const CycleRuns& runs) : experiment_(experiment), runs_(runs) {}

  template <class Member, class Own>
  void add(const std::string& key, const char* unit, const char* meaning, Member member, Own own) {
    const Measured value = measured(runs_, member, own);
    // What is zero in both runs, such as the sliding of a contact that only hits, is no rounded number.
    experiment_.quantity(key, value.value, unit,
                         value.uncertainty > 0.0 ? Uncertainty(value.uncertainty) : Uncertainty::exact(), meaning);
  }
  template <class Member>
  void add(const std::string& key, const char* unit, const char* meaning, Member member) {
    add(key, unit, meaning, member, [](const auto& c) { return 0 * c.period; });
  }

 private:
  Experiment& experiment_;
  const CycleRuns& runs_;
};

void measure_energies(Experiment& experiment, const CycleRuns& runs) {
  CycleQuantities quantities(experiment, runs);
  quantities.add("energy_loss_per_cycle", "J", "energy that the contacts take in a cycle",
                 [](const auto& c) { return c.loss; });
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string contact = "contact_" + std::to_string(i + 1);
    quantities.add("impact_loss_" + contact, "J", "of it, by impacts of that contact",
                   [i](const auto& c) { return c.impact_loss[i]; });
    quantities.add("friction_loss_" + contact, "J", "of it, by sliding of that contact",
                   [i](const auto& c) { return c.friction_loss[i]; });
  }
  quantities.add("loss_share_contact_2", "1", "share of it that contact 2 takes, by impacts and sliding",
                 [](const auto& c) { return (c.impact_loss[1] + c.friction_loss[1]) / c.loss; });
  experiment.quantity("energy_balance_mismatch", static_cast<double>(abs(1 - runs.fine.loss / runs.fine.gravity_work)),
                      "1", Uncertainty::residual(1e-15),
                      "work of gravity over the cycle minus energy that the contacts take, relative to the former");
}

// 0 flight, 1 contact 2 slips, 2 contact 2 sticks, 3 contact 3 is closed, 4 contact 1.
double mode_of(const std::array<ContactState, 3>& contacts) {
  double mode = 0.0;
  if (contacts[0] != ContactState::open) mode = 4.0;
  if (contacts[2] != ContactState::open) mode = 3.0;
  if (contacts[1] != ContactState::open) mode = contacts[1] == ContactState::sticking ? 2.0 : 1.0;
  return mode;
}

}  // namespace

Cycle<double> find_first_cycle(const problems::WoodpeckerParameters& parameters, const std::string& solver) {
  WoodpeckerMap<double> here(parameters, solver, {});
  const auto first = here.map.reach(here.bird.initial_state());
  if (!first.returned()) {
    std::string sentence = "the motion does not come to the section where contact 2 goes from stick to slip: ";
    sentence += to_string(end_of(first) == MotionEnd::jams ? ReturnStatus::too_late : first.status);
    throw support::ComputationFailed(sentence);
  }
  Point x = first.point;
  for (int k = 0; k < 40; ++k) {
    const auto next = here.map(x);
    if (!next) break;
    x = *next;
  }
  Cycle<double> cycle = find_cycle(here, x(0));
  cycle.start_omega_s = first.point(0);
  if (!cycle.found()) {
    std::string sentence = "no limit cycle was found from the motion's 40th return: ";
    sentence += to_string(cycle.fixed.status);
    throw support::ComputationFailed(sentence);
  }
  return cycle;
}

CycleRuns find_cycles(const problems::WoodpeckerParameters& parameters, const std::string& solver) {
  CycleRuns runs;
  runs.coarse = find_first_cycle(parameters, solver);
  const Extended guess = runs.coarse.fixed.x(0);
  WoodpeckerMap<Extended> fine(parameters, solver, {});
  runs.fine = find_cycle(fine, guess);
  EventDrivenOptions loose;
  loose.rtol = loose.atol = 1e-16;
  WoodpeckerMap<Extended> checked(parameters, solver, loose);
  runs.checked = find_cycle(checked, guess);
  if (!runs.fine.found() || !runs.checked.found())
    throw support::ComputationFailed("no limit cycle was found in extended precision");
  return runs;
}

void measure_cycle(Experiment& experiment, const CycleRuns& runs) {
  CycleQuantities quantities(experiment, runs);
  quantities.add("period", "s", "period of the limit cycle", [](const auto& c) { return c.period; });
  quantities.add("fall_height", "m", "height lost per cycle", [](const auto& c) { return c.fall; });
  quantities.add("frequency", "Hz", "1 / period", [](const auto& c) { return 1 / c.period; });
  quantities.add("mean_fall_speed", "m/s", "fall_height / period", [](const auto& c) { return c.fall / c.period; });
  measure_energies(experiment, runs);
  quantities.add(
      "multiplier_largest", "1",
      "multiplier of the cycle of largest magnitude, but for the two of one that go with time and height; the other "
      "three are zero: stiction leaves one coordinate on the section",
      [](const auto& c) { return c.fixed.multipliers[0].real; },
      [](const auto& c) { return c.fixed.multipliers[0].error; });
  quantities.add("section_phi_s", "rad",
                 "angle of the bird on the cycle where contact 2 goes from stick to slip: the stick limit",
                 [](const auto& c) { return c.phi_s; });
  quantities.add(
      "section_omega_s", "rad/s", "angular velocity of the bird there", [](const auto& c) { return c.fixed.x(0); },
      [](const auto& c) { return c.fixed.error(0); });
  quantities.add("phi_s_min", "rad", "smallest angle of the bird on the cycle",
                 [](const auto& c) { return c.phi_s_min; });
  quantities.add("phi_s_max", "rad", "largest angle of the bird on the cycle",
                 [](const auto& c) { return c.phi_s_max; });
  quantities.add("omega_m_max", "rad/s", "largest magnitude of the sleeve's angular velocity on the cycle",
                 [](const auto& c) { return c.omega_m_max; });
  quantities.add("omega_s_max", "rad/s", "largest magnitude of the bird's angular velocity on the cycle",
                 [](const auto& c) { return c.omega_s_max; });
  quantities.add("stick_fraction_contact_2", "1", "part of the period in which the sleeve's lower edge sticks",
                 [](const auto& c) { return c.stick_time / c.period; });
  constexpr double sampling = 1e-4;  // the cycle is sampled so densely
  const Measured distance = measured(
      runs, [](const auto& c) { return c.start_distance; }, [](const auto& c) { return 0 * c.period; });
  experiment.quantity("distance_of_start_from_cycle", distance.value, "1", distance.uncertainty + sampling,
                      "distance of Table I's start from the cycle: smallest, over the cycle, of the largest difference "
                      "in phi_M, phi_S, v, omega_M, omega_S, each relative to its range over the cycle");
}

std::vector<support::Column> cycle_columns() {
  std::vector<support::Column> columns{
      {"t", "s"},
      {"y", "m"},
      {"phi_M", "rad"},
      {"phi_S", "rad"},
      {"v", "m/s"},
      {"omega_M", "rad/s"},
      {"omega_S", "rad/s"},
      {"mode", "1", "0 flight, 1 contact 2 slips, 2 contact 2 sticks, 3 contact 3 is closed, 4 contact 1 is closed"}};
  const auto contacts = contact_columns(Woodpecker::contact_count);
  columns.insert(columns.end(), contacts.begin(), contacts.end());
  return columns;
}

void draw_cycle(support::Table& table, WoodpeckerMap<double>& here, double omega) {
  constexpr std::size_t mode_column = 7;
  std::vector<double> last;  // row
  Percussions<Woodpecker> percussions;
  here.map.go(
      Point(omega),
      [&](const EventDrivenStep<Woodpecker>& step) {
        const double mode = mode_of(step.held().contacts);
        // A block a mode, so that lines of one mode are not joined across others: it begins with the row before.
        if (!last.empty() && mode != last[mode_column]) {
          table.break_line();
          last[mode_column] = mode;
          table.row(last);
        }
        constexpr int pieces = 24;
        for (int k = 0; k <= pieces; ++k) {
          const State<3> at = step.at(step.end_theta() * k / pieces);
          last = {at.t, at.q(0), at.q(1), at.q(2), at.u(0), at.u(1), at.u(2), mode};
          const auto contacts = contact_values(here.bird, step, at, percussions);
          last.insert(last.end(), contacts.begin(), contacts.end());
          table.row(last);
          percussions = {};
        }
      },
      [&](const Event<Woodpecker>& event) {
        percussions.normal += event.percussions.normal;
        percussions.tangential += event.percussions.tangential;
      });
}

void draw_cycle(Experiment& experiment, WoodpeckerMap<double>& here, double omega) {
  draw_cycle(experiment.table("cycle", cycle_columns()), here, omega);
  const State<3> start = here.bird.initial_state();
  experiment.table("start", {{"phi_M", "rad"}, {"omega_M", "rad/s"}, {"phi_S", "rad"}, {"omega_S", "rad/s"}})
      .row({start.q(1), start.u(1), start.q(2), start.u(2)});
}

void measure_deviations(Experiment& experiment, WoodpeckerMap<double>& here, const CycleRuns& runs, int cycles) {
  auto& table = experiment.table("deviations", {{"cycle", "1"}, {"deviation", "rad/s"}, {"size", "rad/s"}});
  const double fixed = runs.coarse.fixed.x(0);
  Point x(runs.coarse.start_omega_s);
  double first = 0.0;
  double last = 0.0;
  int counted = 0;
  int alternations = 0;
  double before = 0.0;
  for (int k = 0; k <= cycles; ++k) {
    const double deviation = x(0) - fixed;
    table.row({static_cast<double>(k), deviation, std::abs(deviation)});
    if (k > 0 && deviation * before < 0.0) ++alternations;
    before = deviation;
    // Small enough for the multiplier alone, large enough not to be rounding.
    if (std::abs(deviation) > 1e-8) {
      if (k == cycles / 4) first = deviation;
      last = deviation;
      counted = k;
    }
    const auto next = here.map(x);
    if (!next) break;
    x = *next;
  }
  experiment.quantity("deviation_alternations", alternations, "1", Uncertainty::count(),
                      "changes of the sign of omega_S minus its value on the cycle, from return to return, from Table "
                      "I's start on");
  const int quarter = cycles / 4;
  if (first == 0.0 || counted <= quarter) return;
  experiment.quantity("deviation_ratio", elementary::pow(std::abs(last / first), 1.0 / (counted - quarter)), "1",
                      Uncertainty::unknown("A mean over the returns of one motion, whose scatter was not measured."),
                      "mean factor of the deviation's size per return, after the first quarter of them");
}

}  // namespace nsdbench::experiments
