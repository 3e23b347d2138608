#include "tools/report/audited_record.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "experiments/support/claims.hpp"
#include "experiments/support/record.hpp"
#include "support/hash.hpp"
#include "support/input_error.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "tools/report/csv_file.hpp"
#include "tools/report/figure_files.hpp"
#include "tools/report/texts.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;
using experiments::Claim;
using experiments::Interval;
using experiments::JudgedClaim;
using experiments::RecordedQuantity;
using experiments::StoredRecord;
using nlohmann::ordered_json;
using support::JsonPlace;

const RecordedQuantity* quantity_of(const StoredRecord& record, const std::string& key) {
  const auto found = std::find_if(record.quantities.begin(), record.quantities.end(),
                                  [&](const RecordedQuantity& quantity) { return quantity.key == key; });
  return found == record.quantities.end() ? nullptr : &*found;
}

std::string number_text(const std::optional<double>& number) { return number ? support::shortest(*number) : "nothing"; }

void judge_again(AuditedRecord& record) {
  for (const JudgedClaim& claim : record.stored.claims) {
    const RecordedQuantity* quantity =
        claim.claim.testable() ? quantity_of(record.stored, claim.claim.quantity) : nullptr;
    std::optional<double> measured;
    std::optional<double> uncertainty;
    if (quantity != nullptr) {
      measured = quantity->value;
      uncertainty = quantity->uncertainty.half_width();
    }
    AuditedClaim audited;
    audited.judged = experiments::judge(claim.claim, measured, uncertainty, record.stored.nominal);
    audited.stored = claim.verdict;
    audited.as_expected = !experiments::is_unexpected(audited.judged, record.stored.nominal, record.stored.quick);
    if (measured != claim.measured || uncertainty != claim.uncertainty) {
      record.contradictions.push_back("The claim " + claim.claim.id + " says that " + claim.claim.quantity + " is " +
                                      number_text(claim.measured) + " with the uncertainty " +
                                      number_text(claim.uncertainty) + "; the quantity itself is " +
                                      number_text(measured) + " with " + number_text(uncertainty) + ".");
    }
    if (audited.judged.verdict != claim.verdict) {
      record.contradictions.push_back("The record gives the claim " + claim.claim.id + " the verdict '" +
                                      std::string(to_string(claim.verdict)) + "'; its numbers give '" +
                                      std::string(to_string(audited.judged.verdict)) + "'.");
    }
    record.claims.push_back(std::move(audited));
  }
}

bool same(const Interval& a, const Interval& b) { return a.min == b.min && a.max == b.max; }

// What a claim of the record has otherwise than that of claims.json; empty if nothing. Texts with numbers of the run in
// them, the reasons, are not compared.
std::string difference(const Claim& record, const Claim& file) {
  if (record.origin != file.origin || record.identity != file.identity) return "origin";
  if (record.where != file.where) return "place in the paper";
  if (record.statement != file.statement) return "statement";
  if (record.quantity != file.quantity) return "quantity";
  if (!same(record.expected, file.expected)) return "expected interval";
  if (record.deviation.has_value() != file.deviation.has_value() ||
      (file.deviation && !same(*record.deviation, *file.deviation))) {
    return "interval of a deviation";
  }
  return record.expected_verdict == file.expected_verdict ? "" : "expected verdict";
}

std::string other_part_of_claim(const std::string& id, const std::string& part) {
  return "The claim " + id + " has another " + part + " in the record than in claims.json.";
}

// The claims of the record against those of the file, in order.
std::vector<std::string> differences_of_claims(const AuditedRecord& record, const std::vector<Claim>& claims) {
  std::vector<std::string> sentences;
  std::set<std::string> seen;
  for (const JudgedClaim& judged : record.stored.claims) {
    const std::string& id = judged.claim.id;
    if (!seen.insert(id).second) sentences.push_back("The claim " + id + " stands in the record twice.");
    const auto found = std::find_if(claims.begin(), claims.end(), [&](const Claim& claim) { return claim.id == id; });
    if (found == claims.end()) {
      sentences.push_back("The claim " + id + " of the record is not in claims.json.");
    } else if (const std::string what = difference(judged.claim, *found); !what.empty()) {
      sentences.push_back(other_part_of_claim(id, what));
    }
  }
  for (const Claim& claim : claims) {
    if (seen.count(claim.id) == 0) sentences.push_back("The record lacks the claim " + claim.id + ".");
  }
  return sentences;
}

