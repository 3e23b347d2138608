#include "experiments/support/motion_file.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>

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
constexpr std::size_t header_lines = 5;

// Everything that decides the motions, as far as it can be asked for.
std::string settings_of(const RunOptions& options) {
  std::string text = options.quick ? "quick" : options.full ? "full" : "default resolution";
  const auto add = [&](const std::string& name, const auto& value) {
    if (value) text += ", " + name + ' ' + support::shortest(static_cast<double>(*value));
  };
  text += ", " + options.integrator + ", " + options.solver;
  add("dt", options.dt);
  if (const auto& control = options.control) {
    for (const double value : {control->dt_min, control->dt_max, static_cast<double>(control->order), control->atol,
                               control->rtol, static_cast<double>(control->step_limit), control->activation_gap}) {
      text += ' ' + support::shortest(value);
    }
  }
  add("end time", options.end_time);
  add("cycles", options.cycles);
  add("tolerance", options.tolerance);
  for (const auto& [name, value] : options.overrides) text += ", " + name + '=' + support::shortest(value);
  return text + ", parameters " + support::hash_as_text(support::read_text(options.parameters));
}

std::string list(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += ' ' + support::shortest(number);
  return text;
}

std::string line_of(const MotionPoint& point) {
  return std::to_string(point.motion) + ' ' + std::to_string(point.step) + (point.last ? " end " : " - ") +
         support::hexadecimal(point.hash) + " t " + support::shortest(point.t) + " q" + list(point.q) + " u" +
         list(point.u);
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

// "motion 3, step 100"
std::string place_of(const std::vector<std::string>& words) {
  if (words.size() < 2) return "a line without a state";
  return "motion " + words[0] + ", step " + words[1];
}

std::string difference(const std::string& number, const std::string& here, const std::string& there) {
  return number + " is " + here + " here and " + there + " there";
}

// The first of t, q and u that differs in two lines, with both values; empty if none does.
std::string first_other_number(const std::vector<std::string>& here, const std::vector<std::string>& there) {
  std::string name;
  long index = 0;
  for (std::size_t k = 4; k < std::max(here.size(), there.size()); ++k) {
    const std::string a = k < here.size() ? here[k] : "nothing";
    const std::string b = k < there.size() ? there[k] : "nothing";
    if (a == "t" || a == "q" || a == "u") {
      name = a;
      index = 0;
    } else {
      ++index;
    }
    if (a != b) return difference(name == "t" ? name : name + '(' + std::to_string(index) + ')', a, b);
  }
  return {};
}

}  // namespace

MotionFile::MotionFile(const RunOptions& options, std::string experiment)
    : record_(options.record_motions), check_(options.check_motions), experiment_(std::move(experiment)) {
  if (record_.empty() && check_.empty()) return;
  settings_ = settings_of(options);
  every_ = options.record_every;
  only_ = options.record_motion;
  if (!record_.empty()) {
    namespace fs = std::filesystem;
    if (fs::absolute(record_).lexically_normal().parent_path() ==
        fs::absolute(options.out / "").lexically_normal().parent_path()) {
      support::refuse_option("--record", record_.string() + " lies in the folder of the results, which are replaced");
    }
    support::OutputFiles proof;  // vanishes again
    proof.add(record_, "");
    text_ = header();
  }
  if (!check_.empty()) read();
}

std::string MotionFile::header() const {
  return std::string(first_line) + "\nexperiment " + experiment_ + "\nsettings " + settings_ + "\nevery " +
         std::to_string(every_) + "\nmotion " + std::to_string(only_) + '\n';
}

