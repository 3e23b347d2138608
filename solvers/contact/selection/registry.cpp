#include "solvers/contact/selection/registry.hpp"

#include <stdexcept>

#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/lcp/lcp_newton.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/lcp/projected_relaxation.hpp"
#include "solvers/contact/newton/newton_solver.hpp"
#include "solvers/contact/prox/alternation.hpp"
#include "solvers/contact/prox/prox_solver.hpp"
#include "solvers/contact/selection/portfolio.hpp"

namespace nsdbench {

namespace {

template <class Method>
std::unique_ptr<ContactSolver> make_lcp(std::string_view /*name*/, const SolverOptions& options) {
  return std::make_unique<LcpContactSolver>(std::make_unique<Method>(options), options);
}

// The prox solvers of the table: what distinguishes them from ProxOptions' defaults.
template <ProxScheme Scheme, RFactor Factor, Acceleration Accelerated = Acceleration::none, bool Adaptive = false>
std::unique_ptr<ContactSolver> make_prox(std::string_view name, const SolverOptions& options) {
  ProxOptions prox;
  prox.solver = options;
  prox.scheme = Scheme;
  prox.r_factor = Factor;
  prox.acceleration = Accelerated;
  prox.adaptive = Adaptive;
  return std::make_unique<ProxSolver>(prox, name);
}

std::unique_ptr<ContactSolver> make_alternation(std::string_view name, const SolverOptions& options) {
  AlternationOptions alternation;
  alternation.solver = options;
  return std::make_unique<Alternation>(alternation, name);
}

std::unique_ptr<ContactSolver> make_portfolio(std::string_view /*name*/, const SolverOptions& options) {
  return std::make_unique<Portfolio>(options);
}

template <NewtonStorage Storage>
std::unique_ptr<ContactSolver> make_newton(std::string_view name, const SolverOptions& options) {
  NewtonOptions newton;
  newton.solver = options;
  newton.storage = Storage;
  return std::make_unique<NewtonSolver>(newton, name);
}

}  // namespace

const std::vector<ContactSolverEntry>& contact_solvers() {
  using enum ProxScheme;
  using enum RFactor;
  static const std::vector<ContactSolverEntry> table = {
      {"portfolio", "several methods in a fixed order until one succeeds", &make_portfolio},
      {"lemke", "LCP in standard form by Lemke's method with lexicographic pivoting", &make_lcp<Lemke>},
      {"enumeration", "LCP in standard form by trying all complementary bases", &make_lcp<Enumeration>},
      {"lcp_newton", "LCP in standard form by a damped semismooth Newton method", &make_lcp<LcpNewton>},
      {"lcp_relaxation", "LCP in standard form by projected relaxation; not for friction, whose diagonal vanishes",
       &make_lcp<ProjectedRelaxation>},
      {"pjor", "projected Jacobi, r_i from row sums", &make_prox<pjor, local_row_sum>},
      {"pjor_norm", "projected Jacobi, one r from the norm of G", &make_prox<pjor, global_norm>},
      {"pjor_spectral", "projected Jacobi, one r from the spectral radius of G", &make_prox<pjor, global_spectral>},
      {"pjor_adaptive", "projected Jacobi, r_i from the diagonal, adapted",
       &make_prox<pjor, local_diagonal, Acceleration::none, true>},
      {"nesterov", "projected Jacobi with Nesterov's momentum and restarts, r_i from diagonal and spectral radius",
       &make_prox<pjor, local_spectral, Acceleration::nesterov>},
      {"psor", "projected Gauss-Seidel, r_i from the diagonal", &make_prox<psor, local_diagonal>},
      {"psor_norm", "projected Gauss-Seidel, one r from the norm of G", &make_prox<psor, global_norm>},
      {"psor_adaptive", "projected Gauss-Seidel, r_i from the diagonal, adapted",
       &make_prox<psor, local_diagonal, Acceleration::none, true>},
      {"psor_block", "Gauss-Seidel with exact solutions contact by contact", &make_prox<psor_block, local_diagonal>},
      {"anderson", "psor_block with Anderson acceleration",
       &make_prox<psor_block, local_diagonal, Acceleration::anderson>},
      {"alternation", "Newton for the velocities and projection of the percussions in turn", &make_alternation},
      {"newton", "semismooth Newton on the prox equations, dense", &make_newton<NewtonStorage::dense>},
      {"newton_sparse", "semismooth Newton on the prox equations, sparse", &make_newton<NewtonStorage::sparse>},
  };
  return table;
}

std::string_view default_contact_solver() { return contact_solvers().front().name; }

std::vector<std::string> contact_solver_names() {
  std::vector<std::string> names;
  for (const ContactSolverEntry& entry : contact_solvers()) names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<ContactSolver> make_contact_solver(std::string_view name, const SolverOptions& options) {
  std::string known;
  for (const ContactSolverEntry& entry : contact_solvers()) {
    if (entry.name == name) return entry.make(entry.name, options);
    known += known.empty() ? "" : ", ";
    known += entry.name;
  }
  throw std::invalid_argument("unknown contact solver '" + std::string(name) + "'; known are " + known);
}

}  // namespace nsdbench
