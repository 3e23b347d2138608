// Tables of motions by events: their contact forces and percussions move what the rows say that moves.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/slider_crank_restitution_sweep/drawing.hpp"
#include "experiments/slider_crank_restitution_sweep/events.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using namespace nsdbench::experiments;
using problems::SliderCrank;
using problems::Woodpecker;

namespace {

template <class S>
struct Row {
  State<3> state;
  std::array<std::string, S::contact_count> modes;
  ContactForces<S> forces;
  Percussions<S> percussions;
};

// As a reader of the file takes them.
template <class S>
std::vector<Row<S>> rows_of(const support::Table& table, const std::array<const char*, 6>& names) {
  const auto place = [&](const std::string& name) {
    const auto& columns = table.columns();
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
    REQUIRE(found != columns.end());
    return static_cast<std::size_t>(found - columns.begin());
  };
  std::vector<Row<S>> rows;
  std::istringstream csv(table.csv());
  std::string line;
  std::getline(csv, line);
  while (std::getline(csv, line)) {
    if (line.empty()) continue;
    std::vector<std::string> fields;
    std::istringstream cells(line);
    for (std::string field; std::getline(cells, field, ',');) fields.push_back(field);
    const auto number = [&](const std::string& name) { return std::stod(fields.at(place(name))); };
    Row<S> row;
    row.state.t = number("t");
    for (int k = 0; k < 3; ++k) {
      row.state.q(k) = number(names[static_cast<std::size_t>(k)]);
      row.state.u(k) = number(names[static_cast<std::size_t>(k) + 3]);
    }
    for (int i = 0; i < S::contact_count; ++i) {
      const std::string contact = std::to_string(i + 1);
      row.modes[static_cast<std::size_t>(i)] = fields.at(place("mode_" + contact));
      row.forces.normal(i) = number("lambda_N" + contact);
      row.forces.tangential(i) = number("lambda_T" + contact);
      row.percussions.normal(i) = number("P_N" + contact);
      row.percussions.tangential(i) = number("P_T" + contact);
    }
    rows.push_back(row);
  }
  return rows;
}

// W times these.
template <class S>
Vector<3> generalized(const S& system, const State<3>& state, const ContactEfforts<S>& efforts) {
  Vector<3> sum = Vector<3>::Zero();
  const auto configuration = system.configuration(state.q, state.t);
  for (int i = 0; i < S::contact_count; ++i) {
    const auto w = system.directions(configuration, i);
    sum += w.normal * efforts.normal(i) + w.tangential * efforts.tangential(i);
  }
  return sum;
}

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double rounding = 64 * epsilon;  // of the terms whose sum a number is
constexpr double instant = 1e-14;          // s; times of one event, which are below 0.2 s, are rounded

template <class S>
bool closes(const Row<S>& before, const Row<S>& after) {
  for (std::size_t i = 0; i < after.modes.size(); ++i) {
    if (before.modes[i] == "open" && after.modes[i] != "open") return true;
  }
  return false;
}

template <class S>
bool any_closed(const Row<S>& row) {
  return std::any_of(row.modes.begin(), row.modes.end(), [](const std::string& mode) { return mode != "open"; });
}

// How much there was to look at.
struct Seen {
  int stick = 0, slip_forwards = 0, slip_backwards = 0;  // rows and contacts
  int impacts = 0, renewals = 0;
  int windows = 0;
};

template <class S>
class Balance {
 public:
  // `renewed`: the slider's angular velocity is set to this without a percussion; 0: never.
  Balance(const S& system, const std::vector<Row<S>>& rows, double renewed)
      : system_(system), rows_(rows), renewed_(renewed) {
    for (const Row<S>& row : rows_) {
      largest_force_ = std::max(largest_force_, row.forces.normal.maxCoeff());
      const auto configuration = system_.configuration(row.state.q, row.state.t);
      for (int i = 0; i < S::contact_count; ++i) {
        const auto w = system_.directions(configuration, i);
        largest_speed_ = std::max({largest_speed_, w.tangential.cwiseAbs().dot(row.state.u.cwiseAbs()),
                                   w.normal.cwiseAbs().dot(row.state.u.cwiseAbs())});
      }
    }
  }

