#include "benchmarks/problem_sets/problem_set.hpp"

#include <stdexcept>

#include "benchmarks/problem_sets/sets.hpp"

namespace nsdbench::problem_sets {

std::string_view to_string(Solvable solvable) {
  switch (solvable) {
    case Solvable::unknown:
      return "unknown";
    case Solvable::yes:
      return "yes";
    case Solvable::no:
      return "no";
  }
  return "unknown";
}

std::string_view to_string(Kind kind) {
  switch (kind) {
    case Kind::lcp:
      return "lcp";
    case Kind::planar:
      return "planar";
    case Kind::spatial:
      return "spatial";
  }
  return "lcp";
}

Kind kind_of(const ContactProblem& problem) {
  Kind kind = Kind::lcp;
  for (const SetValuedLaw& law : problem.laws) {
    if (law.kind == LawKind::unilateral) continue;
    if (law.dimension > 1) return Kind::spatial;
    kind = Kind::planar;
  }
  return kind;
}

int contact_count(const ContactProblem& problem) {
  int count = 0;
  for (const SetValuedLaw& law : problem.laws) count += law.kind == LawKind::coulomb ? 0 : 1;
  return count;
}

std::vector<int> ProblemSet::selection(Extent extent) const {
  std::vector<int> selected;
  for (int i = 0; i < size; ++i) {
    if (extent == Extent::full || quick(i)) selected.push_back(i);
  }
  return selected;
}

const std::vector<ProblemSet>& all_sets() {
  static const std::vector<ProblemSet> sets = {
      regular_set(),   rank_deficient_set(), mass_ratio_set(), stack_planar_set(), stack_spatial_set(),
      redundant_set(), eq33_set(),           mixed_laws_set(), painleve_set(),     coupling_set(),
      disks_set(),     harvested_set(),      field_case_set(),
  };
  return sets;
}

const ProblemSet& set_named(std::string_view name) {
  std::string known;
  for (const ProblemSet& set : all_sets()) {
    if (set.name == name) return set;
    known += known.empty() ? "" : ", ";
    known += set.name;
  }
  throw std::invalid_argument("unknown problem set '" + std::string(name) + "'; known are " + known);
}

}  // namespace nsdbench::problem_sets
