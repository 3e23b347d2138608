#include "contact_data/residuals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/contact/disjoint_sets.hpp"
#include "solvers/contact/laws.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::contact_data {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Not a number and overflow are as bad as can be; std::max would pass over the former.
double worse(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return infinity;
  return std::max(a, b);
}

double largest(std::span<const double> v) {
  double result = 0.0;
  for (const double entry : v) result = worse(result, std::abs(entry));
  return result;
}

double or_one(double divisor) { return divisor == 0.0 ? 1.0 : divisor; }

// Euclidean norm without overflow or underflow on the way.
double norm(std::span<const double> v) {
  const double scale = largest(v);
  if (scale == 0.0 || !std::isfinite(scale)) return scale;
  double sum = 0.0;
  for (const double entry : v) sum += (entry / scale) * (entry / scale);
  return scale * std::sqrt(sum);
}

std::vector<double> image(const ContactData& data, std::span<const double> x) {
  std::vector<double> y = data.q;
  data.matrix.multiply_add(x, y);
  return y;
}

// What the scaled residuals divide by, of each row of an LCP or each contact: the mean of the diagonal entries if it is
// positive, else the largest entry of the rows, else 1.
std::vector<double> stiffnesses(const Matrix& matrix, int rows_each) {
  const std::size_t count = index(matrix.size / rows_each);
  std::vector<double> trace(count, 0.0);
  std::vector<double> largest_entry(count, 0.0);
  matrix.for_each_entry([&](int i, int j, double value) {
    const std::size_t k = index(i / rows_each);
    if (i == j) trace[k] += value;
    largest_entry[k] = std::max(largest_entry[k], std::abs(value));
  });
  std::vector<double> result(count);
  for (std::size_t k = 0; k < count; ++k) {
    result[k] = trace[k] > 0.0 ? trace[k] / rows_each : or_one(largest_entry[k]);
  }
  return result;
}

// max|q| of the connected component of each row of an LCP or each contact; where that vanishes, of all, or 1.
std::vector<double> component_speeds(const ContactData& data, int rows_each) {
  const std::size_t count = data.q.size() / index(rows_each);
  DisjointSets sets;
  sets.reset(count);
  data.matrix.for_each_entry([&](int i, int j, double value) {
    if (value != 0.0) sets.join(index(i / rows_each), index(j / rows_each));
  });
  std::vector<double> speed(count, 0.0);
  for (std::size_t i = 0; i < data.q.size(); ++i) {
    double& largest_speed = speed[sets.root(i / index(rows_each))];
    largest_speed = std::max(largest_speed, std::abs(data.q[i]));
  }
  const double of_all = or_one(largest(data.q));
  std::vector<double> result(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double of_component = speed[sets.root(k)];
    result[k] = of_component > 0.0 ? of_component : of_all;
  }
  return result;
}

Residuals lcp_residuals(const ContactData& data, std::span<const double> z) {
  const std::vector<double> w = image(data, z);
  const std::vector<double> scale = stiffnesses(data.matrix, 1);
  const std::vector<double> speed = component_speeds(data, 1);
  Residuals result;
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (!std::isfinite(z[i]) || !std::isfinite(w[i])) return {infinity, std::nullopt, infinity, infinity};
    result.natural = worse(result.natural, std::abs(std::min(z[i], w[i])));
    const double scaled = std::abs(std::min(scale[i] * z[i], w[i]));
    result.scaled = worse(result.scaled, scaled);
    result.component = worse(result.component, scaled / speed[i]);
  }
  result.scaled = worse(0.0, result.scaled / or_one(largest(data.q)));
  return result;
}

// Normal and tangential components of one contact; the second tangential one is 0 in the plane.
using Components = std::array<double, 3>;

Components at_contact(std::span<const double> v, int contact, int dimension) {
  Components c{};
  for (int k = 0; k < dimension; ++k) c[index(k)] = v[index(contact * dimension + k)];
  return c;
}

