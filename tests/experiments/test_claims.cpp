#include <limits>
#include <stdexcept>

#include "experiments/support/claim_texts.hpp"
#include "experiments/support/claims.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using nsdbench::testing::contains;
using namespace nsdbench::experiments;
using nsdbench::testing::Sandbox;
using nsdbench::testing::toy_claims;

namespace {

Claim claim(std::optional<Interval> deviation = std::nullopt, Verdict expected_verdict = Verdict::reproduced) {
  Claim c;
  c.id = "c";
  c.quantity = "q";
  c.expected = {1.0, 2.0};
  c.deviation = deviation;
  c.expected_verdict = expected_verdict;
  return c;
}

Verdict verdict(const Claim& c, std::optional<double> measured, bool nominal = true) {
  return judge(c, measured, std::nullopt, nominal).verdict;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("the interval decides the verdict", "[experiments]") {
  const Claim plain = claim();
  CHECK(verdict(plain, 1.0) == Verdict::reproduced);
  CHECK(verdict(plain, 2.0) == Verdict::reproduced);
  CHECK(verdict(plain, 0.999) == Verdict::not_reproduced);
  CHECK(verdict(plain, 2.001) == Verdict::not_reproduced);

  const Claim lenient = claim(Interval{0.5, 3.0});
  CHECK(verdict(lenient, 1.5) == Verdict::reproduced);
  CHECK(verdict(lenient, 0.5) == Verdict::reproduced_with_deviation);
  CHECK(verdict(lenient, 3.0) == Verdict::reproduced_with_deviation);
  CHECK(verdict(lenient, 0.4) == Verdict::not_reproduced);
}

TEST_CASE("a bound within the uncertainty leaves the claim undecided", "[experiments]") {
  const auto verdict_of = [](const Claim& c, double measured, double uncertainty) {
    return judge(c, measured, uncertainty, true).verdict;
  };
  const Claim plain = claim();  // 1 to 2
  CHECK(verdict_of(plain, 1.5, 0.5) == Verdict::reproduced);
  CHECK(verdict_of(plain, 1.5, 0.6) == Verdict::undecided);
  CHECK(verdict_of(plain, 2.1, 0.2) == Verdict::undecided);
  CHECK(verdict_of(plain, 2.5, 0.4) == Verdict::not_reproduced);

  const Claim lenient = claim(Interval{0.5, 3.0});
  CHECK(verdict_of(lenient, 1.5, 0.5) == Verdict::reproduced);
  CHECK(verdict_of(lenient, 2.5, 0.4) == Verdict::reproduced_with_deviation);
  CHECK(verdict_of(lenient, 2.5, 0.5) == Verdict::undecided);  // meets `expected`
  CHECK(verdict_of(lenient, 2.5, 0.6) == Verdict::undecided);
  CHECK(verdict_of(lenient, 2.9, 0.2) == Verdict::undecided);  // leaves `deviation`
  CHECK(verdict_of(lenient, 4.0, 0.9) == Verdict::not_reproduced);

  Claim one_sided = claim();
  one_sided.expected = {-std::numeric_limits<double>::infinity(), 2.0};
  CHECK(verdict_of(one_sided, 0.1, 1.0) == Verdict::reproduced);
  CHECK(verdict_of(one_sided, 1.5, 1.0) == Verdict::undecided);
}

TEST_CASE("coarser studies may decide less", "[experiments]") {
  const auto unexpected = [](const Claim& c, double measured, double uncertainty, bool quick) {
    return is_unexpected(judge(c, measured, uncertainty, true), true, quick);
  };
  CHECK(unexpected(claim(), 2.0, 0.5, false));
  CHECK_FALSE(unexpected(claim(), 2.0, 0.5, true));
  CHECK(unexpected(claim(), 5.0, 0.5, true));
  const Claim open = claim(std::nullopt, Verdict::undecided);
  CHECK(unexpected(open, 1.5, 0.1, false));
  CHECK_FALSE(unexpected(open, 1.5, 0.1, true));
  CHECK(is_unexpected(judge(open, std::nullopt, std::nullopt, true), true, true));
}

TEST_CASE("no verdict away from the paper's setting or without the quantity", "[experiments]") {
  CHECK(verdict(claim(), 1.5, false) == Verdict::not_evaluated);
  CHECK(verdict(claim(), std::nullopt, true) == Verdict::not_evaluated);
  CHECK(verdict(claim(), std::nullopt, false) == Verdict::not_evaluated);
}

TEST_CASE("a verdict is unexpected in both directions", "[experiments]") {
  const auto unexpected = [](const Claim& c, std::optional<double> measured, bool nominal = true) {
    return is_unexpected(judge(c, measured, std::nullopt, nominal), nominal, false);
  };
  CHECK_FALSE(unexpected(claim(), 1.5));
  CHECK(unexpected(claim(), 5.0));
  const Claim refuted = claim(std::nullopt, Verdict::not_reproduced);
  CHECK_FALSE(unexpected(refuted, 5.0));
  CHECK(unexpected(refuted, 1.5));
  CHECK(unexpected(claim(Interval{0.0, 9.0}), 5.0));
  CHECK(unexpected(claim(), std::nullopt));
  CHECK_FALSE(unexpected(claim(), std::nullopt, false));
  CHECK_FALSE(unexpected(claim(), 5.0, false));
}

TEST_CASE("the claims of one experiment are read from the paper's file", "[experiments]") {
  const Sandbox sandbox;
  const auto path = sandbox.path("claims.json");
  sandbox.write("claims.json", toy_claims("final_height", -5.0, -4.8));
  const auto claims = read_claims(path, "toy");
  REQUIRE(claims.size() == 1);
  CHECK(claims[0].id == "toy2000-height");
  CHECK(claims[0].expected.min == -5.0);
  CHECK_FALSE(claims[0].deviation.has_value());
  CHECK(claims[0].expected_verdict == Verdict::reproduced);
  CHECK(claims[0].origin == Origin::paper);
  CHECK_FALSE(claims[0].identity);
  CHECK(claims[0].testable());
  CHECK(read_claims(path, "another").empty());

  sandbox.write("claims.json", replaced(toy_claims("q", -5.0, -4.8), R"("min": -5, )", ""));
  CHECK(read_claims(path, "toy")[0].expected.contains(-1e300));
}

TEST_CASE("a claim that cannot be tested stands without a quantity", "[experiments]") {
  const Sandbox sandbox;
  const auto path = sandbox.path("claims.json");
  const std::string entry = R"({"claims": [{"id": "a", "experiment": "toy", "origin": "paper", "where": "sec. 1",
    "statement": "Measured.", "expected_verdict": "not evaluated", "reason": "No data."}]})";
  sandbox.write("claims.json", entry);
  const auto claims = read_claims(path, "toy");
  REQUIRE(claims.size() == 1);
  CHECK_FALSE(claims[0].testable());
  const JudgedClaim judged = judge(claims[0], std::nullopt, std::nullopt, true);
  CHECK(judged.verdict == Verdict::not_evaluated);
  CHECK_FALSE(is_unexpected(judged, true, false));
  sandbox.write("claims.json", replaced(entry, "not evaluated", "reproduced"));
  CHECK_THROWS_WITH(read_claims(path, "toy"), contains("not evaluated"));
}

