#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tools/records/comparison.hpp"

using nsdbench::testing::contains;
using namespace nsdbench::experiments;

namespace {

StoredRecord record(std::vector<RecordedQuantity> quantities) {
  StoredRecord r;
  r.experiment = "toy";
  r.method = {{"dt", "0.01"}};
  r.quantities = std::move(quantities);
  return r;
}

RecordedQuantity quantity(double value, std::optional<double> uncertainty, std::string unit = "m") {
  return {"q", value, std::move(unit), uncertainty, "a quantity"};
}

Comparison compare_one(RecordedQuantity before, RecordedQuantity now) {
  return compare(record({std::move(before)}), record({std::move(now)}));
}

}  // namespace

TEST_CASE("nothing moved is said plainly", "[experiments]") {
  const Comparison c = compare_one(quantity(1.0, 0.1), quantity(1.0, 0.1));
  CHECK_FALSE(c.anything_moved());
  CHECK_FALSE(c.significant());
  CHECK(c.report() == "toy: nothing moved (1 quantities)\n");
}

TEST_CASE("a move counts against the larger uncertainty", "[experiments]") {
  const Comparison within = compare_one(quantity(1.0, 0.01), quantity(1.5, 1.0));
  CHECK(within.anything_moved());
  CHECK_FALSE(within.significant());
  CHECK_THAT(within.report(), contains("1 -> 1.5") && contains("+0.5 m") && contains("0.5 of its uncertainty 1"));

  const Comparison beyond = compare_one(quantity(1.0, 0.1), quantity(0.7, 0.1));
  CHECK(beyond.significant());
  CHECK_THAT(beyond.report(), contains("!") && contains("-0.3 m") && contains("3 of its uncertainty 0.1"));

  CHECK_FALSE(compare_one(quantity(1.0, 0.25), quantity(1.25, 0.25)).significant());
}

TEST_CASE("without an uncertainty every move counts", "[experiments]") {
  CHECK(compare_one(quantity(1.0, std::nullopt), quantity(1.0 + 1e-15, std::nullopt)).significant());
  CHECK(compare_one(quantity(1.0, 0.0), quantity(1.0 + 1e-15, 0.0)).significant());
  CHECK_FALSE(compare_one(quantity(1.0, std::nullopt), quantity(1.05, 0.1)).significant());
}

TEST_CASE("new, vanished and incomparable quantities are named", "[experiments]") {
  const Comparison appeared = compare(record({}), record({quantity(1.0, 0.1)}));
  CHECK(appeared.anything_moved());
  CHECK_FALSE(appeared.significant());
  CHECK_THAT(appeared.report(), contains("new: 1 m"));

  const Comparison vanished = compare(record({quantity(1.0, 0.1)}), record({}));
  CHECK(vanished.significant());
  CHECK_THAT(vanished.report(), contains("vanished; was 1 m"));

  const Comparison unit = compare_one(quantity(1.0, 0.1, "m"), quantity(1.0, 0.1, "mm"));
  CHECK(unit.significant());
  CHECK_THAT(unit.report(), contains("unit was m, is mm"));
}

TEST_CASE("another setting of the method is named", "[experiments]") {
  StoredRecord before = record({quantity(1.0, 0.1)});
  StoredRecord now = before;
  now.method = {{"dt", "0.001"}, {"solver", "\"lemke\""}};
  const Comparison c = compare(before, now);
  CHECK(c.anything_moved());
  CHECK_FALSE(c.significant());
  CHECK_THAT(c.report(), contains("dt was 0.01, is 0.001") && contains("solver was (none)"));
}
