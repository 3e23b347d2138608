// Many round bodies by Moreau's midpoint rule, against motions in closed form.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "problems/disk_assembly.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/many_body_integrator.hpp"
#include "support/hash.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/same_bytes.hpp"

using namespace nsdbench;
using namespace nsdbench::problems;

namespace {

constexpr double gravity = 9.81;  // [m/s^2]

DiskAssemblyLaws laws_with(double friction, double restitution) {
  DiskAssemblyLaws laws;
  laws.gravity = gravity;
  laws.between_disks = {friction, restitution};
  laws.with_walls = {friction, restitution};
  return laws;
}

RoundSolverOptions accurate() {
  RoundSolverOptions options;
  options.tolerance = 1e-12;
  return options;
}

// A disk on a plane of the given slope, 1e-12 m into it, so that the contact is closed from the first step on.
struct Slope {
  double sine, cosine, radius = 0.1;
  DiskAssembly assembly;
  ManyBodyState state;

  Slope(double slope, double friction)
      : sine(std::sin(slope)),
        cosine(std::cos(slope)),
        assembly({radius}, {{{10.0 * cosine, 10.0 * sine}, {-10.0 * cosine, -10.0 * sine}, 0.0, {}}}, {},
                 laws_with(friction, 0.0)) {
    const double height = radius - 1e-12;
    state = assembly.at_rest({{-height * sine, height * cosine}}, 1e-9);
  }
  // Down the slope.
  double speed() const { return -(state.u[0] * cosine + state.u[1] * sine); }
};

}  // namespace

// Accelerations are constant, so that the rule has no error but rounding and the solver's 1e-12 of c, some 1e-2 m/s, in
// each of a thousand steps.
constexpr double speed_tolerance = 1e-10;  // [m/s]

TEST_CASE("a disk rolls down a slope with two thirds of the acceleration of sliding", "[many_body_midpoint]") {
  Slope slope(0.2, 0.1);  // tan 0.2 < 3 mu
  ManyBodyIntegrator<DiskAssembly> integrator(slope.assembly, 1e-3, accurate());
  const Outcome outcome = integrator.integrate(slope.state, {1.0});
  REQUIRE(outcome.completed());
  CHECK(outcome.counts.accepted_steps == 1000);
  CHECK(std::abs(slope.speed() - 2.0 / 3.0 * gravity * slope.sine) < speed_tolerance);
  CHECK(std::abs(slope.state.u[2] * slope.radius - slope.speed()) < speed_tolerance);
}

TEST_CASE("on a steep slope the disk slides and turns", "[many_body_midpoint]") {
  constexpr double mu = 0.1;
  Slope slope(0.5, mu);  // tan 0.5 > 3 mu
  ManyBodyIntegrator<DiskAssembly> integrator(slope.assembly, 1e-3, accurate());
  const Outcome outcome = integrator.integrate(slope.state, {1.0});
  REQUIRE(outcome.completed());
  CHECK(std::abs(slope.speed() - gravity * (slope.sine - mu * slope.cosine)) < speed_tolerance);
  CHECK(std::abs(slope.state.u[2] * slope.radius - 2.0 * mu * gravity * slope.cosine) < speed_tolerance);
}

TEST_CASE("in a column each disk carries those above it", "[many_body_midpoint]") {
  constexpr int n = 20;
  constexpr double radius = 0.05;
  constexpr double dt = 1e-3;
  const DiskAssembly column(std::vector<double>(n, radius), {{{-1.0, 0.0}, {1.0, 0.0}, 0.0, {}}}, {},
                            laws_with(0.3, 0.0));
  std::vector<Point> centers;
  for (int k = 0; k < n; ++k) centers.push_back({0.0, (2 * k + 1) * (radius - 1e-12)});
  ManyBodyState state = column.at_rest(centers);
  ManyBodyMidpoint<DiskAssembly> midpoint(column, dt, accurate());
  const ManyBodyStep step = midpoint.step(state);
  REQUIRE(step.reason == StopReason::completed);
  REQUIRE(midpoint.contacts().size() == n);
  const double weight = gravity / column.inverse_mass(0);
  for (std::size_t k = 0; k < midpoint.contacts().size(); ++k) {
    const ClosedContact& contact = midpoint.contacts()[k];
    const int carried = contact.second < n ? n - contact.second : n;
    // The residual of 1e-12 is one of velocities; a column of n disks makes n^2 times as much of the percussions.
    CHECK(std::abs(midpoint.percussion(k)[0] / (weight * dt) - carried) < 1e-12 * n * n * 10.0);
    CHECK(std::abs(midpoint.percussion(k)[1]) < 1e-10 * weight * dt);
  }
  for (const double velocity : state.u) CHECK(std::abs(velocity) < 1e-10);
}

