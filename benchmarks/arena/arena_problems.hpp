// The problems of the arena: the suite's sets, and files of contact data.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/problem_sets/problem_set.hpp"
#include "contact_data/contact_data.hpp"

namespace nsdbench::arena {

struct ArenaProblem {
  std::string set;
  std::string name;
  problem_sets::Solvable solvable = problem_sets::Solvable::unknown;
  ContactProblem problem;
  std::optional<contact_data::ContactData> data;  // if it comes from a file, whose own residual counts as well
};

// Made when it is needed: all problems together would fill the memory.
using ProblemMaker = std::function<ArenaProblem()>;

// The problems of the named sets (all sets if there is none). Throws std::invalid_argument for an unknown name; the set
// names "data_lcp", "data_friction_2d" and "data_friction_3d" are left to data_problems.
std::vector<ProblemMaker> own_problems(const std::vector<std::string>& sets, problem_sets::Extent extent);

// The files below `directory` of the named sets (all if there is none); in the quick extent those of at most 60
// coordinates. A file that cannot be read throws support::InputError.
std::vector<ProblemMaker> data_problems(const std::filesystem::path& directory, const std::vector<std::string>& sets,
                                        problem_sets::Extent extent);

// Names of all sets, the suite's first.
std::vector<std::string> arena_set_names();

}  // namespace nsdbench::arena
