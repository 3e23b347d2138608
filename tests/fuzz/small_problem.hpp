// Contact problems out of arbitrary bytes, with the numbers that break solvers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::fuzz {

// The bytes one after the other; zero bytes after the last.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint8_t next() { return position_ < bytes_.size() ? bytes_[position_++] : std::uint8_t{0}; }
  int below(int end) { return next() % end; }
  // One of 0, -0, +-1, +-1e+-8, +-1e+-150, denormal and huge numbers, small fractions; or a multiple of 1/16 below 4.
  double number();
  // The same without a sign.
  double magnitude();

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
};

// One to five contacts, each with a normal law, friction of any kind on it, or a law without a normal. G is of any
// entries, symmetric, or that of bodies (W^T M^-1 W); rows and columns may be equal. Sparse or dense.
ContactProblem small_problem(Bytes& bytes);

}  // namespace nsdbench::fuzz
