#include "sweeps/case_files.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "support/hash.hpp"
#include "support/input_error.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/output_files.hpp"

namespace nsdbench::sweeps {
namespace {

constexpr std::string_view mark_of_failure = "failed";
constexpr std::string_view absent = "-";  // a quantity that does not exist

std::string padded(long number, std::size_t digits) {
  std::string text = std::to_string(number);
  return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

// The result in the words after a case's number and hash. Nothing if it is not as it was written.
std::optional<CaseResult> result_of(std::string_view words, std::size_t quantities) {
  CaseResult result;
  if (words.starts_with(mark_of_failure) && words.size() > mark_of_failure.size() + 1) {
    result.failure = std::string(words.substr(mark_of_failure.size() + 1));
    return result;
  }
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    if (word == absent) {
      result.quantities.push_back(std::numeric_limits<double>::quiet_NaN());
    } else if (const std::optional<double> value = support::parse_number(word)) {
      result.quantities.push_back(*value);
    } else {
      return std::nullopt;
    }
  }
  if (result.quantities.size() != quantities) return std::nullopt;
  return result;
}

// The next line of `text`, which is taken off it, without its end.
std::string_view next_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

}  // namespace

CaseFiles::CaseFiles(std::filesystem::path folder, Sweep sweep, std::string key)
    : folder_(std::move(folder)), sweep_(std::move(sweep)), key_(std::move(key)) {}

std::filesystem::path CaseFiles::file_of(const Bundle& bundle) const {
  constexpr long in_a_folder = 1000;
  return folder_ / padded(bundle.stage, 3) / padded(bundle.number / in_a_folder, 3) /
         (padded(bundle.number, 6) + ".txt");
}

std::filesystem::path CaseFiles::note_of(const Bundle& bundle) const {
  return file_of(bundle).replace_extension(".missing");
}

std::string CaseFiles::head_of(long number) const {
  std::string inputs = key_;
  for (const double value : sweep_.at(number)) inputs += " " + support::shortest(value);
  return std::to_string(number) + " " + support::hash_as_text(inputs);
}

std::optional<std::vector<CaseResult>> CaseFiles::find(const Bundle& bundle) const {
  const std::filesystem::path file = file_of(bundle);
  if (support::is_missing(file)) return std::nullopt;
  const std::string text = support::read_text(file);
  const std::size_t end = text.rfind("end ");
  if (end == std::string::npos || text.substr(end) != "end " + support::hash_as_text(text.substr(0, end)) + "\n") {
    return std::nullopt;
  }
  std::string_view lines = std::string_view(text).substr(0, end);
  if (next_line(lines) != key_) {
    throw support::InputError(file.string() + ": these are results of another plan or of another build of the program");
  }
  std::vector<CaseResult> results;
  for (const long number : bundle.cases) {
    const std::string_view line = next_line(lines);
    const std::string head = head_of(number) + " ";
    if (!line.starts_with(head)) {
      throw support::InputError(file.string() + ": case " + std::to_string(number) +
                                " does not stand where this plan has it");
    }
    std::optional<CaseResult> result = result_of(line.substr(head.size()), sweep_.quantities.size());
    if (!result) return std::nullopt;
    results.push_back(std::move(*result));
  }
  if (!lines.empty()) throw support::InputError(file.string() + ": there are more cases than this plan has here");
  return results;
}

void CaseFiles::add(const Bundle& bundle, const std::vector<CaseResult>& results) {
  std::string text = key_ + "\n";
  for (std::size_t k = 0; k < bundle.cases.size(); ++k) {
    text += head_of(bundle.cases[k]);
    if (results[k].failed()) {
      text += " ";
      text += mark_of_failure;
      text += " " + results[k].failure;
    } else {
      for (const double value : results[k].quantities) {
        text += std::isnan(value) ? " " + std::string(absent) : " " + support::shortest(value);
      }
    }
    text += '\n';
  }
  text += "end " + support::hash_as_text(text) + "\n";
  write(file_of(bundle), text);
  std::error_code ignored;
  std::filesystem::remove(note_of(bundle), ignored);
}

void CaseFiles::leave_out(const Bundle& bundle, const CaseReason& why) {
  write(note_of(bundle), std::to_string(why.number) + " " + why.reason + "\n");
}

std::optional<CaseReason> CaseFiles::left_out(const Bundle& bundle) const {
  if (support::is_missing(note_of(bundle))) return std::nullopt;
  const std::string text = support::read_text(note_of(bundle));
  std::string_view rest = text;
  std::string_view line = next_line(rest);
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::optional<double> number = support::parse_number(line.substr(0, blank));
  if (!number || std::ranges::find(bundle.cases, *number) == bundle.cases.end()) return std::nullopt;
  line.remove_prefix(std::min(blank + 1, line.size()));
  return CaseReason{static_cast<long>(*number), std::string(line)};
}

void CaseFiles::write(const std::filesystem::path& file, const std::string& text) const {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) throw support::OutputError("cannot create " + file.parent_path().string() + ": " + error.message());
  support::write_file(file, text);
}

}  // namespace nsdbench::sweeps
