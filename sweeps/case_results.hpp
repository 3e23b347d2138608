// Cases of a sweep, and what was found for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nsdbench::sweeps {

// What a case came to: its quantities, or the reason why it has none.
struct CaseResult {
  std::vector<double> quantities;
  std::string failure;  // one sentence; empty: none
  bool failed() const { return !failure.empty(); }
};

// Cases that are computed one after the other, and whose results are kept together.
struct Bundle {
  int stage = 0;    // from 0 on
  long number = 0;  // within the stage, from 0 on
  std::vector<long> cases;
};

// A case that failed, or that was left out, and why.
struct CaseReason {
  long number = 0;
  std::string reason;  // one sentence
};

// Where results are kept that a later run takes up.
class CaseStore {
 public:
  CaseStore() = default;
  CaseStore(const CaseStore&) = default;
  CaseStore& operator=(const CaseStore&) = default;
  virtual ~CaseStore() = default;

  // Nothing if they are not there as a whole: then the bundle is computed.
  virtual std::optional<std::vector<CaseResult>> find(const Bundle& bundle) const = 0;
  // Threads may call it at the same time.
  virtual void add(const Bundle& bundle, const std::vector<CaseResult>& results) = 0;

  // Why the last run left the bundle out, if it did.
  virtual void leave_out(const Bundle& /*bundle*/, const CaseReason& /*why*/) {}
  virtual std::optional<CaseReason> left_out(const Bundle& /*bundle*/) const { return std::nullopt; }
};

}  // namespace nsdbench::sweeps