  Seen check() {
    for (const Row<S>& row : rows_) check_laws(row);
    for (std::size_t i = 0; i + 1 < rows_.size(); ++i) {
      if (rows_[i + 1].state.t - rows_[i].state.t <= instant) check_jump(rows_[i], rows_[i + 1]);
    }
    std::size_t i = 0;
    while (i + 4 < rows_.size()) i += is_even(i) ? add_window(i) : 1;
    INFO("errors " << error_.transpose() << ", Simpson's rule's " << quadrature_error_.transpose());
    CHECK((error_.array() <= 2 * quadrature_error_.array() + rounding_.array()).all());
    return seen_;
  }

 private:
  // Set-valued laws along smooth motion, with the gaps and velocities of the row.
  void check_laws(const Row<S>& row) {
    const auto configuration = system_.configuration(row.state.q, row.state.t);
    const auto gaps = system_.gaps(configuration);
    for (int i = 0; i < S::contact_count; ++i) {
      const std::string& mode = row.modes[static_cast<std::size_t>(i)];
      const double normal = row.forces.normal(i), tangential = row.forces.tangential(i);
      if (mode == "open") {
        CHECK(normal == 0.0);
        CHECK(tangential == 0.0);
        CHECK(gaps(i) >= -rounding);  // lengths below 1 m
        continue;
      }
      const double mu = system_.law(i).friction;
      const double slip = system_.directions(configuration, i).tangential.dot(row.state.u);
      CHECK(std::abs(gaps(i)) <= rounding);
      CHECK(normal >= -rounding * largest_force_);
      if (mode == "stick") {
        ++seen_.stick;
        CHECK(std::abs(tangential) <= mu * normal + rounding * largest_force_);
        CHECK(std::abs(slip) <= rounding * largest_speed_);
        continue;
      }
      const bool forwards = mode == "slip+";
      REQUIRE((forwards || mode == "slip-"));
      ++(forwards ? seen_.slip_forwards : seen_.slip_backwards);
      const double sign = forwards ? 1.0 : -1.0;
      CHECK(std::abs(tangential + sign * mu * normal) <= 2 * epsilon * std::abs(tangential));
      CHECK(sign * slip >= -rounding * largest_speed_);
    }
  }

  // Between two rows of one time: M (u' - u) = W P, with Newton's law and the cone of friction.
  void check_jump(const Row<S>& before, const Row<S>& after) {
    const Vector<3> change = after.state.u - before.state.u;
    const bool hit = after.percussions.normal.maxCoeff() > 0.0;
    if (!hit && renewed_ != 0.0 && change(2) != 0.0 && after.state.u(2) == renewed_) {
      ++seen_.renewals;
      CHECK(change.head<2>().norm() == 0.0);
      return;
    }
    if (hit) ++seen_.impacts;
    const auto configuration = system_.configuration(after.state.q, after.state.t);
    const Matrix<3, 3> mass = system_.mass_matrix(configuration);
    const Vector<3> terms = mass.cwiseAbs() * (after.state.u.cwiseAbs() + before.state.u.cwiseAbs());
    Vector<3> tolerance = rounding * Vector<3>::Constant(terms.maxCoeff());
    // A contact that settles is closed where flights are below rounding: what their impacts would give, the contact
    // force gives in the time that they take.
    if (closes(before, after)) {
      tolerance += slider_crank::time_resolution * generalized(system_, after.state, after.forces).cwiseAbs();
    }
    const Vector<3> error = mass * change - generalized(system_, after.state, after.percussions);
    INFO("t = " << after.state.t << ": error " << error.transpose() << ", tolerance " << tolerance.transpose());
    CHECK((error.array().abs() <= tolerance.array()).all());
    for (int i = 0; i < S::contact_count; ++i) {
      const double normal = after.percussions.normal(i);
      const ContactLaw law = system_.law(i);
      CHECK(normal >= 0.0);
      CHECK(std::abs(after.percussions.tangential(i)) <= law.friction * normal * (1 + rounding));
      if (normal == 0.0) continue;
      const Vector<3> w = system_.directions(configuration, i).normal;
      const bool settles = after.modes[static_cast<std::size_t>(i)] != "open";
      const double wanted = settles ? 0.0 : -law.normal_restitution * w.dot(before.state.u);
      CHECK(std::abs(w.dot(after.state.u) - wanted) <= rounding * largest_speed_);
    }
  }

