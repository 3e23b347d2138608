// Bisection for the edge of a set of numbers.
#pragma once

namespace nsdbench::support {

// Two numbers with the edge between them.
struct EdgeBracket {
  double inside = 0.0;   // the predicate holds there
  double outside = 0.0;  // the predicate does not hold there
  double middle() const { return 0.5 * (inside + outside); }
};

// `holds(inside)` is true and `holds(outside)` is false; which is larger does not matter. After each of `halvings`
// evaluations the bracket is half as wide.
template <class Predicate>
EdgeBracket bisect(double inside, double outside, int halvings, Predicate&& holds) {
  EdgeBracket bracket{inside, outside};
  for (int k = 0; k < halvings; ++k) {
    const double middle = bracket.middle();
    (holds(middle) ? bracket.inside : bracket.outside) = middle;
  }
  return bracket;
}

}  // namespace nsdbench::support
