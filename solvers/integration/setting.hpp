// What an integrator says of its own settings.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

namespace nsdbench {

// A setting that decides the numbers of a run: a number in its unit ("1" where it has none), or a word.
struct IntegratorSetting {
  std::string_view name;
  std::variant<double, std::string_view> value;
  std::string_view unit = "1";
};

// Settings that a method does not use are not among them, nor is the limit of its work.
using IntegratorSettingList = std::vector<IntegratorSetting>;

}  // namespace nsdbench
