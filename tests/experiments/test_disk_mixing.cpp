// The drum of disk_mixing: its start, the mixing index, the bound of penetrations, and runs that are interrupted.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "experiments/disk_mixing/drum.hpp"
#include "experiments/disk_mixing/mixing_index.hpp"
#include "experiments/disk_mixing/mixing_run.hpp"
#include "experiments/disk_mixing/penetration_bound.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/partial_rows.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/same_bytes.hpp"

using namespace nsdbench;
using namespace nsdbench::experiments::mixing;
using nsdbench::support::PartialRows;
using nsdbench::testing::contains;
using nsdbench::testing::same_bytes;
using nsdbench::testing::Sandbox;

namespace {

// Disks of radius 1/2 that touch on a square lattice of side x side places; `kind` gives the kind of a place.
struct Lattice {
  std::vector<double> q;
  std::vector<double> radii;
  std::vector<int> kinds;

  template <class Kind>
  Lattice(int side, const Kind& kind) {
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        q.insert(q.end(), {static_cast<double>(column), static_cast<double>(row), 0.0});
        radii.push_back(0.5);
        kinds.push_back(kind(row, column));
      }
    }
  }
  Mixing mixing() const { return mixing_of(q, radii, kinds, reach); }

  static constexpr double reach = 0.1;  // below sqrt(2) - 1, the distance of disks on a diagonal
};

constexpr double rounding = 1e-14;  // of a quotient of whole numbers

DrumParameters small_drum() {
  DrumParameters p;
  p.disks = 60;
  p.radius = 0.005;
  p.radius_spread = 0.2;
  p.density = 1000;
  p.g = 9.81;
  p.R = 0.063;
  p.baffle_length = 0.3;
  p.baffle_thickness = 0.004;
  p.omega = 6.0;
  p.mu = 0.3;
  p.epsilon_N = 0.1;
  p.seed = 1;
  return p;
}

RunSettings short_run() {
  RunSettings settings;
  settings.dt = 1e-3;
  settings.steps = 150;
  settings.frames = 12;
  settings.checkpoint_every = 20;
  settings.fine_every = 25;
  settings.tolerance = 1e-6;
  return settings;
}

struct Interruption {};

// Everything that a record is made of.
struct Motion {
  std::vector<StepRow> steps;
  std::vector<double> frames;
  std::vector<double> q, u;
  std::vector<std::array<double, 2>> percussions;
};

// The run, thrown out of after `last` steps, or to its end. `computed` counts the steps that it made itself.
Motion motion_of(const Drum& drum, const RunSettings& settings, PartialRows& partial,
                 int last = std::numeric_limits<int>::max(), int* computed = nullptr) {
  SolverOptions fallback_options;
  fallback_options.tolerance = settings.tolerance;
  const auto fallback = make_contact_solver("portfolio", fallback_options);
  MixingRun run(drum, settings, fallback.get());
  int count = 0;
  const auto why = run.run(partial, "drum", [&](long) {
    if (++count == last) throw Interruption();
  });
  REQUIRE_FALSE(why.has_value());
  if (computed != nullptr) *computed = count;
  Motion motion{run.steps(), {}, run.state().q, run.state().u, run.integrator().memory().percussions};
  for (const Frame& frame : run.frames()) {
    motion.frames.push_back(frame.t);
    motion.frames.insert(motion.frames.end(), frame.q.begin(), frame.q.end());
    for (const ContactForce& f : frame.forces) {
      motion.frames.insert(motion.frames.end(), {static_cast<double>(f.disk), static_cast<double>(f.other), f.from.x,
                                                 f.from.y, f.to.x, f.to.y, f.normal, f.tangential});
    }
  }
  return motion;
}

void check_same(const Motion& a, const Motion& b) {
  CHECK(same_bytes(a.steps, b.steps));
  CHECK(same_bytes(a.frames, b.frames));
  CHECK(same_bytes(a.q, b.q));
  CHECK(same_bytes(a.u, b.u));
  CHECK(same_bytes(a.percussions, b.percussions));
}

