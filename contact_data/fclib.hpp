// FCLIB's HDF5 layout of local problems, between bytes and ContactData.
//
//   /fclib_local/spacedim               d
//   /fclib_local/W/{nzmax,m,n,nz,p,i,x} the matrix: nz >= 0 triplets (p rows, i columns), -1 compressed columns,
//                                       -2 compressed rows (p pointers, i the other index), x the values
//   /fclib_local/vectors/{q,mu}
//   /fclib_local/{V,R}, vectors/s       bilateral constraints; refused
//   /fclib_local/info/{title,description}
//   /solution/{u,r}
//
// As in fclib.h: u = W r + q with the normal component first, r in the cone of mu, u + mu ||u_T|| n in its dual.
// Files differ in how long x, i and p are: they may have up to nzmax entries, of which those count that nz or the
// pointers say.
#pragma once

#include <string>

#include "contact_data/contact_data.hpp"

namespace nsdbench::contact_data {

// Throws support::InputError, naming `name`. There are damaged files that end the process that has the HDF5 library
// read them, by its own errors (1.10.8: a heap whose stated size is gigantic). So a copy of this process reads first,
// and what ends it is refused. std::system_error if there can be no copy. A build without HDF5 has the first and the
// last function only, which throw support::InputError and std::invalid_argument.
ContactData parse_fclib(const std::string& bytes, const std::string& name);
// The same without a copy: where the library does not return, neither does this.
ContactData parse_fclib_here(const std::string& bytes, const std::string& name);
std::string encode_fclib(const ContactData& data);

}  // namespace nsdbench::contact_data
