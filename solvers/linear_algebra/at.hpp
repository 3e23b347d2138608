// Entry i of a container, for the signed indices that the formulas are written in.
#pragma once

#include <cstddef>

namespace nsdbench {

// Entry i, without a check of the range.
template <class Container>
constexpr auto& at(Container& container, int i) {
  return container[static_cast<std::size_t>(i)];
}

}  // namespace nsdbench
