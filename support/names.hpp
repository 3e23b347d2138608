// Enumerators and their names in files, by a table of both.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace nsdbench::support {

// Enumerators and their names in files.
template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

// The table must have all enumerators; of any other number, "unknown".
template <class Enum, std::size_t N>
constexpr std::string_view name_of(const Names<Enum, N>& names, Enum value) {
  for (const auto& [each, name] : names) {
    if (each == value) return name;
  }
  return "unknown";
}

// Nothing for a text that is no name.
template <class Enum, std::size_t N>
constexpr std::optional<Enum> value_named(const Names<Enum, N>& names, std::string_view text) {
  for (const auto& [value, name] : names) {
    if (name == text) return value;
  }
  return std::nullopt;
}

}  // namespace nsdbench::support
