// Names of Eigen's dense types, with the size first and double as the usual scalar.
#pragma once

#include <Eigen/Core>

namespace nsdbench {

// A column of Dof numbers.
template <int Dof, class Scalar = double>
using Vector = Eigen::Matrix<Scalar, Dof, 1>;

// A matrix, square unless the number of columns is given.
template <int Rows, int Columns = Rows, class Scalar = double>
using Matrix = Eigen::Matrix<Scalar, Rows, Columns>;

}  // namespace nsdbench
