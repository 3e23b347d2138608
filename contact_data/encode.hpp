// Problems as the content of a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "contact_data/contact_data.hpp"

namespace nsdbench::contact_data {

// FCLIB's layout is `hdf5`.
enum class Format : std::uint8_t { json, json_gz, hdf5 };

// By the end of the name: .json, .json.gz, .hdf5 or .h5. Throws std::invalid_argument, naming the file, for any other.
Format format_of(const std::filesystem::path& file);

// The bytes of a file that read_contact_data() reads back to the same numbers, bit by bit; the same bytes every time.
// JSON keeps everything. FCLIB's HDF5 layout keeps the numbers, name and description up to a zero byte, and the
// reference without what was stated of it; W is stored by compressed rows, without zeros. Throws std::invalid_argument
// for an LCP as hdf5, which FCLIB does not have, and for hdf5 in a build without it.
std::string encode(const ContactData& data, Format format);

}  // namespace nsdbench::contact_data
