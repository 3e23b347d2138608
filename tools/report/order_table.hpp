// Measured orders of convergence, of all records.
#pragma once

#include <string>
#include <vector>

#include "tools/report/site.hpp"

namespace nsdbench::report {

// Which quantities are orders report/orders.json says, with method, problem and the order that is expected of them. A
// quantity that a record does not have is left out, and named below the table.
std::string order_table(const Sources& sources);

// Sentences: orders of full runs in the papers' settings that are not the expected ones.
std::vector<std::string> unexpected_orders(const Sources& sources);

}  // namespace nsdbench::report