TEST_CASE("a disk rebounds by Newton's law, and two of unlike mass exchange momentum", "[many_body_midpoint]") {
  constexpr double restitution = 0.6;
  DiskAssemblyLaws laws = laws_with(0.0, restitution);
  laws.gravity = 0.0;
  const DiskAssembly two({0.1, 0.2}, {}, {}, laws);
  ManyBodyState state = two.at_rest({{0.0, 0.0}, {0.301, 0.0}});
  state.u[0] = 1.0;
  state.u[3] = -0.5;
  ManyBodyIntegrator<DiskAssembly> integrator(two, 1e-3, accurate());
  double dissipated = 0.0;
  const double energy = two.kinetic_energy(state);
  REQUIRE(integrator
              .integrate(state, {0.01},
                         [&](const Step<DiskAssembly>& step) {
                           dissipated += ManyBodyIntegrator<DiskAssembly>::view(step).report().dissipated;
                         })
              .completed());
  // m_2 = 4 m_1.
  const double mean = (1.0 * 1.0 + 4.0 * -0.5) / 5.0;
  constexpr double accuracy = 1e-12;  // and the solver's tolerance
  CHECK(std::abs(state.u[0] - (mean - restitution * 4.0 / 5.0 * 1.5)) < accuracy);
  CHECK(std::abs(state.u[3] - (mean + restitution * 1.0 / 5.0 * 1.5)) < accuracy);
  CHECK(std::abs(energy - two.kinetic_energy(state) - dissipated) < accuracy * energy);
  // Half the reduced mass times the squares of the relative velocities.
  const double reduced = 4.0 / 5.0 / two.inverse_mass(0);
  CHECK(std::abs(dissipated - 0.5 * reduced * 1.5 * 1.5 * (1.0 - restitution * restitution)) < 1e-11 * energy);
}