std::string refusal_of(DrumParameters parameters, double DrumParameters::*field, double value) {
  parameters.*field = value;
  return nsdbench::testing::complaint_of([&] { const Drum drum(parameters); });
}

}  // namespace

TEST_CASE("mixing index of halves that only meet along a line", "[mixing]") {
  constexpr int side = 20;
  const Lattice halves(side, [](int row, int) { return row < side / 2 ? 0 : 1; });
  const Mixing mixing = halves.mixing();
  CHECK(mixing.pairs == 2 * side * (side - 1));
  CHECK(mixing.unlike == side);
  constexpr double n = side * side;
  const double at_random = n / (2.0 * (n - 1.0));  // unlike share of all pairs, two kinds of n/2
  CHECK(std::abs(mixing.index - side / (2.0 * side * (side - 1)) / at_random) <= rounding);
}

TEST_CASE("mixing index of a checkerboard: every neighbour is of the other kind", "[mixing]") {
  constexpr int side = 20;
  const Mixing mixing = Lattice(side, [](int row, int column) { return (row + column) % 2; }).mixing();
  CHECK(mixing.unlike == mixing.pairs);
  constexpr double n = side * side;
  CHECK(std::abs(mixing.index - 2.0 * (n - 1.0) / n) <= rounding);
}

TEST_CASE("mixing index of a random order: one on average, with the scatter that is stated", "[mixing]") {
  constexpr int side = 30;
  constexpr int deals = 400;
  std::mt19937_64 engine(7);
  double sum = 0.0;
  double squares = 0.0;
  Lattice lattice(side, [](int row, int) { return row / 6; });  // five kinds
  for (int deal = 0; deal < deals; ++deal) {
    for (std::size_t left = lattice.kinds.size(); left > 1; --left) {
      std::swap(lattice.kinds[left - 1], lattice.kinds[engine() % left]);
    }
    const double index = lattice.mixing().index;
    sum += index;
    squares += (index - 1.0) * (index - 1.0);
  }
  const double scatter = std::sqrt(squares / deals);
  // Five standard errors of a mean, and of a standard deviation.
  CHECK(std::abs(sum / deals - 1.0) <= 5.0 * scatter / std::sqrt(deals));
  const double stated = scatter_of_random_order(lattice.q, lattice.radii, lattice.kinds, Lattice::reach, deals);
  CHECK(std::abs(stated - scatter) <= 5.0 * scatter * std::sqrt(2.0 / (2.0 * deals)));
}

TEST_CASE("no mixing index without neighbours, or of one kind", "[mixing]") {
  CHECK(std::isnan(Lattice(5, [](int, int) { return 0; }).mixing().index));
  Lattice apart(5, [](int row, int) { return row % 2; });
  for (double& x : apart.q) x *= 2.0;
  CHECK(apart.mixing().pairs == 0);
  CHECK(std::isnan(apart.mixing().index));
}

TEST_CASE("the drum's start: layers of equal size by height, within the drum", "[mixing]") {
  const Drum drum(small_drum());
  const ManyBodyState& start = drum.start();
  std::vector<int> counts(layers, 0);
  for (std::size_t i = 0; i < drum.radii().size(); ++i) {
    ++counts[static_cast<std::size_t>(drum.layer_of()[i])];
    CHECK(std::hypot(start.q[3 * i], start.q[3 * i + 1]) + drum.radii()[i] < drum.parameters().R);
    for (std::size_t j = 0; j < drum.radii().size(); ++j) {
      if (drum.layer_of()[i] < drum.layer_of()[j]) CHECK(start.q[3 * i + 1] <= start.q[3 * j + 1]);
    }
  }
  for (const int count : counts) CHECK(count == 12);
  ContactDetection detection;
  REQUIRE(drum.assembly().detect(start.q, 0.0, detection));
  CHECK(detection.contacts.empty());
}

