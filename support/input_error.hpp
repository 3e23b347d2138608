// What is thrown for a file that cannot be used.
#pragma once

#include <stdexcept>

namespace nsdbench::support {

// what() is one sentence that names the file, the place in it and the value. Programs end with exit code 2.
class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace nsdbench::support
