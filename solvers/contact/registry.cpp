#include "solvers/contact/registry.hpp"

#include <stdexcept>

#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/lcp/lemke.hpp"

namespace nsdbench {

namespace {

template <class Method>
std::unique_ptr<ContactSolver> make_lcp(const SolverOptions& options) {
  return std::make_unique<LcpContactSolver>(std::make_unique<Method>(options), options);
}

}  // namespace

const std::vector<ContactSolverEntry>& contact_solvers() {
  static const std::vector<ContactSolverEntry> table = {
      {"lemke", "LCP in standard form by Lemke's method with lexicographic pivoting", &make_lcp<Lemke>},
      {"enumeration", "LCP in standard form by trying all complementary bases", &make_lcp<Enumeration>},
  };
  return table;
}

std::vector<std::string> contact_solver_names() {
  std::vector<std::string> names;
  for (const ContactSolverEntry& entry : contact_solvers()) names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<ContactSolver> make_contact_solver(std::string_view name, const SolverOptions& options) {
  std::string known;
  for (const ContactSolverEntry& entry : contact_solvers()) {
    if (entry.name == name) return entry.make(options);
    known += known.empty() ? "" : ", ";
    known += entry.name;
  }
  throw std::invalid_argument("unknown contact solver '" + std::string(name) + "'; known are " + known);
}

}  // namespace nsdbench
