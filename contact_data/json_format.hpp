// The JSON format of contact problems, between text and ContactData.
#pragma once

#include <string>

#include "contact_data/contact_data.hpp"

namespace nsdbench::contact_data {

// `file` names the text in complaints, and the problem if the text does not. Throws support::InputError.
ContactData parse_json(const std::string& text, const std::string& file);

// One key per line; ends with a line break.
std::string format_json(const ContactData& data);

// The file's name without folders and without .json, .json.gz, .hdf5 or .h5.
std::string problem_name(const std::string& file);

}  // namespace nsdbench::contact_data
