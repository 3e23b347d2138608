// What must hold for every contact problem that a reader accepts.
#pragma once

#include "contact_data/contact_data.hpp"

namespace nsdbench::fuzz {

// It can be written and read back to the same numbers, judged, and handed to the solvers.
void check_contact_data(const contact_data::ContactData& data);

}  // namespace nsdbench::fuzz
