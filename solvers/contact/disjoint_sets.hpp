// Sets of numbers 0, 1, ... that are joined two by two: the connected components of a graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace nsdbench {

// Sets of numbers that are joined two by two; allocates in reset() only.
class DisjointSets {
 public:
  // `count` sets of one number each.
  void reset(std::size_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  // The smallest number of the set that k belongs to.
  std::size_t root(std::size_t k) {
    while (parent_[k] != k) {
      parent_[k] = parent_[parent_[k]];  // halves the way for the next
      k = parent_[k];
    }
    return k;
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace nsdbench
