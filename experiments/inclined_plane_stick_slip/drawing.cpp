#include "experiments/inclined_plane_stick_slip/drawing.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace

Drawing::Drawing(Experiment& experiment, const std::string& setting,
                 const problems::InclinedPlaneOscillatorParameters& parameters)
    : parameters_(parameters),
      motion_(experiment.table("motion_" + setting, {{"t", "s"},
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
                                                     {"lambda_3", "N"}})),
      path_(experiment.table("path_" + setting, {{"t", "s"}, {"x_1", "m"}, {"y_1", "m"}, {"x_2", "m"}, {"y_2", "m"}})) {
}

void Drawing::add(const BodyStep& step) {
  const bool lasting = step.end().t - step.begin().t > shortest_phase;
  if (lasting && step.begin().t < shown) {
    if (const auto* accelerations = dynamic_cast<const AccelerationStep<Body>*>(&step)) {
      add_samples(accelerations->samples());
    } else {
      add_parts(step);
    }
  }
  if (step.end().t >= next_point_) add_point(step.end());
}

void Drawing::add_samples(const AccelerationSamples<Body>& step) {
  for (const AccelerationSample<Body>* sample : {&step.begin, &step.end}) {
    add_row(sample->state, sample->answer.acceleration, sample->answer.normal_forces);
  }
}

void Drawing::add_parts(const BodyStep& step) {
  constexpr double spacing = 1e-3;  // s
  const bool dense = step.at_time(step.end().t).has_value();
  const int parts = dense ? std::max(1, static_cast<int>(std::ceil(step.size() / spacing))) : 1;
  const Vector<3> forces = step.mean_forces().normal;
  BodyState begin = step.begin();
  for (int k = 1; k <= parts; ++k) {
    const BodyState end = k < parts ? *step.at_time(step.begin().t + step.size() * k / parts) : step.end();
    const Vector<6> acceleration = (end.u - begin.u) / (end.t - begin.t);
    add_row(begin, acceleration, forces);
    add_row(end, acceleration, forces);
    begin = end;
  }
}

void Drawing::add_row(const BodyState& s, const Vector<6>& acceleration, const Vector<3>& normal_forces) {
  const Vector<6>& a = acceleration;
  const Vector<3>& n = normal_forces;
  motion_.row({s.t, s.q(0), s.q(1), s.q(5), s.u(0), s.u(1), s.u(5), a(0), a(1), a(5), n(0), n(1), n(2)});
}

void Drawing::add_point(const BodyState& s) {
  const auto points = light_points(parameters_, s);
  path_.row({s.t, points[0](0), points[0](1), points[1](0), points[1](1)});
  next_point_ = s.t + 0.01;
}

}  // namespace nsdbench::experiments::inclined_plane
