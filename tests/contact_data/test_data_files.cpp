// Every problem file of the directory that NSDBENCH_CONTACT_DATA names. Without the directory there is nothing to test.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "contact_data/contact_problem.hpp"
#include "contact_data/encode.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

using namespace nsdbench;
using namespace nsdbench::contact_data;
namespace fs = std::filesystem;

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The directory of the environment variable, else the one that stands beside the sources.
std::optional<fs::path> data_directory() {
  if (const char* named = std::getenv("NSDBENCH_CONTACT_DATA")) return fs::path(named);
  const fs::path beside = testing::source_directory() / ".." / "shared" / "data";
  if (fs::is_directory(beside)) return beside;
  return std::nullopt;
}

std::vector<fs::path> data_files() {
  const std::optional<fs::path> directory = data_directory();
  if (directory) return list_contact_data(*directory);
  WARN("skipped: NSDBENCH_CONTACT_DATA names no directory of contact problems");
  return {};
}

// How far rounding alone may move the residual vector of `x`: w = M x + q is a sum of as many terms as its row has
// entries, a sum in another order differs by a unit in the last place of each partial sum, and what follows (the
// tangential speed times mu, r - rho v, the projection, which does not magnify) is a handful of operations more.
struct RoundingBound {
  double scaled = 0.0;
  double natural = 0.0;
};

RoundingBound rounding_bound(const ContactData& data, const std::vector<double>& x) {
  const auto size = data.q.size();
  std::vector<double> terms(size);
  std::vector<double> magnitude(size);
  std::vector<double> largest(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) magnitude[i] = std::abs(data.q[i]);
  data.matrix.for_each_entry([&](int i, int j, double value) {
    const auto row = static_cast<std::size_t>(i);
    terms[row] += 1.0;
    magnitude[row] += std::abs(value * x[static_cast<std::size_t>(j)]);
    largest[row] = std::max(largest[row], std::abs(value));
  });
  RoundingBound bound;
  double q_largest = 0.0;
  for (std::size_t i = 0; i < size; ++i) {
    const double mu = data.mu.empty() ? 0.0 : data.mu[i / static_cast<std::size_t>(data.dimension)];
    const double factor = epsilon * (terms[i] + 10.0) * (1.0 + mu) * static_cast<double>(data.dimension);
    bound.scaled = std::max(bound.scaled, factor * (magnitude[i] + largest[i] * std::abs(x[i])));
    bound.natural = std::max(bound.natural, factor * (magnitude[i] + std::abs(x[i])));
    q_largest = std::max(q_largest, std::abs(data.q[i]));
  }
  bound.scaled /= q_largest == 0.0 ? 1.0 : q_largest;
  bound.natural *= data.kind == Kind::lcp ? 1.0 : std::sqrt(static_cast<double>(data.number_of_contacts()));
  return bound;
}

double norm(const std::vector<double>& v) {
  double sum = 0.0;
  for (const double entry : v) sum += entry * entry;
  return std::sqrt(sum);
}

void check_reference(const ContactData& data) {
  const Reference& reference = *data.reference;
  const Residuals measured = residuals(data, reference.solution);
  const RoundingBound bound = rounding_bound(data, reference.solution);
  CAPTURE(measured.scaled, measured.natural, bound.scaled, bound.natural);
  REQUIRE(reference.scaled_residual);
  REQUIRE(reference.natural_residual);
  CHECK(std::abs(measured.scaled - *reference.scaled_residual) <= bound.scaled);
  CHECK(std::abs(measured.natural - *reference.natural_residual) <= bound.natural);
  // The solvers' own measure calls the same answers good.
  const double prox = contact_residual(to_contact_problem(data).view(), reference.solution);
  if (measured.scaled < 1e-12) CHECK(prox < 1e-11);
  if (data.kind == Kind::lcp) return;

  std::vector<double> u = data.q;
  data.matrix.multiply_add(reference.solution, u);
  const double size = std::max({norm(data.q), norm(reference.solution), norm(u)});
  REQUIRE(measured.relative);
  REQUIRE(reference.relative_residual);
  const double sums_of_squares = epsilon * static_cast<double>(data.size() + 10);  // added up in another order
  CHECK(std::abs(*measured.relative - measured.natural / size) <= sums_of_squares * *measured.relative);
  // The published numbers are not divided by sizes below the machine epsilon.
  if (size > epsilon) CHECK(std::abs(*measured.relative - *reference.relative_residual) <= 2.0 * bound.natural / size);
}

}  // namespace

TEST_CASE("every problem of the public sets is read, and its reference has the residuals stated", "[contact_data]") {
  std::set<std::string> names;
  for (const fs::path& file : data_files()) {
    const ContactData data = read_contact_data(file);
    CAPTURE(file.string());
    CHECK(file.filename().string().starts_with(data.name + "."));
    CHECK(names.insert(data.name).second);
    CHECK(data.size() > 0);
    const ContactProblem problem = to_contact_problem(data);
    CHECK(problem.size() == data.size());
    CHECK(defect(problem.view()) == nullptr);
    CHECK((data.solvable == Solvable::no) == !data.reference.has_value());
    if (data.reference) check_reference(data);
  }
}

TEST_CASE("every problem of the public sets survives conversion", "[contact_data]") {
  const testing::Sandbox sandbox;
  for (const fs::path& file : data_files()) {
    CAPTURE(file.string());
    const ContactData data = read_contact_data(file);
    std::vector<Format> formats = {Format::json};
    if (hdf5_available() && data.kind == Kind::friction_contact) formats.push_back(Format::hdf5);
    for (const Format format : formats) {
      sandbox.write("copy", encode(data, format));
      const ContactData copy = read_contact_data(sandbox.path("copy"));
      CHECK(copy.name == data.name);
      CHECK(copy.q == data.q);
      CHECK(copy.mu == data.mu);
      if (data.size() < 2000) CHECK(in_full(copy.matrix).values == in_full(data.matrix).values);
      if (data.reference) CHECK(copy.reference->solution == data.reference->solution);
    }
  }
}