TEST_CASE("a malformed claims file is refused", "[experiments]") {
  const Sandbox sandbox;
  const auto path = sandbox.path("claims.json");
  const std::string good = toy_claims("final_height", -5.0, -4.8);
  const auto refused = [&](const std::string& text) {
    sandbox.write("claims.json", text);
    CHECK_THROWS_AS(read_claims(path, "toy"), std::invalid_argument);
    CHECK_THROWS_WITH(read_claims(path, "toy"), contains("claims.json"));
    CHECK_THROWS_AS(read_claims(path, "another"), std::invalid_argument);  // whoever reads it
  };
  refused("");
  refused("[]");
  refused(good.substr(0, good.size() - 2));
  refused(replaced(good, R"("reason": "Newton")", R"("reason": 3)"));
  refused(replaced(good, R"("where": "sec. 1",)", ""));
  refused(replaced(good, R"("where")", R"("wherre")"));
  refused(replaced(good, R"({"min": -5, "max": -4.8})", "{}"));
  refused(replaced(good, R"("min": -5)", R"("min": "-5")"));
  refused(replaced(good, R"("min": -5)", R"("min": -4)"));
  refused(replaced(good, R"("expected_verdict": "reproduced")", R"("expected_verdict": "not evaluated")"));
  refused(replaced(good, R"("expected_verdict": "reproduced")", R"("expected_verdict": "yes")"));
  refused(replaced(good, R"("origin": "paper", )", ""));
  refused(replaced(good, R"("origin": "paper")", R"("origin": "papers")"));
  refused(replaced(good, R"("origin": "paper")", R"("origin": "paper", "identity": false)"));
  refused(replaced(good, R"("quantity": "final_height", )", ""));
  refused(replaced(good, R"("Newton")", R"("{final height}")"));
  refused(replaced(good, R"("reason")", R"("deviation": {"min": -4.9, "max": 0}, "reason")"));
  refused(replaced(good, R"("id": "toy2000-height",)", R"("id": "a", "id": "b",)"));
  const std::string entry = good.substr(good.find('[') + 1, good.rfind(']') - good.find('[') - 1);
  refused(R"({"claims": [)" + entry + ", " + entry + "]}");
}

TEST_CASE("numbers in sentences have no more digits than are known, and six at most", "[experiments]") {
  const std::vector<RecordedQuantity> quantities = {
      {"speed", 17.57466620557608, "m/s", 4e-15, "known to rounding"},
      {"share", 0.4945376, "1", 2e-3, "known to three digits"},
      {"balance", 0.0, "J", Uncertainty::residual(1e-10), "zero by chance"},
      {"mismatch", 3.14159e-12, "J", Uncertainty::residual(1e-10), "not quite zero"},
  };
  std::vector<std::string> unknown;
  CHECK(filled_in("{speed} m/s", quantities, unknown) == "17.5747 m/s");
  CHECK(filled_in("{share}, to {share:uncertainty}", quantities, unknown) == "0.4945, to 0.002");
  CHECK(filled_in("agree to {balance} J", quantities, unknown) == "agree to less than 1e-10 J");
  CHECK(filled_in("agree to {mismatch} J", quantities, unknown) == "agree to 3.14e-12 J");
  CHECK(unknown.empty());
}
