// Time, generalized coordinates and generalized velocities of a mechanical system.
#pragma once

#include "solvers/linear_algebra/matrix.hpp"

namespace nsdbench {

// (t, q, u) with qdot = u almost everywhere. q in the units of the problem (m, rad), u in those per second.
template <int Dof, class Scalar = double>
struct State {
  Scalar t = 0.0;
  Vector<Dof, Scalar> q = Vector<Dof, Scalar>::Zero();
  Vector<Dof, Scalar> u = Vector<Dof, Scalar>::Zero();
};

}  // namespace nsdbench
