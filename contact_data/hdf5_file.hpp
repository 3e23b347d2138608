// HDF5 files in memory: the few calls of the C library that FCLIB's layout needs.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nsdbench::contact_data {

// Owns an identifier of the library and closes it.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;

  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  Close close_;
};

// The library prints its errors; while this object lives, it does not.
class Hdf5Silence {
 public:
  Hdf5Silence();
  ~Hdf5Silence();
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

// Reading. Every complaint is an support::InputError that names the file and the data set. What a file says of its own
// sizes is believed only as far as the file has room for it, and nothing outside of it is opened: links and data sets
// that lead to other files are refused.
class Hdf5Reader {
 public:
  Hdf5Reader(const std::string& bytes, std::string name);

  // Paths are absolute.
  bool has(const std::string& path) const;
  // Number of entries of a one-dimensional or scalar data set.
  std::size_t count(const std::string& path) const;
  // The first `wanted` entries; finite.
  std::vector<double> numbers(const std::string& path, std::size_t wanted) const;
  std::vector<long long> integers(const std::string& path, std::size_t wanted) const;
  long long integer(const std::string& path) const;
  // Empty if there is no such data set, or if it is no text.
  std::string text_if_any(const std::string& path) const;

  [[noreturn]] void refuse(const std::string& complaint) const;

 private:
  // Whether the last part of the path is there, the others being so; refuses what leads elsewhere.
  bool has_link(const std::string& path) const;
  Hdf5Handle open(const std::string& path) const;
  void check_storage(const std::string& path, hid_t data_set) const;
  void read(const std::string& path, std::size_t wanted, hid_t memory_type, void* destination) const;

  Hdf5Silence silence_;
  std::string name_;
  std::size_t size_;  // of the file
  Hdf5Handle access_;
  Hdf5Handle file_;
};

// Writing. Data sets carry no dates, so that the same problem gives the same bytes.
class Hdf5Writer {
 public:
  Hdf5Writer();

  void group(const std::string& path);
  void numbers(const std::string& path, std::span<const double> values);
  void integers(const std::string& path, std::span<const int> values);
  void text(const std::string& path, const std::string& value);
  std::string bytes();

 private:
  void write(const std::string& path, hid_t type, const Hdf5Handle& space, const void* values);

  Hdf5Silence silence_;
  Hdf5Handle access_;
  Hdf5Handle creation_;
  Hdf5Handle file_;
};

}  // namespace nsdbench::contact_data
