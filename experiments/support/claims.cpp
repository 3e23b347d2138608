#include "experiments/support/claims.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "support/json_file.hpp"

namespace nsdbench::experiments {

namespace {

constexpr std::array<std::pair<Verdict, std::string_view>, 4> verdict_names{{
    {Verdict::reproduced, "reproduced"},
    {Verdict::reproduced_with_deviation, "reproduced with deviation"},
    {Verdict::not_reproduced, "not reproduced"},
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

Verdict read_expected_verdict(const support::JsonPlace& place) {
  const std::string text = place.text("expected_verdict");
  const std::optional<Verdict> verdict = verdict_from(text);
  if (!verdict || *verdict == Verdict::not_evaluated) {
    place.refuse("'expected_verdict' must be 'reproduced', 'reproduced with deviation' or 'not reproduced', not '" +
                 text + "'");
  }
  return *verdict;
}

Claim read_claim(const support::JsonPlace& place) {
  place.allow_only({"id", "experiment", "where", "statement", "quantity", "expected", "deviation", "tolerance_reason",
                    "expected_verdict", "reason"});
  Claim claim;
  claim.id = place.text("id");
  claim.where = place.text("where");
  claim.statement = place.text("statement");
  claim.quantity = place.text("quantity");
  claim.expected = read_interval(place.object("expected"));
  if (place.has("deviation")) {
    claim.deviation = read_interval(place.object("deviation"));
    if (!claim.deviation->contains(claim.expected)) place.refuse("'deviation' does not contain 'expected'");
  }
  claim.tolerance_reason = place.text("tolerance_reason");
  claim.expected_verdict = read_expected_verdict(place);
  claim.reason = place.text("reason");
  return claim;
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  for (const auto& [value, name] : verdict_names) {
    if (value == verdict) return name;
  }
  return "not evaluated";
}

std::optional<Verdict> verdict_from(std::string_view text) {
  for (const auto& [value, name] : verdict_names) {
    if (name == text) return value;
  }
  return std::nullopt;
}

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
  if (!nominal || !measured) return judged;
  if (claim.expected.contains(*measured)) {
    judged.verdict = Verdict::reproduced;
  } else if (claim.deviation && claim.deviation->contains(*measured)) {
    judged.verdict = Verdict::reproduced_with_deviation;
  } else {
    judged.verdict = Verdict::not_reproduced;
  }
  return judged;
}

bool is_unexpected(const JudgedClaim& judged, bool nominal) {
  return nominal && judged.verdict != judged.claim.expected_verdict;
}

}  // namespace nsdbench::experiments
