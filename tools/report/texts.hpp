// Texts for other programs than a browser.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsdbench::report {

// A text as LaTeX sets it, its special characters escaped.
std::string latex_text(const std::string& text);

// The words of a command, quoted as they were; nothing if there is something outside of quotes that a shell acts on.
std::optional<std::vector<std::string>> words_of_command(std::string_view command);
std::string without_quotes(std::string word);

// Files in ASCII write the sign as "+- ".
std::string with_plus_minus(std::string text);

// Width and height of a vector graphic as its first lines say them; "600" and "400" where they do not. So the browser
// reserves the place before the picture is there.
std::pair<std::string, std::string> svg_size(const std::filesystem::path& file);

}  // namespace nsdbench::report
