// The contact problem of one time step, and the residual every answer to it is judged by.
//
// Find percussions P such that, with xi = G P + c,
//   unilateral law i:        0 <= P_i  perpendicular to  xi_i >= 0          (-P_i in Upr(xi_i))
//   Coulomb law i:           -P_i in mu P_N Sgn(xi_i)                       (interval |P_i| <= mu P_N, or disc)
//   friction of bound a:     -P_i in a Sgn(xi_i)                            (interval |P_i| <= a, or disc)
// G = W^T M^-1 W is the Delassus matrix [1/kg for translations] and c = W^T M^-1 h dt + (1 + eps) gamma_A contains
// the restitution (Glocker & Studer 2005, eqs 17, 33). G is assumed neither symmetric nor regular, and its diagonal
// may vanish.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "solvers/mechanics/contact_law.hpp"

namespace nsdbench {

enum class LawKind : std::uint8_t {
  unilateral,        // dimension 1
  coulomb,           // interval (dimension 1) or disc (dimension 2), bound mu times the normal percussion
  friction_of_bound  // interval (dimension 1) or disc (dimension 2), given bound
};

// One set-valued law of a contact problem.
struct SetValuedLaw {
  LawKind kind = LawKind::unilateral;
  std::int32_t offset = 0;     // first coordinate of the law in P and xi
  std::int32_t dimension = 1;  // 1 or 2
  std::int32_t normal = -1;    // coulomb: index of the unilateral law that carries it
  double bound = 0.0;          // coulomb: mu [1]; friction_of_bound: percussion bound a dt [N s]
};

// A contact problem by reference: laws, Delassus matrix (dense, column-major with a leading dimension), c. Trivial to
// copy; the storage belongs to the caller and outlives the view.
struct ContactProblemView {
  std::span<const SetValuedLaw> laws;
  int size = 0;                      // number of coordinates: sum of the laws' dimensions
  const double* delassus = nullptr;  // G(i, j) = delassus[i + j * stride]
  int stride = 0;
  const double* c = nullptr;  // [m/s]

  double g(int i, int j) const { return delassus[i + j * stride]; }
};

// Nothing if the problem is well formed; otherwise what is wrong with it, as a static sentence: sizes and offsets
// that do not fit, a Coulomb law without its unilateral law, a negative or non-finite bound, a non-finite entry of G
// or c.
const char* defect(const ContactProblemView& problem);

// Residual of the prox equations, the common measure of all solvers:
//
//   residual = max_i | P_i - prox_i(P_i - r_i xi_i) | / r_i / v_ref,      xi = G P + c,
//   r_i = d_i / trace(G_ii)  (block of law i, d_i its dimension; where the trace is not positive, the largest such
//   trace of the problem takes its place, and 1 if there is none),   v_ref = max |c|, or 1 m/s if c = 0.
//
// Every entry is a velocity relative to v_ref: scaling all masses, or all velocities, leaves the residual as it is.
// The bound of a Coulomb law is mu max(P_N, 0). Returns +infinity if P is not finite.
// If `modes` is not empty (one entry a law), the modes of the laws are written to it.
double contact_residual(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<Mode> modes = {});

// Owning contact problem of at most `MaxLaws` laws and `MaxCoordinates` coordinates, in fixed storage: filling it in
// again never allocates.
template <int MaxLaws, int MaxCoordinates>
class FixedContactProblem {
 public:
  void clear() {
    law_count_ = 0;
    size_ = 0;
  }

  // Appends a law and returns its index. The caller keeps to the capacity.
  int add(LawKind kind, int dimension, double bound, int normal = -1) {
    laws_[static_cast<std::size_t>(law_count_)] = {kind, size_, dimension, normal, bound};
    size_ += dimension;
    return law_count_++;
  }

  int size() const { return size_; }
  int law_count() const { return law_count_; }
  const SetValuedLaw& law(int i) const { return laws_[static_cast<std::size_t>(i)]; }
  double& g(int i, int j) {
    return delassus_[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * MaxCoordinates];
  }
  double& c(int i) { return c_[static_cast<std::size_t>(i)]; }

  ContactProblemView view() const {
    return {{laws_.data(), static_cast<std::size_t>(law_count_)}, size_, delassus_.data(), MaxCoordinates, c_.data()};
  }

 private:
  int law_count_ = 0;
  int size_ = 0;
  std::array<SetValuedLaw, MaxLaws> laws_{};
  std::array<double, static_cast<std::size_t>(MaxCoordinates) * MaxCoordinates> delassus_{};
  std::array<double, MaxCoordinates> c_{};
};

}  // namespace nsdbench
