// Who takes part in the arena: the suite's solvers and, on demand, those of other libraries.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solvers/contact/solver.hpp"

namespace nsdbench::arena {

struct ContenderInfo {
  std::string name;
  std::string description;
  bool peer = false;  // of another library
};

// What one solve came to, before anything is judged.
struct Attempt {
  SolverResult result;   // as the interface of all solvers gives it
  bool claimed = false;  // the method itself reports success, whether or not its answer is right
  double seconds = 0.0;  // of the method; without translating the problem, for peers
};

// One solver with its options, for one problem at a time.
class Contender {
 public:
  virtual ~Contender() = default;
  // Prepares for the solves of `problem`; this is not timed.
  virtual void prepare(const ContactProblemView& problem) = 0;
  // `repetitions` solves of the problem from zero percussions; the seconds are of one of them, on average.
  virtual Attempt solve(const ContactProblemView& problem, std::span<double> percussions, std::span<Mode> modes,
                        int repetitions) = 0;
};

// All contenders, the suite's own in the order of their registry. Peers only if asked for.
std::vector<ContenderInfo> contenders(bool with_peers);

// Throws std::invalid_argument for a name that is neither registered nor a peer's.
std::unique_ptr<Contender> make_contender(const ContenderInfo& info, const SolverOptions& options);

// The libraries of peers: name and version, or "not found".
struct LibraryInfo {
  std::string name;
  std::string version;  // empty if it was not found
  std::string debian_package;
};
std::vector<LibraryInfo> peer_libraries();

}  // namespace nsdbench::arena
