// Disks between walls: gaps and directions against finite differences, the grid against all pairs.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "problems/disk_assembly.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using namespace nsdbench::problems;

namespace {

DiskAssemblyLaws laws() {
  DiskAssemblyLaws laws;
  laws.between_disks = {0.3, 0.2};
  laws.with_walls = {0.5, 0.1};
  return laws;
}

// Two disks on each other and one on each sort of wall, all of them overlapping a little, so that contacts stay closed
// under the small motions of a difference quotient. Walls turn.
struct Scene {
  DiskAssembly assembly;
  std::vector<double> q;
};

Scene scene() {
  const Turning turning{{0.3, -0.2}, 0.7};
  std::vector<WallSegment> segments = {{{-3.0, -1.0}, {-1.0, -1.2}, 0.05, turning}};
  std::vector<WallArc> arcs = {{{6.0, 0.0}, 2.0, 0.6, 0.9, turning}, {{0.0, 8.0}, 1.5, 0.0, 1.0, {}}};
  DiskAssembly assembly({0.5, 0.4, 0.3, 0.25, 0.3, 0.35}, segments, arcs, laws());
  const Point on_arc = direction_at(0.75);
  // Of the pair; on the segment; at its end; inside of the arc; at the outside of the circle.
  return {std::move(assembly),
          {10.0, 10.0, 0.3, 10.85, 10.1, -0.2, -2.0, -0.78, 0.0, -3.28, -1.02, 0.0, 6.0 + 1.72 * on_arc.x,
           1.72 * on_arc.y, 0.0, 0.0, 6.16, 0.0}};
}

double gap_of(const DiskAssembly& assembly, const std::vector<double>& q, double t, std::size_t contact) {
  ContactDetection detection;
  REQUIRE(assembly.detect(q, t, detection));
  REQUIRE(detection.contacts.size() == 5);
  return detection.contacts[contact].gap;
}

}  // namespace

TEST_CASE("relative velocities of disks are the rates of their gaps", "[disk_assembly]") {
  const Scene s = scene();
  ContactDetection detection;
  REQUIRE(s.assembly.detect(s.q, 0.0, detection));
  REQUIRE(detection.contacts.size() == 5);
  const int n = s.assembly.body_count();
  testing::Random random(5);
  std::vector<double> u(s.q.size());
  for (double& velocity : u) velocity = random.uniform(-1.0, 1.0);
  constexpr double h = 1e-5;
  // Central differences: h^2 times third derivatives of order 10, and rounding of 1e-15 / h.
  constexpr double tolerance = 1e-8;
  for (std::size_t k = 0; k < detection.contacts.size(); ++k) {
    const ClosedContact& c = detection.contacts[k];
    std::vector<double> later = s.q;
    std::vector<double> earlier = s.q;
    for (std::size_t i = 0; i < u.size(); ++i) {
      later[i] += h * u[i];
      earlier[i] -= h * u[i];
    }
    const double rate = (gap_of(s.assembly, later, h, k) - gap_of(s.assembly, earlier, -h, k)) / (2.0 * h);
    const auto first = static_cast<std::size_t>(3 * c.first);
    double vx = c.wall_velocity_x;
    double vy = c.wall_velocity_y;
    if (c.second < n) {
      vx = u[static_cast<std::size_t>(3 * c.second)];
      vy = u[static_cast<std::size_t>(3 * c.second) + 1];
    }
    const double gamma = c.nx * (vx - u[first]) + c.ny * (vy - u[first + 1]);
    CAPTURE(k, c.first, c.second, c.gap);
    CHECK(std::abs(rate - gamma) < tolerance);
    CHECK(std::abs(c.nx * c.nx + c.ny * c.ny - 1.0) < 1e-15);
  }
}

