#pragma once

#include <cstring>
#include <type_traits>
#include <vector>

namespace nsdbench::testing {

// Of numbers, or of structs without padding. False of empty ones, too, which compare nothing.
template <class Element>
bool same_bytes(const std::vector<Element>& a, const std::vector<Element>& b) {
  static_assert(std::is_trivially_copyable_v<Element>);
  return a.size() == b.size() && !a.empty() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Element)) == 0;
}

}  // namespace nsdbench::testing
