// Measured orders of convergence, of all records.
#pragma once

#include <string>

#include "tools/report/site.hpp"

namespace nsdbench::report {

// Which quantities are orders report/orders.json says, with method and problem. What was expected, and why, comes from
// the claims on them. A quantity that a record does not have is left out, and named below the table.
std::string order_table(const Sources& sources);

}  // namespace nsdbench::report
