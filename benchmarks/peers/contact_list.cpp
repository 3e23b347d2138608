#include "benchmarks/peers/contact_list.hpp"

namespace nsdbench::peers {

bool list_contacts(const ContactProblemView& problem, int dimension, ContactList& list) {
  list = {};
  std::vector<int> contact(problem.laws.size(), -1);  // of a unilateral law
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    if (problem.laws[l].kind != LawKind::unilateral) continue;
    contact[l] = list.contacts();
    list.mu.push_back(-1.0);
  }
  list.dimension = dimension;
  list.coordinate.resize(list.mu.size() * static_cast<std::size_t>(dimension));
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    const bool is_normal = law.kind == LawKind::unilateral;
    if (!is_normal && (law.kind != LawKind::coulomb || law.dimension != dimension - 1)) return list = {}, false;
    const auto i = static_cast<std::size_t>(contact[is_normal ? l : static_cast<std::size_t>(law.normal)]);
    if (!is_normal) {
      if (list.mu[i] >= 0.0) return list = {}, false;  // a second Coulomb law on the same contact
      list.mu[i] = law.bound;
    }
    for (int k = 0; k < law.dimension; ++k) {
      list.coordinate[i * static_cast<std::size_t>(dimension) + static_cast<std::size_t>(is_normal ? 0 : 1 + k)] =
          law.offset + k;
    }
  }
  for (const double mu : list.mu) {
    if (mu < 0.0) return list = {}, false;  // a contact without friction
  }
  return !list.mu.empty();
}

}  // namespace nsdbench::peers
