// Rows of a motion, for figures.
#pragma once

#include <array>
#include <vector>

#include "experiments/prismatic_clearance_cases/statistics.hpp"
#include "experiments/support/contact_columns.hpp"
#include "problems/prismatic_joint.hpp"
#include "solvers/elementary/elementary.hpp"
#include "support/table.hpp"

namespace nsdbench::experiments::prismatic {

inline std::vector<support::Column> motion_columns() {
  return {{"t", "s"},
          {"h", "s", "size of the step"},
          {"x", "m"},
          {"x_left", "m"},
          {"x_right", "m"},
          {"y", "m"},
          {"y_left", "m"},
          {"y_right", "m"},
          {"theta", "rad"},
          {"xdot", "m/s"},
          {"ydot", "m/s"},
          {"ydot_left", "m/s"},
          {"ydot_right", "m/s"},
          {"force_left", "N", "of the guide on the left end along y, from below positive"},
          {"force_right", "N", "of the guide on the right end along y, from below positive"}};
}

// With modes, forces and percussions of the four contacts, for motions by events.
inline std::vector<support::Column> event_columns() {
  std::vector<support::Column> columns = motion_columns();
  const auto contacts = contact_columns(problems::PrismaticJoint::contact_count);
  columns.insert(columns.end(), contacts.begin(), contacts.end());
  return columns;
}

inline std::vector<double> motion_row(const problems::PrismaticJoint& joint, const State<3>& s, double h,
                                      const Forces& forces) {
  const double lever = 0.5 * joint.parameters().l_s;
  const double cosine = elementary::cos(s.q(2));
  const double sine = elementary::sin(s.q(2));
  return {s.t,
          h,
          s.q(0),
          s.q(0) - lever * cosine,
          s.q(0) + lever * cosine,
          s.q(1),
          s.q(1) - lever * sine,
          s.q(1) + lever * sine,
          s.q(2),
          s.u(0),
          s.u(1),
          s.u(1) - lever * cosine * s.u(2),
          s.u(1) + lever * cosine * s.u(2),
          end_force(forces, 0),
          end_force(forces, 1)};
}

// After a step of size h [s], or NaN, with the forces [N] in it.
inline void add_row(support::Table& table, const problems::PrismaticJoint& joint, const State<3>& s, double h,
                    const Forces& forces) {
  table.row(motion_row(joint, s, h, forces));
}

// At a state of a step by events, after `percussions` [N s] since the row before.
inline void add_row(support::Table& table, const problems::PrismaticJoint& joint,
                    const EventDrivenStep<problems::PrismaticJoint>& step, const State<3>& s,
                    const Percussions<problems::PrismaticJoint>& percussions) {
  std::vector<double> row = motion_row(joint, s, step.size(), forces_of(step.forces(s).normal));
  const auto contacts = contact_values(joint, step, s, percussions);
  row.insert(row.end(), contacts.begin(), contacts.end());
  table.row(row);
}

}  // namespace nsdbench::experiments::prismatic
