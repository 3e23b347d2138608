#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "contact_data/encode.hpp"
#include "contact_data/gzip.hpp"
#include "contact_data/read.hpp"
#include "tests/contact_data/small_problems.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::contact_data;
using namespace nsdbench::testing;

namespace {

// The complaint about a file of that content; empty if there is none.
std::string complaint(const Sandbox& sandbox, const std::string& content, const std::string& name = "problem.json") {
  sandbox.write(name, content);
  try {
    read_contact_data(sandbox.path(name));
  } catch (const nsdbench::support::InputError& error) {
    return error.what();
  }
  return {};
}

struct Malformation {
  std::string part;
  std::string by;
  std::vector<std::string> words;
};

void check_malformations(const std::string& text, const std::vector<Malformation>& malformations) {
  const Sandbox sandbox;
  REQUIRE(complaint(sandbox, text).empty());
  for (const Malformation& malformation : malformations) {
    const std::string changed = replaced(text, malformation.part, malformation.by);
    const std::string sentence = complaint(sandbox, changed);
    CAPTURE(malformation.part, malformation.by, sentence);
    CHECK_THAT(sentence, contains("problem.json"));
    CHECK(std::count(sentence.begin(), sentence.end(), '\n') == 0);
    CHECK(sentence.size() < 400);
    for (const std::string& word : malformation.words) CHECK_THAT(sentence, contains(word));
  }
}

}  // namespace

TEST_CASE("an LCP file is read completely", "[contact_data]") {
  const Sandbox sandbox;
  sandbox.write("problem.json", lcp_text());
  const ContactData data = read_contact_data(sandbox.path("problem.json"));
  CHECK(data.name == "small-lcp");
  CHECK(data.description == "two by two");
  CHECK(data.tags == std::vector<std::string>{"small", "start"});
  CHECK(data.has_tag("start"));
  CHECK_FALSE(data.has_tag("star"));
  CHECK(data.kind == Kind::lcp);
  CHECK(data.solvable == Solvable::yes);
  CHECK(data.dimension == 1);
  CHECK(data.size() == 2);
  CHECK(data.number_of_contacts() == 2);
  CHECK(data.mu.empty());
  CHECK(data.matrix.storage == Matrix::Storage::dense);
  CHECK(data.matrix.values == std::vector<double>{2.0, 1.0, 0.0, -1.0});
  CHECK(data.q == std::vector<double>{-4.0, 2.0});
  CHECK(data.start == std::vector<double>{1.0, 0.5});
  REQUIRE(data.reference);
  CHECK(data.reference->method == "by hand");
  CHECK(data.reference->solution == std::vector<double>{2.0, 0.0});
  CHECK(data.reference->scaled_residual == 0.0);
  CHECK_FALSE(data.reference->relative_residual);
  CHECK_THAT(data.other_keys, contains("nobody/nothing"));
  CHECK_THAT(data.other_keys, contains("unique"));
}

TEST_CASE("a friction-contact file is read completely", "[contact_data]") {
  const Sandbox sandbox;
  sandbox.write("two-contacts.json", friction_text());
  const ContactData data = read_contact_data(sandbox.path("two-contacts.json"));
  CHECK(data.name == "two-contacts");
  CHECK(data.kind == Kind::friction_contact);
  CHECK(data.solvable == Solvable::unknown);
  CHECK(data.dimension == 2);
  CHECK(data.number_of_contacts() == 2);
  CHECK(data.mu == std::vector<double>{0.5, 0.25});
  CHECK(data.q == std::vector<double>{-1.0, 3.0, 0.1, -7.5e-3});
  const std::vector<double> full = {2.0, 0.0,  0.0, 0.0,   0.0,  4.0, 0.0,   0.0,
                                    0.5, -0.5, 1.0, 0.125, 0.25, 0.0, 0.125, 3.0};
  CHECK(in_full(data.matrix).values == full);
  CHECK(data.matrix.density() == 12.0 / 16.0);
  CHECK(data.other_keys.empty());
}

