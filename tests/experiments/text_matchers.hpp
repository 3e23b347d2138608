// Matchers for text under one name in Catch2 2 and 3.
#pragma once

#include <string>

#include "tests/helpers/catch.hpp"

namespace nsdbench::testing {

#if __has_include(<catch2/catch_all.hpp>)
inline auto contains(const std::string& part) { return Catch::Matchers::ContainsSubstring(part); }
#else
inline auto contains(const std::string& part) { return Catch::Matchers::Contains(part); }
#endif

}  // namespace nsdbench::testing
