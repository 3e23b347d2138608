#include "contact_data/hdf5_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "support/input_error.hpp"

namespace nsdbench::contact_data {

namespace {

// Nothing of a file in memory reaches the disk under this name.
constexpr char name_in_memory[] = "problem.hdf5";

hid_t access_in_memory() {
  constexpr std::size_t growth = 1 << 16;
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, growth, false);
  return access;
}

hid_t access_to(const std::string& bytes) {
  const hid_t access = access_in_memory();
  std::string image = bytes;  // the library copies it, but asks for a buffer it might change
  H5Pset_file_image(access, image.data(), image.size());
  return access;
}

hid_t creation_without_dates() {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(creation, false);
  return creation;
}

// Whether messages in the header of that object stand elsewhere in the file; nothing if the header cannot be read.
std::optional<bool> shares_messages(hid_t file, const std::string& path) {
#if H5_VERSION_GE(1, 12, 0)
  H5O_native_info_t info;
  if (H5Oget_native_info_by_name(file, path.c_str(), &info, H5O_NATIVE_INFO_HDR, H5P_DEFAULT) < 0) return std::nullopt;
#else
  H5O_info_t info;
  if (H5Oget_info_by_name2(file, path.c_str(), &info, H5O_INFO_HDR, H5P_DEFAULT) < 0) return std::nullopt;
#endif
  return info.hdr.mesg.shared != 0;
}

void demand(bool success) {
  if (!success) throw std::runtime_error("the HDF5 library failed to write");
}

}  // namespace

Hdf5Silence::Hdf5Silence() {
  // Everything is closed here; the library's own closing at exit would complain of damaged files on standard error.
  H5dont_atexit();
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5Silence::~Hdf5Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

Hdf5Reader::Hdf5Reader(const std::string& bytes, std::string name)
    : name_(std::move(name)),
      size_(bytes.size()),
      access_(access_to(bytes), H5Pclose),
      file_(H5Fopen(name_in_memory, H5F_ACC_RDONLY, access_.get()), H5Fclose) {
  if (!file_.valid()) refuse("the HDF5 file is damaged or cut off");
}

void Hdf5Reader::refuse(const std::string& complaint) const { throw support::InputError(name_ + ": " + complaint); }

bool Hdf5Reader::has_link(const std::string& path) const {
  if (H5Lexists(file_.get(), path.c_str(), H5P_DEFAULT) <= 0) return false;
  H5L_info_t link;
  if (H5Lget_info(file_.get(), path.c_str(), &link, H5P_DEFAULT) < 0) return false;
  if (link.type != H5L_TYPE_HARD) refuse(path + " must be part of the file, not a link to something else");
  return true;
}

bool Hdf5Reader::has(const std::string& path) const {
  // The library looks for the last part only; the ones above it must be there.
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    if (!has_link(path.substr(0, end))) return false;
  }
  return has_link(path);
}

Hdf5Handle Hdf5Reader::open(const std::string& path) const {
  if (!has(path)) refuse(path + " is missing");
  // FCLIB shares none, and the library (1.10.8) reads damaged tables of them into memory that it did not get.
  if (shares_messages(file_.get(), path).value_or(true)) {
    refuse(path + " must have its whole header in one place");
  }
  Hdf5Handle data_set(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data_set.valid()) refuse(path + " must be a data set");
  check_storage(path, data_set.get());
  return data_set;
}

// Before memory is asked for: a header of a few bytes may speak of more entries than any memory holds.
void Hdf5Reader::check_storage(const std::string& path, hid_t data_set) const {
  const Hdf5Handle creation(H5Dget_create_plist(data_set), H5Pclose);
  if (H5Pget_layout(creation.get()) == H5D_VIRTUAL || H5Pget_external_count(creation.get()) != 0) {
    refuse(path + " must be part of the file, not data in other files");
  }
  const Hdf5Handle space(H5Dget_space(data_set), H5Sclose);
  const Hdf5Handle type(H5Dget_type(data_set), H5Tclose);
  const hssize_t points = H5Sget_simple_extent_npoints(space.get());
  const std::size_t each = H5Tget_size(type.get());
  if (points < 0 || each == 0) refuse(path + " cannot be read");
  // The most that compression by deflate makes of a byte.
  constexpr double deflation = 1032.0;
  const bool filtered = H5Pget_nfilters(creation.get()) != 0;
  const double stored = static_cast<double>(std::min<hsize_t>(H5Dget_storage_size(data_set), size_));
  if (static_cast<double>(points) * static_cast<double>(each) > (filtered ? deflation : 1.0) * stored) {
    refuse(path + " has " + std::to_string(points) + " entries, for which there are not enough data in the file");
  }
  if (H5Pget_layout(creation.get()) != H5D_CHUNKED) return;
  std::array<hsize_t, H5S_MAX_RANK> chunk{};
  const int dimensions = H5Pget_chunk(creation.get(), static_cast<int>(chunk.size()), chunk.data());
  double chunk_size = static_cast<double>(each);
  for (int k = 0; k < dimensions; ++k) chunk_size *= static_cast<double>(chunk[static_cast<std::size_t>(k)]);
  if (chunk_size > deflation * static_cast<double>(size_)) refuse(path + " has chunks that are larger than the file");
}