// The command of the run.
struct Command {
  struct Option {
    std::string name;   // as in "--set"
    std::string value;  // empty: none
  };
  std::vector<std::string> words;  // quoted as they were; none if a shell would act on a character of the command
  std::vector<Option> options;

  std::vector<std::string> values_of(std::string_view name) const {
    std::vector<std::string> values;
    for (const Option& option : options) {
      if (option.name == name) values.push_back(option.value);
    }
    return values;
  }
};

Command command_of(const AuditedRecord& record) {
  const auto text = record.document.at("provenance").at("command").get<std::string>();
  Command command{words_of_command(text).value_or(std::vector<std::string>()), {}};
  for (std::size_t k = 1; k < command.words.size(); ++k) {
    const std::string word = without_quotes(command.words[k]);
    if (!word.starts_with("--")) continue;
    const std::size_t sign = std::min(word.find('='), word.size());
    Command::Option option{word.substr(0, sign), word.substr(std::min(sign + 1, word.size()))};
    if (sign == word.size() && k + 1 < command.words.size()) {
      const std::string next = without_quotes(command.words[k + 1]);
      if (!next.starts_with("--")) {
        option.value = next;
        ++k;
      }
    }
    command.options.push_back(std::move(option));
  }
  return command;
}

std::string other_value(const std::string& problem, const std::string& name) {
  return "The parameter " + name + " of " + problem + " has another value in the record than in parameters.json.";
}

// What the run was given for the parameter: where it used something else, the record has both.
double given_value(const ordered_json& parameter) {
  return parameter.value("given", parameter.at("value").get<double>());
}

// Parameters that --set has not given.
std::vector<std::string> differences_of_parameters(const AuditedRecord& record, const Command& command,
                                                   const ordered_json& file) {
  std::set<std::string> set;
  for (const std::string& setting : command.values_of("--set")) set.insert(setting.substr(0, setting.find('=')));
  std::vector<std::string> sentences;
  for (const auto& [problem, parameters] : record.document.at("parameters").items()) {
    for (const auto& [name, parameter] : parameters.items()) {
      if (set.contains(name)) continue;
      const auto place = ordered_json::json_pointer("/problems") / problem / "parameters" / name / "value";
      const bool has_number = file.contains(place) && file.at(place).is_number();
      if (!has_number || !support::is_same_number(file.at(place).get<double>(), given_value(parameter))) {
        sentences.push_back(other_value(problem, name));
      }
    }
  }
  return sentences;
}

bool has_parameters_of(const AuditedRecord& record, const ordered_json& file) {
  for (const auto& [problem, ignored] : record.document.at("parameters").items()) {
    if (!file.contains(ordered_json::json_pointer("/problems") / problem)) return false;
  }
  return true;
}

// A hash that the run left in its record, by its place under "provenance"; nothing if there is none, or no text.
std::optional<std::string> hash_at(const AuditedRecord& record, const ordered_json::json_pointer& place) {
  const ordered_json::json_pointer full = ordered_json::json_pointer("/provenance") / place;
  if (!record.document.contains(full) || !record.document.at(full).is_string()) return std::nullopt;
  return record.document.at(full).get<std::string>();
}

// The hash of something that the run read.
std::optional<std::string> hash_of_input(const AuditedRecord& record, const std::string& key) {
  return hash_at(record, ordered_json::json_pointer("/inputs") / key);
}

