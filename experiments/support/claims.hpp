// Claims: what a paper states, or what we hold a computation to, what was measured, and the verdict.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsdbench::experiments {

// A closed interval. A bound that a claims file leaves out is infinite.
struct Interval {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();

  bool contains(double value) const { return min <= value && value <= max; }
  bool contains(const Interval& other) const { return min <= other.min && other.max <= max; }
  bool meets(const Interval& other) const { return min <= other.max && other.min <= max; }
};

// Who says it.
enum class Origin : std::uint8_t {
  paper,       // the paper, in the setting that it prints
  variant,     // the paper, but tested in a setting that it does not print
  ours,        // we: a check of the suite's own methods, or an independent computation
  closed_form  // a formula, which the computation is held to
};

// The name in claims.json and back; nothing for a text that is none of them.
std::string_view to_string(Origin origin);
std::optional<Origin> origin_from(std::string_view text);

// What a run says of a claim.
enum class Verdict : std::uint8_t {
  reproduced,
  reproduced_with_deviation,
  not_reproduced,
  undecided,     // the interval value +- uncertainty reaches over a bound
  not_evaluated  // the run left the paper's setting or did not measure the quantity, or nothing can be tested
};

// The name in records and claims.json and back; nothing for a text that is none of them.
std::string_view to_string(Verdict verdict);
std::optional<Verdict> verdict_from(std::string_view text);

// A claim as claims.json states it.
struct Claim {
  std::string id;
  Origin origin = Origin::paper;
  bool identity = false;  // holds by construction: it checks the code, not the statement
  std::string where;      // in the paper
  std::string statement;  // in our own words
  std::string quantity;   // the record's key; empty where nothing can be tested, as are the intervals then
  Interval expected;
  std::optional<Interval> deviation;  // contains `expected`; between the two: "reproduced with deviation"
  std::string tolerance_reason;       // why the intervals have their size; empty where nothing can be tested
  Verdict expected_verdict = Verdict::reproduced;
  std::string reason;  // why we expect this verdict

  bool testable() const { return !quantity.empty(); }
};

// A claim with what a run has measured of it, in the unit of its quantity, and the verdict.
struct JudgedClaim {
  Claim claim;
  std::optional<double> measured;
  std::optional<double> uncertainty;
  Verdict verdict = Verdict::not_evaluated;
};

// The claims of `experiment`, in the order of the file. Throws std::invalid_argument, naming file and place,
// for a file that cannot be read or has another shape, an empty interval, or an id used twice.
std::vector<Claim> read_claims(const std::filesystem::path& path, std::string_view experiment);

// `nominal` tells whether the run used the paper's own parameters. `uncertainty` is the half-width of the measured
// value, nothing where it has none: then the value alone decides.
JudgedClaim judge(const Claim& claim, std::optional<double> measured, std::optional<double> uncertainty, bool nominal);

// The verdict is the one that we expect. The coarser studies of a quick run have other uncertainties than those that
// the expectation was set up for: there "undecided" is no surprise, nor is a verdict where "undecided" was expected.
bool is_as_expected(const JudgedClaim& judged, bool quick);

// A nominal run must give every claim the verdict we expect. A run that left the paper's setting is expected to give no
// verdict.
bool is_unexpected(const JudgedClaim& judged, bool nominal, bool quick);

}  // namespace nsdbench::experiments