std::size_t Hdf5Reader::count(const std::string& path) const {
  const Hdf5Handle data_set = open(path);
  const Hdf5Handle space(H5Dget_space(data_set.get()), H5Sclose);
  if (H5Sget_simple_extent_ndims(space.get()) > 1) refuse(path + " must have one dimension");
  const hssize_t points = H5Sget_simple_extent_npoints(space.get());
  if (points < 0) refuse(path + " cannot be read");
  return static_cast<std::size_t>(points);
}

void Hdf5Reader::read(const std::string& path, std::size_t wanted, hid_t memory_type, void* destination) const {
  const std::size_t there = count(path);
  if (there < wanted) {
    refuse(path + " must have " + std::to_string(wanted) + " entries, not " + std::to_string(there));
  }
  if (wanted == 0) return;
  const Hdf5Handle data_set = open(path);
  const Hdf5Handle space(H5Dget_space(data_set.get()), H5Sclose);
  const hsize_t length = wanted;
  const Hdf5Handle memory(H5Screate_simple(1, &length, nullptr), H5Sclose);
  if (H5Sget_simple_extent_ndims(space.get()) == 1) {
    const hsize_t start = 0;
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &length, nullptr);
  }
  if (H5Dread(data_set.get(), memory_type, memory.get(), space.get(), H5P_DEFAULT, destination) < 0) {
    refuse(path + " cannot be read");
  }
}

std::vector<double> Hdf5Reader::numbers(const std::string& path, std::size_t wanted) const {
  const Hdf5Handle data_set = open(path);
  const Hdf5Handle type(H5Dget_type(data_set.get()), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type.get());
  if (kind != H5T_FLOAT && kind != H5T_INTEGER) refuse(path + " must hold numbers");
  if (count(path) < wanted) read(path, wanted, H5T_NATIVE_DOUBLE, nullptr);  // refuses, before memory is asked for
  std::vector<double> values(wanted);
  read(path, wanted, H5T_NATIVE_DOUBLE, values.data());
  for (std::size_t i = 0; i < wanted; ++i) {
    if (std::isfinite(values[i])) continue;
    refuse(path + "[" + std::to_string(i) + "] must be a finite number, not " + std::to_string(values[i]));
  }
  return values;
}

std::vector<long long> Hdf5Reader::integers(const std::string& path, std::size_t wanted) const {
  const Hdf5Handle data_set = open(path);
  const Hdf5Handle type(H5Dget_type(data_set.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_INTEGER) refuse(path + " must hold whole numbers");
  if (count(path) < wanted) read(path, wanted, H5T_NATIVE_LLONG, nullptr);
  std::vector<long long> values(wanted);
  read(path, wanted, H5T_NATIVE_LLONG, values.data());
  return values;
}

long long Hdf5Reader::integer(const std::string& path) const { return integers(path, 1).front(); }

std::string Hdf5Reader::text_if_any(const std::string& path) const {
  if (!has(path)) return {};
  const Hdf5Handle data_set(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data_set.valid()) return {};
  check_storage(path, data_set.get());
  const Hdf5Handle type(H5Dget_type(data_set.get()), H5Tclose);
  const bool fixed_length = H5Tget_class(type.get()) == H5T_STRING && H5Tis_variable_str(type.get()) == 0;
  if (!fixed_length || count(path) != 1) return {};  // FCLIB writes no others
  const std::size_t length = H5Tget_size(type.get());
  const Hdf5Handle memory_type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(memory_type.get(), length + 1);
  std::string value(length + 1, '\0');
  if (H5Dread(data_set.get(), memory_type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0) return {};
  value.resize(value.find('\0'));
  return value;
}

Hdf5Writer::Hdf5Writer()
    : access_(access_in_memory(), H5Pclose),
      creation_(creation_without_dates(), H5Pclose),
      file_(H5Fcreate(name_in_memory, H5F_ACC_TRUNC, H5P_DEFAULT, access_.get()), H5Fclose) {
  demand(file_.valid());
}

void Hdf5Writer::group(const std::string& path) {
  const Hdf5Handle made(H5Gcreate2(file_.get(), path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  demand(made.valid());
}

void Hdf5Writer::write(const std::string& path, hid_t type, const Hdf5Handle& space, const void* values) {
  const Hdf5Handle data_set(
      H5Dcreate2(file_.get(), path.c_str(), type, space.get(), H5P_DEFAULT, creation_.get(), H5P_DEFAULT), H5Dclose);
  demand(data_set.valid());
  demand(H5Dwrite(data_set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
}

void Hdf5Writer::numbers(const std::string& path, std::span<const double> values) {
  const hsize_t length = values.size();
  write(path, H5T_NATIVE_DOUBLE, Hdf5Handle(H5Screate_simple(1, &length, nullptr), H5Sclose), values.data());
}

void Hdf5Writer::integers(const std::string& path, std::span<const int> values) {
  const hsize_t length = values.size();
  write(path, H5T_NATIVE_INT, Hdf5Handle(H5Screate_simple(1, &length, nullptr), H5Sclose), values.data());
}

void Hdf5Writer::text(const std::string& path, const std::string& value) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), value.size() + 1);
  write(path, type.get(), Hdf5Handle(H5Screate(H5S_SCALAR), H5Sclose), value.c_str());
}

std::string Hdf5Writer::bytes() {
  demand(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL) >= 0);
  const ssize_t size = H5Fget_file_image(file_.get(), nullptr, 0);
  demand(size > 0);
  std::string image(static_cast<std::size_t>(size), '\0');
  demand(H5Fget_file_image(file_.get(), image.data(), image.size()) == size);
  return image;
}

}  // namespace nsdbench::contact_data
