// Time, generalized coordinates and generalized velocities of a mechanical system.
#pragma once

#include <Eigen/Core>

namespace nsdbench {

template <int Dof>
using Vector = Eigen::Matrix<double, Dof, 1>;

template <int Rows, int Columns = Rows>
using Matrix = Eigen::Matrix<double, Rows, Columns>;

// (t, q, u) with qdot = u almost everywhere. q in the units of the problem (m, rad), u in those per second.
template <int Dof>
struct State {
  double t = 0.0;
  Vector<Dof> q = Vector<Dof>::Zero();
  Vector<Dof> u = Vector<Dof>::Zero();
};

}  // namespace nsdbench