// The file that the run took its parameters from, which may be another paper's: the one with the hash that the record
// has; if it has changed since, the one that has these problems. Of several the own paper's. nullptr: there is none.
const ParametersFile* file_of_parameters(const AuditedRecord& record, const std::vector<ParametersFile>& files) {
  const std::optional<std::string> hash = hash_of_input(record, "parameters");
  const ParametersFile* own = nullptr;
  std::vector<const ParametersFile*> all;
  for (const ParametersFile& file : files) {
    if (file.paper == record.stored.paper) own = &file;
    all.push_back(&file);
  }
  if (own != nullptr) all.insert(all.begin(), own);
  for (const ParametersFile* file : all) {
    if (hash == file->hash) return file;
  }
  for (const ParametersFile* file : all) {
    if (has_parameters_of(record, file->content)) return file;
  }
  return own;
}

// What the run read, against what it is now: where the file is the same, which its hash shows, any difference is a
// fault; where it has changed since, a reader has to know. Without a hash there is no such file.
template <class Differences>
void check_input(AuditedRecord& record, const std::string& key, const std::optional<std::string>& hash,
                 Differences differences) {
  const std::optional<std::string> read = hash_of_input(record, key);
  if (!read) {
    record.contradictions.push_back("The record does not say which " + key + " the run read.");
    return;
  }
  if (!hash) {
    record.warnings.push_back("There is no " + key + ".json to hold the " + key + " of the record against.");
    return;
  }
  const std::vector<std::string> sentences = differences();
  if (*read == *hash) {
    record.contradictions.insert(record.contradictions.end(), sentences.begin(), sentences.end());
  } else if (!sentences.empty()) {
    record.warnings.push_back(
        "The " + key + " have changed since this run, in what is shown: " + sentences.front() +
        (sentences.size() > 1 ? " There are " + std::to_string(sentences.size() - 1) + " more differences." : ""));
  } else {
    record.warnings.push_back("The file of the " + key + " has changed since this run, in nothing that it shows.");
  }
}

// Of a file of the suite that a run read: its hash, or why it has none; neither if it is not there.
struct FileNow {
  std::optional<std::string> hash;
  std::string complaint;
};

FileNow file_now(const fs::path& file) {
  try {
    if (support::is_missing(file)) return {};
    return {support::named_hash(support::read_text(file)), {}};
  } catch (const support::InputError& error) {
    const std::string sentence = error.what();
    return {std::nullopt, sentence.substr(sentence.rfind(": ") + 2)};
  }
}

// The paper whose claims are about the experiment; empty if there is none.
std::string paper_with_claims(const fs::path& reference_data, const std::string& experiment) {
  std::vector<std::string> papers;
  std::error_code none;
  for (fs::directory_iterator entry(reference_data, none), end; !none && entry != end; entry.increment(none)) {
    const fs::path file = entry->path() / "claims.json";
    try {
      if (support::is_missing(file) || experiments::read_claims(file, experiment).empty()) continue;
    } catch (const std::invalid_argument&) {
      continue;  // no paper of a record
    }
    papers.push_back(entry->path().filename().string());
  }
  return papers.empty() ? "" : *std::ranges::min_element(papers);
}

void check_claims(AuditedRecord& record, const fs::path& reference_data) {
  const fs::path file = reference_data / record.stored.paper / "claims.json";
  const FileNow now = file_now(file);
  std::vector<Claim> claims;
  if (now.hash) claims = experiments::read_claims(file, record.name());
  if (claims.empty() && now.complaint.empty()) {
    const std::string other = paper_with_claims(reference_data, record.name());
    if (!other.empty()) {
      record.contradictions.push_back("The record is of the paper '" + record.stored.paper + "'; the claims on " +
                                      record.name() + " are those of " + other + ".");
      return;
    }
  }
  if (!now.complaint.empty()) {
    record.contradictions.push_back(
        "claims.json cannot be read, to hold the claims of the record against: " + now.complaint + ".");
    return;
  }
  check_input(record, "claims", now.hash, [&] { return differences_of_claims(record, claims); });
}

