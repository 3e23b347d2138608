// Contact problems of one step of many disks, from 1e2 to 1e5 contacts, without a matrix: see disks.cpp for the set.
#pragma once

#include <string>

#include "solvers/contact/round_bodies/round_contact_problem.hpp"

namespace nsdbench::problem_sets {

inline constexpr int disk_problem_count = 12;

struct DiskProblem {
  std::string name;             // system, disks, contacts: "disks-heap-rest-50-98"
  std::string description;      // a sentence
  RoundContactProblem problem;  // sealed, percussions zero
};

// Problem 0 <= i < disk_problem_count, smaller ones first; each call computes the same numbers anew.
DiskProblem disk_problem(int i);

// Whether the problem has some 100 contacts, as the first ones do.
bool is_small_disk_problem(int i);

}  // namespace nsdbench::problem_sets
