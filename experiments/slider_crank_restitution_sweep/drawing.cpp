#include "experiments/slider_crank_restitution_sweep/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/support/contact_columns.hpp"

namespace nsdbench::experiments::slider_crank {

namespace {

std::vector<support::Column> motion_columns() {
  return {{"t", "s"},
          {"revolutions", "1"},
          {"corner_1", "1"},
          {"corner_2", "1"},
          {"corner_3", "1"},
          {"corner_4", "1"},
          {"theta_1", "rad"},
          {"theta_2", "rad"},
          {"theta_3", "rad"},
          {"omega_1", "rad/s"},
          {"omega_2", "rad/s"},
          {"omega_3", "rad/s"},
          {"slider_x", "m"},
          {"slider_y", "m"},
          {"slider_vx", "m/s"},
          {"slider_vy", "m/s"},
          {"joint", "1", "corners in contact: 0 none, 1 one, 2 two of one face, 3 two opposite ones, 4 three or four"}};
}

}  // namespace

Drawing::Drawing(Experiment& experiment, const std::string& table, const problems::SliderCrank& system, double dt)
    : table_(experiment.table(table, motion_columns())),
      system_(system),
      by_events_(false),
      stride_(std::max(1L, std::lround(longest_part / dt))) {
  table_.row(values(system.initial_state(), Joint::none));
}

Drawing::Drawing(support::Table& table, const problems::SliderCrank& system)
    : table_(table), system_(system), by_events_(true), stride_(1) {}

std::vector<support::Column> Drawing::columns_by_events() {
  auto columns = motion_columns();
  const auto contacts = contact_columns(problems::SliderCrank::contact_count);
  columns.insert(columns.end(), contacts.begin(), contacts.end());
  return columns;
}

void Drawing::add(const Part& part) {
  const bool change = part.impact || part.joint != last_;
  if (change) row(part, part.before, last_, part.percussions);
  if (change || ++step_ % stride_ == 0) row(part, part.after, part.joint, {});
  last_ = part.joint;
}

void Drawing::row(const Part& part, const CrankState& s, Joint joint,
                  const Percussions<problems::SliderCrank>& percussions) {
  std::vector<double> row = values(s, joint);
  if (by_events_) {
    const auto contacts = contact_values(system_, event_driven_step(part.step), s, percussions);
    row.insert(row.end(), contacts.begin(), contacts.end());
  }
  table_.row(row);
}

std::vector<double> Drawing::values(const CrankState& s, Joint joint) const {
  const auto& p = system_.parameters();
  const Vector<4> corner = system_.dimensionless_corners(s.q);
  const Vector<2> centre = system_.slider_centre(s.q);
  const Vector<2> velocity = system_.slider_velocity(s.q, s.u);
  return {s.t,
          (s.q(0) - p.theta_1_0) / (2.0 * std::numbers::pi),
          corner(0),
          corner(1),
          corner(2),
          corner(3),
          s.q(0),
          s.q(1),
          s.q(2),
          s.u(0),
          s.u(1),
          s.u(2),
          centre(0),
          centre(1),
          velocity(0),
          velocity(1),
          static_cast<double>(joint)};
}

}  // namespace nsdbench::experiments::slider_crank
