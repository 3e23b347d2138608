#include "problems/prismatic_joint.hpp"

#include <cmath>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problems {

static_assert(AccelerationLevelSystem<PrismaticJoint>);
static_assert(BoundedGapJerk<PrismaticJoint>);
static_assert(AccelerationLevelSystem<PrismaticJointFreeGuide>);

template class BasicPrismaticJoint<double, Guide::fixed>;
template class BasicPrismaticJoint<double, Guide::free>;

namespace {

[[noreturn]] void refuse(std::string_view name, double value, std::string_view why, double limit) {
  std::ostringstream sentence;
  sentence << "parameter " << name << " = " << value << " is not allowed: " << why << limit << " m";
  throw std::invalid_argument(sentence.str());
}

}  // namespace

void check_prismatic_joint(const PrismaticJointParameters& p) {
  check_parameters(p);
  if (p.l_s > p.L) refuse("l_s", p.l_s, "the slider must not be longer than the rod, L = ", p.L);
  if (p.s > p.l) refuse("s", p.s, "the force must act on the protrusion, which ends at l = ", p.l);
  const double dx = p.x_0 - p.x_j_0;
  const double dy = p.y_0 - p.y_j_0;
  const double sine = elementary::sin(p.theta_j_0);
  const double cosine = elementary::cos(p.theta_j_0);
  const double tilt = p.theta_0 - p.theta_j_0;
  // Rounding of lengths of that size; a start in contact is a start.
  const double rounding = 8.0 * std::numeric_limits<double>::epsilon() * (std::abs(dx) + std::abs(dy) + p.l_s);
  for (const double side : {-0.5, 0.5}) {
    const char* const which = side < 0.0 ? "left" : "right";
    const double distance = cosine * dy - sine * dx + side * p.l_s * elementary::sin(tilt);
    const double along = cosine * dx + sine * dy + side * p.l_s * elementary::cos(tilt);
    std::ostringstream why;
    if (std::abs(distance) > p.c + rounding) {
      why << "with theta_0 = " << p.theta_0 << " it puts the slider's " << which << " end at " << distance
          << " m from the guide's axis, outside the clearance c = ";
      refuse("y_0", p.y_0, why.str(), p.c);
    }
    if (std::abs(along) > 0.5 * p.L + rounding) {
      why << "it puts the slider's " << which << " end at " << along
          << " m along the rod from its centre, beyond the rod's end at L/2 = ";
      refuse("x_0", p.x_0, why.str(), 0.5 * p.L);
    }
  }
}

}  // namespace nsdbench::problems
