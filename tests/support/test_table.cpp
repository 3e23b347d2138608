#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "support/computation_failed.hpp"
#include "support/table.hpp"
#include "support/text_table.hpp"
#include "tests/helpers/catch.hpp"

using nsdbench::support::Column;
using nsdbench::support::Table;
using Columns = std::vector<Column>;

TEST_CASE("a table is a header line and a line for each row", "[experiments]") {
  Table table("motion", {{"t", "s"}, {"z_1", "m"}});
  table.row({0.0, 0.1});
  table.row({1e-5, std::nan("")});
  CHECK(table.rows() == 2);
  CHECK(table.csv() == "t,z_1\n0,0.1\n1e-05,\n");
}

TEST_CASE("a column of words has them in the file", "[experiments]") {
  Table table("modes", {{"t", "s"}, {"mode", "1", "of the law", {"impressed", "constraint"}}});
  table.row({0.0, 1.0});
  table.row({0.5, std::nan("")});
  table.row({1.0, 0.0});
  CHECK(table.csv() == "t,mode\n0,constraint\n0.5,\n1,impressed\n");
  for (const double none : {2.0, -1.0, 0.5, std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(table.row({2.0, none}), std::logic_error);
  }
  CHECK_THROWS_AS(Table("modes", Columns{{"mode", "1", "", {"open, closed"}}}), std::logic_error);
}

TEST_CASE("a break is one blank line between two rows", "[experiments]") {
  Table table("motion", Columns{{"t", "s"}});
  table.break_line();
  table.row({1.0});
  table.break_line();
  table.break_line();
  table.row({2.0});
  table.break_line();
  CHECK(table.csv() == "t\n1\n\n2\n");
}

TEST_CASE("a table refuses what would not be one", "[experiments]") {
  CHECK_THROWS_AS(Table("motion", Columns{}), std::logic_error);
  CHECK_THROWS_AS(Table("motion", Columns{{"t", "s"}, {"t", "s"}}), std::logic_error);
  CHECK_THROWS_AS(Table("motion", Columns{{"t,z", "s"}}), std::logic_error);
  Table table("motion", {{"t", "s"}, {"z", "m"}});
  CHECK_THROWS_AS(table.row({1.0}), std::logic_error);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(table.row({1.0, -infinity}), nsdbench::support::ComputationFailed);
  CHECK_THROWS_WITH(table.row({1.0, infinity}), "column z of table motion is infinite at these settings");
  CHECK(table.rows() == 0);
}

TEST_CASE("a value has the digits that its uncertainty leaves", "[support]") {
  using nsdbench::support::readable;
  CHECK(readable(-4.85595, 0.04905) == "-4.856");
  CHECK(readable(24.525, 1e-7) == "24.525");
  CHECK(readable(0.044249274123, 6e-9) == "0.0442492741");
  CHECK(readable(1.5, 4.0) == "1.5");
  CHECK(readable(0.0, 1e-3) == "0");
  CHECK(readable(1.0 / 3.0, 0.0) == "0.333333");
  // The logarithm of the double below 1e-3 is rounded to -3.
  CHECK(readable(1.23456789, 9.999999999999998e-4) == "1.23457");
}
