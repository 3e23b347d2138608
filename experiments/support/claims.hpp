// Claims: what a paper states, what was measured, and the verdict.
#pragma once

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
};

enum class Verdict {
  reproduced,
  reproduced_with_deviation,
  not_reproduced,
  not_evaluated  // the run left the paper's setting, or it did not measure the quantity
};

std::string_view to_string(Verdict verdict);
std::optional<Verdict> verdict_from(std::string_view text);

struct Claim {
  std::string id;
  std::string where;      // in the paper
  std::string statement;  // in our own words
  std::string quantity;   // the record's key
  Interval expected;
  std::optional<Interval> deviation;  // contains `expected`; between the two: "reproduced with deviation"
  std::string tolerance_reason;       // why the intervals have their size
  Verdict expected_verdict = Verdict::reproduced;
  std::string reason;  // why we expect this verdict
};

struct JudgedClaim {
  Claim claim;
  std::optional<double> measured;
  std::optional<double> uncertainty;
  Verdict verdict = Verdict::not_evaluated;
};

// The claims of `experiment`, in the order of the file. Throws std::invalid_argument, naming file and place,
// for a file that cannot be read or has another shape, an empty interval, or an id used twice.
std::vector<Claim> read_claims(const std::filesystem::path& path, std::string_view experiment);

// `nominal` tells whether the run used the paper's own parameters.
JudgedClaim judge(const Claim& claim, std::optional<double> measured, std::optional<double> uncertainty, bool nominal);

// A nominal run must give every claim the verdict we expect; "not evaluated" is none. A run that left the
// paper's setting is expected to give no verdict.
bool is_unexpected(const JudgedClaim& judged, bool nominal);

}  // namespace nsdbench::experiments