void check_parameters(AuditedRecord& record, const Command& command, const std::vector<ParametersFile>& files) {
  const ParametersFile* file = file_of_parameters(record, files);
  const std::vector<std::string> own = command.values_of("--parameters");
  const std::optional<std::string> read = hash_of_input(record, "parameters");
  if (!own.empty() && !own.back().empty() && read && (file == nullptr || *read != file->hash)) {
    record.warnings.push_back("The run took its parameters from a file of its own, " + own.back() + ".");
    return;
  }
  std::optional<std::string> hash;
  if (file != nullptr) hash = file->hash;
  check_input(record, "parameters", hash, [&] { return differences_of_parameters(record, command, file->content); });
}

// `part` is a part of the results, as in "/record" and "/tables/limit_cycle.csv".
void check_hash(AuditedRecord& record, const std::string& part, const std::string& hash, const std::string& what) {
  const std::optional<std::string> left = hash_at(record, ordered_json::json_pointer("/contents" + part));
  if (!left) {
    record.contradictions.push_back("The run left no hash of " + what + ".");
  } else if (*left != hash) {
    record.contradictions.push_back("What stands in " + what + " is not what the run wrote: its hash is another.");
  }
}

constexpr std::int64_t most_rows = 1'000'000'000;

void check_table(AuditedRecord& record, const std::string& name, const JsonPlace& table) {
  const std::string file = table.text("file");
  std::string complaint;
  const std::optional<CsvFile> read = readable_csv(record.folder / file, complaint);
  if (!read) {
    record.contradictions.push_back("The table " + name + " cannot be read: " + complaint + ".");
    return;
  }
  const CsvFile& csv = *read;
  const JsonPlace columns = table.array("columns");
  bool same_columns = columns.value().size() == csv.columns.size();
  for (std::size_t k = 0; same_columns && k < csv.columns.size(); ++k) {
    same_columns = columns.entry(k).text("name") == csv.columns[k];
  }
  if (!same_columns) {
    record.contradictions.push_back("The columns of " + file + " are others than those of the record.");
  }
  const std::int64_t rows = table.whole("rows", 0, most_rows);
  if (static_cast<std::size_t>(rows) != csv.rows.size()) {
    record.contradictions.push_back(file + " has " + std::to_string(csv.rows.size()) + " rows; the record says " +
                                    std::to_string(rows) + ".");
  }
  check_hash(record, "/tables/" + file, csv.hash, file);
}

