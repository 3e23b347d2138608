#include "experiments/slider_crank_restitution_sweep/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace nsdbench::experiments::slider_crank {

Drawing::Drawing(Experiment& experiment, const std::string& table, const problems::SliderCrank& system, double dt)
    : table_(experiment.table(
          table, {{"t", "s"},
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
                  {"joint", "1",
                   "corners in contact: 0 none, 1 one, 2 two of one face, 3 two opposite ones, 4 three or four"}})),
      system_(system),
      stride_(std::max(1L, std::lround(1e-4 / dt))) {
  row(system.initial_state(), Joint::none);
}

void Drawing::add(const Part& part) {
  const bool change = part.impact || part.joint != last_;
  if (change) row(part.before, last_);
  if (change || ++step_ % stride_ == 0) row(part.after, part.joint);
  last_ = part.joint;
}

void Drawing::row(const CrankState& s, Joint joint) {
  const auto& p = system_.parameters();
  const Vector<4> corner = system_.dimensionless_corners(s.q);
  const Vector<2> centre = system_.slider_centre(s.q);
  const Vector<2> velocity = system_.slider_velocity(s.q, s.u);
  table_.row({s.t, (s.q(0) - p.theta_1_0) / (2.0 * std::numbers::pi), corner(0), corner(1), corner(2), corner(3),
              s.q(0), s.q(1), s.q(2), s.u(0), s.u(1), s.u(2), centre(0), centre(1), velocity(0), velocity(1),
              static_cast<double>(joint)});
}

}  // namespace nsdbench::experiments::slider_crank
