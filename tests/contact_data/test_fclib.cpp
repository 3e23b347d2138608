// FCLIB files as others write them: made with the HDF5 library directly.
#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "contact_data/encode.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "tests/contact_data/small_problems.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

using namespace nsdbench::contact_data;
using namespace nsdbench::testing;

namespace {

// A file that is written as FCLIB does it: plain data sets of ints and doubles, one entry each for the scalars.
class File {
 public:
  explicit File(const std::filesystem::path& path)
      : id_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}
  ~File() { H5Fclose(id_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void group(const std::string& path) {
    H5Gclose(H5Gcreate2(id_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
  void put(const std::string& path, const std::vector<int>& values) {
    put(path, H5T_NATIVE_INT, {values.size()}, values.data());
  }
  void put(const std::string& path, const std::vector<double>& values) {
    put(path, H5T_NATIVE_DOUBLE, {values.size()}, values.data());
  }
  void put(const std::string& path, hid_t type, const std::vector<hsize_t>& dimensions, const void* values) {
    if (H5Lexists(id_, path.c_str(), H5P_DEFAULT) > 0) H5Ldelete(id_, path.c_str(), H5P_DEFAULT);
    const hid_t space = H5Screate_simple(static_cast<int>(dimensions.size()), dimensions.data(), nullptr);
    const hid_t data_set = H5Dcreate2(id_, path.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(data_set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(data_set);
    H5Sclose(space);
  }
  void text(const std::string& path, const std::string& value) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, value.size() + 1);
    put(path, type, {1}, value.c_str());
    H5Tclose(type);
  }
  void remove(const std::string& path) { H5Ldelete(id_, path.c_str(), H5P_DEFAULT); }
  // A data set of so many numbers, in chunks if that is positive, of which none is written.
  void announce(const std::string& path, hid_t type, hsize_t count, hsize_t chunk = 0) {
    remove(path);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (chunk > 0) H5Pset_chunk(creation, 1, &chunk);
    make(path, type, count, creation);
  }
  // Numbers that stand in another file.
  void outside(const std::string& path, hsize_t count) {
    remove(path);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(creation, "numbers", 0, H5F_UNLIMITED);
    make(path, H5T_NATIVE_DOUBLE, count, creation);
  }
  void link(const std::string& path, const std::string& target) {
    remove(path);
    H5Lcreate_soft(target.c_str(), id_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  }
  void link_outside(const std::string& path) {
    remove(path);
    H5Lcreate_external("other.hdf5", "/q", id_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  }

 private:
  void make(const std::string& path, hid_t type, hsize_t count, hid_t creation) {
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    H5Dclose(H5Dcreate2(id_, path.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(creation);
  }

  hid_t id_;
};

const std::string w = "/fclib_local/W/";
const std::string vectors = "/fclib_local/vectors/";

// Two planar contacts; W has an entry other than zero in seven places, not symmetric.
const std::vector<double> full = {2.0,  0.0, 0.5, 0.0,  //
                                  0.0,  3.0, 0.0, 0.0,  //
                                  0.25, 0.0, 4.0, 1.0,  //
                                  0.0,  0.0, 0.0, 5.0};

void write_vectors(File& file) {
  file.group("/fclib_local");
  file.put("/fclib_local/spacedim", std::vector{2});
  file.group("/fclib_local/W");
  file.put(w + "m", std::vector{4});
  file.put(w + "n", std::vector{4});
  file.group("/fclib_local/vectors");
  file.put(vectors + "q", std::vector{-1.0, 0.5, -2.0, 0.25});
  file.put(vectors + "mu", std::vector{0.5, 0.75});
}

void write_rows(File& file) {
  write_vectors(file);
  file.put(w + "nz", std::vector{-2});
  file.put(w + "nzmax", std::vector{7});
  file.put(w + "p", std::vector{0, 2, 3, 6, 7});
  file.put(w + "i", std::vector{0, 2, 1, 0, 2, 3, 3});
  file.put(w + "x", std::vector{2.0, 0.5, 3.0, 0.25, 4.0, 1.0, 5.0});
}

void write_columns(File& file) {
  write_vectors(file);
  file.put(w + "nz", std::vector{-1});
  file.put(w + "nzmax", std::vector{9});  // more room than entries
  file.put(w + "p", std::vector{0, 2, 3, 5, 7});
  file.put(w + "i", std::vector{0, 2, 1, 0, 2, 2, 3, 77, -1});
  file.put(w + "x", std::vector{2.0, 0.25, 3.0, 0.5, 4.0, 1.0, 5.0, 1e300, 1e300});
}

void write_triplets(File& file) {
  write_vectors(file);
  file.put(w + "nz", std::vector{8});
  file.put(w + "nzmax", std::vector{10});
  // 4.0 at (2, 2) comes in two parts; what stands beyond nz is left over.
  file.put(w + "p", std::vector{3, 2, 2, 2, 1, 0, 0, 2, 99, 99});
  file.put(w + "i", std::vector{3, 2, 0, 3, 1, 2, 0, 2, 99, 99});
  file.put(w + "x", std::vector{5.0, 1.5, 0.25, 1.0, 3.0, 0.5, 2.0, 2.5, 1e300, 1e300});
}

ContactData read_file(const Sandbox& sandbox, const std::function<void(File&)>& fill) {
  {
    File file(sandbox.path("problem.hdf5"));
    fill(file);
  }
  return read_contact_data(sandbox.path("problem.hdf5"));
}

std::string complaint(const Sandbox& sandbox, const std::function<void(File&)>& change) {
  try {
    read_file(sandbox, [&](File& file) {
      write_rows(file);
      change(file);
    });
  } catch (const nsdbench::support::InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("compressed rows, compressed columns and triplets are the same matrix", "[contact_data]") {
  const Sandbox sandbox;
  for (const auto& write : {write_rows, write_columns, write_triplets}) {
    const ContactData data = read_file(sandbox, write);
    CHECK(data.kind == Kind::friction_contact);
    CHECK(data.name == "problem");
    CHECK(data.dimension == 2);
    CHECK(data.number_of_contacts() == 2);
    CHECK(in_full(data.matrix).values == full);
    CHECK(data.q == std::vector{-1.0, 0.5, -2.0, 0.25});
    CHECK(data.mu == std::vector{0.5, 0.75});
    CHECK_FALSE(data.reference);
  }
}

TEST_CASE("scalars without dimension and numbers of other widths are read", "[contact_data]") {
  const Sandbox sandbox;
  const ContactData data = read_file(sandbox, [](File& file) {
    write_rows(file);
    const long long dimension = 2;
    file.put("/fclib_local/spacedim", H5T_NATIVE_LLONG, {}, &dimension);
    const std::vector<float> mu = {0.5F, 0.75F};
    file.put(vectors + "mu", H5T_NATIVE_FLOAT, {2}, mu.data());
    const std::vector<int> q = {-1, 0, -2, 1};
    file.put(vectors + "q", H5T_NATIVE_INT, {4}, q.data());
  });
  CHECK(data.dimension == 2);
  CHECK(data.mu == std::vector{0.5, 0.75});
  CHECK(data.q == std::vector{-1.0, 0.0, -2.0, 1.0});
}

TEST_CASE("title, description and solution of an FCLIB file are kept", "[contact_data]") {
  const Sandbox sandbox;
  const ContactData data = read_file(sandbox, [](File& file) {
    write_columns(file);
    file.group("/fclib_local/info");
    file.text("/fclib_local/info/title", "Two contacts");
    file.text("/fclib_local/info/description", "by hand");
    file.group("/solution");
    file.put("/solution/u", std::vector{0.0, 0.0, 0.0, 0.0});
    file.put("/solution/r", std::vector{0.5, -0.125, 0.5, -0.25});
  });
  CHECK(data.name == "Two contacts");
  CHECK(data.description == "by hand");
  REQUIRE(data.reference);
  CHECK(data.reference->solution == std::vector{0.5, -0.125, 0.5, -0.25});
  const Residuals measured = residuals(data, data.reference->solution);
  CHECK(data.reference->scaled_residual == measured.scaled);
  CHECK(data.reference->relative_residual == measured.relative);
}

TEST_CASE("of a solution that overflows no residual is stated, which JSON could not keep", "[contact_data]") {
  const Sandbox sandbox;
  const ContactData data = read_file(sandbox, [](File& file) {
    write_columns(file);
    file.group("/solution");
    file.put("/solution/r", std::vector{1e308, 1e308, 1e308, 1e308});
  });
  REQUIRE(std::isinf(residuals(data, data.reference->solution).scaled));
  CHECK_FALSE(data.reference->natural_residual);
  CHECK_FALSE(data.reference->relative_residual);
  CHECK_FALSE(data.reference->scaled_residual);
}

TEST_CASE("the normal component comes first, and u = W r + q", "[contact_data]") {
  // As in FCLIB's definition of the local problem; the contact of sliding_contact() in that layout.
  const Sandbox sandbox;
  const ContactData data = read_file(sandbox, [](File& file) {
    file.group("/fclib_local");
    file.put("/fclib_local/spacedim", std::vector{3});
    file.group("/fclib_local/W");
    for (const char* size : {"m", "n", "nz", "nzmax"}) file.put(w + size, std::vector{3});
    file.put(w + "p", std::vector{0, 1, 2});
    file.put(w + "i", std::vector{0, 1, 2});
    file.put(w + "x", std::vector{2.0, 2.0, 2.0});
    file.group("/fclib_local/vectors");
    file.put(vectors + "q", std::vector{-1.0, 3.0, 4.0});
    file.put(vectors + "mu", std::vector{0.5});
  });
  CHECK(residuals(data, std::vector{0.5, -0.15, -0.2}).scaled <= 1e-15);  // a few roundings
}

TEST_CASE("malformed FCLIB files are refused with the data set and the value", "[contact_data]") {
  struct Malformation {
    std::function<void(File&)> change;
    std::vector<std::string> words;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<Malformation> malformations = {
      {[](File& f) { f.remove("/fclib_local"); }, {"no group /fclib_local"}},
      {[](File& f) {
         f.remove("/fclib_local");
         f.group("/fclib_global");
       },
       {"global form"}},
      {[](File& f) { f.group("/fclib_local/V"); }, {"bilateral", "/fclib_local/V"}},
      {[](File& f) { f.group("/fclib_local/R"); }, {"bilateral", "/fclib_local/R"}},
      {[](File& f) { f.put(vectors + "s", std::vector{0.0}); }, {"bilateral", "vectors/s"}},
      {[](File& f) { f.remove("/fclib_local/spacedim"); }, {"/fclib_local/spacedim is missing"}},
      {[](File& f) { f.put("/fclib_local/spacedim", std::vector{4}); }, {"spacedim", "from 2 to 3, not 4"}},
      {[](File& f) { f.put("/fclib_local/spacedim", std::vector{3}); }, {"W/m must be a multiple of spacedim", "4"}},
      {[](File& f) { f.put("/fclib_local/spacedim", std::vector{2.0}); }, {"spacedim must hold whole numbers"}},
      {[](File& f) { f.put("/fclib_local/spacedim", std::vector<int>{}); }, {"spacedim must have 1 entries, not 0"}},
      {[](File& f) { f.remove("/fclib_local/W"); }, {"/fclib_local/W/m is missing"}},
      {[](File& f) { f.put(w + "n", std::vector{3}); }, {"W/n must be 4 (m), not 3"}},
      {[](File& f) { f.put(w + "m", std::vector{-4}); }, {"W/m", "-4"}},
      {[](File& f) { f.put(w + "nz", std::vector{-3}); }, {"W/nz", "-3"}},
      {[](File& f) { f.put(w + "nz", std::vector{8}); }, {"W/p must have 8 entries, not 5"}},
      {[](File& f) {
         f.put(w + "p", std::vector{0, 2, 3, 6});
       },
       {"W/p must have 5 entries, not 4"}},
      {[](File& f) {
         f.put(w + "p", std::vector{0, 3, 2, 6, 7});
       },
       {"W/p must start at 0 and never decrease"}},
      {[](File& f) {
         f.put(w + "p", std::vector{1, 2, 3, 6, 7});
       },
       {"W/p must start at 0"}},
      {[](File& f) {
         f.put(w + "p", std::vector{0, 2, 3, 6, 2147483647});
       },
       {"W/p ends at 2147483647"}},
      {[](File& f) {
         f.put(w + "i", std::vector{0, 2, 1, 0, 2, 3, 4});
       },
       {"W/i[6]", "from 0 to 3, not 4"}},
      {[](File& f) {
         f.put(w + "i", std::vector{0, 2, -1, 0, 2, 3, 3});
       },
       {"W/i[2]", "not -1"}},
      {[](File& f) {
         f.put(w + "i", std::vector{0, 2, 1});
       },
       {"W/i must have 7 entries, not 3"}},
      {[](File& f) { f.put(w + "x", std::vector{2.0}); }, {"W/x has only 1"}},
      {[infinity](File& f) {
         f.put(w + "x", std::vector{2.0, infinity, 3.0, 0.25, 4.0, 1.0, 5.0});
       },
       {"W/x[1] must be a finite number, not inf"}},
      {[](File& f) {
         f.put(w + "i", std::vector{0, 0, 1, 0, 2, 3, 3});
         f.put(w + "x", std::vector{1.5e308, 1.5e308, 3.0, 0.25, 4.0, 1.0, 5.0});
       },
       {"(0, 0)", "add up to inf"}},
      {[](File& f) {
         f.put(vectors + "q", std::vector{1.0, 2.0, 3.0});
       },
       {"vectors/q must have 4 entries, not 3"}},
      {[](File& f) { f.put(vectors + "q", std::vector<double>(5, 1.0)); }, {"vectors/q", "not 5"}},
      {[](File& f) {
         f.put(vectors + "q", std::vector{1.0, std::nan(""), 0.0, 0.0});
       },
       {"vectors/q[1]", "nan"}},
      {[](File& f) { f.text(vectors + "q", "four"); }, {"vectors/q must have 4 entries, not 1"}},
      {[](File& f) { f.put(vectors + "mu", std::vector{0.5}); }, {"vectors/mu must have 2 entries, not 1"}},
      {[](File& f) {
         f.put(vectors + "mu", std::vector{0.5, -0.5});
       },
       {"mu[1] must not be negative", "-0.5"}},
      {[](File& f) {
         const std::vector<double> q(4, 1.0);
         f.put(vectors + "q", H5T_NATIVE_DOUBLE, {2, 2}, q.data());
       },
       {"vectors/q must have one dimension"}},
      {[](File& f) {
         f.remove(vectors + "mu");
         f.group(vectors + "mu");
       },
       {"vectors/mu must be a data set"}},
      {[](File& f) {
         f.group("/solution");
         f.put("/solution/r", std::vector{1.0});
       },
       {"/solution/r must have 4 entries, not 1"}},
  };
  const Sandbox sandbox;
  CHECK(complaint(sandbox, [](File&) {}).empty());
  for (const Malformation& malformation : malformations) {
    const std::string sentence = complaint(sandbox, malformation.change);
    CAPTURE(malformation.words.front(), sentence);
    CHECK_THAT(sentence, contains("problem.hdf5"));
    CHECK(std::count(sentence.begin(), sentence.end(), '\n') == 0);
    for (const std::string& word : malformation.words) CHECK_THAT(sentence, contains(word));
  }
}

TEST_CASE("sizes for which an FCLIB file has no room are refused before memory is asked for", "[contact_data]") {
  const Sandbox sandbox;
  const auto claim_many = [](File& f) {
    const long long most = std::numeric_limits<long long>::max();
    f.put(w + "nz", H5T_NATIVE_LLONG, {1}, &most);
  };
  CHECK_THAT(complaint(sandbox, claim_many), contains("W/p must have 9223372036854775807 entries, not 5"));
  constexpr hsize_t many = hsize_t{1} << 40U;
  for (const hsize_t chunk : {hsize_t{0}, hsize_t{1024}}) {
    const auto announce = [&](File& f) { f.announce(w + "x", H5T_NATIVE_DOUBLE, many, chunk); };
    CHECK_THAT(complaint(sandbox, announce), contains("W/x has 1099511627776 entries") && contains("not enough data"));
  }
  const auto long_title = [](File& f) {
    f.group("/fclib_local/info");
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, std::size_t{1} << 31U);
    f.announce("/fclib_local/info/title", type, 1);
    H5Tclose(type);
  };
  CHECK_THAT(complaint(sandbox, long_title), contains("info/title has 1 entries") && contains("not enough data"));
}

TEST_CASE("an FCLIB file that leads to other files is refused", "[contact_data]") {
  const Sandbox sandbox;
  CHECK_THAT(complaint(sandbox, [](File& f) { f.link(vectors + "q", vectors + "mu"); }),
             contains("vectors/q must be part of the file, not a link"));
  CHECK_THAT(complaint(sandbox, [](File& f) { f.link_outside(vectors + "q"); }),
             contains("vectors/q must be part of the file, not a link"));
  CHECK_THAT(complaint(sandbox, [](File& f) { f.outside(vectors + "q", 4); }),
             contains("vectors/q must be part of the file, not data in other files"));
}

TEST_CASE("damaged HDF5 files are refused", "[contact_data]") {
  const Sandbox sandbox;
  const std::string bytes = encode(sliding_contact(), Format::hdf5);
  for (const std::size_t length : {std::size_t{8}, std::size_t{100}, bytes.size() / 2, bytes.size() - 1}) {
    sandbox.write("cut.hdf5", bytes.substr(0, length));
    CAPTURE(length, bytes.size());
    CHECK_THROWS_WITH(read_contact_data(sandbox.path("cut.hdf5")), contains("cut.hdf5"));
    CHECK_THROWS_AS(read_contact_data(sandbox.path("cut.hdf5")), nsdbench::support::InputError);
  }
}

// The heap of names says that it is larger than any memory, and the library (1.10.8) copies from what it did not get.
TEST_CASE("an HDF5 file that the HDF5 library does not survive is refused, too", "[contact_data]") {
  const std::filesystem::path file = source_directory() / "tests/contact_data/gigantic_heap.hdf5";
  REQUIRE(std::filesystem::file_size(file) == 12161);
  CHECK_THROWS_WITH(read_contact_data(file), contains("gigantic_heap.hdf5"));
  CHECK_THROWS_AS(read_contact_data(file), nsdbench::support::InputError);
}