bool is_file_name(std::string_view name, std::string_view ending) {
  constexpr std::size_t longest = 100;  // of any file system, with what is put before and behind it
  if (name.size() <= ending.size() || name.size() > longest || !name.ends_with(ending)) return false;
  name.remove_suffix(ending.size());
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// What pages take from the record beside what read_record has read has the shape that they expect.
void check_shape(const JsonPlace& root) {
  root.text("title");
  std::string paper = root.text("paper");
  std::ranges::replace(paper, '-', '_');
  if (!is_file_name(paper + ".", ".")) {
    root.refuse_value("paper", "a name of up to 99 letters, digits, - and _");
  }
  root.texts("notes");
  const JsonPlace tables = root.object("tables");
  for (const auto& [name, ignored] : tables.value().items()) {
    const JsonPlace table = tables.object(name);
    if (!is_file_name(table.text("file"), ".csv")) table.refuse("'file' must be the name of a CSV file");
    table.whole("rows", 0, most_rows);
    const JsonPlace columns = table.array("columns");
    for (std::size_t k = 0; k < columns.value().size(); ++k) {
      columns.entry(k).text("name");
      columns.entry(k).text("unit");
    }
  }
  const JsonPlace figures = root.array("figures");
  std::set<std::string> ids;
  for (std::size_t k = 0; k < figures.value().size(); ++k) {
    const JsonPlace figure = figures.entry(k);
    figure.text("caption");
    if (!is_file_name(figure.text("id") + ".", ".")) figure.refuse("'id' must be a name");
    if (!is_file_name(figure.text("script"), ".gp")) figure.refuse("'script' must be the name of a script of gnuplot");
    if (!ids.insert(figure.text("id")).second) figure.refuse("the figure '" + figure.text("id") + "' is there twice");
  }
  const JsonPlace parameters = root.object("parameters");
  for (const auto& [problem, block] : parameters.value().items()) {
    const JsonPlace place = parameters.object(problem);
    for (const auto& [name, ignored] : block.items()) {
      const JsonPlace parameter = place.object(name);
      parameter.number("value");
      if (parameter.has("given")) parameter.number("given");
      for (const char* key : {"unit", "meaning", "source"}) parameter.text(key);
    }
  }
  root.object("provenance").text("command");
}

std::string not_as_set(const std::string& setting, const std::string& name, const std::string& problem,
                       const ordered_json& parameter) {
  return "The command of the run has --set " + setting + "; in the record " + name + " of " + problem +
         " was given as " + support::shortest(given_value(parameter)) + ", from " +
         parameter.at("source").get<std::string>() + ".";
}

std::string not_set(const std::string& name, const std::string& problem) {
  return "The record says that --set has changed " + name + " of " + problem + "; the command of the run does not.";
}

// Whether the record has the parameters that the command sets, and no others that say to be set.
void check_settings(AuditedRecord& record, const std::vector<std::string>& settings) {
  std::set<std::string> set;
  const ordered_json& problems = record.document.at("parameters");
  for (const std::string& setting : settings) {
    const std::string name = setting.substr(0, setting.find('='));
    const std::optional<double> value =
        support::parse_number(setting.substr(std::min(name.size() + 1, setting.size())));
    set.insert(name);
    bool is_there = false;
    for (const auto& [problem, parameters] : problems.items()) {
      if (!parameters.contains(name)) continue;
      is_there = true;
      const ordered_json& parameter = parameters.at(name);
      const bool is_used = parameter.contains("given") || parameter.at("source") == "--set";
      if (value && is_used && support::is_same_number(given_value(parameter), *value)) continue;
      record.contradictions.push_back(not_as_set(setting, name, problem, parameter));
    }
    if (!is_there) {
      record.contradictions.push_back("The command of the run has --set " + setting +
                                      "; the record has no such parameter.");
    }
  }
  for (const auto& [problem, parameters] : problems.items()) {
    for (const auto& [name, parameter] : parameters.items()) {
      if (parameter.at("source") != "--set" || set.count(name) > 0) continue;
      record.contradictions.push_back(not_set(name, problem));
    }
  }
}

// The value of a flag, which may be left out.
bool is_true(std::string_view value) {
  constexpr std::array<std::string_view, 6> of_no{"false", "off", "no", "disable", "0", "-"};
  return std::ranges::find(of_no, value) == of_no.end();
}

std::string other_option(const std::string& option, const std::string& given, const std::string& key,
                         const ordered_json& value) {
  return "The command of the run has " + option + " " + given + "; in the record " + key + " is " +
         (value.is_string() ? value.get<std::string>() : value.dump()) + ".";
}

// What the options of a run decide stands in the method of its record before "quick"; what the integrator and the
// experiment make of them follows.
void check_options(AuditedRecord& record, const Command& command) {
  for (const auto& [key, value] : record.document.at("method").items()) {
    if (key == "quick") break;
    std::string option = "--" + key;
    std::ranges::replace(option, '_', '-');
    for (const std::string& given : command.values_of(option)) {
      const bool is_same = value.is_number() ? support::parse_number(given) == value.get<double>() : value == given;
      if (!is_same) record.contradictions.push_back(other_option(option, given, key, value));
    }
  }
}

// Whether the command is the one of the run, and its options are the settings that the record has.
void check_command(AuditedRecord& record, const Command& command) {
  const std::vector<std::string>& words = command.words;
  const auto text = record.document.at("provenance").at("command").get<std::string>();
  check_hash(record, "/command", experiments::command_hash(record.document), "the command of the record");
  if (words.empty()) {
    const bool is_blank = text.find_first_not_of(" \t\n") == std::string::npos;
    record.contradictions.emplace_back(is_blank
                                           ? "The record does not have the command of the run."
                                           : "The command of the run has characters in it that a shell would act on.");
    return;
  }
  if (fs::path(without_quotes(words.front())).filename() != record.name()) {
    record.contradictions.push_back("The command of the run does not begin with the program " + record.name() + ".");
    return;
  }
  const auto has = [&](std::string_view flag) {
    const std::vector<std::string> values = command.values_of(flag);
    return std::ranges::any_of(values, is_true);
  };
  if (has("--quick") != record.stored.quick) {
    record.contradictions.push_back(std::string("The command of the run has ") + (has("--quick") ? "" : "not ") +
                                    "the option --quick; the record says otherwise.");
  }
  check_settings(record, command.values_of("--set"));
  check_options(record, command);
  if (!record.stored.default_run) {
    for (std::size_t k = 1; k < words.size(); ++k) {
      if (words[k] == "--out") {
        ++k;
      } else if (!words[k].starts_with("--out=")) {
        record.options += " " + words[k];
      }
    }
  } else if (!command.values_of("--set").empty() || has("--full")) {
    record.contradictions.emplace_back(
        "The command of the run has options that change its settings; the record says that all are the defaults.");
  }
}

// The reference solutions that the run compared with, against what they are now.
void check_truths(AuditedRecord& record, const fs::path& reference_data) {
  const ordered_json& provenance = record.document.at("provenance");
  if (!provenance.contains("inputs")) return;
  for (const auto& [key, ignored] : provenance.at("inputs").items()) {
    if (!key.starts_with("truth/")) continue;
    const bool is_outside = key.find("..") != std::string::npos;
    const FileNow now = is_outside ? FileNow() : file_now(reference_data / (key + ".json"));
    if (!now.complaint.empty()) {
      record.contradictions.push_back("The reference solution " + key + ".json cannot be read: " + now.complaint + ".");
    } else if (!now.hash) {
      record.warnings.push_back("There is no " + key + ".json, a reference solution that the run compared with.");
    } else if (hash_of_input(record, key) != now.hash) {
      record.warnings.push_back("The reference solution " + key + ".json has changed since this run.");
    }
  }
}

// Whether a figure was drawn by the script of the source tree.
void check_script(AuditedRecord& record, const std::string& script, const fs::path& tree) {
  const FileNow own = file_now(tree / "experiments" / record.name() / "figures" / script);
  const FileNow used = file_now(record.folder / script);
  if (own.hash && used.hash && *own.hash != *used.hash) {
    record.warnings.push_back("The script " + script + " is another one than that of the suite.");
  }
}

}  // namespace

