// The sets of this folder, one function each; problem_set.cpp lists them.
#pragma once

#include "benchmarks/problem_sets/problem_set.hpp"

namespace nsdbench::problem_sets {

ProblemSet regular_set();         // "spd"
ProblemSet rank_deficient_set();  // "rank_deficient"
ProblemSet mixed_laws_set();      // "mixed_laws"
ProblemSet coupling_set();        // "coupling"
ProblemSet eq33_set();            // "eq33"
ProblemSet painleve_set();        // "painleve"
ProblemSet mass_ratio_set();      // "mass_ratio"
ProblemSet stack_planar_set();    // "stack_planar"
ProblemSet stack_spatial_set();   // "stack_spatial"
ProblemSet redundant_set();       // "redundant"
ProblemSet disks_set();           // "disks"
ProblemSet harvested_set();       // "harvested"
ProblemSet field_case_set();      // "field_cases"

}  // namespace nsdbench::problem_sets