TEST_CASE("entries of a sparse matrix may stand in any order", "[contact_data]") {
  const Sandbox sandbox;
  const std::string dense = R"("dense", "rows": 2, "cols": 2, "values": [2.0, 1.0, 0.0, -1.0])";
  sandbox.write("coo.json", replaced(lcp_text(), dense, R"("coo", "rows": 2, "cols": 2, "row_index": [1, 0, 0],
                  "col_index": [1, 1, 0], "values": [-1, 1, 2])"));
  const ContactData data = read_contact_data(sandbox.path("coo.json"));
  CHECK(data.matrix.row == std::vector<int>{0, 0, 1});
  CHECK(data.matrix.column == std::vector<int>{0, 1, 1});
  CHECK(data.matrix.values == std::vector<double>{2.0, 1.0, -1.0});

  sandbox.write("blocks.json",
                replaced(replaced(friction_text(), R"("block_row": [0, 1, 1])", R"("block_row": [1, 0, 1])"),
                         R"("block_col": [0, 0, 1])", R"("block_col": [1, 0, 0])"));
  const ContactData blocks = read_contact_data(sandbox.path("blocks.json"));
  CHECK(blocks.matrix.row == std::vector<int>{0, 1, 1});
  CHECK(blocks.matrix.column == std::vector<int>{0, 0, 1});
  const std::vector<double> sorted = {0.5, -0.5, 0.25, 0.0, 1.0, 0.125, 0.125, 3.0, 2.0, 0.0, 0.0, 4.0};
  CHECK(blocks.matrix.values == sorted);
}

TEST_CASE("problems without contacts or unknowns are read", "[contact_data]") {
  const Sandbox sandbox;
  sandbox.write("none.json", R"({"kind": "friction-contact", "dimension": 3, "number_of_contacts": 0, "mu": [],
      "W": {"storage": "dense", "rows": 0, "cols": 0, "values": []}, "q": []})");
  CHECK(read_contact_data(sandbox.path("none.json")).number_of_contacts() == 0);
  sandbox.write("coo.json", R"({"kind": "lcp", "n": 0, "q": [], "M": {"storage": "coo", "rows": 0, "cols": 0,
      "row_index": [], "col_index": [], "values": []}})");
  CHECK(read_contact_data(sandbox.path("coo.json")).size() == 0);
}

TEST_CASE("a malformed LCP file is refused with the key and the value", "[contact_data]") {
  const std::string dense = R"("dense", "rows": 2, "cols": 2, "values": [2.0, 1.0, 0.0, -1.0])";
  const auto coo = [](const std::string& row, const std::string& column, const std::string& values) {
    return R"("coo", "rows": 2, "cols": 2, "row_index": )" + row + R"(, "col_index": )" + column + R"(, "values": )" +
           values;
  };
  check_malformations(
      lcp_text(),
      {
          {"contact-data", "mesh-data", {"format", "mesh-data"}},
          {R"("version": 1)", R"("version": 2)", {"version", "1, not 2"}},
          {R"("version": 1)", R"("version": "1")", {"version", R"("1")"}},
          {R"("kind": "lcp")", R"("kind": "mlcp")", {"kind", "mlcp", "friction-contact"}},
          {R"("kind": "lcp",)", "", {"kind is missing"}},
          {R"("kind": "lcp")", R"("kind": 1)", {"kind must be a text, not 1"}},
          {R"("name": "small-lcp")", R"("name": [])", {"name must be a text"}},
          {R"(["small", "start"])", R"(["small", 3])", {"tags[1]", "3"}},
          {R"(["small", "start"])", R"("small")", {"tags must be an array"}},
          {R"("solvable": "yes")", R"("solvable": "perhaps")", {"known.solvable", "perhaps"}},
          {R"({"solvable": "yes", "unique": "yes"})", R"("yes")", {"known must be an object"}},
          {R"("n": 2,)", "", {"n is missing"}},
          {R"("n": 2)", R"("n": 3)", {"q must have 3 numbers (n), not 2"}},
          {R"("n": 2)", R"("n": -2)", {"n must be a whole number", "-2"}},
          {R"("n": 2)", R"("n": 2.0)", {"n must be a whole number", "2.0"}},
          {R"("n": 2)", R"("n": 18446744073709551615)", {"n must be a whole number", "18446744073709551615"}},
          {R"("n": 2)", R"("n": null)", {"n must be a whole number", "null"}},
          {R"("q": [-4.0, 2.0])", R"("p": [-4.0, 2.0])", {"q is missing"}},
          {"[-4.0, 2.0]", "[-4.0]", {"q must have 2 numbers (n), not 1"}},
          {"[-4.0, 2.0]", R"([-4.0, "2"])", {R"(q[1] must be a finite number, not "2")"}},
          {"[-4.0, 2.0]", "[-4.0, null]", {"q[1]", "null"}},
          {"[-4.0, 2.0]", "[-4.0, true]", {"q[1]", "true"}},
          {"[-4.0, 2.0]", "[-4.0, [2.0]]", {"q[1]", "an array"}},
          {"[-4.0, 2.0]", "[-4.0, 1e999]", {"not valid JSON", "1e999"}},
          {"[-4.0, 2.0]", "[-4.0, NaN]", {"not valid JSON", "N"}},
          {"[-4.0, 2.0]", "[-4.0, -Infinity]", {"not valid JSON"}},
          {"[-4.0, 2.0]", "{}", {"q must be an array of numbers, not an object"}},
          {R"("M":)", R"("W":)", {"M is missing"}},
          {R"("M": {"storage")", R"("M": 1, "x": {"storage")", {"M must be an object, not 1"}},
          {R"("storage": "dense")", R"("storage": "csr")", {"M.storage", "csr", "coo"}},
          {R"("storage": "dense", )", "", {"M.storage is missing"}},
          {R"("rows": 2)", R"("rows": 3)", {"M.rows must be 2 (n), not 3"}},
          {R"("cols": 2)", R"("cols": 1)", {"M.cols must be 2 (n), not 1"}},
          {R"("cols": 2, )", "", {"M.cols is missing"}},
          {"[2.0, 1.0, 0.0, -1.0]", "[2.0, 1.0, 0.0]", {"M.values must have 4 numbers (rows x cols), not 3"}},
          {"[2.0, 1.0, 0.0, -1.0]", "[2.0, 1.0, 0.0, -1.0, 0.0]", {"M.values", "not 5"}},
          {dense, coo("[0, 2]", "[0, 1]", "[1, 1]"), {"M.row_index[1]", "from 0 to 1, not 2"}},
          {dense, coo("[0, 1]", "[0, -1]", "[1, 1]"), {"M.col_index[1]", "from 0 to 1, not -1"}},
          {dense, coo("[0, 1]", "[0, 0.5]", "[1, 1]"), {"M.col_index[1]", "0.5"}},
          {dense, coo("[0, 1]", "[0]", "[1, 1]"), {"row_index has 2 entries but col_index 1"}},
          {dense, coo("[0, 1]", "[0, 1]", "[1]"), {"M.values must have 2 numbers", "not 1"}},
          {dense, coo("[1, 0, 1]", "[1, 0, 1]", "[1, 1, 1]"), {"entry (1, 1)", "twice"}},
          {"[1.0, 0.5]", "[1.0]", {"start must have 2 numbers (n), not 1"}},
          {R"("z": [2.0, 0.0])", R"("z": [2.0])", {"reference.z must have 2 numbers", "not 1"}},
          {R"("z":)", R"("r":)", {"reference.z is missing"}},
          {R"("scaled_residual": 0.0)", R"("scaled_residual": "0")", {"reference.scaled_residual", R"("0")"}},
          {R"("q":)", R"("n": 2, "q":)", {R"("n" twice)"}},
          {R"("rows": 2)", R"("rows": 2, "rows": 2)", {R"("rows" twice)"}},
      });
}

