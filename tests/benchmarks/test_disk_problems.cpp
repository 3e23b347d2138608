// The contact problems of many disks: the same bytes everywhere, heaps that stand, and the committed files.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "benchmarks/problem_sets/disk_heap.hpp"
#include "benchmarks/problem_sets/disk_problems.hpp"
#include "benchmarks/problem_sets/problem_set.hpp"
#include "contact_data/contact_problem.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "contact_data/round_contacts.hpp"
#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "support/hash.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/same_bytes.hpp"

using namespace nsdbench;
using namespace nsdbench::problem_sets;

namespace {

// Everything that decides the answer.
std::string hash_of(const RoundContactProblem& problem) {
  std::string bytes;
  const auto add = [&bytes](const auto& elements) {
    const std::size_t old = bytes.size();
    const std::size_t size = elements.size() * sizeof(elements[0]);
    bytes.resize(old + size);
    if (size > 0) std::memcpy(bytes.data() + old, elements.data(), size);
  };
  add(std::array{problem.kappa, problem.friction, problem.wall_friction});
  add(problem.free_bodies);
  add(problem.contacts);
  return support::hash_as_text(bytes);
}

struct Expected {
  std::string name;
  std::string hash;
};

// Names with the counts, and what every machine must give: sums, products, quotients and roots alone.
const std::array<Expected, disk_problem_count> expected = {{
    {"disks-heap-rest-50-95", "a9e2be7ba348ab51"},
    {"disks-heap-rest-smooth-50-95", "299614b345cf58b1"},
    {"disks-block-struck-36-91", "473e2fd7f903eb49"},
    {"disks-heap-rest-500-983", "6d57719db6cdd448"},
    {"disks-heap-rest-smooth-500-983", "2b7a9e43d2d0cb68"},
    {"disks-heap-shaken-500-983", "081a2b3c76cf90a2"},
    {"disks-block-struck-342-972", "5e45d10450ed781a"},
    {"disks-heap-rest-5000-9948", "2ca31dde3ee1a49e"},
    {"disks-heap-shaken-smooth-5000-9948", "21815deab7ede60c"},
    {"disks-block-struck-3364-9919", "77be3e1acbd96ba9"},
    {"disks-heap-rest-50000-99835", "a51d68db60847333"},
    {"disks-block-struck-smooth-33489-99919", "dc57835f0714eb47"},
}};

}  // namespace

TEST_CASE("the problems of many disks have the same bytes everywhere, and names with their counts", "[disks]") {
  for (int i = 0; i < disk_problem_count; ++i) {
    const DiskProblem made = disk_problem(i);
    const Expected& known = expected[static_cast<std::size_t>(i)];
    CHECK(made.name == known.name);
    CHECK(hash_of(made.problem) == known.hash);
    const std::string counts =
        "-" + std::to_string(made.problem.moving_bodies) + "-" + std::to_string(made.problem.contacts.size());
    CHECK(made.name.ends_with(counts));
  }
}

TEST_CASE("dropped disks rest on two supports, one on each side, and overlap nowhere", "[disks]") {
  // Places are computed from a few roots and quotients of lengths of 1e-2 m.
  constexpr double rounding = 1e-14;  // [m]
  const PlacedDisks disks = dropped_disks(400, 7);
  REQUIRE(disks.centers.size() == 400);
  for (std::size_t i = 0; i < disks.centers.size(); ++i) {
    CAPTURE(i);
    const problems::Point& p = disks.centers[i];
    const double radius = disks.radii[i];
    const bool on_ground = std::abs(p.y - radius) <= rounding;
    bool left = std::abs(p.x - radius) <= rounding;
    bool right = std::abs(disks.width - radius - p.x) <= rounding;
    bool below = on_ground;
    CHECK(p.y >= radius - rounding);
    CHECK(p.x >= radius - rounding);
    CHECK(p.x <= disks.width - radius + rounding);
    for (std::size_t k = 0; k < i; ++k) {  // those that lay there when it came
      const problems::Point& other = disks.centers[k];
      const double gap = std::hypot(other.x - p.x, other.y - p.y) - radius - disks.radii[k];
      CHECK(gap >= -rounding);
      if (gap > rounding) continue;
      below = below || other.y < p.y;
      left = left || other.x <= p.x;
      right = right || other.x >= p.x;
    }
    CHECK(below);
    CHECK((on_ground || (left && right)));
  }
}

TEST_CASE("a block has one contact for each disk more than hold it, as a count of neighbours says", "[disks]") {
  // 6 rows of 6: five in each row beside each other, eleven between two rows, six on the ground.
  CHECK(disk_problem(2).problem.contacts.size() == 6 * 5 + 5 * 11 + 6);
}

TEST_CASE("committed files hold the problems and answers with the residuals that they state", "[disks]") {
  constexpr double tolerance = 1e-10;  // what the program that wrote them asked for
  int files = 0;
  for (int i = 0; i < disk_problem_count; ++i) {
    if (!is_small_disk_problem(i)) continue;
    const DiskProblem made = disk_problem(i);
    CAPTURE(made.name);
    const std::filesystem::path file = std::filesystem::path(DISK_FILES) / (made.name + ".json.gz");
    const contact_data::ContactData data = contact_data::read_contact_data(file);
    RoundContactProblem read = contact_data::to_round_contacts(data);
    std::vector<RoundBody> bodies(read.free_bodies.size());
    CHECK(round_contact_residual(read, bodies) <= tolerance);
    for (RoundContact& contact : read.contacts) contact.percussion_n = contact.percussion_t = 0.0;
    CHECK(hash_of(read) == hash_of(made.problem));
    const ContactProblem assembled = made.problem.assembled();
    const ContactProblem from_file = contact_data::to_contact_problem(data);
    CHECK(testing::same_bytes(from_file.c, assembled.c));
    REQUIRE(data.reference);
    // The sums run in the same order everywhere.
    CHECK(contact_data::residuals(data, data.reference->solution).scaled == *data.reference->scaled_residual);
    ++files;
  }
  CHECK(files == 3);
}