AuditedRecord readable(const fs::path& folder) {
  AuditedRecord record;
  record.folder = folder;
  const fs::path file = folder / "record.json";
  record.document = support::read_json(file);
  record.stored = experiments::read_record(record.document, file);
  check_shape(JsonPlace(record.document, file.string()));
  return record;
}

void audit(AuditedRecord& record, const fs::path& reference_data, const std::vector<ParametersFile>& parameters) {
  judge_again(record);
  check_claims(record, reference_data);
  const Command command = command_of(record);
  check_parameters(record, command, parameters);
  check_truths(record, reference_data);
  check_command(record, command);
  const std::string hash = experiments::content_hash(record.document);
  check_hash(record, "/record", hash, "record.json");
  const JsonPlace tables = JsonPlace(record.document, "record.json").object("tables");
  for (const auto& [name, ignored] : tables.value().items()) check_table(record, name, tables.object(name));
  for (const ordered_json& figure : record.document.at("figures")) {
    const auto script = figure.at("script").get<std::string>();
    const DrawingFindings found = look_at_drawing(record.folder, figure.at("id").get<std::string>(), script, hash);
    std::ranges::copy(found.faults, std::back_inserter(record.contradictions));
    std::ranges::copy(found.remarks, std::back_inserter(record.warnings));
    check_script(record, script, reference_data.parent_path());
  }
}

}  // namespace nsdbench::report
