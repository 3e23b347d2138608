// Results of the cases of a sweep, kept in files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/case_results.hpp"
#include "sweeps/sweep.hpp"

namespace nsdbench::sweeps {

// One file for each bundle: <folder>/<stage>/<thousand>/<number>.txt, written by rename, so that it is whole or absent
// whenever a run is killed, and any number of runs may work in one folder. Why a bundle was left out stands in
// <number>.missing until it is computed. A file begins with the key of the plan; each
// line has the number of a case, a hash of the key and the case's inputs, and its quantities or the reason why it has
// none; the last line is a hash of those before. Numbers read back as the same doubles.
class CaseFiles final : public CaseStore {
 public:
  // `key` is one line that tells plans apart: program, map, inputs, settings.
  CaseFiles(std::filesystem::path folder, Sweep sweep, std::string key);

  // Nothing if the file is not there, or was cut off or changed: then the bundle is computed again. Throws
  // support::InputError, naming the file, for results of another plan, and for a file that cannot be read.
  std::optional<std::vector<CaseResult>> find(const Bundle& bundle) const override;

  // Throws support::OutputError if the file cannot be written.
  void add(const Bundle& bundle, const std::vector<CaseResult>& results) override;
  void leave_out(const Bundle& bundle, const CaseReason& why) override;

  std::optional<CaseReason> left_out(const Bundle& bundle) const override;

 private:
  std::filesystem::path file_of(const Bundle& bundle) const;
  std::filesystem::path note_of(const Bundle& bundle) const;
  void write(const std::filesystem::path& file, const std::string& text) const;
  std::string head_of(long number) const;

  std::filesystem::path folder_;
  Sweep sweep_;
  std::string key_;
};

}  // namespace nsdbench::sweeps