TEST_CASE("the grid finds the contacts that a look at all pairs finds", "[disk_assembly]") {
  testing::Random random(9);
  for (int trial = 0; trial < 20; ++trial) {
    const int n = 40 + random.index(200);
    std::vector<double> radii;
    std::vector<double> q;
    // Dense, dilute, and with one disk far away, for which the cells grow.
    const double width = trial % 3 == 0 ? 10.0 : 60.0;
    for (int i = 0; i < n; ++i) {
      radii.push_back(random.uniform(0.1, 1.0));
      q.insert(q.end(), {random.uniform(0.0, width), random.uniform(-width, 0.0), 0.0});
    }
    if (trial % 3 == 2) q[0] = 1e7;
    std::vector<std::pair<int, int>> expected;
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j) {
        const auto a = static_cast<std::size_t>(3 * i);
        const auto b = static_cast<std::size_t>(3 * j);
        const double reach = radii[static_cast<std::size_t>(i)] + radii[static_cast<std::size_t>(j)];
        if (std::hypot(q[a] - q[b], q[a + 1] - q[b + 1]) <= reach) expected.emplace_back(i, j);
      }
    }
    const DiskAssembly assembly(radii, {}, {}, laws());
    ContactDetection detection;
    REQUIRE(assembly.detect(q, 0.0, detection));
    std::vector<std::pair<int, int>> found;
    for (const ClosedContact& contact : detection.contacts) found.emplace_back(contact.first, contact.second);
    std::ranges::sort(found);
    CAPTURE(trial, n);
    CHECK(found == expected);
    std::vector<std::int32_t> order = detection.order;
    std::ranges::sort(order);
    bool all = order.size() == static_cast<std::size_t>(n);
    for (int i = 0; all && i < n; ++i) all = order[static_cast<std::size_t>(i)] == i;
    CHECK(all);
    // The contacts from start[k] to start[k + 1] are with the body at place k.
    REQUIRE(detection.start.size() == static_cast<std::size_t>(n) + 1);
    CHECK(detection.start.back() == static_cast<std::int32_t>(detection.contacts.size()));
    for (std::size_t k = 0; k < detection.order.size(); ++k) {
      REQUIRE(detection.place[static_cast<std::size_t>(detection.order[k])] == static_cast<std::int32_t>(k));
      for (std::int32_t i = detection.start[k]; i < detection.start[k + 1]; ++i) {
        const ClosedContact& contact = detection.contacts[static_cast<std::size_t>(i)];
        REQUIRE((contact.first == detection.order[k] || contact.second == detection.order[k]));
        const auto& places = detection.contact_places[static_cast<std::size_t>(i)];
        REQUIRE(detection.order[static_cast<std::size_t>(places[0])] == contact.first);
        REQUIRE(detection.order[static_cast<std::size_t>(places[1])] == contact.second);
      }
    }
  }
}

TEST_CASE("directions of walls that turn are cosine and sine", "[disk_assembly]") {
  constexpr double pi = 3.14159265358979323846;
  // Angles up to 3 turns carry 2e-15 of rounding themselves, in the comparison's argument.
  constexpr double tolerance = 3e-15;
  for (int k = -3000; k <= 3000; ++k) {
    const double turns = 1e-3 * k;
    const Point direction = direction_at(turns);
    REQUIRE(std::abs(direction.x - std::cos(2.0 * pi * turns)) < tolerance);
    REQUIRE(std::abs(direction.y - std::sin(2.0 * pi * turns)) < tolerance);
  }
  CHECK(direction_at(0.25).y == 1.0);
  CHECK(direction_at(-0.5).x == -1.0);
}

TEST_CASE("an overlapping start is refused, and so are disks and walls that cannot be", "[disk_assembly]") {
  const DiskAssembly two({1.0, 1.0}, {{{-5.0, -1.0}, {5.0, -1.0}, 0.0, {}}}, {}, laws());
  CHECK(two.at_rest({{0.0, 0.0}, {2.0, 0.0}}).q.size() == 6);
  CHECK(testing::complaint_of([&] {
          two.at_rest({{0.0, 0.0}, {1.5, 0.0}});
        }) == "a start in which disk 0 and disk 1 overlap by 0.5 m is not allowed");
  CHECK(testing::complaint_of([&] {
          two.at_rest({{0.0, -0.25}, {3.0, 0.0}});
        }) == "a start in which disk 0 and wall 0 overlap by 0.25 m is not allowed");
  CHECK(testing::complaint_of([&] { two.at_rest({{0.0, 0.0}}); }) == "1 centres are not allowed: there are 2 disks");
  CHECK(testing::complaint_of([&] {
          two.at_rest({{0.0, 0.0}, {0.0, 0.0}});
        }).find("two coincide") != std::string::npos);
  // Each coordinate is a number, their distance is none.
  for (const std::vector<Point>& centers :
       {std::vector<Point>{{-1e308, 0.0}, {1e308, 0.0}}, {{0.0, -1e308}, {0.0, 1e308}}}) {
    CHECK(testing::complaint_of([&] { two.at_rest(centers); }).find("the distance of two is not") != std::string::npos);
  }
  CHECK(testing::complaint_of([] {
          DiskAssembly({1.0, -1.0}, {}, {}, laws());
        }) == "parameter radius of a disk = -1 is not allowed: it must be positive");
  CHECK(testing::complaint_of([] {
          DiskAssembly({1.0}, {{{1.0, 1.0}, {1.0, 1.0}, 0.0, {}}}, {}, laws());
        }) == "parameter length of a wall = 0 is not allowed: it must be positive");
  DiskAssemblyLaws wrong = laws();
  wrong.between_disks.restitution = 1.5;
  CHECK(testing::complaint_of([&] { DiskAssembly({1.0}, {}, {}, wrong); }) ==
        "parameter restitution between disks = 1.5 is not allowed: it must be in [0, 1]");
}
