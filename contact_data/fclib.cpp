#include "contact_data/fclib.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "contact_data/hdf5_file.hpp"
#include "contact_data/json_format.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "support/input_error.hpp"
#include "support/isolated.hpp"

namespace nsdbench::contact_data {

namespace {

constexpr long long compressed_columns = -1;
constexpr long long compressed_rows = -2;
constexpr long long largest_size = 500'000'000;
// As sparse storage pays for solvers; see to_contact_problem.
constexpr double dense_from = 0.3;

struct Entry {
  int row;
  int column;
  double value;
};

std::size_t to_size(long long i) { return static_cast<std::size_t>(i); }

long long bounded(const Hdf5Reader& file, const std::string& path, long long smallest, long long largest) {
  const long long value = file.integer(path);
  if (value < smallest || value > largest) {
    file.refuse(path + " must be a whole number from " + std::to_string(smallest) + " to " + std::to_string(largest) +
                ", not " + std::to_string(value));
  }
  return value;
}

std::vector<double> exactly(const Hdf5Reader& file, const std::string& path, std::size_t count) {
  if (file.count(path) != count) {
    file.refuse(path + " must have " + std::to_string(count) + " entries, not " + std::to_string(file.count(path)));
  }
  return file.numbers(path, count);
}

std::vector<int> indices(const Hdf5Reader& file, const std::string& path, std::size_t count, int end) {
  const std::vector<long long> given = file.integers(path, count);
  std::vector<int> result;
  result.reserve(given.size());  // `count` itself may be any number
  for (const long long index : given) {
    if (index < 0 || index >= end) {
      file.refuse(path + "[" + std::to_string(result.size()) + "] must be a whole number from 0 to " +
                  std::to_string(end - 1) + ", not " + std::to_string(index));
    }
    result.push_back(static_cast<int>(index));
  }
  return result;
}

// The row (or column) of each entry, from the pointers of compressed storage.
std::vector<int> expand_pointers(const Hdf5Reader& file, const std::string& path, int size) {
  const std::vector<long long> pointers = file.integers(path, to_size(size) + 1);
  std::vector<int> result;
  if (pointers.front() != 0 || !std::is_sorted(pointers.begin(), pointers.end())) {
    file.refuse(path + " must start at 0 and never decrease");
  }
  // Checked before memory is asked for.
  if (to_size(pointers.back()) > file.count("/fclib_local/W/x")) {
    file.refuse(path + " ends at " + std::to_string(pointers.back()) + ", but /fclib_local/W/x has only " +
                std::to_string(file.count("/fclib_local/W/x")) + " entries");
  }
  result.reserve(to_size(pointers.back()));
  for (int i = 0; i < size; ++i) {
    result.insert(result.end(), to_size(pointers[to_size(i) + 1] - pointers[to_size(i)]), i);
  }
  return result;
}

std::vector<Entry> read_entries(const Hdf5Reader& file, int size) {
  const std::string w = "/fclib_local/W/";
  const long long nz = bounded(file, w + "nz", compressed_rows, std::numeric_limits<long long>::max());
  std::vector<int> row;
  std::vector<int> column;
  if (nz >= 0) {
    row = indices(file, w + "p", to_size(nz), size);
    column = indices(file, w + "i", to_size(nz), size);
  } else {
    std::vector<int> compressed = expand_pointers(file, w + "p", size);
    std::vector<int> other = indices(file, w + "i", compressed.size(), size);
    row = std::move(nz == compressed_columns ? other : compressed);
    column = std::move(nz == compressed_columns ? compressed : other);
  }
  const std::vector<double> values = file.numbers(w + "x", row.size());
  std::vector<Entry> entries(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) entries[k] = {row[k], column[k], values[k]};
  return entries;
}

// Sorted by row and column, repeated entries added up.
Matrix summed(std::vector<Entry> entries, int size) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  });
  Matrix matrix{Matrix::Storage::coo, size, 1, {}, {}, {}};
  for (const Entry& entry : entries) {
    const bool repeated = !matrix.row.empty() && matrix.row.back() == entry.row && matrix.column.back() == entry.column;
    if (repeated) {
      matrix.values.back() += entry.value;
    } else {
      matrix.row.push_back(entry.row);
      matrix.column.push_back(entry.column);
      matrix.values.push_back(entry.value);
    }
  }
  return matrix;
}

Matrix read_matrix(const Hdf5Reader& file, int dimension) {
  const long long rows = bounded(file, "/fclib_local/W/m", 0, largest_size);
  if (file.integer("/fclib_local/W/n") != rows) {
    file.refuse("/fclib_local/W/n must be " + std::to_string(rows) + " (m), not " +
                std::to_string(file.integer("/fclib_local/W/n")));
  }
  if (rows % dimension != 0) {
    file.refuse("/fclib_local/W/m must be a multiple of spacedim, " + std::to_string(dimension) + ", not " +
                std::to_string(rows));
  }
  const int size = static_cast<int>(rows);
  const Matrix entries = summed(read_entries(file, size), size);
  for (std::size_t k = 0; k < entries.values.size(); ++k) {
    if (std::isfinite(entries.values[k])) continue;
    file.refuse("the entries (" + std::to_string(entries.row[k]) + ", " + std::to_string(entries.column[k]) +
                ") of /fclib_local/W add up to " + std::to_string(entries.values[k]));
  }
  Matrix matrix = in_blocks(entries, dimension);
  return matrix.density() < dense_from ? matrix : in_full(matrix);
}