namespace {

// Disks of three sizes in a drum with two baffles that turns.
struct DrumRun {
  ManyBodyState state;
  double energy_error = 0.0;  // relative to the energy that was dissipated
  double reach = 0.0;         // of the outermost point of a disk, relative to the drum
  double penetration = 0.0;   // [m]
  std::size_t contacts = 0;   // closed in the last step
  long newton_steps = 0;
};

DrumRun run_drum(int steps, RoundMethod method, int max_sweeps) {
  constexpr int disks = 150;
  constexpr double small = 4e-3;
  constexpr double drum = 0.15;
  const Turning turning{{0.0, 0.0}, 3.0};
  std::vector<double> radii;
  std::vector<Point> centers;
  for (int i = 0, row = 0; static_cast<int>(radii.size()) < disks; ++i) {
    const Point p{-0.10 + 0.0126 * (i % 17) + 1e-3 * (row % 2), -0.14 + 0.0126 * row};
    if (i % 17 == 16) ++row;
    if (std::hypot(p.x, p.y) + 0.008 > drum) continue;
    radii.push_back(small * (1.0 + 0.25 * (i % 3)));
    centers.push_back(p);
  }
  const DiskAssembly assembly(radii,
                              {{{drum, 0.0}, {0.12, 0.0}, 1e-3, turning}, {{-drum, 0.0}, {-0.12, 0.0}, 1e-3, turning}},
                              {{{0.0, 0.0}, drum, 0.0, 1.0, turning}}, laws_with(0.3, 0.2));
  DrumRun run;
  run.state = assembly.at_rest(centers);
  RoundSolverOptions options;
  options.tolerance = 1e-5;
  options.method = method;
  options.max_sweeps = max_sweeps;
  constexpr double dt = 5e-4;
  ManyBodyIntegrator<DiskAssembly> integrator(assembly, dt, options);
  const double before = assembly.kinetic_energy(run.state) + assembly.potential_energy(run.state);
  double work = 0.0;
  double dissipated = 0.0;
  const Outcome outcome = integrator.integrate(run.state, {steps * dt}, [&](const Step<DiskAssembly>& step) {
    const ManyBodyStepView<DiskAssembly>& view = ManyBodyIntegrator<DiskAssembly>::view(step);
    work += view.report().wall_work;
    dissipated += view.report().dissipated;
    run.penetration = std::max(run.penetration, view.report().max_penetration);
    run.contacts = view.contacts().size();
    run.newton_steps += view.report().newton_steps;
  });
  REQUIRE(outcome.completed());
  const double after = assembly.kinetic_energy(run.state) + assembly.potential_energy(run.state);
  run.energy_error = std::abs(after - before - work + dissipated) / dissipated;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    run.reach = std::max(run.reach, (std::hypot(run.state.q[3 * i], run.state.q[3 * i + 1]) + radii[i]) / drum);
  }
  return run;
}

}  // namespace

TEST_CASE("disks stay in a drum that turns, and their energy is accounted for", "[many_body_midpoint]") {
  const DrumRun run = run_drum(400, RoundMethod::portfolio, 200);
  CHECK(run.contacts > 150);
  // The work of all percussions is computed with the velocities that move the disks: rounding alone is left.
  CHECK(run.energy_error < 1e-11);
  // A contact is seen at the midpoint: a disk falls 1.5 m/s at most, half a step long. What percussions leave of
  // gamma_N < 0 is 1e-5 of that.
  constexpr double fastest = 1.5;  // [m/s]
  CHECK(run.penetration < fastest * 5e-4);
  CHECK(run.reach < 1.0 + fastest * 5e-4 / 0.15);
}

// The hash of the positions after some steps, found on one machine and one thread: a compiler, a mathematical library,
// a processor or a number of threads that moves a last bit changes it. It says nothing about whether the motion is
// right; the other tests do. GCC 12 is known to change it when it compiles for processors with fused operations (-mfma
// and the like, which the suite does not set): it then makes vfmaddsub of a product and a sum in spite of
// -ffp-contract=off.
TEST_CASE("the positions of many disks have the same bytes everywhere", "[many_body_midpoint]") {
  const auto hash_of = [](const DrumRun& run) {
    return support::hash_as_text(
        {reinterpret_cast<const char*>(run.state.q.data()), run.state.q.size() * sizeof(double)});
  };
  const DrumRun sweeps = run_drum(140, RoundMethod::conjugate_gradient, 400);
  CHECK(sweeps.contacts > 50);
  CHECK(hash_of(sweeps) == "1d485e1d4050aff0");
  const DrumRun newton = run_drum(250, RoundMethod::portfolio, 20);
  CHECK(newton.newton_steps > 100);
  CHECK(hash_of(newton) == "17b412dd92f57d54");
}

