// What the complementarity forms of planar contact problems share: the place and the scale of every law.
#pragma once

#include <cstddef>
#include <vector>

#include "solvers/contact/contact_problem.hpp"
#include "solvers/contact/lcp/lcp.hpp"

namespace nsdbench {

// The unknowns of the unilateral laws come first, in the order of the laws; then, block by block, those of the laws of
// friction: law l has its first unknown at column(l), and the next ones each frictions() further on.
class PlanarForm : public LcpSource {
 public:
  LcpView view() const { return {size_, a_.data(), size_, b_.data(), this}; }
  int size() const { return size_; }

 protected:
  // Assigns the columns, with so many unknowns per law of friction. False if a law has no linear complementarity form
  // (laws.hpp). Keeps a reference to the problem until the next call.
  bool assign_columns(const ContactProblemView& problem, int unknowns_per_friction);
  // Scales, and storage for the matrix, which becomes zero, and for the bounds.
  void reserve();

  const ContactProblemView& problem() const { return problem_; }
  int frictions() const { return frictions_; }
  int column(std::size_t law) const { return column_[law]; }
  std::size_t column_of_normal(const SetValuedLaw& law) const {
    return static_cast<std::size_t>(column_[static_cast<std::size_t>(law.normal)]);
  }
  // d_l (scale_laws) [kg^(1/2) for translations]
  double scale(std::size_t law) const { return scale_[law]; }
  double scale_of_normal(const SetValuedLaw& law) const { return scale_[static_cast<std::size_t>(law.normal)]; }
  std::span<const double> scales() const { return {scale_.data(), problem_.laws.size()}; }
  double* row(int i) { return a_.data() + static_cast<std::ptrdiff_t>(i) * size_; }
  const double* row(int i) const { return a_.data() + static_cast<std::ptrdiff_t>(i) * size_; }
  double& b(int i) { return b_[static_cast<std::size_t>(i)]; }

  // Storage of bounds(), one entry per unknown, and natural percussions and velocities, one per law, filled in.
  struct Bounds {
    std::span<double> sizes, a_errors, b_errors, percussions, velocities;
  };
  Bounds start_bounds() const;

 private:
  ContactProblemView problem_;
  int size_ = 0;
  int frictions_ = 0;
  std::vector<int> column_;
  std::vector<double> scale_;
  std::vector<double> a_;
  std::vector<double> b_;
  mutable std::vector<double> bounds_;  // five of one length
};

}  // namespace nsdbench