void check_supported(const Hdf5Reader& file) {
  if (!file.has("/fclib_local")) {
    file.refuse(file.has("/fclib_global")
                    ? "it holds a problem in global form (/fclib_global); only the local form (/fclib_local) is read"
                    : "it has no group /fclib_local, so that it is no problem of FCLIB");
  }
  for (const char* part : {"/fclib_local/V", "/fclib_local/R", "/fclib_local/vectors/s"}) {
    if (file.has(part)) {
      file.refuse(std::string("it has bilateral constraints (") + part + "), which are not supported");
    }
  }
  for (const char* part : {"/fclib_local/vectors/mu_r", "/fclib_local/vectors/mu_s"}) {
    if (file.has(part)) {
      file.refuse(std::string("it has rolling or spinning friction (") + part + "), which is not supported");
    }
  }
}

std::vector<double> product(const ContactData& data, const std::vector<double>& r) {
  std::vector<double> u = data.q;
  data.matrix.multiply_add(r, u);
  return u;
}

}  // namespace

bool hdf5_available() { return true; }

ContactData parse_fclib(const std::string& bytes, const std::string& name) {
  constexpr double patience = 120.0;  // [s] for what takes some milliseconds for each megabyte
  constexpr std::size_t any_memory = std::numeric_limits<std::size_t>::max();
  const auto read = [&](const support::Send&) {
    ::close(STDERR_FILENO);  // the C library complains there of memory that the HDF5 library damaged
    try {
      parse_fclib_here(bytes, name);
    } catch (const std::exception&) {  // thrown once more, below
    }
  };
  const support::IsolatedEnd end = support::run_isolated(
      read, 1, [](const void*) {}, patience, any_memory);
  if (end == support::IsolatedEnd::complete) return parse_fclib_here(bytes, name);
  throw support::InputError(name + ": the HDF5 file is damaged in a way that the HDF5 library " +
                            (end == support::IsolatedEnd::timed_out ? "reads without an end" : "does not survive"));
}

ContactData parse_fclib_here(const std::string& bytes, const std::string& name) {
  const Hdf5Reader file(bytes, name);
  check_supported(file);
  ContactData data;
  data.kind = Kind::friction_contact;
  data.name = problem_name(name);
  if (const std::string title = file.text_if_any("/fclib_local/info/title"); !title.empty()) data.name = title;
  data.description = file.text_if_any("/fclib_local/info/description");
  data.dimension = static_cast<int>(bounded(file, "/fclib_local/spacedim", 2, 3));
  data.matrix = read_matrix(file, data.dimension);
  const auto size = to_size(data.matrix.size);
  data.q = exactly(file, "/fclib_local/vectors/q", size);
  data.mu = exactly(file, "/fclib_local/vectors/mu", size / to_size(data.dimension));
  for (std::size_t i = 0; i < data.mu.size(); ++i) {
    if (data.mu[i] < 0.0) {
      file.refuse("/fclib_local/vectors/mu[" + std::to_string(i) + "] must not be negative, but is " +
                  std::to_string(data.mu[i]));
    }
  }
  if (file.has("/solution/r")) {
    Reference reference{"/solution of the FCLIB file", exactly(file, "/solution/r", size), {}, {}, {}};
    // One that overflows is not stated: JSON has no number for it.
    const auto stated = [](std::optional<double> residual) {
      return residual && std::isfinite(*residual) ? residual : std::nullopt;
    };
    const Residuals measured = residuals(data, reference.solution);
    reference.natural_residual = stated(measured.natural);
    reference.relative_residual = stated(measured.relative);
    reference.scaled_residual = stated(measured.scaled);
    data.reference = std::move(reference);
  }
  return data;
}

std::string encode_fclib(const ContactData& data) {
  if (data.kind != Kind::friction_contact) {
    throw std::invalid_argument(data.name + " cannot be written as HDF5: FCLIB holds friction-contact problems, not " +
                                std::string(to_string(data.kind)));
  }
  std::vector<Entry> entries;
  data.matrix.for_each_entry([&](int i, int j, double value) {
    if (value != 0.0) entries.push_back({i, j, value});
  });
  if (entries.size() > to_size(std::numeric_limits<int>::max())) {
    throw std::invalid_argument(data.name +
                                " cannot be written as HDF5: its matrix has more entries than FCLIB counts");
  }
  const Matrix matrix = summed(std::move(entries), data.size());
  std::vector<int> pointers(to_size(data.size()) + 1, 0);
  for (const int row : matrix.row) ++pointers[to_size(row) + 1];
  for (std::size_t i = 1; i < pointers.size(); ++i) pointers[i] += pointers[i - 1];

  const auto one = [](int value) { return std::vector<int>{value}; };
  Hdf5Writer file;
  file.group("/fclib_local");
  file.integers("/fclib_local/spacedim", one(data.dimension));
  file.group("/fclib_local/W");
  file.integers("/fclib_local/W/nzmax", one(static_cast<int>(matrix.values.size())));
  file.integers("/fclib_local/W/m", one(data.size()));
  file.integers("/fclib_local/W/n", one(data.size()));
  file.integers("/fclib_local/W/nz", one(static_cast<int>(compressed_rows)));
  file.integers("/fclib_local/W/p", pointers);
  file.integers("/fclib_local/W/i", matrix.column);
  file.numbers("/fclib_local/W/x", matrix.values);
  file.group("/fclib_local/vectors");
  file.numbers("/fclib_local/vectors/q", data.q);
  file.numbers("/fclib_local/vectors/mu", data.mu);
  file.group("/fclib_local/info");
  file.text("/fclib_local/info/title", data.name);
  file.text("/fclib_local/info/description", data.description);
  if (data.reference) {
    file.group("/solution");
    file.numbers("/solution/u", product(data, data.reference->solution));
    file.numbers("/solution/r", data.reference->solution);
  }
  return file.bytes();
}

}  // namespace nsdbench::contact_data