// Projection onto K = { ||x_T|| <= mu x_N }. What K* repels is looked for first: of mu = 0, K is the half-line
// { x_N >= 0, x_T = 0 }, and 0 <= 0 x_N says nothing of the sign of x_N.
Components project(const Components& x, double mu) {
  const double tangential = elementary::hypot(x[1], x[2]);
  if (mu * tangential <= -x[0]) return {};
  if (tangential <= mu * x[0]) return x;
  const double normal = (x[0] + mu * tangential) / (1.0 + mu * mu);
  const double shrink = mu * normal / tangential;
  return {normal, shrink * x[1], shrink * x[2]};
}

// || r - P_K(r - rho v) ||
double distance_to_cone(const Components& r, const Components& u, double rho, double mu) {
  const double v = u[0] + mu * elementary::hypot(u[1], u[2]);
  const Components p = project({r[0] - rho * v, r[1] - rho * u[1], r[2] - rho * u[2]}, mu);
  return norm(std::array{r[0] - p[0], r[1] - p[1], r[2] - p[2]});
}

// The smallest of what a contact lacks that is open, that sticks or that slips.
double distance_by_laws(const Components& r, const Components& u, double rho, double mu) {
  const double open = norm(std::array{r[0], r[1], r[2], std::min(rho * u[0], 0.0)});
  const double radius = mu * std::max(r[0], 0.0);
  const double friction = elementary::hypot(r[1], r[2]);
  const double stick = norm(std::array{std::max(friction - radius, 0.0), rho * u[1], rho * u[2]});
  // Of the velocity, only what opposes friction may be there. Not r_T - rho u_T: r_T may be so large that it is r_T.
  double slip = infinity;
  if (friction > 0.0) {
    const double along = r[1] / friction * u[1] + r[2] / friction * u[2];
    const double across = r[1] / friction * u[2] - r[2] / friction * u[1];
    slip = norm(std::array{friction - radius, rho * std::max(along, 0.0), rho * across});
  }
  const double closed = norm(std::array{std::min(r[0], 0.0), rho * u[0], std::min(stick, slip)});
  return std::min(open, closed);
}

double distance(const Components& r, const Components& u, double rho, double mu) {
  return mu > widest_cone ? distance_by_laws(r, u, rho, mu) : distance_to_cone(r, u, rho, mu);
}

Residuals friction_residuals(const ContactData& data, std::span<const double> r) {
  const std::vector<double> u = image(data, r);
  const int d = data.dimension;
  const std::vector<double> stiffness = stiffnesses(data.matrix, d);
  std::vector<double> natural(stiffness.size());
  const std::vector<double> speed = component_speeds(data, d);
  double scaled = 0.0;
  double component = 0.0;
  for (int i = 0; i < data.number_of_contacts(); ++i) {
    const double mu = data.mu[index(i)];
    const Components percussion = at_contact(r, i, d);
    const Components velocity = at_contact(u, i, d);
    const double rho = 1.0 / stiffness[index(i)];
    natural[index(i)] = distance(percussion, velocity, 1.0, mu);
    const double one = distance(percussion, velocity, rho, mu) / rho;
    scaled = worse(scaled, one);
    component = worse(component, one / speed[index(i)]);
  }
  const double total = norm(natural);
  const double size = worse(worse(norm(data.q), norm(r)), norm(u));
  if (!std::isfinite(total) || !std::isfinite(size)) return {infinity, infinity, infinity, infinity};
  return {total, total / or_one(size), worse(0.0, scaled / or_one(largest(data.q))), component};
}

}  // namespace

Residuals residuals(const ContactData& data, std::span<const double> solution) {
  if (solution.size() != data.q.size()) {
    throw std::invalid_argument("a solution of " + data.name + " has " + std::to_string(data.q.size()) +
                                " entries, not " + std::to_string(solution.size()));
  }
  return data.kind == Kind::lcp ? lcp_residuals(data, solution) : friction_residuals(data, solution);
}

}  // namespace nsdbench::contact_data
