// How fast the suite's solvers are against the fastest peer that is right.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

// Over the problems that both `solver` and some peer solve: time of the fastest peer that solves the problem over time
// of `solver`.
struct SpeedRatio {
  std::string kind;
  double tolerance = 0.0;
  int fewest_contacts = 0;
  int most_contacts = 0;
  std::string solver;
  int problems = 0;
  double geometric_mean = 0.0;
  double least = 0.0;
  int peers_alone = 0;  // problems that a peer solves and the solver does not
  int solver_alone = 0;
};

// For each kind, tolerance, own solver and range of contacts (1-4, 5-9, 10-100, more) with anything to compare.
std::vector<SpeedRatio> speed_ratios(const std::vector<Row>& rows);

// Each peer by itself against the suite's first solver in the rows, the default one.
struct PeerRatio {
  std::string kind;
  double tolerance = 0.0;
  int fewest_contacts = 0;
  int most_contacts = 0;
  std::string peer;
  int solved = 0;               // by the peer
  int claimed_but_wrong = 0;    // by the peer
  int applicable = 0;           // problems the peer can represent
  int problems = 0;             // solved by both
  double geometric_mean = 0.0;  // of the peer's time over the default solver's on those
};
std::vector<PeerRatio> peer_ratios(const std::vector<Row>& rows);

// Both as Markdown sections; empty without peers.
std::string markdown_speed(const std::vector<Row>& rows);

}  // namespace nsdbench::arena
