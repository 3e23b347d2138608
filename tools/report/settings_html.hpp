// Settings and the like, as records and benchmarks hold them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace nsdbench::report {

// A table of keys and values of an object, to be unfolded by `summary`.
std::string settings_html(const std::string& summary, const std::string& caption,
                          const nlohmann::ordered_json& settings);

}  // namespace nsdbench::report