  // Five rows of one phase at equal distances, some contact closed.
  bool is_even(std::size_t first) const {
    const double dt = (rows_[first + 4].state.t - rows_[first].state.t) / 4;
    for (std::size_t k = first; k < first + 4; ++k) {
      const double here = rows_[k + 1].state.t - rows_[k].state.t;
      if (!(std::abs(here - dt) <= 1e-6 * dt) || rows_[k].modes != rows_[k + 1].modes) return false;
    }
    return dt > instant && any_closed(rows_[first]);
  }

  // u' - u against the integral of M^-1 (h + W lambda) by Simpson's rule over four intervals, whose error is a
  // fifteenth of the difference to that over two, to leading order.
  std::size_t add_window(std::size_t first) {
    const double dt = (rows_[first + 4].state.t - rows_[first].state.t) / 4;
    std::array<Vector<3>, 5> a;
    for (std::size_t k = 0; k < 5; ++k) {
      const Row<S>& row = rows_[first + k];
      const auto configuration = system_.configuration(row.state.q, row.state.t);
      const Matrix<3, 3> inverse = system_.mass_matrix(configuration).inverse();
      const Vector<3> h = system_.forces(configuration, row.state.u);
      Vector<3> magnitude = h.cwiseAbs();
      Vector<3> sum = h;
      for (int i = 0; i < S::contact_count; ++i) {
        const auto w = system_.directions(configuration, i);
        const Vector<3> force = w.normal * row.forces.normal(i) + w.tangential * row.forces.tangential(i);
        sum += force;
        magnitude += force.cwiseAbs();
      }
      a[k] = inverse * sum;
      rounding_ += rounding * (dt * inverse.cwiseAbs() * magnitude + row.state.u.cwiseAbs());
    }
    const Vector<3> fine = dt / 3 * (a[0] + 4 * a[1] + 2 * a[2] + 4 * a[3] + a[4]);
    const Vector<3> coarse = 2 * dt / 3 * (a[0] + 4 * a[2] + a[4]);
    error_ += (rows_[first + 4].state.u - rows_[first].state.u - fine).cwiseAbs();
    quadrature_error_ += (coarse - fine).cwiseAbs() / 15;
    ++seen_.windows;
    return 4;
  }

  const S& system_;
  const std::vector<Row<S>>& rows_;
  double renewed_;
  double largest_force_ = 0.0, largest_speed_ = 0.0;
  Vector<3> error_ = Vector<3>::Zero(), quadrature_error_ = Vector<3>::Zero(), rounding_ = Vector<3>::Zero();
  Seen seen_;
};

}  // namespace

TEST_CASE("contact forces and percussions of the woodpecker's table move sleeve and bird", "[tables]") {
  WoodpeckerMap<double> here(testing::woodpecker_parameters(), "portfolio", {});
  support::Table table("cycle", cycle_columns());
  draw_cycle(table, here, 17.574666205576);  // rad/s: the limit cycle
  const auto rows = rows_of<Woodpecker>(table, {"y", "phi_M", "phi_S", "v", "omega_M", "omega_S"});
  const Seen seen = Balance<Woodpecker>(here.bird, rows, 0.0).check();
  CHECK(seen.impacts == 5);
  CHECK(seen.stick > 50);
  CHECK(seen.slip_forwards > 20);
  CHECK(seen.slip_backwards > 100);
  CHECK(seen.windows > 50);
}

TEST_CASE("contact forces and percussions of the slider-crank's tables move crank, rod and slider", "[tables]") {
  const double tilt = GENERATE(0.0, -0.01);  // rad/s, as in the tables tilted_*
  auto parameters = testing::slider_crank_parameters();
  parameters.omega_3_0 = tilt;
  const SliderCrank system(parameters);
  const auto solver = make_contact_solver("portfolio");
  support::Table table("motion", slider_crank::Drawing::columns_by_events());
  slider_crank::Drawing drawing(table, system);
  slider_crank::revolve(system, {*solver, "event_driven", 1e-5, tilt}, 2,
                        [&](const slider_crank::Part& part) { drawing.add(part); });
  const auto rows = rows_of<SliderCrank>(table, {"theta_1", "theta_2", "theta_3", "omega_1", "omega_2", "omega_3"});
  const Seen seen = Balance<SliderCrank>(system, rows, tilt).check();
  CHECK(seen.impacts > 50);
  CHECK((seen.renewals > 0) == (tilt != 0.0));
  CHECK(seen.slip_forwards > 100);
  CHECK(seen.slip_backwards > 100);
  CHECK(seen.windows > 30);
}
