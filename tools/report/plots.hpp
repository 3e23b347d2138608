// Interactive plots, as report/plots.json describes them.
#pragma once

#include <string>

#include "tools/report/pages.hpp"
#include "tools/report/site.hpp"

namespace nsdbench::report {

// The plots of `page`, each with a table of its values. Their data become a script in `files`, which `page` then loads.
// A plot whose table is not there says so. An entry of report/plots.json:
//
//   id, page, title, caption   `page` is the file of the page
//   file                       a CSV file below the results
//   x, y                       columns; `y` may be an array of columns, a line each, or "*": all but x
//   series, label              a column that tells lines apart, and how a line is called: {} stands for its value there
//   where                      {column: text}: rows of these alone
//   x_label, y_label           with units
//   log                        "x", "y" or "xy": logarithmic axes
//   points                     true: points instead of lines
//   octaves                    true: medians over octaves of x
//
// Throws std::invalid_argument, naming plot and column, for a column that the file does not have.
std::string plots_section(const Sources& sources, Page& page, Files& files);

}  // namespace nsdbench::report
