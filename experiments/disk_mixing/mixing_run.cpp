#include "experiments/disk_mixing/mixing_run.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/integration/motion_log.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments::mixing {

namespace {

RoundSolverOptions solver_options(const RunSettings& settings, double tolerance) {
  RoundSolverOptions options;
  options.tolerance = tolerance;
  options.threads = settings.threads;
  return options;
}

}  // namespace

MixingRun::MixingRun(const Drum& drum, const RunSettings& settings, ContactSolver* fallback)
    : drum_(drum),
      settings_(settings),
      integrator_(drum.assembly(), settings.dt, solver_options(settings, settings.tolerance), fallback),
      fine_(drum.assembly(), settings.dt, solver_options(settings, settings.fine_tolerance)),
      bound_(drum, settings.dt),
      state_(drum.start()),
      energy_at_start_(drum.assembly().kinetic_energy(state_) + drum.assembly().potential_energy(state_)) {
  frames_.push_back({0.0, state_.q, {}});
}

std::optional<std::string> MixingRun::run(support::PartialRows& partial, const std::string& name,
                                          const std::function<void(long)>& after_step) {
  long k = take_up(partial, name) + 1;
  MotionTrace trace(state_);
  for (; k <= settings_.steps; ++k) {
    std::optional<std::string> why = step(k);
    trace.step(state_);
    if (why) {
      trace.finish(state_);
      after_step(k);
      return why;
    }
    if (frames_up_to(k) > frames_up_to(k - 1)) frames_.push_back({state_.t, state_.q, forces()});
    // Not after the last step, of which the forces are wanted.
    if (k % settings_.checkpoint_every == 0 && k < settings_.steps) save(partial, name, k);
    after_step(k);
  }
  trace.finish(state_);
  return std::nullopt;
}

std::optional<std::string> MixingRun::step(long k) {
  begin_ = state_;
  StepRow row;
  const bool again = k % settings_.fine_every == 0;
  const ManyBodyState fine = again ? step_again(row) : ManyBodyState();
  const ManyBodyStep report = integrator_.step(state_);
  if (report.reason != StopReason::completed) {
    return std::string(to_string(report.reason)) + " at t = " + support::shortest(state_.t) +
           " s, with a residual of " + support::shortest(report.solver.residual);
  }
  state_.t = static_cast<double>(k) * settings_.dt;
  bound_.step(integrator_.contacts(), begin_, last_residual_);
  last_residual_ = report.solver.residual * integrator_.problem().reference_velocity();
  if (again) row.fine_difference = velocity_difference(fine);

  row.t = state_.t;
  row.sweeps = report.solver.iterations - report.newton_steps;
  row.newton_steps = report.newton_steps;
  row.residual = report.solver.residual;
  row.penetration_share = bound_.largest_share();
  row.approach = bound_.largest_approach();
  row.kinetic = drum_.assembly().kinetic_energy(state_);
  row.potential = drum_.assembly().potential_energy(state_);
  row.wall_work = report.wall_work + (steps_.empty() ? 0.0 : steps_.back().wall_work);
  row.dissipated = report.dissipated + (steps_.empty() ? 0.0 : steps_.back().dissipated);
  look_at_friction(row);
  look_at_overlaps(row);
  std::optional<std::string> escape = look_at_walls(row);
  disk_left_ = escape.has_value();
  steps_.push_back(row);
  return escape;
}

long MixingRun::steps_missing() const {
  return settings_.steps -
         std::ranges::count_if(steps_, [this](const StepRow& row) { return row.residual <= settings_.tolerance; });
}

// The step that is to come, to the finer tolerance and without the fallback, which may take minutes there. Leaves the
// motion as it is.
ManyBodyState MixingRun::step_again(StepRow& row) {
  ManyBodyState state = state_;
  fine_.go_on_from(integrator_.memory());
  const ManyBodyStep report = fine_.step(state);
  row.fine_iterations = report.solver.iterations;
  row.fine_residual = report.solver.residual;
  return state;
}

