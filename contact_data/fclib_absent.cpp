// In place of fclib.cpp in a build without HDF5.
#include "contact_data/fclib.hpp"
#include "contact_data/read.hpp"

namespace nsdbench::contact_data {

bool hdf5_available() { return false; }

ContactData parse_fclib(const std::string& /*bytes*/, const std::string& name) {
  throw support::InputError("cannot read " + name + ": it is an HDF5 file, and this build has no HDF5");
}

std::string encode_fclib(const ContactData& data) {
  throw std::invalid_argument(data.name + " cannot be written as HDF5: this build has no HDF5");
}

}  // namespace nsdbench::contact_data