TEST_CASE("a drum that cannot be filled so is refused with one sentence", "[mixing]") {
  const DrumParameters p = small_drum();
  CHECK_THAT(refusal_of(p, &DrumParameters::disks, 200), contains("disks = 200") && contains("has room for"));
  CHECK_THAT(refusal_of(p, &DrumParameters::disks, 60.5), contains("disks = 60.5") && contains("whole number"));
  CHECK_THAT(refusal_of(p, &DrumParameters::disks, 9), contains("disks = 9"));
  CHECK_THAT(refusal_of(p, &DrumParameters::baffle_length, 1.0), contains("baffle_length = 1"));
  CHECK_THAT(refusal_of(p, &DrumParameters::radius_spread, 1.0), contains("radius_spread = 1"));
  CHECK_THAT(refusal_of(p, &DrumParameters::seed, 0.5), contains("seed = 0.5"));
  CHECK_THAT(refusal_of(p, &DrumParameters::mu, -0.1), contains("mu = -0.1"));
  CHECK(refusal_of(p, &DrumParameters::disks, 60).empty());
}

TEST_CASE("an interrupted run goes on to the same bytes", "[mixing]") {
  const Sandbox sandbox;
  const Drum drum(small_drum());
  const RunSettings settings = short_run();
  PartialRows none(sandbox.path("whole.partial"), "settings");
  const Motion whole = motion_of(drum, settings, none);
  REQUIRE(whole.steps.size() == 150);
  CHECK(whole.steps.back().contacts > 60);  // disks that touch

  // Before the first checkpoint, between two, right at one, and before the last step.
  for (const int last : {7, 33, 100, 149}) {
    DYNAMIC_SECTION("after " << last << " steps") {
      const auto file = sandbox.path("rows.partial");
      {
        PartialRows partial(file, "settings");
        CHECK_THROWS_AS(motion_of(drum, settings, partial, last), Interruption);
      }
      PartialRows partial(file, "settings");
      int computed = 0;
      check_same(whole, motion_of(drum, settings, partial, std::numeric_limits<int>::max(), &computed));
      // A checkpoint is written before the run hears of its step.
      CHECK(computed == settings.steps - last / settings.checkpoint_every * settings.checkpoint_every);
    }
  }
  DYNAMIC_SECTION("within a checkpoint that was being written") {
    const auto file = sandbox.path("rows.partial");
    {
      PartialRows partial(file, "settings");
      CHECK_THROWS_AS(motion_of(drum, settings, partial, 50), Interruption);
    }
    const std::string text = sandbox.text("rows.partial");
    sandbox.write("rows.partial", text.substr(0, text.size() - 100));
    PartialRows partial(file, "settings");
    int computed = 0;
    check_same(whole, motion_of(drum, settings, partial, std::numeric_limits<int>::max(), &computed));
    CHECK(computed == settings.steps - 20);
  }
}

TEST_CASE("a damaged checkpoint is not taken up", "[mixing]") {
  const Sandbox sandbox;
  const Drum drum(small_drum());
  const RunSettings settings = short_run();
  PartialRows none(sandbox.path("whole.partial"), "settings");
  const Motion whole = motion_of(drum, settings, none);
  {
    PartialRows partial(sandbox.path("rows.partial"), "settings");
    CHECK_THROWS_AS(motion_of(drum, settings, partial, 50), Interruption);
  }
  const std::string written = sandbox.text("rows.partial");
  // The number `k` of a row becomes another one, which is finite too. The first two of a state are numbers of contacts.
  const auto damaged = [&](const std::string& row, int k, const std::string& number) {
    std::size_t at = written.find("\n" + row + " ");
    REQUIRE(at != std::string::npos);
    for (int skipped = 0; skipped <= k; ++skipped) at = written.find(' ', at + 1);
    return written.substr(0, at + 1) + number + written.substr(written.find(' ', at + 1));
  };
  for (const std::string& text :
       {damaged("drum:order:40", 3, "1000000"), damaged("drum:contacts:40", 0, "-7"),
        damaged("drum:steps:40", 5, "0.5"), damaged("drum:state:40", 0, "1000001"), damaged("drum:state:40", 1, "-1"),
        damaged("drum:state:40", 2, "1e300"), damaged("drum:state:40", 9, "0.25")}) {
    sandbox.write("rows.partial", text);
    PartialRows partial(sandbox.path("rows.partial"), "settings");
    int computed = 0;
    check_same(whole, motion_of(drum, settings, partial, std::numeric_limits<int>::max(), &computed));
    CHECK(computed == settings.steps - 20);  // from the checkpoint before
  }
}

