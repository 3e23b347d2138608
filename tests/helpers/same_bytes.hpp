#pragma once

#include <cstring>
#include <vector>

namespace nsdbench::testing {

// False of empty ones, too, which compare nothing.
inline bool same_bytes(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && !a.empty() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace nsdbench::testing
