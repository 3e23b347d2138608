// Files that a program leaves behind for a later one: rows of an interrupted run, bundles of a sweep's cases, recorded
// motions. The first byte chooses the file, and whether the other bytes damage one that was written, are one, or are
// the lines of one whose hashes are right: those are what a reader would see of a file made on purpose.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <optional>
#include <vector>

#include "experiments/support/motion_file.hpp"
#include "support/child_process.hpp"
#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/output_files.hpp"
#include "support/partial_rows.hpp"
#include "sweeps/case_files.hpp"
#include "tests/fuzz/target.hpp"

using namespace nsdbench;

namespace {

enum class Content { damaged, as_it_is, with_right_hashes };

using Bytes = std::span<const std::uint8_t>;

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>, std::bit_cast<std::uint64_t, double>);
}

// Each three bytes change one: where it is, and by what; an odd number cuts the text off there.
std::string damaged(std::string text, Bytes bytes) {
  for (; bytes.size() >= 3 && !text.empty(); bytes = bytes.subspan(3)) {
    char& changed = text[(bytes[0] * 256U + bytes[1]) % text.size()];
    changed = static_cast<char>(static_cast<unsigned char>(changed) ^ bytes[2]);
  }
  if (!bytes.empty() && !text.empty()) text.resize(bytes[0] * text.size() / 256U);
  return text;
}

template <class Change>
std::string each_line(std::string_view text, const Change& change) {
  std::string changed;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    changed += change(std::string(line));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return changed;
}

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n') + 1); }

const std::vector<double>& a_row() {
  static const std::vector<double> row = {1.0 / 3.0, -0.0, 5e-324, -1.7976931348623157e308};
  return row;
}

void read_rows(Content content, Bytes bytes) {
  static const support::ScratchFolder folder;
  static const std::string written = [] {
    const std::filesystem::path file = folder.path() / "rows";
    support::PartialRows rows(file, "settings");
    rows.add("a", a_row());
    rows.add("b", a_row());
    return support::read_text(file);
  }();
  std::string text(fuzz::as_text(bytes));
  if (content == Content::damaged) text = damaged(written, bytes);
  if (content == Content::with_right_hashes) {
    text = first_line_of(written) +
           each_line(text, [](const std::string& line) { return line + ' ' + support::hash_as_text(line) + '\n'; });
  }
  const fuzz::MemoryFile file(text);
  const support::PartialRows rows(file.path(), "settings");
  for (const char* name : {"a", "b"}) {
    const std::optional<std::vector<double>> row = rows.find(name, a_row().size());
    if (!row) continue;
    fuzz::require(row->size() == a_row().size(), "a row has not as many numbers as were asked for");
    fuzz::require(std::ranges::all_of(*row, [](double value) { return std::isfinite(value); }),
                  "a row has a number that is not finite");
    fuzz::require(content != Content::damaged || same_bits(*row, a_row()), "a damaged row is taken for another one");
  }
}

sweeps::Sweep a_sweep() {
  return sweeps::parse_sweep(
      R"({"sweep": "toy", "map": "toy", "axes": [{"input": "a", "values": [1, 2, 3, 4]}], "quantities": ["x", "y"]})",
      "sweep.json");
}

// Three cases: with two numbers, with one that does not exist, and one that failed.
const std::vector<sweeps::CaseResult>& some_results() {
  static const std::vector<sweeps::CaseResult> results = {
      {{1.0 / 3.0, -0.0}, {}}, {{std::nan(""), 5e-324}, {}}, {{}, "no"}};
  return results;
}

