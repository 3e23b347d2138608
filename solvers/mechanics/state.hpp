// Time, generalized coordinates and generalized velocities of a mechanical system.
#pragma once

#include <Eigen/Core>

namespace nsdbench {

template <int Dof, class Scalar = double>
using Vector = Eigen::Matrix<Scalar, Dof, 1>;

template <int Rows, int Columns = Rows, class Scalar = double>
using Matrix = Eigen::Matrix<Scalar, Rows, Columns>;

// (t, q, u) with qdot = u almost everywhere. q in the units of the problem (m, rad), u in those per second.
template <int Dof, class Scalar = double>
struct State {
  Scalar t = 0.0;
  Vector<Dof, Scalar> q = Vector<Dof, Scalar>::Zero();
  Vector<Dof, Scalar> u = Vector<Dof, Scalar>::Zero();
};

}  // namespace nsdbench