void MotionFile::read() {
  const auto refuse = [&](const std::string& complaint) {
    throw support::InputError(check_.string() + ": " + complaint);
  };
  std::istringstream stream(support::read_text(check_));
  for (std::string line; std::getline(stream, line);) lines_.push_back(std::move(line));
  if (lines_.empty() || lines_[0] != first_line) refuse("this is not a file that --record has written");
  if (lines_.size() < header_lines + 1 ||
      lines_.back() != "states " + std::to_string(lines_.size() - header_lines - 1)) {
    refuse("the file is not whole: its last line must say how many states it has");
  }
  if (lines_.size() == header_lines + 1) refuse("the file has no state to compare with");
  if (lines_[1] != "experiment " + experiment_) {
    refuse("line 2 is '" + lines_[1] + "', but this is experiment " + experiment_);
  }
  if (lines_[2] != "settings " + settings_) {
    refuse("line 3 is '" + lines_[2] + "', but this run has the settings " + settings_);
  }
  const auto number = [&](std::size_t line, const std::string& name, int smallest) {
    const std::string& text = lines_[line];
    const std::optional<int> value = text.starts_with(name + ' ')
                                         ? support::parse_integer(std::string_view(text).substr(name.size() + 1))
                                         : std::nullopt;
    if (!value || *value < smallest) {
      refuse("line " + std::to_string(line + 1) + " must be '" + name + "' and a whole number from " +
             std::to_string(smallest) + " on, not '" + text + "'");
    }
    return static_cast<long>(*value);
  };
  every_ = number(3, "every", 1);
  only_ = number(4, "motion", 0);
  lines_.pop_back();
  lines_.erase(lines_.begin(), lines_.begin() + header_lines);
}

MotionLog::Listener MotionFile::listener() {
  if (record_.empty() && check_.empty()) return {};
  return {[this](long motion, long step) { return (only_ == 0 || motion == only_) && step % every_ == 0; },
          [this](const MotionPoint& point) { take(point); }};
}

void MotionFile::take(const MotionPoint& point) {
  motions_ = std::max(motions_, point.motion);
  if (only_ != 0 && point.motion != only_) return;
  if (!record_.empty()) text_ += line_of(point) + '\n';
  if (!check_.empty()) compare(point);
  ++count_;
}

void MotionFile::compare(const MotionPoint& point) {
  if (!difference_.empty()) throw MotionsDiffer(difference_);
  const std::string line = line_of(point);
  if (count_ < lines_.size() && line == lines_[count_]) return;
  const std::vector<std::string> here = words_of(line);
  std::string sentence = place_of(here) + ", t = " + support::shortest(point.t) + ": ";
  if (count_ >= lines_.size()) {
    sentence += check_.string() + " ends before it";
  } else {
    const std::vector<std::string> there = words_of(lines_[count_]);
    sentence += "the first difference from " + check_.string();
    const std::string other = first_other_number(here, there);
    if (place_of(here) != place_of(there)) {
      sentence += ", which goes on with " + place_of(there);
    } else if (!other.empty()) {
      sentence += ": " + other;
    } else {
      sentence += ": the state is the same, but a step or an event before is not";
    }
  }
  const long unseen = point.step > 0 ? (point.step - 1) % every_ : 0;  // since the state before
  if (unseen > 0) {
    sentence += "; it may have come up to " + std::to_string(unseen) +
                " steps earlier, which --record-every 1 --record-motion " + std::to_string(point.motion) + " shows";
  }
  difference_ = sentence;
  throw MotionsDiffer(difference_);
}

void MotionFile::finish() {
  if (!difference_.empty()) throw support::ComputationFailed(difference_);
  if (!record_.empty()) {
    if (only_ > motions_) {
      throw support::ComputationFailed("there is no motion " + std::to_string(only_) + " to record: this run has " +
                                       std::to_string(motions_));
    }
    text_ += "states " + std::to_string(count_) + '\n';
    report_ = "motions: " + record_.string();
  }
  if (check_.empty()) return;
  if (count_ < lines_.size()) {
    throw support::ComputationFailed("the run is over, but " + check_.string() + " goes on with " +
                                     place_of(words_of(lines_[count_])));
  }
  report_ = std::to_string(count_) + " states are those of " + check_.string() + ", to the last bit";
}

}  // namespace nsdbench::experiments
