// Vector graphics that stand in a page itself, so that their text can be searched and copied.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/output_files.hpp"
#include "tools/report/site.hpp"

namespace nsdbench::report {

// The graphic as an element of a page: `prefix` before all its ids, and before those that it refers to, so that several
// stand in one page; `label`, escaped
// already, is what a screen reader says of it. Nothing for a file that is none, and for one with
// scripts, styles, references to other files or anything else that a page should not take over.
std::optional<std::string> inline_svg(std::string_view file, std::string_view prefix, std::string_view label);

// `content` with the pictures of figures_html.hpp as light as they can be shown: as a compact copy of the vector
// graphic, which is added to `files`, or as the PNG where that is smaller. Light vector graphics are put in the page
// itself, the smallest first, while they are no more than `room` bytes together.
std::string with_light_pictures(const Sources& sources, const std::string& content, std::size_t room,
                                std::vector<support::TextFile>& files);

}  // namespace nsdbench::report
