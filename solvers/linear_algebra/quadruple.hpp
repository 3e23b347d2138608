// Quadruple precision, 113 bits, computed by integers: the same bits on every machine. Needs Boost's headers; only what
// computes truth includes it.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>

namespace nsdbench {

// IEEE 754 binary128 without denormals. Without expression templates, which Eigen and std::max do not know.
using Quadruple = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_quad::backend_type,
                                                boost::multiprecision::et_off>;

}  // namespace nsdbench
