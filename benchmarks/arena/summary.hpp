// Who solved what: the table of contenders against problem classes.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

struct Tally {
  int solved = 0;
  int unsolved = 0;
  int claimed_but_wrong = 0;
  int not_applicable = 0;
  int applicable() const { return solved + unsolved + claimed_but_wrong; }
  void count(Verdict verdict);
};

// The values of a column in the order of first appearance.
std::vector<std::string> distinct(const std::vector<Row>& rows, std::string Row::*column);
std::vector<double> tolerances_of(const std::vector<Row>& rows);  // loose ones first

// For every kind of problem and tolerance a table of contenders against sets, with solved / applicable and, where there
// are any, the number of wrong claims, and totals of solved, unsolved, claimed but wrong, not applicable. Problems
// known to have no solution stand in a column of their own: nobody is to solve them. A contender that can represent
// none of the problems of a table is left out of it.
std::string markdown_summary(const Results& results);
std::string text_summary(const Results& results);

// Every wrong claim of the suite's own solvers, a line each; empty if there is none, as there should be.
std::string own_wrong_claims(const Results& results);

}  // namespace nsdbench::arena
