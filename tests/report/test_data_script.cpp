// Columns as scripts read them.
#include <limits>
#include <string>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tools/report/data_script.hpp"

using namespace nsdbench::report;
using nlohmann::ordered_json;
using nsdbench::testing::contains;

namespace {

CsvFile sample_table() {
  CsvFile csv;
  csv.columns = {"t", "x", "mode"};
  csv.rows = {{"0", "1", "open"}, {"0.5", "-2", "stick"}, {"1", "", "other"}};
  return csv;
}

}  // namespace

TEST_CASE("base64 as in RFC 4648, section 10", "[report]") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foob") == "Zm9vYg==");
  CHECK(base64("fooba") == "Zm9vYmE=");
  CHECK(base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("columns are little-endian numbers of 64, 32 or fewer bits", "[report]") {
  const CsvFile csv = sample_table();
  // 0.5 and 1 as doubles: 3fe0000000000000 and 3ff0000000000000, from the last byte on.
  CHECK(encoded_column(csv, {{"name", "t"}}, {1, 2}, 32) ==
        base64(std::string("\0\0\0\0\0\0\xe0\x3f", 8) + std::string("\0\0\0\0\0\0\xf0\x3f", 8)));
  // 1 and -2 as floats: 3f800000 and c0000000.
  CHECK(encoded_column(csv, {{"name", "x"}}, {0, 1}, 32) ==
        base64(std::string("\0\0\x80\x3f", 4) + std::string("\0\0\0\xc0", 4)));
  const ordered_json whole = encoded_column(csv, {{"name", "x"}}, {0, 1}, 16);
  CHECK(whole.at("range") == ordered_json({-2.0, 1.0}));
  CHECK(whole.at("bits") == 16);
  CHECK(whole.at("base64") == base64(std::string("\xff\xff\0\0", 4)));
  // fff, 000 and fff, the first one in the lowest bits.
  CHECK(encoded_column(csv, {{"name", "x"}}, {0, 1, 0}, 12).at("base64") ==
        base64(std::string("\xff\x0f\0\xff\x0f", 5)));
  // Places in the list of words, 255 for another one.
  CHECK(encoded_column(csv, {{"name", "mode"}, {"words", {"open", "stick"}}}, {0, 1, 2}, 32) ==
        base64(std::string("\0\x01\xff", 3)));
}

TEST_CASE("a column that is mostly zero has the other rows alone", "[report]") {
  CsvFile csv;
  csv.columns = {"P_N1"};
  csv.rows = {{"0"}, {"0"}, {"1"}, {"0"}, {"-2"}, {"0"}};
  const ordered_json column = encoded_column(csv, {{"name", "P_N1"}}, {0, 1, 2, 3, 4, 5}, 32);
  CHECK(column.at("count") == 6);
  CHECK(column.at("rows") == base64(std::string("\x02\0\0\0\x04\0\0\0", 8)));
  CHECK(column.at("base64") == base64(std::string("\0\0\x80\x3f\0\0\0\xc0", 8)));
  // Half of them zero: the rows would take as much as the zeros.
  CHECK(encoded_column(csv, {{"name", "P_N1"}}, {2, 3, 4, 5}, 32).is_string());
}

TEST_CASE("whole numbers are told apart, by 32 bits where fewer do not do", "[report]") {
  CsvFile csv;
  csv.columns = {"disk"};
  csv.rows = {{"0"}, {"4095"}, {"4096"}};
  CHECK(encoded_column(csv, {{"name", "disk"}}, {0, 1}, 12).at("range") == ordered_json({0.0, 4095.0}));
  CHECK(encoded_column(csv, {{"name", "disk"}}, {1, 2, 0}, 12) ==
        base64(std::string("\0\xf0\x7f\x45\0\0\x80\x45\0\0\0\0", 12)));
}

TEST_CASE("groups of rows of one time, of one size or of any", "[report]") {
  const nsdbench::testing::Sandbox sandbox;
  sandbox.write("forces.csv", "t,disk\n0.5,3\n0.5,1\n1,2\n1,0\n");
  sandbox.write("uneven.csv", "t,disk\n0.5,3\n1,2\n1,0\n");
  AuditedRecord record;
  record.folder = sandbox.path("");
  const ordered_json columns = {{{"name", "t"}}, {{"name", "disk"}}};
  record.document = {{"experiment", "disk_mixing"},
                     {"tables",
                      {{"forces", {{"file", "forces.csv"}, {"columns", columns}}},
                       {"uneven", {{"file", "uneven.csv"}, {"columns", columns}}}}}};
  TableChoice choice;
  choice.group_by = "t";
  const ordered_json even = encoded_table(record, "forces", choice);
  CHECK(even.at("group") == 2);
  // 0.5 and 1 as doubles.
  const std::string times = base64(std::string("\0\0\0\0\0\0\xe0\x3f\0\0\0\0\0\0\xf0\x3f", 16));
  CHECK(even.at("data").at("t") == times);
  CHECK_THROWS_WITH(encoded_table(record, "uneven", choice),
                    contains("groups by t of the table uneven differ in size"));
  choice.of_any_size = true;
  const ordered_json uneven = encoded_table(record, "uneven", choice);
  CHECK(uneven.at("starts") == ordered_json({0, 1}));
  CHECK(uneven.at("data").at("t") == times);
  CHECK(uneven.at("rows") == 3);
}

TEST_CASE("an empty field cannot be a whole number", "[report]") {
  CHECK_THROWS_WITH(encoded_column(sample_table(), {{"name", "x"}}, {0, 2}, 16), contains("column x has empty fields"));
}
