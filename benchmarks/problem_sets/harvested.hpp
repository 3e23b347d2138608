// Contact problems met by the suite's own mechanisms, as files of JSON lines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::problem_sets {

struct HarvestedProblem {
  std::string name;    // mechanism, variant of the run and number
  std::string source;  // the run: a name in harvest.cpp
  long step = 0;       // of the run, the first is 0
  std::string active;  // the closed contacts, counted from 1: "13"
  std::string modes;   // of the laws at the solution: c for constraint, i for impressed
  ContactProblem problem;
};

// One line of JSON without the newline; numbers read back to the same doubles. Small dense problems only.
std::string json_line(const HarvestedProblem& harvested);

// Throws std::invalid_argument, naming `place`, for a line that is not of that form.
HarvestedProblem parse_harvested(const std::string& line, const std::string& place);

// The problems of a file in the order of its lines. Throws std::invalid_argument if it cannot be read.
std::vector<HarvestedProblem> read_harvested(const std::filesystem::path& file);

// The committed file.
std::filesystem::path harvested_file();

}  // namespace nsdbench::problem_sets
