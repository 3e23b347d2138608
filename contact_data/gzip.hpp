// Compression by gzip, in memory.
#pragma once

#include <string>

namespace nsdbench::contact_data {

bool is_gzip(const std::string& bytes);

// Throws support::InputError, naming `file`, if the data are damaged or cut off, or if something follows them.
std::string decompress(const std::string& bytes, const std::string& file);

// The same bytes every time: no name, no date.
std::string compress(const std::string& text);

}  // namespace nsdbench::contact_data
