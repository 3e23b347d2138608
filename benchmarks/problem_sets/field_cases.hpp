// What went wrong in contact solvers in practice, as problems with their right answers.
//
// The labels A1 .. A11, B6, B9, C4 are those of docs/field-cases.md. Every answer was derived in closed form, or
// found by trying all complementary bases by hand or in rational arithmetic.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/problem_sets/problem_set.hpp"

namespace nsdbench::problem_sets {

// A linear function of the percussions (and of c, if it is a velocity) whose value is the same in all right answers.
struct StatedValue {
  std::string what;
  std::vector<double> weights;  // of the percussions, one per coordinate
  double offset = 0.0;
  double value = 0.0;      // offset + weights . P
  double magnitude = 1.0;  // of the terms that cancel, for tolerances
  // Error of the value for a unit residual, relative to `magnitude`: for percussions ||G^-1|| v_ref / magnitude,
  // rounded up, with the norm of row sums.
  double amplification = 1.0;
};

struct FieldCase {
  NamedProblem problem;
  std::vector<StatedValue> stated;  // empty if the problem has no solution, or too many to say anything
  bool malformed = false;           // has numbers that are not finite: to be refused as invalid input
};

// In the order of the set "field_cases", followed by the malformed ones.
const std::vector<FieldCase>& field_cases();

}  // namespace nsdbench::problem_sets
