#include "support/numbers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::support;

TEST_CASE("numbers are read whole or not at all", "[experiments]") {
  CHECK(parse_number("0.5") == 0.5);
  CHECK(parse_number("-1e-05") == -1e-05);
  CHECK(parse_number("+3") == 3.0);
  CHECK(parse_number("1e300") == 1e300);
  CHECK(parse_number("5e-324") == 5e-324);
  CHECK(parse_number("-.5") == -0.5);
  for (const char* text : {"",      "1e",     "1.0x", " 1",  "1 ",  "0x10", "nan", "NaN", "inf", "-inf", "infinity",
                           "1e999", "1e-400", "1,5",  "--1", "+-1", "++1",  "+",   ".",   "1e+", "one"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text).has_value());
  }
}

TEST_CASE("integers are read whole or not at all", "[experiments]") {
  CHECK(parse_integer("12") == 12);
  CHECK(parse_integer("-3") == -3);
  for (const char* text : {"", "1.0", "1e3", "99999999999", "0x1", "two"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_integer(text).has_value());
  }
}

TEST_CASE("the two zeros are different numbers", "[experiments]") {
  CHECK(is_same_number(0.0, 0.0));
  CHECK(is_same_number(-0.0, -0.0));
  CHECK_FALSE(is_same_number(0.0, -0.0));
  CHECK(is_same_number(-0.1, -0.1));
  CHECK_FALSE(is_same_number(0.1, -0.1));
}

TEST_CASE("the shortest text reads back to the same number", "[experiments]") {
  for (const double value : {0.1, 1.0 / 3.0, -4.855949999999997, 1e-310, 6.02214076e23, 0.0}) {
    CHECK(parse_number(shortest(value)) == value);
  }
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(1e-5) == "1e-05");
}
