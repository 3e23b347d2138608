// A table of text, in Markdown or aligned.
#pragma once

#include <string>
#include <vector>

namespace nsdbench::arena {

// Line by line, the first being the header; all of the same length, which is not zero.
using Cells = std::vector<std::vector<std::string>>;

std::string markdown(const Cells& cells);
std::string aligned(const Cells& cells);

}  // namespace nsdbench::arena
