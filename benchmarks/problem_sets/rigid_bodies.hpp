// Contact problems of rigid bodies: the Delassus matrix and c from bodies, contacts and velocities.
#pragma once

#include <array>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::problem_sets {

inline constexpr int ground = -1;

struct RigidBody {
  double mass = 1.0;                       // [kg]
  std::array<double, 3> inertia{1, 1, 1};  // about x, y, z [kg m^2]
  std::array<double, 3> center{};          // [m]
  std::array<double, 3> velocity{};        // before the step [m/s]
  std::array<double, 3> spin{};            // angular velocity before the step [rad/s]
};

// A point at which `upper` rests on `lower`. The normal points along z, the tangents along x and, in space, y.
struct BodyContact {
  int upper = 0;
  int lower = ground;
  std::array<double, 3> point{};  // [m]
  double mu = 0.0;
  double normal_restitution = 0.0;
  double tangential_restitution = 0.0;
};

enum class Friction {
  none,    // unilateral laws only, one coordinate per contact
  planar,  // motion in the x-z plane: normal and one tangent
  spatial  // normal and two tangents
};

struct StepSettings {
  Friction friction = Friction::planar;
  bool planar_bodies = true;  // they move along x and z and turn about y; otherwise all six degrees of freedom
  double gravity = 9.81;      // [m/s^2]
  double dt = 1e-3;           // [s]
  bool sparse = false;        // storage of the Delassus matrix
};

// G = W^T M^-1 W and c = (1 + eps) W^T u + W^T M^-1 h dt, with W from the contacts in their order. Contact i owns the
// coordinates d i .. d i + d - 1, the normal one first.
ContactProblem body_problem(const std::vector<RigidBody>& bodies, const std::vector<BodyContact>& contacts,
                            const StepSettings& settings);

// Box of unit density with the given edges [m] (x, y, z).
RigidBody box(double length, double width, double height, double density = 1.0);

}  // namespace nsdbench::problem_sets
