// One sweep over the contacts: the engine of the Gauss-Seidel like prox iterations.
#pragma once

#include <span>
#include <vector>

#include "solvers/contact/contact_blocks.hpp"
#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// Holds percussions P and velocities xi = G P + c of a contact problem, and changes them contact by contact. A change
// of a percussion is carried over to xi by columns of G, so that contacts whose percussion stays as it is, open ones
// above all, cost next to nothing. Workspace is kept: no allocation for a problem no larger than an earlier one.
class BlockRelaxation {
 public:
  // Starts from `percussions`. The problem outlives the sweeps.
  void begin(const ContactProblemView& problem, std::span<const double> percussions);

  // P_i <- prox_i(P_i - omega r_i xi_i) for one law after the other, with the percussions of this sweep where they are
  // known already (Studer, Leine & Glocker 2008, eq. 23, in the order of the blocks: contact by contact, its normal
  // first). `inverse_r` holds 1 / r_i for each coordinate. Returns the largest change |P_i_new - P_i| / (r_i v_ref).
  double prox_sweep(std::span<const double> inverse_r, double omega);

  // The same with the exact solution of each contact in place of the prox step; omega other than 1 over-relaxes it:
  // P <- prox(P + omega (P_exact - P)). Contacts without an exact solution take the prox step with the r_i of the
  // residual. Returns the largest change likewise.
  double exact_sweep(double omega);

  // Whether the last exact sweep left every contact in the mode (open, sticking, sliding) it had before: signs that
  // Newton's method is ready to take over. Known for contacts that are all alike; false otherwise.
  bool modes_settled() const { return modes_settled_; }

  // The residual by the velocities as they are, which carry the rounding of all changes since they were recomputed.
  double present_residual() const { return block_residual(blocks_, percussions_.data(), velocities_.data()); }

  // Recomputes xi from P, and returns the residual as contact_residual defines it.
  double residual();

  // Replaces P and recomputes xi.
  void set_percussions(std::span<const double> percussions);

  const ContactBlocks& blocks() const { return blocks_; }
  std::span<const double> percussions() const { return {percussions_.data(), static_cast<std::size_t>(problem_.size)}; }
  std::span<const double> velocities() const { return {velocities_.data(), static_cast<std::size_t>(problem_.size)}; }

 private:
  // The diagonal block of a contact: G over (normal, tangential) coordinates, column-major.
  struct DiagonalBlock {
    double g[9];
    double inverse[9];  // of g
    bool regular;       // whether there is one worth its name
    char mode;          // of the last exact sweep: 0 none yet, 1 open, 2 sticking, 3 sliding
    bool contiguous;    // the coordinates are neighbours, normal first, and one block column if G is sparse
  };

  // 1 / r of a block's laws.
  struct Factors {
    double normal = 1.0;
    double tangential = 1.0;
  };

  template <class Update>
  double sweep(const Update& update);
  template <int Size>
  char press(std::size_t b, const double* q, const double* p, const double* u, double* next) const;
  template <int Size, bool Sparse>
  double uniform_sweep();
  void invert(DiagonalBlock& diagonal, int size) const;
  double carry_over(std::size_t b, const double* change, const Factors& inverse_r);
  double friction_bound(const ContactBlock& block, double own_normal) const;
  void prox_step(std::size_t b, const Factors& inverse_r, double omega, double* p, double* u) const;
  void project_friction(const ContactBlock& block, double* p) const;
  bool solve_exactly(std::size_t b, const double* q, double* p) const;

  ContactProblemView problem_;
  ContactBlocks blocks_;
  std::vector<DiagonalBlock> diagonal_;
  bool modes_settled_ = false;
  int uniform_size_ = 0;  // coordinates of every contact if all are frictional and contiguous, otherwise 0
  std::vector<double> percussions_;
  std::vector<double> velocities_;
};

}  // namespace nsdbench
