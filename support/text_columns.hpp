// Columns of text for a terminal.
#pragma once

#include <string>
#include <vector>

namespace nsdbench::support {

// Rows of equally many cells, each column as wide as its widest cell; the last column is not padded. Cells
// may hold UTF-8.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

// `value` with six significant digits, for reading; files hold the whole number.
std::string readable(double value);

}  // namespace nsdbench::support
