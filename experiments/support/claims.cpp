#include "experiments/support/claims.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "experiments/support/claim_texts.hpp"
#include "support/json_file.hpp"
#include "support/names.hpp"

namespace nsdbench::experiments {

namespace {

constexpr support::Names<Origin, 4> origin_names{{
    {Origin::paper, "paper"},
    {Origin::variant, "variant"},
    {Origin::ours, "ours"},
    {Origin::closed_form, "closed_form"},
}};

constexpr support::Names<Verdict, 5> verdict_names{{
    {Verdict::reproduced, "reproduced"},
    {Verdict::reproduced_with_deviation, "reproduced with deviation"},
    {Verdict::not_reproduced, "not reproduced"},
    {Verdict::undecided, "undecided"},
    {Verdict::not_evaluated, "not evaluated"},
}};

Interval read_interval(const support::JsonPlace& place) {
  place.allow_only({"min", "max"});
  const std::optional<double> min = place.optional_number("min");
  const std::optional<double> max = place.optional_number("max");
  if (!min && !max) place.refuse("'min' or 'max' is needed");
  Interval interval;
  interval.min = min.value_or(interval.min);
  interval.max = max.value_or(interval.max);
  if (interval.min > interval.max) place.refuse("'min' is greater than 'max'");
  return interval;
}

Origin read_origin(const support::JsonPlace& place) {
  const std::string text = place.text("origin");
  if (const std::optional<Origin> origin = origin_from(text)) return *origin;
  place.refuse("'origin' must be 'paper', 'variant', 'ours' or 'closed_form', not '" + text + "'");
}

bool read_identity(const support::JsonPlace& place) {
  if (!place.has("identity")) return false;
  if (place.value().at("identity") != true) place.refuse("'identity' must be true, or left out");
  return true;
}

Verdict read_expected_verdict(const support::JsonPlace& place, bool testable) {
  const std::string text = place.text("expected_verdict");
  const std::optional<Verdict> verdict = verdict_from(text);
  if (!testable) {
    if (verdict != Verdict::not_evaluated) {
      place.refuse("'expected_verdict' must be 'not evaluated' where there is no 'quantity', not '" + text + "'");
    }
  } else if (!verdict || *verdict == Verdict::not_evaluated) {
    place.refuse(
        "'expected_verdict' must be 'reproduced', 'reproduced with deviation', 'not reproduced' or 'undecided', not '" +
        text + "'");
  }
  return *verdict;
}

std::string read_text_with_places(const support::JsonPlace& place, std::string_view key) {
  std::string text = place.text(key);
  const std::string complaint = complaint_about_places(text);
  if (!complaint.empty()) place.refuse("'" + std::string(key) + "': " + complaint);
  return text;
}

// What a claim is tested by.
void read_test(const support::JsonPlace& place, Claim& claim) {
  claim.quantity = place.text("quantity");
  claim.expected = read_interval(place.object("expected"));
  if (place.has("deviation")) {
    claim.deviation = read_interval(place.object("deviation"));
    if (!claim.deviation->contains(claim.expected)) place.refuse("'deviation' does not contain 'expected'");
  }
  claim.tolerance_reason = read_text_with_places(place, "tolerance_reason");
}

Claim read_claim(const support::JsonPlace& place) {
  Claim claim;
  const bool testable = place.has("quantity");
  if (testable) {
    place.allow_only({"id", "experiment", "origin", "identity", "where", "statement", "quantity", "expected",
                      "deviation", "tolerance_reason", "expected_verdict", "reason"});
    read_test(place, claim);
  } else {
    place.allow_only({"id", "experiment", "origin", "where", "statement", "expected_verdict", "reason"});
  }
  claim.id = place.text("id");
  claim.origin = read_origin(place);
  claim.identity = read_identity(place);
  claim.where = place.text("where");
  claim.statement = place.text("statement");
  claim.expected_verdict = read_expected_verdict(place, testable);
  claim.reason = read_text_with_places(place, "reason");
  return claim;
}

}  // namespace

std::string_view to_string(Origin origin) { return support::name_of(origin_names, origin); }

std::optional<Origin> origin_from(std::string_view text) { return support::value_named(origin_names, text); }

std::string_view to_string(Verdict verdict) { return support::name_of(verdict_names, verdict); }

std::optional<Verdict> verdict_from(std::string_view text) { return support::value_named(verdict_names, text); }

std::vector<Claim> read_claims(const std::filesystem::path& path, std::string_view experiment) {
  const nlohmann::ordered_json document = support::read_json(path);
  const support::JsonPlace root(document, path.string());
  if (!document.is_object()) root.refuse("must hold an object");
  const support::JsonPlace list = root.array("claims");

  // All claims are read, so that a mistake in another experiment's claim does not stay unseen.
  std::vector<Claim> claims;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < list.value().size(); ++i) {
    const support::JsonPlace place = list.entry(i);
    Claim claim = read_claim(place);
    if (!ids.insert(claim.id).second) place.refuse("the id '" + claim.id + "' is used twice");
    if (place.text("experiment") == experiment) claims.push_back(std::move(claim));
  }
  return claims;
}

JudgedClaim judge(const Claim& claim, std::optional<double> measured, std::optional<double> uncertainty, bool nominal) {
  JudgedClaim judged{claim, measured, uncertainty, Verdict::not_evaluated};
  if (!nominal || !measured || !claim.testable()) return judged;
  const double half_width = uncertainty.value_or(0.0);
  const Interval believed{*measured - half_width, *measured + half_width};
  const Interval& widest = claim.deviation ? *claim.deviation : claim.expected;
  if (claim.expected.contains(believed)) {
    judged.verdict = Verdict::reproduced;
  } else if (!widest.meets(believed)) {
    judged.verdict = Verdict::not_reproduced;
  } else if (claim.deviation && widest.contains(believed) && !claim.expected.meets(believed)) {
    judged.verdict = Verdict::reproduced_with_deviation;
  } else {
    judged.verdict = Verdict::undecided;
  }
  return judged;
}

bool is_as_expected(const JudgedClaim& judged, bool quick) {
  const Verdict expected = judged.claim.expected_verdict;
  if (judged.verdict == expected) return true;
  return quick && judged.verdict != Verdict::not_evaluated &&
         (judged.verdict == Verdict::undecided || expected == Verdict::undecided);
}

bool is_unexpected(const JudgedClaim& judged, bool nominal, bool quick) {
  return nominal && !is_as_expected(judged, quick);
}

}  // namespace nsdbench::experiments
