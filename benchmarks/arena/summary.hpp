// Who solved what: the table of contenders against problem classes.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

// Rows counted by verdict. On problems known to have no solution, where nobody is to solve anything, a row without
// claim counts as silent instead of unsolved.
struct Tally {
  int solved = 0;
  int unsolved = 0;
  int claimed_but_wrong = 0;
  int not_applicable = 0;
  int accepted_without_solution = 0;
  int proven_infeasible = 0;
  int silent = 0;
  int applicable() const {
    return solved + unsolved + claimed_but_wrong + accepted_without_solution + proven_infeasible + silent;
  }
  void count(const Row& row);
};

// The class of problems a row belongs to: its set, or "no solution".
std::string class_of(const Row& row);

// The values of a column in the order of first appearance.
std::vector<std::string> distinct(const std::vector<Row>& rows, std::string Row::*column);
std::vector<double> tolerances_of(const std::vector<Row>& rows);  // loose ones first

// For every kind of problem and tolerance a table of contenders against sets, with solved / applicable and, where there
// are any, the number of wrong claims, and totals by verdict. Problems known to have no solution stand in a column of
// their own, with proven infeasible / applicable: nobody is to solve them. A contender that can represent none of the
// problems of a table is left out of it.
std::string text_counts(const Results& results);

// The counts, then the medians of time and iterations (cost_tables); the Markdown also has the speed against peers and
// the wrong claims of the suite's solvers.
std::string markdown_summary(const Results& results);
std::string text_summary(const Results& results);

// Every wrong claim of the suite's own solvers, a line each; empty if there is none, as there should be.
std::string own_wrong_claims(const Results& results);

}  // namespace nsdbench::arena
