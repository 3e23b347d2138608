// Texts for other programs than a browser.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace nsdbench::report {

// A text as LaTeX sets it, its special characters escaped.
std::string latex_text(const std::string& text);

// Width and height of a vector graphic as its first lines say them; "600" and "400" where they do not. So the browser
// reserves the place before the picture is there.
std::pair<std::string, std::string> svg_size(const std::filesystem::path& file);

}  // namespace nsdbench::report
