#include "experiments/support/motion_file.hpp"

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <system_error>
#include <utility>

#include "support/computation_failed.hpp"
#include "support/hash.hpp"
#include "support/input_error.hpp"
#include "support/numbers.hpp"
#include "support/option_texts.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::experiments {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view any_version = "# nsdbench motions ";
constexpr std::string_view this_version = "# nsdbench motions 2:";
constexpr std::string_view first_line = "# nsdbench motions 2: motion, step, hash up to there, t, q, u";
constexpr std::string_view last_line_begin = "states ";
constexpr std::size_t header_lines = 5;
constexpr std::size_t longest_line = std::size_t{1} << 24U;  // of half a million numbers
constexpr std::size_t enough_to_write = std::size_t{1} << 20U;

// Those of --set in the order of their names, but for values that the file has itself, bit for bit. A name that has
// several values there, in problems of other experiments, too, is kept: which of them is meant is not known here.
std::map<std::string, double> changed_parameters(const RunOptions& options) {
  std::map<std::string, double> changed(options.overrides.begin(), options.overrides.end());
  if (changed.empty()) return changed;
  const std::map<std::string, std::vector<double>> given =
      support::values_of_parameters(options.parameters_text, options.parameters.string());
  std::erase_if(changed, [&](const auto& entry) {
    const auto found = given.find(entry.first);
    if (found == given.end()) return false;
    return std::ranges::all_of(found->second,
                               [&](double value) { return support::is_same_number(value, entry.second); });
  });
  return changed;
}

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
  for (const auto& [name, value] : changed_parameters(options)) text += ", " + name + '=' + support::shortest(value);
  return text + ", parameters " + support::hash_as_text(options.parameters_text);
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

std::string last_line(std::size_t states, const support::TextHash& hash) {
  return std::string(last_line_begin) + std::to_string(states) + ", hash of the lines before " + hash.as_text();
}