TEST_CASE("a malformed friction-contact file is refused with the key and the value", "[contact_data]") {
  check_malformations(friction_text(),
                      {
                          {R"("dimension": 2)", R"("dimension": 4)", {"dimension", "from 2 to 3, not 4"}},
                          {R"("dimension": 2)", R"("dimension": 1)", {"dimension", "not 1"}},
                          {R"("dimension": 2)", R"("dimension": 3)", {"q must have 6 numbers", "not 4"}},
                          {R"("dimension": 2,)", "", {"dimension is missing"}},
                          {R"("number_of_contacts": 2,)", "", {"number_of_contacts is missing"}},
                          {R"("number_of_contacts": 2)", R"("number_of_contacts": -1)", {"number_of_contacts", "-1"}},
                          {R"("number_of_contacts": 2)", R"("number_of_contacts": 1)", {"mu must have 1 numbers"}},
                          {R"("number_of_contacts": 2)", R"("number_of_contacts": 999999999)", {"999999999"}},
                          {R"("mu": [0.5, 0.25],)", "", {"mu is missing"}},
                          {"[0.5, 0.25]", "[0.5, -0.25]", {"mu[1] must not be negative, but is -0.25"}},
                          {"[0.5, 0.25]", "[0.5]", {"mu must have 2 numbers (number_of_contacts), not 1"}},
                          {R"("W":)", R"("M":)", {"W is missing"}},
                          {R"("rows": 4)", R"("rows": 2)", {"W.rows must be 4", "not 2"}},
                          {R"("block_size": 2)", R"("block_size": 3)", {"W.block_size", "divisor of 4, not 3"}},
                          {R"("block_size": 2)", R"("block_size": 0)", {"W.block_size", "not 0"}},
                          {R"("block_size": 2,)", "", {"W.block_size is missing"}},
                          {R"("block_size": 2)", R"("block_size": 1)", {"W.values must have 3 numbers", "not 12"}},
                          {R"("block_row": [0, 1, 1])", R"("block_row": [0, 1, 2])", {"W.block_row[2]", "not 2"}},
                          {R"("block_col": [0, 0, 1])", R"("block_col": [0, 0, 0])", {"block (1, 0)", "twice"}},
                          {R"("block_col": [0, 0, 1])", R"("block_col": [0, 0])", {"block_col 2"}},
                          {"0.125, 3.0]", "0.125]", {"W.values must have 12 numbers", "not 11"}},
                          {R"("r": [0.75, )", R"("r": [)", {"reference.r must have 4 numbers", "not 3"}},
                      });
}

