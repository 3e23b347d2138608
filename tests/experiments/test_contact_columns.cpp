// Tables of motions by events: their contact forces and percussions move what the rows say that moves.
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/bouncing_ball_accumulation/studies.hpp"
#include "experiments/inclined_plane_stick_slip/drawing.hpp"
#include "experiments/prismatic_clearance_cases/motion_table.hpp"
#include "experiments/slider_crank_restitution_sweep/drawing.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using namespace nsdbench::experiments;
using problems::PrismaticJoint;
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

// As a reader of the file takes them: the fields of a row by the names of their columns.
using Fields = std::map<std::string, std::string>;

std::vector<Fields> fields_of(const support::Table& table) {
  std::vector<Fields> rows;
  std::istringstream csv(table.csv());
  std::string line;
  std::getline(csv, line);
  while (std::getline(csv, line)) {
    if (line.empty()) continue;
    Fields fields;
    std::istringstream cells(line);
    std::string field;
    for (const support::Column& column : table.columns()) {
      REQUIRE(static_cast<bool>(std::getline(cells, field, ',')));
      fields[column.name] = field;
    }
    rows.push_back(fields);
  }
  return rows;
}

double number(const Fields& fields, const std::string& name) { return std::stod(fields.at(name)); }

// `names`: the columns of q and of u.
template <class S>
std::vector<Row<S>> rows_of(const support::Table& table, const std::array<const char*, 6>& names) {
  std::vector<Row<S>> rows;
  for (const Fields& fields : fields_of(table)) {
    Row<S> row;
    row.state.t = number(fields, "t");
    for (int k = 0; k < 3; ++k) {
      row.state.q(k) = number(fields, names[static_cast<std::size_t>(k)]);
      row.state.u(k) = number(fields, names[static_cast<std::size_t>(k) + 3]);
    }
    for (int i = 0; i < S::contact_count; ++i) {
      const std::string contact = std::to_string(i + 1);
      row.modes[static_cast<std::size_t>(i)] = fields.at("mode_" + contact);
      row.forces.normal(i) = number(fields, "lambda_N" + contact);
      row.forces.tangential(i) = number(fields, "lambda_T" + contact);
      row.percussions.normal(i) = number(fields, "P_N" + contact);
      row.percussions.tangential(i) = number(fields, "P_T" + contact);
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
bool any_closed(const Row<S>& row) {
  return std::any_of(row.modes.begin(), row.modes.end(), [](const std::string& mode) { return mode != "open"; });
}

// How much there was to look at.
struct Seen {
  int closed = 0, stick = 0, slip_forwards = 0, slip_backwards = 0;  // rows and contacts
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
      const ContactLaw law = system_.law(i);
      const double mu = law.friction;
      const double slip = system_.directions(configuration, i).tangential.dot(row.state.u);
      CHECK(std::abs(gaps(i)) <= rounding);
      CHECK(normal >= -rounding * largest_force_);
      if (mode == "closed") {
        ++seen_.closed;
        CHECK(law.kind == ContactKind::unilateral);
        CHECK(tangential == 0.0);
        continue;
      }
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
    tolerance += left_out(before, after, mass);
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

  // A contact that settles is closed where its rebounds are lower than h = epsilon L (EventDrivenOptions), L = 1 m:
  // what takes a velocity of up to sqrt(2 h a), with its deceleration a in flight, from it and from the contacts beside
  // it. These have G = w^T M^-1 w, and the force lambda_i = a / G^-1_ii.
  Vector<3> left_out(const Row<S>& before, const Row<S>& after, const Matrix<3, 3>& mass) const {
    const auto configuration = system_.configuration(after.state.q, after.state.t);
    std::vector<int> closed;
    for (int i = 0; i < S::contact_count; ++i) {
      if (after.modes[static_cast<std::size_t>(i)] != "open") closed.push_back(i);
    }
    const auto count = static_cast<Eigen::Index>(closed.size());
    Eigen::MatrixXd normal(3, count), sizes(3, count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const int i = closed[static_cast<std::size_t>(k)];
      const auto w = system_.directions(configuration, i);
      normal.col(k) = w.normal;
      sizes.col(k) = w.normal.cwiseAbs() + system_.law(i).friction * w.tangential.cwiseAbs();
    }
    const Eigen::MatrixXd inverse = (normal.transpose() * mass.inverse() * normal).inverse();
    Vector<3> sum = Vector<3>::Zero();
    for (Eigen::Index k = 0; k < count; ++k) {
      const auto i = static_cast<std::size_t>(closed[static_cast<std::size_t>(k)]);
      if (before.modes[i] != "open") continue;
      const double deceleration = after.forces.normal(closed[static_cast<std::size_t>(k)]) / inverse(k, k);
      sum += std::sqrt(2 * epsilon * deceleration) * sizes * inverse.col(k).cwiseAbs();
    }
    return sum;
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

TEST_CASE("contact forces and percussions of the prismatic joint's tables move the slider", "[tables]") {
  const auto parameters = testing::prismatic_joint_parameters();  // case 2: ends hit in turns, then both rest
  const PrismaticJoint joint(parameters);
  const auto solver = make_contact_solver("lemke");
  support::Table table("events", prismatic::event_columns());
  Percussions<PrismaticJoint> percussions;
  State<3> state = joint.initial_state();
  const auto outcome = make_event_driven(joint, *solver)
                           ->integrate(
                               state, {0.02},
                               [&](const Step<PrismaticJoint>& any) {
                                 const auto& step = event_driven_step(any);
                                 for (int k = 0; k <= 8; ++k) {
                                   const State<3> at = step.at(step.end_theta() * k / 8);
                                   prismatic::add_row(table, joint, step, at, percussions);
                                   percussions = {};
                                 }
                               },
                               [&](const Event<PrismaticJoint>& event) {
                                 percussions.normal += event.percussions.normal;
                                 percussions.tangential += event.percussions.tangential;
                               });
  REQUIRE(outcome.completed());
  auto rows = rows_of<PrismaticJoint>(table, {"x", "y", "theta", "xdot", "ydot", "ydot_right"});
  for (auto& row : rows) {  // omega from the velocity of the right end
    row.state.u(2) = (row.state.u(2) - row.state.u(1)) / (0.5 * parameters.l_s * std::cos(row.state.q(2)));
  }
  const Seen seen = Balance<PrismaticJoint>(joint, rows, 0.0).check();
  CHECK(seen.impacts == 10);
  CHECK(seen.closed > 50);
  CHECK(seen.windows > 10);
}

TEST_CASE("feet of the body on the inclined plane: forces of the table carry and brake it", "[tables]") {
  auto parameters = testing::inclined_plane_oscillator_parameters();
  parameters.mu = parameters.mu_0 = 0.13;  // it rests in a part of each turn
  const inclined_plane::Body body(parameters);
  const auto solver = make_contact_solver("newton");
  AccelerationOptions options;
  options.velocity_scale = 1.0;
  support::Table motion("motion", inclined_plane::Drawing::motion_columns());
  support::Table path("path", inclined_plane::Drawing::path_columns());
  inclined_plane::Drawing drawing(motion, path, parameters);
  auto state = body.initial_state();
  const auto outcome = make_acceleration_level(body, *solver, options)
                           ->integrate(state, {0.3}, [&](const inclined_plane::BodyStep& step) { drawing.add(step); });
  REQUIRE(outcome.completed());

  const auto& p = parameters;
  const double unbalance = p.m_E * p.r_E * p.Omega * p.Omega;
  const double weight = p.m * p.g;
  const double solved = 1e-10 * weight;  // tolerance of the contact solver, in forces
  const std::array<Vector<2>, 3> feet{Vector<2>(-p.a_1, p.b_1), Vector<2>(p.a_2, -p.b_2), Vector<2>(p.a_2, p.b_3)};
  int stick = 0, slip = 0;
  for (const Fields& row : fields_of(motion)) {
    const auto value = [&](const std::string& name) { return number(row, name); };
    const double phase = p.Omega * value("t");
    const double sine = std::sin(value("gamma")), cosine = std::cos(value("gamma"));
    // In the plane the body is free but for friction, and its tilts are rounding.
    Vector<2> force(weight * std::sin(p.delta) + unbalance * std::cos(phase) * cosine,
                    unbalance * std::cos(phase) * sine);
    double moment = p.l_2 * unbalance * std::cos(phase);
    for (std::size_t i = 0; i < feet.size(); ++i) {
      const std::string foot = std::to_string(i + 1);
      const double bound = p.mu * value("lambda_" + foot);
      const Vector<2> friction(value("lambda_x" + foot), value("lambda_y" + foot));
      const double x = feet[i](0) - p.Da * std::cos(phase);
      const Vector<2> lever(x * cosine - feet[i](1) * sine, x * sine + feet[i](1) * cosine);
      const Vector<2> velocity(value("xdot") - value("gammadot") * lever(1),
                               value("ydot") + value("gammadot") * lever(0));
      force += friction;
      moment += lever(0) * friction(1) - lever(1) * friction(0);
      CHECK(friction.norm() <= bound + solved);
      if (row.at("mode_" + foot) == "stick") {
        ++stick;
        continue;
      }
      ++slip;
      REQUIRE(row.at("mode_" + foot) == "slip");
      CHECK(friction.norm() >= bound - solved);
      constexpr double has_direction = 1e-5;  // m/s; velocities without those of the tilts, below 1e-12 m/s
      if (velocity.norm() > has_direction) CHECK((friction + bound * velocity.normalized()).norm() <= solved);
    }
    const double rounding_of_forces = rounding * (weight + unbalance);
    CHECK(std::abs(p.m * value("xddot") - force(0)) <= rounding_of_forces);
    CHECK(std::abs(p.m * value("yddot") - force(1)) <= rounding_of_forces);
    CHECK(std::abs(p.C * value("gammaddot") - moment) <= rounding_of_forces * (p.a_1 + p.a_2));
  }
  CHECK(stick > 100);
  CHECK(slip > 1000);
}

TEST_CASE("the table of the ball's closed form: momentum, and the percussions of the motion by events", "[tables]") {
  const auto parameters = testing::bouncing_ball_parameters();
  const problems::BouncingBall falling(parameters);
  const problems::ExactBouncingBall exact(parameters);
  support::Table table("exact", ball::exact_columns());
  constexpr double end = 1.0;
  ball::draw_exact(table, falling, exact, end);
  const auto rows = fields_of(table);
  REQUIRE(number(rows.back(), "t") == end);
  const double weight = parameters.m * parameters.g;
  const double last_digits = rounding * weight * end;
  std::vector<double> percussions;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Fields &before = rows[i - 1], &row = rows[i];
    const double time = number(row, "t") - number(before, "t");
    const double percussion = number(row, "P_N1");
    if (percussion > 0.0) percussions.push_back(percussion);
    CHECK((percussion == 0.0 || time == 0.0));
    CHECK(number(before, "z") * number(before, "lambda_N1") == 0.0);
    if (row.at("mode_1") != before.at("mode_1")) {
      // The flights that are left out: speeds below those of the last one's ends.
      CHECK(number(row, "t") == exact.accumulation_time());
      CHECK(std::abs(number(before, "zdot")) <= 1e-9 * exact.impact_speed(1));
      continue;
    }
    const double gained = parameters.m * (number(row, "zdot") - number(before, "zdot"));
    CHECK(std::abs(gained - percussion - (number(before, "lambda_N1") - weight) * time) <= last_digits);
  }
  CHECK(rows.back().at("mode_1") == "closed");

  std::vector<double> by_events;
  const auto solver = make_contact_solver("lemke");
  auto state = falling.initial_state();
  make_event_driven(falling, *solver)
      ->integrate(
          state, {end}, [](const Step<problems::BouncingBall>&) {},
          [&](const Event<problems::BouncingBall>& event) {
            if (event.impact) by_events.push_back(event.percussions.normal(0));
          });
  REQUIRE(by_events.size() > 30);
  REQUIRE(percussions.size() > 30);
  for (std::size_t k = 0; k < 30; ++k) CHECK(std::abs(by_events[k] - percussions[k]) <= last_digits);
}
