// Counts runs that a formulation did not bring to their end, and notes the first of each kind.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "experiments/prismatic_clearance_cases/runs.hpp"
#include "experiments/support/experiment.hpp"

namespace nsdbench::experiments::prismatic {

class Unfinished {
 public:
  explicit Unfinished(Experiment& experiment) : experiment_(experiment) {}

  // True if the run came to its end. Otherwise it is counted, and the first of its kind is noted.
  bool finished(ComplementarityFormulation formulation, const ProgramRun& made, const std::string& run) {
    if (made.finished()) return true;
    if (++counts_[static_cast<std::size_t>(formulation)] == 1) {
      std::string sentence = "Formulation " + std::string(to_string(formulation));
      sentence += " did not finish the run with " + run + ": a program ended ";
      sentence += to_string(made.outcome.solver);
      sentence += ".";
      experiment_.note(sentence);
    }
    return false;
  }

  void record() {
    for (const ComplementarityFormulation formulation : formulations()) {
      const std::string name(to_string(formulation));
      experiment_.quantity("unfinished_" + name, counts_[static_cast<std::size_t>(formulation)], "1",
                           Uncertainty::count(), "runs that formulation " + name + " did not bring to their end");
    }
  }

 private:
  Experiment& experiment_;
  std::array<int, 3> counts_{};
};

}  // namespace nsdbench::experiments::prismatic
