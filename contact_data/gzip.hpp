// Compression by gzip, in memory.
#pragma once

#include <string>

namespace nsdbench::contact_data {

// Whether the bytes begin as those of gzip do.
inline bool is_gzip(const std::string& bytes) { return bytes.starts_with("\x1f\x8b"); }

// Whether this build has zlib.
bool gzip_available();

// Throws support::InputError, naming `file`, if the data are damaged or cut off, if something follows them, if they are
// more than 16 MiB and fifty times as many as there were, which problems do not reach and made-up data do (gzip makes
// up to a thousand bytes of one), or in a build without zlib.
std::string decompress(const std::string& bytes, const std::string& file);

// The same bytes every time: no name, no date. Throws std::invalid_argument in a build without zlib.
std::string compress(const std::string& text);

}  // namespace nsdbench::contact_data