namespace {

// Disks in rows, of which about half overlap their neighbours a little, between walls of which one turns: enough for
// all parts of a step to use threads.
struct Rows {
  DiskAssembly assembly;
  ManyBodyState state;
};

Rows overlapping_rows() {
  constexpr int columns = 120;
  constexpr double radius = 5e-3;
  std::vector<double> radii;
  std::vector<Point> centers;
  for (int i = 0; i < 50 * columns; ++i) {
    const int row = i / columns;
    radii.push_back(radius * (1.0 - 0.004 * (i * 37 % 11)));
    centers.push_back({radius * (1.0 + 1.96 * (i % columns) + 0.98 * (row % 2)), radius * (1.0 + 1.7 * row)});
  }
  const double width = radius * (1.96 * columns + 1.02);
  const DiskAssembly assembly(radii,
                              {{{-1.0, 0.0}, {width + 1.0, 0.0}, 0.0, {}},
                               {{0.0, -1.0}, {0.0, 2.0}, 0.0, {}},
                               {{width, -1.0}, {width, 2.0}, 0.0, {{width, 0.0}, 0.5}}},
                              {}, laws_with(0.3, 0.1));
  ManyBodyState state = assembly.at_rest(centers, 0.1);
  for (std::size_t i = 0; i < radii.size(); ++i) state.u[3 * i] = 0.02 * static_cast<double>(i * 13 % 7) - 0.06;
  return {assembly, state};
}

RoundSolverOptions coarse() {
  RoundSolverOptions options;
  options.tolerance = 0.3;  // the bytes are meant here, not the answer
  return options;
}

struct ThreadedRun {
  ManyBodyState state;
  std::vector<std::pair<int, int>> contacts;  // of the last step
  std::vector<double> percussions;
  std::vector<double> sums;  // work, dissipation and penetration of all steps
};

ThreadedRun run_on_threads(int threads) {
  const Rows rows = overlapping_rows();
  ThreadedRun run;
  run.state = rows.state;
  RoundSolverOptions options = coarse();
  options.threads = threads;
  ManyBodyIntegrator<DiskAssembly> integrator(rows.assembly, 1e-3, options);
  const Outcome outcome = integrator.integrate(run.state, {0.004}, [&](const Step<DiskAssembly>& step) {
    const ManyBodyStep& report = ManyBodyIntegrator<DiskAssembly>::view(step).report();
    run.sums.insert(run.sums.end(), {report.wall_work, report.dissipated, report.max_penetration});
  });
  const ManyBodyMidpoint<DiskAssembly>& midpoint = integrator.midpoint();
  REQUIRE(outcome.completed());
  for (std::size_t k = 0; k < midpoint.contacts().size(); ++k) {
    run.contacts.emplace_back(midpoint.contacts()[k].first, midpoint.contacts()[k].second);
    run.percussions.insert(run.percussions.end(), midpoint.percussion(k).begin(), midpoint.percussion(k).end());
  }
  return run;
}

}  // namespace

TEST_CASE("detection, assembly and motion have the same bytes for 1 to 7 threads", "[many_body_midpoint]") {
  const ThreadedRun one = run_on_threads(1);
  CHECK(one.contacts.size() > 5000);
  for (int threads = 2; threads <= 7; ++threads) {
    const ThreadedRun run = run_on_threads(threads);
    CAPTURE(threads);
    CHECK(run.contacts == one.contacts);
    CHECK(testing::same_bytes(run.percussions, one.percussions));
    CHECK(testing::same_bytes(run.state.q, one.state.q));
    CHECK(testing::same_bytes(run.state.u, one.state.u));
    CHECK(testing::same_bytes(run.sums, one.sums));
  }
}

TEST_CASE("an integrator that is given what another keeps goes on as that one would", "[many_body_midpoint]") {
  const Rows rows = overlapping_rows();
  const auto steps = [](ManyBodyMidpoint<DiskAssembly>& midpoint, ManyBodyState& state, int from, int to) {
    for (int k = from; k < to; ++k) {
      REQUIRE(midpoint.step(state).reason == StopReason::completed);
      state.t = 1e-3 * (k + 1);
    }
  };
  ManyBodyState state = rows.state;
  ManyBodyMidpoint<DiskAssembly> midpoint(rows.assembly, 1e-3, coarse());
  steps(midpoint, state, 0, 3);
  ManyBodyState other_state = state;
  ManyBodyState third_state = state;
  ManyBodyMidpoint<DiskAssembly> other(rows.assembly, 1e-3, coarse());
  other.go_on_from(midpoint.memory());
  CHECK(other.contacts().empty());
  steps(midpoint, state, 3, 5);
  steps(other, other_state, 3, 5);
  CHECK(testing::same_bytes(state.q, other_state.q));
  CHECK(testing::same_bytes(state.u, other_state.u));
  CHECK(testing::same_bytes(midpoint.memory().percussions, other.memory().percussions));
  // Without it there is no guess, and the answer is another one within the tolerance.
  ManyBodyMidpoint<DiskAssembly> third(rows.assembly, 1e-3, coarse());
  steps(third, third_state, 3, 5);
  CHECK_FALSE(testing::same_bytes(state.u, third_state.u));
}