TEST_CASE("what is no JSON object is refused in one sentence", "[contact_data]") {
  const Sandbox sandbox;
  const std::string text = lcp_text();
  std::vector<std::string> contents = {"",
                                       " ",
                                       "[]",
                                       "3",
                                       "null",
                                       "\"text\"",
                                       "{",
                                       "{}",
                                       text + "x",
                                       text + text,
                                       text.substr(0, text.size() / 2),
                                       text.substr(0, text.size() - 2),
                                       std::string("\0\1\2", 3),
                                       "\xff\xfe{}",
                                       "{\"kind\": \"\xff\"}"};
  contents.push_back("{\"kind\": " + std::string(100000, '[') + std::string(100000, ']') + "}");
  contents.push_back("{\"kind\": \"" + std::string(100000, 'x') + "\"}");
  for (const std::string& content : contents) {
    const std::string sentence = complaint(sandbox, content);
    CAPTURE(content.substr(0, 100), sentence);
    CHECK_THAT(sentence, contains("problem.json"));
    CHECK(std::count(sentence.begin(), sentence.end(), '\n') == 0);
    CHECK(sentence.size() < 400);
  }
}

TEST_CASE("an object of very many keys is refused, since reading it would take the square of their number",
          "[contact_data]") {
  const Sandbox sandbox;
  std::string content = "{\"note\": {";
  for (int k = 0; k < 1'000'000; ++k) content += (k == 0 ? "\"" : ",\"") + std::to_string(k) + "\":0";
  CHECK(complaint(sandbox, content + "}}") ==
        sandbox.path("problem.json").string() + " has an object with more than 10000 keys");
}

TEST_CASE("files that cannot be read are named", "[contact_data]") {
  const Sandbox sandbox;
  CHECK_THROWS_WITH(read_contact_data(sandbox.path("absent.json")), contains("absent.json: No such file"));
  CHECK_THROWS_WITH(read_contact_data(sandbox.path("reference")), contains("it is a directory"));
  CHECK_THROWS_AS(read_contact_data(sandbox.path("absent.json")), nsdbench::support::InputError);
}

TEST_CASE("compressed files are told by their content, and damage to them is noticed", "[contact_data]") {
  const Sandbox sandbox;
  sandbox.write("plain.json", lcp_text());
  const std::string compressed = encode(read_contact_data(sandbox.path("plain.json")), Format::json_gz);
  for (const std::string name : {"problem.json.gz", "problem.json"}) {
    sandbox.write(name, compressed);
    CHECK(read_contact_data(sandbox.path(name)).q == std::vector<double>{-4.0, 2.0});
  }
  CHECK_THAT(complaint(sandbox, compressed.substr(0, compressed.size() / 2)), contains("cut off"));
  CHECK_THAT(complaint(sandbox, compressed.substr(0, compressed.size() - 1)), contains("cut off"));
  CHECK_THAT(complaint(sandbox, compressed + "more"), contains("after the end"));
  std::string damaged = compressed;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
  CHECK_THAT(complaint(sandbox, damaged), contains("problem.json"));
  std::string wrong_sum = compressed;
  wrong_sum[wrong_sum.size() - 8] = static_cast<char>(wrong_sum[wrong_sum.size() - 8] ^ 0x01);
  CHECK_THAT(complaint(sandbox, wrong_sum), contains("damaged"));
}

TEST_CASE("a small compressed file does not fill the memory", "[contact_data]") {
  constexpr std::size_t mebibyte = std::size_t{1} << 20U;
  CHECK(decompress(compress(std::string(16 * mebibyte, ' ')), "file").size() == 16 * mebibyte);
  CHECK_THROWS_WITH(decompress(compress(std::string(17 * mebibyte, ' ')), "file"),
                    contains("file has more than 16 MiB when it is decompressed"));
}

TEST_CASE("problem files are listed below a directory, sorted", "[contact_data]") {
  const Sandbox sandbox;
  for (const char* name : {"set/b.json", "set/a/z.json.gz", "set/a/c.hdf5", "set/README.md", "set/.hidden.json",
                           "set/x.json.bak", "set/data.csv"}) {
    sandbox.write(name, "{}");
  }
  std::filesystem::create_symlink("nowhere.json", sandbox.path("set/dangling.json"));
  const std::vector<std::filesystem::path> expected = {sandbox.path("set/a/c.hdf5"), sandbox.path("set/a/z.json.gz"),
                                                       sandbox.path("set/b.json")};
  CHECK(list_contact_data(sandbox.path("set")) == expected);
  CHECK_THROWS_AS(list_contact_data(sandbox.path("absent")), nsdbench::support::InputError);
  CHECK_THROWS_WITH(list_contact_data(sandbox.path("absent")), contains("absent"));
}
