#include "sweeps/swept_map.hpp"

#include <algorithm>
#include <stdexcept>

namespace nsdbench::sweeps {

void check_settings(const Settings& settings, std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : settings) {
    if (std::ranges::find(known, name) != known.end()) continue;
    std::string sentence = "the map has no setting '" + name + "': its settings are";
    const char* separator = " ";
    for (const std::string_view other : known) {
      sentence += separator;
      sentence += other;
      separator = ", ";
    }
    throw std::invalid_argument(sentence);
  }
}

std::string setting(const Settings& settings, std::string_view name, const std::string& otherwise) {
  const auto found = std::ranges::find(settings, name, &Settings::value_type::first);
  return found != settings.end() ? found->second : otherwise;
}

}  // namespace nsdbench::sweeps
