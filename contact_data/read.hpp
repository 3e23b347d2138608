// Problem files: reading them, and finding them.
#pragma once

#include <filesystem>
#include <vector>

#include "contact_data/contact_data.hpp"
#include "support/input_error.hpp"

namespace nsdbench::contact_data {

// Reads a problem in the JSON format, plain or compressed by gzip, or in FCLIB's HDF5 layout (group /fclib_local);
// the first bytes of the file decide which of them it is. Everything is checked: the result is complete and finite, its
// matrix has no entry twice, mu >= 0. Throws support::InputError otherwise, also for an FCLIB problem with bilateral
// constraints or in global form, and for HDF5 in a build without it (see hdf5_available).
//
// JSON: `format` and `version` may be absent, `name` (then the file's), `description`, `tags`, `known`, `start` and
// `reference` too. Entries of a sparse matrix may stand in any order. Keys for remarks (docs/contact-data.md) are kept
// as other_keys, others refused.
//
// FCLIB: u = W r + q and the normal component first, as here. Entries of W that occur more than once add up, as they do
// in FCLIB; of a triplet matrix the first nz entries count, of a compressed one those within its pointers. The
// reference is /solution/r.
ContactData read_contact_data(const std::filesystem::path& file);

// Whether this build reads and writes HDF5.
bool hdf5_available();

// The problem files (*.json, *.json.gz, *.hdf5) in `directory` and below, sorted by path. Throws support::InputError if
// it cannot be listed.
std::vector<std::filesystem::path> list_contact_data(const std::filesystem::path& directory);

}  // namespace nsdbench::contact_data
