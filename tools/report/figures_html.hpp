// Drawings of the results as pages show them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/report/site.hpp"

namespace nsdbench::report {

// A larger vector graphic, compact, never stands in the page itself but is loaded when a reader comes to it. In bytes.
inline constexpr std::uintmax_t largest_light_svg = 40'000;

// The picture, which a click enlarges: <folder>/<id>.svg, which inline_svg.hpp makes lighter. A sentence where it has
// not been drawn. Behind the mark its file stands, below the results.
inline constexpr std::string_view picture_mark = "<img loading=\"lazy\" data-file=\"";
std::string picture(const Sources& sources, const std::filesystem::path& folder, const std::string& id,
                    const std::string& caption);

// Those of the drawings (id and caption) that are there, in the folder below the results. What is wrong with their
// files is added to `faults`, where that is given.
std::string drawn_figures(const Sources& sources, const std::string& folder,
                          const std::vector<std::pair<std::string, std::string>>& figures,
                          std::vector<std::string>* faults = nullptr);

// Links to the files that are there, with their sizes.
std::string file_links(const Sources& sources, const std::filesystem::path& folder,
                       const std::vector<std::string>& names);

}  // namespace nsdbench::report