double MixingRun::velocity_difference(const ManyBodyState& other) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < state_.u.size(); ++i) {
    const double arm = i % 3 == 2 ? drum_.radii()[i / 3] : 1.0;
    largest = std::max(largest, arm * std::abs(state_.u[i] - other.u[i]));
  }
  return largest;
}

// Of the step just made.
std::vector<ContactForce> MixingRun::forces() const {
  const double dt = settings_.dt;
  const auto middle = [&](std::int32_t body) {
    const auto i = 3 * static_cast<std::size_t>(body);
    return problems::Point{state_.q[i] - 0.5 * dt * state_.u[i], state_.q[i + 1] - 0.5 * dt * state_.u[i + 1]};
  };
  std::vector<ContactForce> forces;
  for (std::size_t k = 0; k < integrator_.contacts().size(); ++k) {
    const ClosedContact& contact = integrator_.contacts()[k];
    const auto [normal, tangential] = integrator_.percussion(k);
    if (!(normal > 0.0)) continue;
    const problems::Point from = middle(contact.first);
    const bool with_wall = contact.second >= drum_.assembly().body_count();
    const double arm = contact.gap + drum_.assembly().radius(contact.first);
    const problems::Point to =
        with_wall ? problems::Point{from.x + arm * contact.nx, from.y + arm * contact.ny} : middle(contact.second);
    forces.push_back({contact.first, contact.second, from, to, normal / dt, tangential / dt});
  }
  return forces;
}

void MixingRun::look_at_friction(StepRow& row) const {
  const std::vector<ClosedContact>& contacts = integrator_.contacts();
  const double mu = drum_.parameters().mu;
  row.contacts = static_cast<double>(contacts.size());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const bool with_wall = contacts[k].second >= drum_.assembly().body_count();
    double& penetration = with_wall ? row.penetration_walls : row.penetration_disks;
    penetration = std::max(penetration, -contacts[k].gap);
    const auto [normal, tangential] = integrator_.percussion(k);
    if (with_wall || !(normal > 0.0)) continue;
    row.loaded += 1.0;
    if (tangential != 0.0) row.rubbing += 1.0;
    if (std::abs(tangential) >= (1.0 - 1e-6) * mu * normal) row.sliding += 1.0;
  }
}

void MixingRun::look_at_overlaps(StepRow& row) const {
  std::vector<double> overlaps;
  for (const ClosedContact& contact : integrator_.contacts()) {
    double radius = drum_.assembly().radius(contact.first);
    if (contact.second < drum_.assembly().body_count()) {
      radius = std::min(radius, drum_.assembly().radius(contact.second));
    }
    overlaps.push_back(-contact.gap / radius);
  }
  if (overlaps.empty()) return;
  row.overlap_largest = *std::ranges::max_element(overlaps);
  const auto middle = overlaps.begin() + static_cast<std::ptrdiff_t>(overlaps.size() / 2);
  std::ranges::nth_element(overlaps, middle);
  row.overlap_median = *middle;
}

// A disk has left if its centre is not within the drum.
std::optional<std::string> MixingRun::look_at_walls(StepRow& row) const {
  const double R = drum_.parameters().R;
  for (int i = 0; i < drum_.assembly().body_count(); ++i) {
    const double x = state_.q[3 * static_cast<std::size_t>(i)];
    const double y = state_.q[3 * static_cast<std::size_t>(i) + 1];
    const double distance = std::sqrt(x * x + y * y);
    row.reach = std::max(row.reach, (distance + drum_.assembly().radius(i)) / R);
    if (!(distance < R)) {
      return "disk " + std::to_string(i) + " left the drum at t = " + support::shortest(row.t) + " s";
    }
  }
  return std::nullopt;
}

// Without the one at the start.
long MixingRun::frames_up_to(long k) const { return k * settings_.frames / settings_.steps; }

}  // namespace nsdbench::experiments::mixing
