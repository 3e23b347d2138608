// In place of gzip.cpp in a build without zlib.
#include <stdexcept>

#include "contact_data/gzip.hpp"
#include "support/input_error.hpp"

namespace nsdbench::contact_data {

bool gzip_available() { return false; }

std::string decompress(const std::string& /*bytes*/, const std::string& file) {
  throw support::InputError("cannot read " + file + ": it is compressed by gzip, and this build has no zlib");
}

std::string compress(const std::string& /*text*/) {
  throw std::invalid_argument("nothing can be compressed: this build has no zlib");
}

}  // namespace nsdbench::contact_data