TEST_CASE("a step that is needed is made again", "[mixing]") {
  const Sandbox sandbox;
  const Drum drum(small_drum());
  RunSettings settings = short_run();
  PartialRows none(sandbox.path("whole.partial"), "settings");
  const Motion whole = motion_of(drum, settings, none);
  for (const auto& [needed, taken_up] : {std::pair{0, 80}, {10, 0}, {60, 40}, {61, 60}, {130, 80}}) {
    PartialRows interrupted(sandbox.path("rows.partial"), "settings" + std::to_string(needed));
    CHECK_THROWS_AS(motion_of(drum, settings, interrupted, 90), Interruption);
    PartialRows partial(sandbox.path("rows.partial"), "settings" + std::to_string(needed));
    RunSettings with_step = settings;
    with_step.needed_step = needed;
    int computed = 0;
    check_same(whole, motion_of(drum, with_step, partial, std::numeric_limits<int>::max(), &computed));
    CHECK(computed == settings.steps - taken_up);
  }
}

TEST_CASE("a contact that is deeper than its bound shows", "[mixing]") {
  const Drum drum(small_drum());
  constexpr double dt = 1e-3;
  constexpr double depth = 1e-4;
  ManyBodyState begin = drum.start();
  const auto share_of = [&](double gap, double approach, PenetrationBound& bound) {
    begin.u[0] = approach;
    ClosedContact contact;
    contact.second = 1;
    contact.nx = 1.0;
    contact.gap = gap;
    bound.step({contact}, begin, 0.0);
    return bound.largest_share();
  };
  PenetrationBound bound(drum, dt);
  // Closes with so much, so that it may be so deep, to rounding of positions.
  CHECK(std::abs(share_of(-depth, depth / dt, bound) - 1.0) <= 1e-9);
  CHECK(share_of(-0.5 * depth, 0.0, bound) < 1.0);
  CHECK(share_of(-1.01 * depth, 0.0, bound) > 1.0);  // a contact that gets deeper without an approach
  PenetrationBound at_rest(drum, dt);
  CHECK(share_of(-depth, 0.0, at_rest) > 1.0);  // no disk moves, and yet it is deep
}

TEST_CASE("one thread and two make the same motion", "[mixing]") {
  const Sandbox sandbox;
  DrumParameters parameters = small_drum();
  parameters.disks = 2700;
  parameters.R *= std::sqrt(45.0);
  const Drum drum(parameters);
  RunSettings settings = short_run();
  settings.steps = 90;
  settings.fine_every = settings.steps + 1;  // none
  settings.tolerance = 1e-2;                 // the bytes are meant here, not the answer
  PartialRows on_one(sandbox.path("one.partial"), "settings");
  const Motion one = motion_of(drum, settings, on_one);
  CHECK(one.steps.back().contacts > 2048);  // fewer contacts are solved on one thread in any case
  settings.threads = 2;
  PartialRows on_two(sandbox.path("two.partial"), "settings");
  check_same(one, motion_of(drum, settings, on_two));
}