TEST_CASE("a step size that is not positive is refused", "[many_body_midpoint]") {
  const DiskAssembly one({1.0}, {}, {}, laws_with(0.0, 0.0));
  CHECK(testing::complaint_of([&] { ManyBodyMidpoint<DiskAssembly>(one, 0.0, accurate()); }) ==
        "time step 0 s is not allowed: it must be positive and finite");
}

// The contract of all integrators, as it is tested for each of them.
TEST_CASE("many bodies are integrated under the contract of all integrators", "[many_body_midpoint]") {
  Slope slope(0.2, 0.1);
  ManyBodyIntegrator<DiskAssembly> method(slope.assembly, 1e-3, accurate());
  Integrator<DiskAssembly>& integrator = method;
  CHECK(integrator.name() == "moreau");
  CHECK(integrator.order() == 1);
  CHECK(integrator.settings().size() == 3);

  // The last step before a boundary, and before the end, is shortened; steps follow each other without a gap.
  std::vector<double> ends;
  double last = 0.0;
  const std::vector<double> boundaries = {0.0025};
  const Outcome outcome = integrator.integrate(slope.state, {0.0052, boundaries}, [&](const Step<DiskAssembly>& step) {
    CHECK(step.begin().t == last);
    last = step.end().t;
    ends.push_back(last);
    // It rolls: the contact presses and sticks, and carries the weight.
    CHECK(step.modes().normal == std::vector<Mode>{Mode::constraint});
    CHECK(step.modes().tangential == std::vector<Mode>{Mode::constraint});
    const double weight = gravity * slope.cosine / slope.assembly.inverse_mass(0);
    CHECK(std::abs(step.mean_forces().normal[0] - weight) < 1e-8 * weight);
  });
  CHECK(outcome.completed());
  CHECK(outcome.time == 0.0052);
  CHECK(outcome.counts.accepted_steps == 6);
  CHECK(outcome.counts.contact_problems == 6);
  const std::vector<double> expected = {0.001, 0.002, 0.0025, 0.0035, 0.0045, 0.0052};
  REQUIRE(ends.size() == expected.size());
  for (std::size_t k = 0; k < ends.size(); ++k) CHECK(std::abs(ends[k] - expected[k]) < 1e-15);

  // A run ends at the section, here where the speed rises through a limit, or where the observer says so.
  const double limit = slope.speed() + 0.01;
  Destination<DiskAssembly> destination{1.0};
  destination.section = [&](const ManyBodyState& state) {
    return -(state.u[0] * slope.cosine + state.u[1] * slope.sine) - limit;
  };
  CHECK(integrator.integrate(slope.state, destination).reason == StopReason::section);
  CHECK(std::abs(slope.speed() - limit) < 1e-12);
  int seen = 0;
  const Outcome stopped =
      integrator.integrate(slope.state, {2.0}, [&](const Step<DiskAssembly>&) { return ++seen < 3; });
  CHECK(stopped.reason == StopReason::stopped);
  CHECK(stopped.counts.accepted_steps == 3);

  CHECK(testing::complaint_of([&] { integrator.integrate(slope.state, {-1.0}); }) ==
        "end time -1 s is not allowed: it must be finite and not before the start");
  CHECK(testing::complaint_of([&] { integrator.integrate(slope.state, {1e20}); }) ==
        "time step 0.001 s is not allowed: it is too small for an integration to 1e+20 s");
}
