#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

RecordedQuantity quantity(double value, const Uncertainty& uncertainty, std::string unit = "m") {
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

TEST_CASE("a move counts against the uncertainty of the baseline", "[experiments]") {
  const Comparison excused = compare_one(quantity(1.0, 0.3), quantity(1.5, 0.6));
  CHECK(excused.significant());
  CHECK_THAT(excused.report(), contains("1.7 of its uncertainty 0.3; uncertainty was 0.3, is 0.6"));
  CHECK(compare_one(quantity(1e-15, Uncertainty::residual(1e-10)), quantity(2e-10, Uncertainty::residual(2e-10)))
            .significant());

  const Comparison within = compare_one(quantity(1.0, 1.0), quantity(1.5, 1.0));
  CHECK(within.anything_moved());
  CHECK_FALSE(within.significant());
  CHECK_THAT(within.report(), contains("1 -> 1.5") && contains("+0.5 m") && contains("0.5 of its uncertainty 1"));

  const Comparison beyond = compare_one(quantity(1.0, 0.1), quantity(0.7, 0.1));
  CHECK(beyond.significant());
  CHECK_THAT(beyond.report(), contains("!") && contains("-0.3 m") && contains("3 of its uncertainty 0.1"));

  CHECK_FALSE(compare_one(quantity(1.0, 0.25), quantity(1.25, 0.25)).significant());
}

TEST_CASE("every kind of quantity is compared in its way", "[experiments]") {
  const auto moves = [](const Uncertainty& kind, double before, double now) {
    return compare_one(quantity(before, kind), quantity(now, kind)).significant();
  };
  CHECK(moves(0.0, 1.0, 1.0 + 1e-15));
  for (const Uncertainty& kind : {Uncertainty::count(), Uncertainty::setting(), Uncertainty::choice()}) {
    CHECK_FALSE(moves(kind, 5.0, 5.0));
    CHECK(moves(kind, 5.0, 5.0 + 1e-15));
  }
  CHECK_FALSE(moves(Uncertainty::exact(), 1.0, 1.0 + 1e-13));
  CHECK(moves(Uncertainty::exact(), 1.0, 1.0 + 1e-11));
  CHECK_FALSE(moves(Uncertainty::residual(1e-10), 1e-15, 9e-11));
  CHECK(moves(Uncertainty::residual(1e-10), 1e-15, 2e-10));
  const Uncertainty unknown = Uncertainty::unknown("Nobody knows.");
  CHECK_FALSE(moves(unknown, 1.0, 1.0 + 1e-9));
  CHECK(moves(unknown, 1.0, 1.0 + 1e-5));
  CHECK_FALSE(moves(Uncertainty::varying("Another library."), 32.0, 40.0));
}

TEST_CASE("what is not known and what varies is said in the report", "[experiments]") {
  const auto report = [](const Uncertainty& kind) {
    return compare_one(quantity(1.0, kind), quantity(1.0 + 1e-9, kind)).report();
  };
  CHECK_THAT(report(Uncertainty::unknown("Nobody knows.")), contains("no uncertainty is known"));
  CHECK_THAT(report(Uncertainty::varying("Another library.")), contains("not compared: Another library."));
  CHECK_THAT(report(Uncertainty::residual(1e-10)), contains("!") && contains("its bound is 1e-10"));
}

TEST_CASE("another uncertainty, bound or reason is reported, and counts beyond a factor of two", "[experiments]") {
  const Comparison slightly = compare_one(quantity(1.0, 0.1), quantity(1.0, 0.15));
  CHECK(slightly.anything_moved());
  CHECK_FALSE(slightly.significant());
  CHECK_THAT(slightly.report(), contains("uncertainty was 0.1, is 0.15"));
  for (const auto& [before, now] : std::vector<std::pair<double, double>>{{0.1, 0.3}, {0.3, 0.1}, {0.0, 1e-12}}) {
    CAPTURE(before, now);
    CHECK(compare_one(quantity(1.0, before), quantity(1.0, now)).significant());
    CHECK(compare_one(quantity(0.0, Uncertainty::residual(before)), quantity(0.0, Uncertainty::residual(now)))
              .significant());
  }
  const Comparison reason = compare_one(quantity(1.0, Uncertainty::unknown("Nobody knows.")),
                                        quantity(1.0, Uncertainty::unknown("One run.")));
  CHECK(reason.anything_moved());
  CHECK_FALSE(reason.significant());
  CHECK_THAT(reason.report(), contains("reason was 'Nobody knows.', is 'One run.'"));
}

TEST_CASE("another kind cannot be compared", "[experiments]") {
  const Comparison c = compare_one(quantity(1.0, Uncertainty::count()), quantity(1.0, 0.1));
  CHECK(c.significant());
  CHECK_THAT(c.report(), contains("was count, is measured"));
}

TEST_CASE("the largest move by its uncertainty is found", "[experiments]") {
  RecordedQuantity other = quantity(1.0, 1.0);
  other.key = "other";
  RecordedQuantity moved = other;
  moved.value = 1.5;
  const Comparison c = compare(record({quantity(1.0, 0.1), other}), record({quantity(1.02, 0.1), moved}));
  REQUIRE(c.largest_move() != nullptr);
  CHECK(c.largest_move()->key == "other");
  CHECK(*c.largest_move()->ratio() == 0.5);
  CHECK(compare_one(quantity(1.0, 0.1), quantity(1.0, 0.1)).largest_move() == nullptr);
}

TEST_CASE("another verdict and a vanished claim count, a new claim does not", "[experiments]") {
  const auto with = [](std::vector<std::pair<std::string, Verdict>> claims) {
    StoredRecord r = record({});
    for (const auto& [id, verdict] : claims) {
      JudgedClaim judged;
      judged.claim.id = id;
      judged.verdict = verdict;
      r.claims.push_back(judged);
    }
    return r;
  };
  const StoredRecord before = with({{"a", Verdict::reproduced}});
  CHECK_FALSE(compare(before, before).anything_moved());
  const Comparison changed = compare(before, with({{"a", Verdict::undecided}}));
  CHECK(changed.significant());
  CHECK_THAT(changed.report(), contains("another verdict: a was reproduced, is undecided"));
  const Comparison vanished = compare(before, with({}));
  CHECK(vanished.significant());
  CHECK_THAT(vanished.report(), contains("vanished claim: a, was reproduced"));
  const Comparison added = compare(before, with({{"a", Verdict::reproduced}, {"b", Verdict::undecided}}));
  CHECK(added.anything_moved());
  CHECK_FALSE(added.significant());
  CHECK_THAT(added.report(), contains("new claim: b, undecided"));
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
  CHECK(c.significant());
  CHECK_THAT(c.report(), contains("dt was 0.01, is 0.001") && contains("solver was (none)"));
}

TEST_CASE("what has neither a number nor a kind without one needs a reason", "[experiments]") {
  CHECK_THROWS_AS(Uncertainty::unknown(""), std::logic_error);
  CHECK_THROWS_AS(Uncertainty::varying(""), std::logic_error);
  CHECK(Uncertainty(0.5).half_width() == 0.5);
  CHECK_FALSE(Uncertainty(-0.5).valid());
  CHECK_FALSE(Uncertainty::residual(-1.0).valid());
  CHECK(Uncertainty::residual(1e-9).bound() == 1e-9);
  CHECK_FALSE(Uncertainty::residual(1e-9).half_width());
  CHECK(Uncertainty::or_unknown(0.5, "None.").kind() == QuantityKind::measured);
  CHECK(Uncertainty::or_unknown({}, "None.").reason() == "None.");
}
