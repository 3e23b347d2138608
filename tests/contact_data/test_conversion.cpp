#include <cstring>
#include <string>
#include <vector>

#include "contact_data/encode.hpp"
#include "contact_data/read.hpp"
#include "tests/contact_data/small_problems.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench::contact_data;
using namespace nsdbench::testing;

namespace {

ContactData read_text(const Sandbox& sandbox, const std::string& text, const std::string& name = "problem.json") {
  sandbox.write(name, text);
  return read_contact_data(sandbox.path(name));
}

ContactData back(const Sandbox& sandbox, const ContactData& data, Format format) {
  return read_text(sandbox, encode(data, format), "copy");
}

// Bit by bit, which == is not for zeros.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

void check_everything_same(const ContactData& a, const ContactData& b) {
  CHECK(a.name == b.name);
  CHECK(a.description == b.description);
  CHECK(a.tags == b.tags);
  CHECK(a.kind == b.kind);
  CHECK(a.solvable == b.solvable);
  CHECK(a.dimension == b.dimension);
  CHECK(same_bits(a.mu, b.mu));
  CHECK(a.matrix.storage == b.matrix.storage);
  CHECK(a.matrix.size == b.matrix.size);
  CHECK(a.matrix.block_size == b.matrix.block_size);
  CHECK(a.matrix.row == b.matrix.row);
  CHECK(a.matrix.column == b.matrix.column);
  CHECK(same_bits(a.matrix.values, b.matrix.values));
  CHECK(same_bits(a.q, b.q));
  CHECK(same_bits(a.start, b.start));
  REQUIRE(a.reference.has_value() == b.reference.has_value());
  if (!a.reference) return;
  CHECK(a.reference->method == b.reference->method);
  CHECK(same_bits(a.reference->solution, b.reference->solution));
  CHECK(a.reference->natural_residual == b.reference->natural_residual);
  CHECK(a.reference->relative_residual == b.reference->relative_residual);
  CHECK(a.reference->scaled_residual == b.reference->scaled_residual);
}

// A friction-contact problem whose numbers take every digit of a double.
ContactData random_problem(Random& random, int contacts, int dimension) {
  ContactData data;
  data.name = "random";
  data.description = "numbers of 17 digits";
  data.kind = Kind::friction_contact;
  data.dimension = dimension;
  const int size = contacts * dimension;
  data.matrix = Matrix{Matrix::Storage::block_coo, size, dimension, {}, {}, {}};
  for (int i = 0; i < contacts; ++i) {
    data.mu.push_back(random.uniform(0.0, 1.0));
    for (int j = 0; j < contacts; ++j) {
      if (i != j && !random.chance(0.15)) continue;
      data.matrix.row.push_back(i);
      data.matrix.column.push_back(j);
      for (int k = 0; k < dimension * dimension; ++k) data.matrix.values.push_back(random.uniform(-1e-7, 1e7));
    }
  }
  for (int i = 0; i < size; ++i) data.q.push_back(random.uniform(-1e-12, 1e-12));
  return data;
}

}  // namespace

TEST_CASE("formats are told by the end of the name", "[contact_data]") {
  CHECK(format_of("a/b.json") == Format::json);
  CHECK(format_of("b.json.gz") == Format::json_gz);
  CHECK(format_of("b.hdf5") == Format::hdf5);
  CHECK(format_of("b.h5") == Format::hdf5);
  CHECK_THROWS_WITH(format_of("b.gz"), contains("b.gz"));
  CHECK_THROWS_WITH(format_of("json"), contains(".json.gz"));
}

TEST_CASE("JSON keeps every key and every bit, compressed or not", "[contact_data]") {
  const Sandbox sandbox;
  Random random(11);
  std::vector<ContactData> problems = {read_text(sandbox, lcp_text()), read_text(sandbox, friction_text()),
                                       random_problem(random, 9, 2), random_problem(random, 7, 3)};
  problems.front().q = {-0.0, 5e-324};
  for (const ContactData& data : problems) {
    CAPTURE(data.name);
    for (const Format format : {Format::json, Format::json_gz}) {
      const ContactData copy = back(sandbox, data, format);
      check_everything_same(data, copy);
      CHECK(encode(copy, format) == encode(data, format));
    }
    CHECK(encode(data, Format::json_gz).size() < encode(data, Format::json).size());
  }
  const std::string text = encode(problems.front(), Format::json);
  CHECK_THAT(text, contains(R"("source": {"repo":"nobody/nothing","licence":"none"})"));
  CHECK_THAT(text, contains(R"("known": {"solvable":"yes","unique":"yes"})"));
  CHECK_THAT(text, contains(R"("convention": "w = M z + q)"));
}

TEST_CASE("a name in no encoding is written as valid JSON", "[contact_data]") {
  const Sandbox sandbox;
  ContactData data = sliding_contact();
  data.name = "caf\xe9";
  CHECK_THAT(back(sandbox, data, Format::json).name, contains("caf"));
}

TEST_CASE("HDF5 keeps every number of a friction-contact problem", "[contact_data]") {
  const Sandbox sandbox;
  if (!hdf5_available()) {
    CHECK_THROWS_WITH(encode(sliding_contact(), Format::hdf5), contains("this build has no HDF5"));
    CHECK_THROWS_WITH(read_text(sandbox, "\x89HDF\r\n\x1a\n and more"), contains("this build has no HDF5"));
    return;
  }
  Random random(12);
  std::vector<ContactData> problems = {read_text(sandbox, friction_text()), sliding_contact(),
                                       random_problem(random, 9, 2), random_problem(random, 7, 3)};
  for (const ContactData& data : problems) {
    CAPTURE(data.name);
    const ContactData copy = back(sandbox, data, Format::hdf5);
    CHECK(copy.name == data.name);
    CHECK(copy.description == data.description);
    CHECK(copy.kind == data.kind);
    CHECK(copy.dimension == data.dimension);
    CHECK(same_bits(copy.mu, data.mu));
    CHECK(same_bits(copy.q, data.q));
    CHECK(same_bits(in_full(copy.matrix).values, in_full(data.matrix).values));
    REQUIRE(copy.reference.has_value() == data.reference.has_value());
    if (copy.reference) CHECK(same_bits(copy.reference->solution, data.reference->solution));
    // From here on nothing is lost any more, and every further conversion gives the same bytes.
    CHECK(encode(copy, Format::hdf5) == encode(data, Format::hdf5));
    check_everything_same(back(sandbox, copy, Format::json), copy);
  }
}

TEST_CASE("a problem without contacts survives every format", "[contact_data]") {
  const Sandbox sandbox;
  ContactData data;
  data.name = "none";
  data.kind = Kind::friction_contact;
  data.dimension = 3;
  std::vector<Format> formats = {Format::json, Format::json_gz};
  if (hdf5_available()) formats.push_back(Format::hdf5);
  for (const Format format : formats) {
    const ContactData copy = back(sandbox, data, format);
    CHECK(copy.number_of_contacts() == 0);
    CHECK(copy.dimension == 3);
  }
}

TEST_CASE("FCLIB has no place for an LCP", "[contact_data]") {
  if (!hdf5_available()) return;
  CHECK_THROWS_WITH(encode(small_lcp(1, {1.0}, {-1.0}), Format::hdf5), contains("lcp"));
  CHECK_THROWS_AS(encode(small_lcp(1, {1.0}, {-1.0}), Format::hdf5), std::invalid_argument);
}