TEST_CASE("penetrations keep within what the step and the velocities allow", "[mixing]") {
  const Sandbox sandbox;
  const Drum drum(small_drum());
  const double smallest = *std::ranges::min_element(drum.radii());
  for (const double dt : {1e-3, 2e-3}) {
    RunSettings settings = short_run();
    settings.dt = dt;
    PartialRows partial(sandbox.path("rows.partial"), std::to_string(dt));
    const Motion motion = motion_of(drum, settings, partial);
    double penetration = 0.0;
    for (const StepRow& row : motion.steps) {
      CHECK(row.penetration_share <= 1.0 + 1e-9);  // the bound has the rounding of positions in it
      CHECK(row.reach <
            1.0 + smallest / drum.parameters().R);  // so much if the centre of the smallest were at the wall
      penetration = std::max({penetration, row.penetration_disks, row.penetration_walls});
    }
    CHECK(penetration > 0.0);
  }
}

TEST_CASE("the forces of a frame change the velocities as the step that ends there does", "[mixing]") {
  const Sandbox sandbox;
  const Drum drum(small_drum());
  const RunSettings settings = short_run();
  const auto fallback = make_contact_solver("portfolio");
  MixingRun run(drum, settings, fallback.get());
  PartialRows partial(sandbox.path("rows.partial"), "settings");
  CHECK(run.frames().front().forces.empty());
  std::vector<double> before = drum.start().u;
  std::size_t frames = 1;
  std::size_t loads_of_walls = 0;
  std::size_t rubbing = 0;
  REQUIRE_FALSE(run.run(partial, "drum", [&](long) {
    if (run.frames().size() > frames) {
      const Frame& frame = run.frames()[frames++];
      std::vector<double> u = before;
      for (std::size_t i = 1; i < u.size(); i += 3) u[i] -= drum.parameters().g * settings.dt;
      const auto push = [&](std::int32_t disk, const ContactForce& f, double sign) {
        const double length = std::hypot(f.to.x - f.from.x, f.to.y - f.from.y);
        const double nx = (f.to.x - f.from.x) / length;
        const double ny = (f.to.y - f.from.y) / length;
        const double over_mass = settings.dt * drum.assembly().inverse_mass(disk);
        const auto at = 3 * static_cast<std::size_t>(disk);
        u[at] += sign * over_mass * (f.normal * nx - f.tangential * ny);
        u[at + 1] += sign * over_mass * (f.normal * ny + f.tangential * nx);
        // Friction turns both the same way: a solid disk's moment of inertia is m R^2 / 2.
        u[at + 2] -= over_mass * 2.0 * f.tangential / drum.assembly().radius(disk);
      };
      for (const ContactForce& f : frame.forces) {
        push(f.disk, f, -1.0);
        const bool with_wall = f.other >= drum.assembly().body_count();
        if (!with_wall) push(f.other, f, 1.0);
        if (with_wall) ++loads_of_walls;
        if (f.tangential != 0.0) ++rubbing;
      }
      // Rounding of the solver's sums of some hundred changes of velocities up to 10 m/s and 1000 rad/s.
      constexpr double rounding_of_velocity = 1e-10;
      double largest = 0.0;
      for (std::size_t i = 0; i < u.size(); ++i) largest = std::max(largest, std::abs(u[i] - run.state().u[i]));
      CHECK(largest <= rounding_of_velocity);
    }
    before = run.state().u;
  }));
  CHECK(frames == 13);
  CHECK(run.frames().back().forces.size() > 60);
  CHECK(loads_of_walls > 0);
  CHECK(rubbing > 0);
}

TEST_CASE("energy of the disks: what the drum gives less what is dissipated", "[mixing]") {
  const Sandbox sandbox;
  const Drum drum(small_drum());
  PartialRows partial(sandbox.path("rows.partial"), "settings");
  const Motion motion = motion_of(drum, short_run(), partial);
  const double start = drum.assembly().potential_energy(drum.start());
  for (const StepRow& row : motion.steps) {
    // 150 steps of a hundred contacts, some ten operations each, on energies below 10 J.
    CHECK(std::abs(row.kinetic + row.potential - start - row.wall_work + row.dissipated) <= 1e-10);
  }
  CHECK(motion.steps.back().dissipated > 0.0);
}
