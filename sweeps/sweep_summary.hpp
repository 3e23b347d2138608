// What a sweep came to.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/table.hpp"
#include "sweeps/sweep.hpp"
#include "sweeps/sweep_stages.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::sweeps {

// A share of the cases, and how far the share of all points between them may be from it.
struct Share {
  double value = 0.0;
  // Twice the standard error of as many points at random as were computed at first: what is narrower than their
  // distance may be missed. Three of those points' share at least, by the rule of three: a class of that share shows in
  // none of them once in 20 times.
  double binomial = 0.0;
  // Of a grid: half of the share of the cells in which the class meets another one, of half a cell at least. That is no
  // bound: a border leaves as much of its cells on one side as on the other on average, not in each. Nothing for points
  // that are no grid of two axes with from and to.
  std::optional<double> edge;
  // The share of cases without a class, any of which may be of this one.
  double without_class = 0.0;
  // The larger one of binomial and edge, and what has no class; 1 at most.
  double half_width() const;
};

// Stands for cases without a class: those that failed, and those between them.
inline constexpr int no_class = 0;

// Of the class `of_class` (from 1 on) of the quantity of that place among those asked for, which has_shares().
Share share_of_class(const Sweep& sweep, const SweepStages& stages, std::size_t quantity, int of_class);

// All cases in the order of their numbers: the inputs that vary, the quantities, and whether the case was computed,
// lies between equal ones, or failed. With an empty line where the axis that varies slowest changes.
support::Table merged_table(const Sweep& sweep, const SweptMap& map, const SweepStages& stages);

// Whether all points have, unless they failed, a class of the quantity of that place. Those of a sweep that is refined
// by another quantity have not, where they were not computed: those that were lie at the borders of the other one, and
// say nothing of all.
bool has_shares(const Sweep& sweep, std::size_t quantity);

// The shares of all classes of a quantity.
struct QuantityShares {
  std::string quantity;
  std::vector<std::pair<std::string, Share>> of_classes;
  double without_class = 0.0;
};

// Of the quantities with classes among those asked for that have shares.
std::vector<QuantityShares> shares_of(const Sweep& sweep, const SweptMap& map, const SweepStages& stages);

// The record of the sweep in JSON, with the hash of the table's text: the same bytes wherever and however the cases
// were computed.
std::string summary_text(const Sweep& sweep, const SweptMap& map, const SweepStages& stages,
                         const std::vector<QuantityShares>& shares, const support::Table& table,
                         const std::string& csv);

// run.gp, for the scripts that draw the table: a caption, the number of rows as rows_merged, and the shares of classes
// as q_<quantity>_<class>.
std::string figure_variables(const Sweep& sweep, const SweepStages& stages, const std::vector<QuantityShares>& shares);

}  // namespace nsdbench::sweeps
