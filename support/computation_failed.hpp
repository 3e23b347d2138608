// What a program throws when its computation, and not its input, is at fault.
#pragma once

#include <stdexcept>

namespace nsdbench::support {

// A contact problem stayed unsolved, say, or a table got a number that is not finite: exit code 1.
class ComputationFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace nsdbench::support