std::vector<std::string> words_of(std::string_view line) {
  std::istringstream stream{std::string(line)};
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

MotionFile::MotionFile(const RunOptions& options, std::string experiment, support::OutputFiles& outputs)
    : outputs_(outputs),
      record_(support::behind_links(options.record_motions)),
      check_(options.check_motions),
      experiment_(std::move(experiment)) {
  if (record_.empty() && check_.empty()) return;
  settings_ = settings_of(options);
  every_ = options.record_every;
  only_ = options.record_motion;
  if (!record_.empty()) {
    outputs_.add(record_, "");
    write(header());
  }
  if (!check_.empty()) read();
}

std::string MotionFile::header() const {
  return std::string(first_line) + "\nexperiment " + experiment_ + "\nsettings " + settings_ + "\nevery " +
         std::to_string(every_) + "\nmotion " + std::to_string(only_) + '\n';
}

void MotionFile::write(std::string_view lines) {
  hash_.add(lines);
  unwritten_ += lines;
  if (unwritten_.size() > enough_to_write) flush();
}

void MotionFile::flush() { outputs_.append(record_, std::exchange(unwritten_, {})); }

// False, with an empty line, if none follows that is whole.
bool MotionFile::next_line() {
  checked_.getline(buffer_.get(), static_cast<std::streamsize>(longest_line));
  const bool whole = checked_.good();
  line_ = std::string_view(buffer_.get(), whole ? static_cast<std::size_t>(checked_.gcount()) - 1 : 0);
  return whole;
}

void MotionFile::read() {
  const auto refuse = [&](const std::string& complaint) {
    throw support::InputError(check_.string() + ": " + complaint);
  };
  // It is read twice: whether it is as it was written, and then state by state.
  std::error_code ignored;
  if (fs::exists(check_, ignored) && !fs::is_regular_file(check_, ignored)) refuse("this is not a regular file");
  errno = 0;
  checked_.open(check_, std::ios::binary);
  if (!checked_) refuse("the file cannot be read: " + std::generic_category().message(errno));
  buffer_.reset(new char[longest_line]);  // without a touch of what no line needs
  if (!next_line() || line_ != first_line) {
    if (!line_.starts_with(any_version)) refuse("this is not a file that --record has written");
    refuse(line_.starts_with(this_version)
               ? "the file is not as it was written: its first line is another"
               : "the file is of another version of nsdbench: its motions must be recorded again");
  }
  std::vector<std::string> header;
  support::TextHash hash;
  std::streamoff first_state = 0;
  bool printable = true;
  do {
    hash.add(line_);
    hash.add("\n");
    printable = printable && std::all_of(line_.begin(), line_.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (header.size() < header_lines) {
      header.emplace_back(line_);
      first_state = checked_.tellg();
    } else {
      ++states_;
    }
  } while (next_line() && !line_.starts_with(last_line_begin));
  if (line_.empty()) {
    refuse("the file is not as it was written: its last line is not the number of its states with a hash");
  }
  if (line_ != last_line(states_, hash) || checked_.peek() != std::ifstream::traits_type::eof()) {
    refuse("the file is not as it was written: the hash in its last line is not that of the lines before");
  }
  if (!printable || header.size() < header_lines) refuse("this is not a file that --record has written");
  if (states_ == 0) refuse("the file has no state to compare with");
  if (header[1] != "experiment " + experiment_) {
    refuse("line 2 is '" + header[1] + "', but this is experiment " + experiment_);
  }
  if (header[2] != "settings " + settings_) {
    refuse("line 3 is '" + header[2] + "', but this run has the settings " + settings_);
  }
  const auto number = [&](std::size_t line, const std::string& name, int smallest) {
    const std::string& text = header[line];
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
  checked_.clear();
  checked_.seekg(first_state);
}

MotionLog::Listener MotionFile::listener() {
  if (record_.empty() && check_.empty()) return {};
  return {[this](long motion, long step) { return (only_ == 0 || motion == only_) && step % every_ == 0; },
          [this](const MotionPoint& point) { take(point); }};
}

void MotionFile::take(const MotionPoint& point) {
  motions_ = std::max(motions_, point.motion);
  if (only_ != 0 && point.motion != only_) return;
  if (!record_.empty()) write(line_of(point) + '\n');
  if (!check_.empty()) compare(point);
  ++count_;
}

void MotionFile::compare(const MotionPoint& point) {
  if (!difference_.empty()) throw MotionsDiffer(difference_);
  const std::string line = line_of(point);
  if (count_ < states_ && next_line() && line == line_) return;
  const std::vector<std::string> here = words_of(line);
  std::string sentence = place_of(here) + ", t = " + support::shortest(point.t) + ": ";
  if (count_ >= states_) {
    sentence += check_.string() + " ends before it";
  } else {
    const std::vector<std::string> there = words_of(line_);
    sentence += "the first difference from " + check_.string();
    const std::string other = first_other_number(here, there);
    if (place_of(here) != place_of(there)) {
      sentence += ", which goes on with " + place_of(there);
    } else if (!other.empty()) {
      sentence += ": " + other;
    } else if (point.step == 0 && !point.last) {
      sentence += ": the state is the same, but its hash is not, so that the two programs make hashes in other ways";
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
      support::refuse_option("--record-motion", "there is no motion " + std::to_string(only_) +
                                                    " to record: this run has " + std::to_string(motions_));
    }
    write(last_line(count_, hash_) + '\n');
    flush();
    report_ = "motions: " + record_.string();
  }
  if (check_.empty()) return;
  if (count_ < states_) {
    next_line();
    throw support::ComputationFailed("the run is over, but " + check_.string() + " goes on with " +
                                     place_of(words_of(line_)));
  }
  report_ = std::to_string(count_) + " states are those of " + check_.string() + ", to the last bit";
}

}  // namespace nsdbench::experiments
