#include "experiments/support/motion_file.hpp"

#include <sstream>
#include <utility>

#include "support/computation_failed.hpp"
#include "support/hash.hpp"
#include "support/input_error.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"

namespace nsdbench::experiments {

namespace {

constexpr std::string_view first_line = "# nsdbench motions 1: motion, step, hash up to there, t, q, u";

std::string list(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += ' ' + support::shortest(number);
  return text;
}

std::string line_of(const MotionPoint& point) {
  return std::to_string(point.motion) + ' ' + std::to_string(point.step) + (point.last ? " end " : " - ") +
         support::hexadecimal(point.hash) + ' ' + support::shortest(point.t) + " q" + list(point.q) + " u" +
         list(point.u);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

// "t q ... u ..." of a line, for the reader.
std::string state_in(const std::string& line) {
  std::istringstream words(line);
  std::string motion, step, end, hash, state;
  words >> motion >> step >> end >> hash;
  std::getline(words, state);
  return "t =" + (state.empty() ? std::string(" ?") : state);
}

std::string words(const std::string& line, int count) {
  std::istringstream stream(line);
  std::string all, word;
  for (int k = 0; k < count && stream >> word; ++k) all += (k == 0 ? "" : " ") + word;
  return all;
}

}  // namespace

MotionFile::MotionFile(const RunOptions& options, std::string experiment)
    : record_(options.record_motions), check_(options.check_motions), experiment_(std::move(experiment)) {
  every_ = options.record_every;
  only_ = options.record_motion;
  if (!record_.empty()) {
    support::OutputFiles proof;  // vanishes again
    proof.add(record_, "");
    text_ = std::string(first_line) + "\nexperiment " + experiment_ + "\nevery " + std::to_string(every_) +
            "\nmotion " + std::to_string(only_) + "\n";
  }
  if (!check_.empty()) read();
}

void MotionFile::read() {
  const auto refuse = [&](const std::string& complaint) {
    throw support::InputError(check_.string() + ": " + complaint);
  };
  lines_ = lines_of(support::read_text(check_));
  if (lines_.size() < 4 || lines_[0] != first_line) refuse("this is not a file that --record has written");
  if (lines_[1] != "experiment " + experiment_) {
    refuse("line 2 is '" + lines_[1] + "', but this is experiment " + experiment_);
  }
  const auto number = [&](std::size_t line, const std::string& name) {
    const std::string& text = lines_[line];
    const std::optional<int> value = text.starts_with(name + ' ')
                                         ? support::parse_integer(std::string_view(text).substr(name.size() + 1))
                                         : std::nullopt;
    if (!value || *value < 0) {
      refuse("line " + std::to_string(line + 1) + " must be '" + name + "' and a whole number, not '" + text + "'");
    }
    return static_cast<long>(*value);
  };
  every_ = number(2, "every");
  only_ = number(3, "motion");
  if (every_ < 1) refuse("line 3: every 0 steps is not possible");
  lines_.erase(lines_.begin(), lines_.begin() + 4);
}

MotionLog::Listener MotionFile::listener() {
  if (record_.empty() && check_.empty()) return {};
  return {[this](long motion, long step) { return (only_ == 0 || motion == only_) && step % every_ == 0; },
          [this](const MotionPoint& point) {
            if (only_ == 0 || point.motion == only_) take(point);
          }};
}

void MotionFile::take(const MotionPoint& point) {
  if (!record_.empty()) text_ += line_of(point) + '\n';
  if (!check_.empty()) compare(point);
}

void MotionFile::compare(const MotionPoint& point) {
  const std::string here = line_of(point);
  if (next_ == lines_.size()) {
    throw support::ComputationFailed(check_.string() + " ends before motion " + std::to_string(point.motion) +
                                     ", step " + std::to_string(point.step) +
                                     ", which this run has: " + state_in(here));
  }
  const std::string& there = lines_[next_++];
  if (here == there) return;
  std::string sentence = "motion " + std::to_string(point.motion) + ", step " + std::to_string(point.step) +
                         ": the first difference from " + check_.string() + "; here " + state_in(here) + "; there ";
  if (words(here, 2) != words(there, 2)) sentence += "motion and step are " + words(there, 2) + ", ";
  sentence += state_in(there);
  if (state_in(here) == state_in(there)) sentence += "; the states are the same, but a step or an event before is not";
  if (every_ > 1 && point.step > 0) {
    sentence += ". It may have come up to " + std::to_string(every_ - 1) +
                " steps earlier; record and check with "
                "--record-every 1 --record-motion " +
                std::to_string(point.motion) + " find it";
  }
  throw support::ComputationFailed(sentence);
}

void MotionFile::finish() {
  if (!record_.empty()) {
    support::write_file(record_, text_);
    report_ = "motions: " + record_.string();
  }
  if (check_.empty()) return;
  if (next_ < lines_.size()) {
    throw support::ComputationFailed("the run is over, but " + check_.string() + " goes on with motion and step " +
                                     words(lines_[next_], 2) + ": " + state_in(lines_[next_]));
  }
  report_ = std::to_string(next_) + " states are those of " + check_.string() + ", to the last bit";
}

}  // namespace nsdbench::experiments
