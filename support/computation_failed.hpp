// What a program throws when its computation, and not its input, is at fault.
#pragma once

#include <stdexcept>

namespace nsdbench::support {

// For example, a contact problem stayed unsolved, or a table got a number that is not finite. The exit code is 1.
class ComputationFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace nsdbench::support
