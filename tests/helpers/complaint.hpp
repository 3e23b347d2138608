// The sentence with which wrong input is refused.
#pragma once

#include <stdexcept>
#include <string>

namespace nsdbench::testing {

// What the std::invalid_argument says that `call` throws; empty if it throws none.
template <class Call>
std::string complaint_of(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace nsdbench::testing
