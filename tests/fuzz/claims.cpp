// Files of claims, and what a run makes of them: a verdict, an entry of the record, sentences with numbers.
#include "experiments/support/claims.hpp"

#include <nlohmann/json.hpp>

#include "experiments/support/claim_texts.hpp"
#include "experiments/support/record.hpp"
#include "tests/fuzz/target.hpp"

using namespace nsdbench;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text({data, size}));
  std::vector<experiments::Claim> claims;
  fuzz::accepts([&] { claims = experiments::read_claims(file.path(), "toy"); });
  const std::vector<experiments::RecordedQuantity> quantities = {
      {"a", 1.0, "m", 0.25, "known to a quarter"},
      {"b", -1e308, "m", experiments::Uncertainty::residual(0.0), "a residual"},
      {"c", 0.0, "m", experiments::Uncertainty::unknown("nobody has looked"), "unknown"}};
  for (const experiments::Claim& claim : claims) {
    for (const experiments::RecordedQuantity& quantity : quantities) {
      const experiments::JudgedClaim judged =
          experiments::judge(claim, quantity.value, quantity.uncertainty.half_width(), true);
      fuzz::require(claim.testable() == (judged.verdict != experiments::Verdict::not_evaluated),
                    "a claim that can be tested gets no verdict, or one that cannot gets one");
      experiments::claim_json(judged).dump();
    }
    std::vector<std::string> unknown;
    experiments::filled_in(claim.reason, quantities, unknown);
    experiments::filled_in(claim.tolerance_reason, quantities, unknown);
  }
  return 0;
}