bool same(const sweeps::CaseResult& a, const sweeps::CaseResult& b) {
  return a.failure == b.failure && std::ranges::equal(a.quantities, b.quantities, [](double x, double y) {
           return (std::isnan(x) && std::isnan(y)) ||
                  std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

void read_bundle(Content content, Bytes bytes) {
  static const support::ScratchFolder folder;
  static const sweeps::Bundle bundle = {0, 0, {0, 1, 3}};
  static sweeps::CaseFiles files(folder.path(), a_sweep(), "key of the plan");
  static const std::filesystem::path file = folder.path() / "000/000/000000.txt";
  static const std::string written = [] {
    files.add(bundle, some_results());
    return support::read_text(file);
  }();
  std::string text(fuzz::as_text(bytes));
  if (content == Content::damaged) text = damaged(written, bytes);
  if (content == Content::with_right_hashes) {
    // The number and the hash that a case begins with are those of the lines that were written.
    std::string_view heads = written;
    const auto next_head = [&] {
      heads.remove_prefix(std::min(heads.find('\n'), heads.size() - 1) + 1);
      return std::string(heads.substr(0, heads.find(' ', heads.find(' ') + 1)));
    };
    text = first_line_of(written) +
           each_line(text, [&](const std::string& line) { return next_head() + ' ' + line + '\n'; });
    text += "end " + support::hash_as_text(text) + '\n';
  }
  // Not through to the medium, which would take most of the time.
  std::ofstream(file, std::ios::binary) << text;
  std::ofstream(std::filesystem::path(file).replace_extension(".missing"), std::ios::binary) << fuzz::as_text(bytes);
  const std::optional<sweeps::CaseReason> why = files.left_out(bundle);
  fuzz::require(!why || std::ranges::count(bundle.cases, why->number) == 1, "a case is left out of another bundle");
  std::optional<std::vector<sweeps::CaseResult>> results;
  if (!fuzz::accepts([&] { results = files.find(bundle); }) || !results) return;
  fuzz::require(results->size() == bundle.cases.size(), "a bundle has not as many results as cases");
  for (const sweeps::CaseResult& result : *results) {
    fuzz::require(result.failed() != (result.quantities.size() == 2), "a case has neither its quantities nor a reason");
    fuzz::require(std::ranges::none_of(result.quantities, [](double value) { return std::isinf(value); }),
                  "a case has a quantity that is infinite");
  }
  fuzz::require(content != Content::damaged || std::ranges::equal(*results, some_results(), same),
                "damaged results are taken for others");
}

// The motion of one body with three states; false if the file has another.
bool checked(const experiments::RunOptions& options) {
  support::OutputFiles outputs;
  experiments::MotionFile file(options, "toy", outputs);
  const MotionLog::Listener listener = file.listener();
  try {
    for (long step = 0; step < 3; ++step) {
      const std::vector<double> q{1.0 / 3.0}, u{-0.0};
      listener.take({1, step, step == 2, static_cast<std::uint64_t>(7 + step), static_cast<double>(step), q, u});
    }
    file.finish();
  } catch (const std::runtime_error&) {  // a state differs, or there are more of them
    return false;
  }
  if (!options.record_motions.empty()) outputs.commit();
  return true;
}

void read_motions(Content content, Bytes bytes) {
  static const support::ScratchFolder folder;
  experiments::RunOptions options;
  options.parameters_text = "{}";
  options.record_every = 1;
  static const std::string written = [&] {
    experiments::RunOptions recorded = options;
    recorded.record_motions = folder.path() / "motions";
    fuzz::require(checked(recorded), "motions cannot be recorded");
    return support::read_text(recorded.record_motions);
  }();
  std::string text(fuzz::as_text(bytes));
  if (content == Content::damaged) text = damaged(written, bytes);
  if (content == Content::with_right_hashes) {
    constexpr long lines_of_header = 5;
    std::string lines = written.substr(0, written.find("\nevery ") + 1) +
                        each_line(text, [](const std::string& line) { return line + '\n'; });
    lines += "states " + std::to_string(std::ranges::count(lines, '\n') - lines_of_header) +
             ", hash of the lines before " + support::hash_as_text(lines) + '\n';
    text = lines;
  }
  const fuzz::MemoryFile file(text);
  options.check_motions = file.path();
  bool same = false;
  if (!fuzz::accepts([&] { same = checked(options); })) return;
  fuzz::require(content != Content::damaged || (same && text == written), "damaged motions are taken for others");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto content = static_cast<Content>(data[0] / 3 % 3);
  constexpr std::array readers = {read_rows, read_bundle, read_motions};
  readers[data[0] % 3](content, {data + 1, size - 1});
  return 0;
}
