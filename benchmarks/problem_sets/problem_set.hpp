// Sets of contact problems to try solvers on: reproducible by seed, and each problem with what is known of it.
//
//   for (const ProblemSet& set : all_sets()) {
//     for (const int i : set.selection(Extent::quick)) use(set.make(i));
//   }
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::problem_sets {

enum class Solvable : std::uint8_t { unknown, yes, no };
std::string_view to_string(Solvable solvable);  // "unknown", "yes", "no"

// What a method must be able to represent.
enum class Kind : std::uint8_t {
  lcp,     // unilateral laws only
  planar,  // also friction, of intervals only
  spatial  // at least one disc
};
std::string_view to_string(Kind kind);
Kind kind_of(const ContactProblem& problem);

// Unilateral laws, and friction elements that stand for themselves.
int contact_count(const ContactProblem& problem);

struct NamedProblem {
  std::string name;  // unique among all sets
  ContactProblem problem;
  // `yes` and `no` rest on a theorem, a proof or a known solution, as the set's recipe says.
  Solvable solvable = Solvable::unknown;
};

enum class Extent : std::uint8_t { quick, full };

struct ProblemSet {
  std::string_view name;
  std::string_view recipe;  // one or two sentences: how the problems are made, and why they have a solution
  int size = 0;
  // The problem 0 <= i < size; each call computes the same numbers anew. May throw only where files are read.
  NamedProblem (*make)(int i) = nullptr;
  // Whether the problem belongs to the quick selection: small ones, of every sort the set has.
  bool (*quick)(int i) = nullptr;

  std::vector<int> selection(Extent extent) const;
};

// All sets, in the order tables list them.
const std::vector<ProblemSet>& all_sets();

// Throws std::invalid_argument, naming the known sets, if there is none of that name.
const ProblemSet& set_named(std::string_view name);

}  // namespace nsdbench::problem_sets
