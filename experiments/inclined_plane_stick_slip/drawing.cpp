#include "experiments/inclined_plane_stick_slip/drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::experiments::inclined_plane {
namespace {

// Two points fixed on the body: above foot 1 and above the middle of feet 2 and 3. Where the paper's light-emitting
// diodes are is not printed. As in gdot_T the motion of the centre of mass within the body is left out: at rest they
// rest.
std::array<Vector<2>, 2> light_points(const problems::InclinedPlaneOscillatorParameters& p, const BodyState& s) {
  const double sine = elementary::sin(s.q(5));
  const double cosine = elementary::cos(s.q(5));
  std::array<Vector<2>, 2> points;
  const std::array<Vector<2>, 2> on_body = {Vector<2>(-p.a_1, p.b_1), Vector<2>(p.a_2, 0.5 * (p.b_3 - p.b_2))};
  for (std::size_t k = 0; k < 2; ++k) {
    points[k] << s.q(0) + cosine * on_body[k](0) - sine * on_body[k](1),
        s.q(1) + sine * on_body[k](0) + cosine * on_body[k](1);
  }
  return points;
}

// Place among the words of mode_i.
int word_of(const ModeVector<Body>& modes, std::size_t foot) {
  if (modes.normal[foot] != Mode::constraint) return 0;
  return modes.tangential[foot] == Mode::constraint ? 2 : 1;
}

}  // namespace

std::vector<support::Column> Drawing::motion_columns() {
  std::vector<support::Column> columns{{"t", "s"},
                                       {"x", "m"},
                                       {"y", "m"},
                                       {"gamma", "rad"},
                                       {"xdot", "m/s"},
                                       {"ydot", "m/s"},
                                       {"gammadot", "rad/s"},
                                       {"xddot", "m/s^2"},
                                       {"yddot", "m/s^2"},
                                       {"gammaddot", "rad/s^2"},
                                       {"lambda_1", "N"},
                                       {"lambda_2", "N"},
                                       {"lambda_3", "N"}};
  for (int i = 1; i <= Body::contact_count; ++i) {
    const std::string foot = std::to_string(i);
    columns.push_back(
        {"mode_" + foot, "1", "foot " + foot + " in the step that the row belongs to", {"open", "slip", "stick"}});
    columns.push_back(
        {"lambda_x" + foot, "N", "friction at foot " + foot + " down the slope; in stick one choice of many"});
    columns.push_back({"lambda_y" + foot, "N", "friction at foot " + foot + " across the slope, likewise"});
  }
  return columns;
}

std::vector<support::Column> Drawing::path_columns() {
  return {{"t", "s"}, {"x_1", "m"}, {"y_1", "m"}, {"x_2", "m"}, {"y_2", "m"}};
}

Drawing::Drawing(support::Table& motion, support::Table& path,
                 const problems::InclinedPlaneOscillatorParameters& parameters)
    : parameters_(parameters), motion_(motion), path_(path) {}

void Drawing::add(const BodyStep& step) {
  const bool lasting = step.end().t - step.begin().t > shortest_phase;
  if (lasting && step.begin().t < shown) {
    if (const auto* accelerations = dynamic_cast<const AccelerationStep<Body>*>(&step)) {
      add_samples(accelerations->samples(), step.modes());
    } else {
      add_parts(step);
    }
  }
  if (step.end().t >= next_point_) add_point(step.end());
}

void Drawing::add_samples(const AccelerationSamples<Body>& step, const ModeVector<Body>& modes) {
  for (const AccelerationSample<Body>* sample : {&step.begin, &step.end}) {
    ContactForces<Body> forces;
    forces.normal = sample->answer.normal_forces;
    forces.tangential = sample->answer.tangential_forces.transpose();
    add_row(sample->state, sample->answer.acceleration, forces, modes);
  }
}

void Drawing::add_parts(const BodyStep& step) {
  constexpr double spacing = 1e-3;  // s
  const bool dense = step.at_time(step.end().t).has_value();
  const int parts = dense ? std::max(1, static_cast<int>(std::ceil(step.size() / spacing))) : 1;
  const ContactForces<Body> forces = step.mean_forces();
  BodyState begin = step.begin();
  for (int k = 1; k <= parts; ++k) {
    const BodyState end = k < parts ? *step.at_time(step.begin().t + step.size() * k / parts) : step.end();
    const Vector<6> acceleration = (end.u - begin.u) / (end.t - begin.t);
    add_row(begin, acceleration, forces, step.modes());
    add_row(end, acceleration, forces, step.modes());
    begin = end;
  }
}

void Drawing::add_row(const BodyState& s, const Vector<6>& acceleration, const ContactForces<Body>& forces,
                      const ModeVector<Body>& modes) {
  const Vector<6>& a = acceleration;
  const Vector<3>& n = forces.normal;
  std::vector<double> row{s.t, s.q(0), s.q(1), s.q(5), s.u(0), s.u(1), s.u(5), a(0), a(1), a(5), n(0), n(1), n(2)};
  for (int i = 0; i < Body::contact_count; ++i) {
    row.insert(row.end(), {static_cast<double>(word_of(modes, static_cast<std::size_t>(i))), forces.tangential(i, 0),
                           forces.tangential(i, 1)});
  }
  motion_.row(row);
}

void Drawing::add_point(const BodyState& s) {
  const auto points = light_points(parameters_, s);
  path_.row({s.t, points[0](0), points[0](1), points[1](0), points[1](1)});
  next_point_ = s.t + 0.01;
}

}  // namespace nsdbench::experiments::inclined_plane
