#include "experiments/inclined_plane_motion_map/motions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments::motion_map {
namespace {

using problems::InclinedPlaneOscillator;
using problems::InclinedPlaneOscillatorParameters;
using BodyState = State<6>;

constexpr double foot_distance = 0.05;  // m from the centre of mass
constexpr double rest_velocity = 1e-9;  // m/s: what the contact solver leaves of stiction is some 1e-12

double largest_step(const InclinedPlaneOscillatorParameters& parameters, const Method& method) {
  return 2.0 * M_PI / (parameters.Omega * steps_per_revolution(method));
}

BodyState start_of(const InclinedPlaneOscillator& body) {
  BodyState state = body.initial_state();
  state.q(2) -= 1e-9;  // m: rounding opens feet that are closed by exactly nothing
  return state;
}

std::unique_ptr<Integrator<InclinedPlaneOscillator>> integrator_of(const InclinedPlaneOscillator& body,
                                                                   ContactSolver& solver, const Method& method) {
  IntegratorSettings settings;
  settings.dt = settings.dt_max = largest_step(body.parameters(), method);
  settings.dt_min = method.integrator == "moreau_adjusted" ? 1e-3 * settings.dt : 0.0;
  // Some ten thousand steps, and some hundred of them for every change between stick and slip: a motion that is not
  // told by then would take minutes.
  if (method.integrator == "event_driven") settings.max_evaluations = 600'000;
  return make_integrator(method.integrator, body, solver, settings);
}

// What happened in one revolution.
struct RevolutionStatistics {
  int steps = 0;
  int steps_at_rest = 0;
  double smallest_xdot = std::numeric_limits<double>::infinity();
  double largest_across = 0.0;  // velocity of feet across the slope, from turning and drifting [m/s]

  void add(const BodyState& state) {
    ++steps;
    const double turning = foot_distance * std::abs(state.u(5));
    if (std::abs(state.u(0)) + std::abs(state.u(1)) + turning < rest_velocity) ++steps_at_rest;
    smallest_xdot = std::min(smallest_xdot, state.u(0));
    largest_across = std::max(largest_across, std::abs(state.u(1)) + turning);
  }
  bool rests_throughout() const { return steps_at_rest == steps; }
  bool rests_in_between() const { return steps_at_rest > 0; }
};

// Tells the motion from its steps. The first revolution is a transient.
class MotionObserver final : public Observer<InclinedPlaneOscillator> {
 public:
  // `ends`: ends of the revolutions [s], at which steps end. Keeps a reference to them.
  MotionObserver(const BodyState& start, const std::vector<double>& ends, int stick_slip_revolutions)
      : ends_(ends),
        rounding_(1e-9 * ends.front()),
        stick_slip_revolutions_(stick_slip_revolutions),
        velocity_(start.u) {}

  // The motion, once it has been told.
  Motion motion() const { return motion_; }

  bool on_step(const Step<InclinedPlaneOscillator>& step) override {
    const BodyState& state = step.end();
    const bool settled = revolution_ > 0;
    if (!InclinedPlaneOscillator::within_range(state.q) ||
        (settled && !(step.percussions().normal.array() > 0.0).all())) {
      return !tell(Motion::lift_off);
    }
    statistics_.add(state);
    if (state.t < ends_[revolution_] - rounding_) return true;
    const bool told = settled && revolution_tells(state);
    ++revolution_;
    velocity_ = state.u;
    statistics_ = {};
    return !told;
  }

 private:
  bool tell(Motion motion) {
    motion_ = motion;
    return true;
  }

  bool revolution_tells(const BodyState& state) {
    if (statistics_.rests_throughout()) return tell(Motion::at_rest);
    stick_slip_ = statistics_.rests_in_between() ? stick_slip_ + 1 : 0;
    if (stick_slip_ == stick_slip_revolutions_) return tell(Motion::stick_slip);
    const double change = (state.u - velocity_).cwiseAbs().maxCoeff();
    const double size = state.u.cwiseAbs().maxCoeff();
    periodic_ = !statistics_.rests_in_between() && change < 1e-6 * size ? periodic_ + 1 : 0;
    if (periodic_ == 2) return tell(Motion::sliding);
    return runs_away(state.u(0) - velocity_(0)) && tell(Motion::runaway);
  }

  // Downhill all the time, and ever faster: if that is to end it is since feet that move across, as the body turns,
  // take friction from the drift. At ten times that speed they take no more than half a per cent of it, and the gain
  // of a revolution is a constant.
  bool runs_away(double gain) {
    if (statistics_.smallest_xdot <= 0.0) gains_.clear();
    gains_.push_back(gain);
    const std::size_t count = gains_.size();
    const bool fast = statistics_.smallest_xdot > 10.0 * statistics_.largest_across;
    return fast && count >= 8 && gains_[count - 1] > 0.8 * gains_[count / 2 - 1] && gains_[count / 2 - 1] > 0.0;
  }

  const std::vector<double>& ends_;
  double rounding_;  // of times [s]
  int stick_slip_revolutions_;
  std::size_t revolution_ = 0;
  RevolutionStatistics statistics_;  // of the revolution that goes on
  Vector<6> velocity_;               // where it began
  int stick_slip_ = 0;               // revolutions in a row
  int periodic_ = 0;
  std::vector<double> gains_;  // of xdot, in the last revolutions downhill [m/s]
  Motion motion_ = Motion::undecided;
};

}  // namespace

Motion classify(const InclinedPlaneOscillatorParameters& parameters, const Method& method) {
  const InclinedPlaneOscillator body(parameters);
  const auto solver = make_contact_solver(method.solver);
  const auto integrator = integrator_of(body, *solver, method);
  std::vector<double> ends(most_revolutions);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    ends[k] = static_cast<double>(k + 1) * steps_per_revolution(method) * largest_step(parameters, method);
  }
  BodyState state = start_of(body);
  MotionObserver observer(state, ends, method.stick_slip_revolutions);
  Destination<InclinedPlaneOscillator> destination;
  destination.t_end = ends.back();
  destination.boundaries = std::span<const double>(ends).first(ends.size() - 1);
  const Outcome outcome = integrator->integrate(state, destination, observer);
  switch (outcome.reason) {
    case StopReason::completed:
    case StopReason::stopped:
      return observer.motion();
    case StopReason::step_limit:
      return Motion::undecided;
    case StopReason::impact:  // only feet that have left the plane come back to it
    case StopReason::out_of_range:
      return Motion::lift_off;
    default:
      return Motion::unsolved;
  }
}

IntegratorSettingList settings_of(const InclinedPlaneOscillator& body, const Method& method) {
  return integrator_of(body, *make_contact_solver(method.solver), method)->settings();
}

SolverStatus try_solver(const InclinedPlaneOscillator& body, const Method& method) {
  const auto solver = make_contact_solver(method.solver);
  BodyState state = start_of(body);
  Destination<InclinedPlaneOscillator> destination;
  destination.t_end = largest_step(body.parameters(), method);
  return integrator_of(body, *solver, method)->integrate(state, destination).solver;
}

}  // namespace nsdbench::experiments::motion_map
