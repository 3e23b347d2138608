#include "tools/report/audited_sweep.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "tools/report/figure_files.hpp"
#include "tools/report/merged_again.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using support::JsonPlace;

// What pages take from the record has the shape that they expect.
void check_sweep_shape(const JsonPlace& root) {
  root.text("program");
  const JsonPlace cases = root.object("cases");
  for (const char* key : {"all", "computed", "failed", "stages"}) cases.whole(key, 0, sweeps::most_cases);
  const JsonPlace failures = root.array("failures");
  for (std::size_t k = 0; k < failures.value().size(); ++k) {
    const JsonPlace failure = failures.entry(k);
    failure.whole("case", 0, sweeps::most_cases);
    failure.text("reason");
    const JsonPlace inputs = failure.object("inputs");
    for (const auto& [name, ignored] : inputs.value().items()) inputs.number(name);
  }
  const JsonPlace shares = root.object("shares");
  for (const auto& [quantity, classes] : shares.value().items()) {
    const JsonPlace of_quantity = shares.object(quantity);
    for (const auto& [name, ignored] : classes.items()) {
      const JsonPlace share = of_quantity.object(name);
      for (const char* key : {"value", "uncertainty", "binomial"}) share.number(key);
      if (share.has("edge")) share.number("edge");
    }
    root.object("shares_without_class").number(quantity);
  }
  if (root.has("without_shares")) {
    const JsonPlace without = root.object("without_shares");
    for (const auto& [quantity, ignored] : without.value().items()) without.text(quantity);
  }
  const JsonPlace ranges = root.object("ranges");
  for (const auto& [quantity, ignored] : ranges.value().items()) {
    const JsonPlace range = ranges.object(quantity);
    for (const char* key : {"min", "max"}) range.optional_number(key);
  }
  const JsonPlace table = root.object("table");
  if (table.text("file") != "merged.csv") table.refuse_value("file", "merged.csv");
  table.whole("rows", 0, sweeps::most_cases);
  table.text("hash");
  const JsonPlace columns = table.array("columns");
  for (std::size_t k = 0; k < columns.value().size(); ++k) {
    for (const char* key : {"name", "unit", "meaning"}) columns.entry(k).text(key);
  }
}

// All values of a document by their places, as in cases.failed.
std::map<std::string, std::string> values_in(const ordered_json& document) {
  std::map<std::string, std::string> values;
  const nlohmann::json flat = nlohmann::json::parse(document.dump()).flatten();
  for (const auto& [place, value] : flat.items()) {
    std::string name = place.substr(1);
    std::replace(name.begin(), name.end(), '/', '.');
    // A whole number is the same number with and without a point.
    values[name] = value.is_number() ? support::shortest(value.get<double>()) : value.dump();
  }
  return values;
}

// What the record has otherwise than the merge of the same plan and table.
std::vector<std::string> differences(const ordered_json& record, const ordered_json& again) {
  const std::map<std::string, std::string> said = values_in(record);
  const std::map<std::string, std::string> found = values_in(again);
  std::vector<std::string> sentences;
  const auto value_at = [](const std::map<std::string, std::string>& values, const std::string& place) {
    const auto value = values.find(place);
    return value == values.end() ? "nothing" : value->second;
  };
  std::map<std::string, std::string> places = said;
  places.insert(found.begin(), found.end());
  for (const auto& [place, ignored] : places) {
    const std::string in_record = value_at(said, place);
    const std::string in_table = value_at(found, place);
    if (in_record == in_table) continue;
    sentences.push_back("The record says that " + place + " is " + in_record + "; plan and table give " + in_table +
                        ".");
  }
  constexpr std::size_t most = 20;
  if (sentences.size() > most) {
    const std::size_t more = sentences.size() - most;
    sentences.resize(most);
    sentences.push_back("There are " + std::to_string(more) + " more such differences.");
  }
  return sentences;
}

// The first line of the table that is another one in `again`.
std::string other_line(std::string_view table, std::string_view again) {
  const auto [in_table, in_again] = std::mismatch(table.begin(), table.end(), again.begin(), again.end());
  const auto place = static_cast<std::size_t>(in_table - table.begin());
  return "Line " + std::to_string(std::count(table.begin(), in_table, '\n') + 1) +
         " of merged.csv is not the one that plan and results give (from character " + std::to_string(place) + " on).";
}

void check_merged_table(const JsonPlace& root, AuditedSweep& audited) {
  std::string text;
  try {
    text = support::read_text(audited.folder / "merged.csv");
  } catch (const std::invalid_argument& error) {
    audited.faults.push_back(std::string("The table cannot be read: ") + error.what() + ".");
    return;
  }
  if (support::named_hash(text) != root.object("table").text("hash")) {
    audited.faults.emplace_back("What stands in merged.csv is not what the merge wrote: its hash is another.");
    return;
  }
  try {
    const MergedAgain again = merged_again(audited.document, *audited.sweep, text);
    if (again.table != text) audited.faults.push_back(other_line(text, again.table));
    for (std::string& sentence : differences(audited.document, again.record)) {
      if (again.table != text && sentence.find(" table.hash ") != std::string::npos) continue;
      audited.faults.push_back(std::move(sentence));
    }
  } catch (const std::logic_error& error) {  // std::invalid_argument is one, and what a table says of names twice
    audited.faults.push_back(std::string("The table is not one of the plan: ") + error.what() + ".");
  }
}

std::vector<sweeps::Input> read_inputs(const JsonPlace& list) {
  std::vector<sweeps::Input> inputs;
  for (std::size_t k = 0; k < list.value().size(); ++k) {
    const JsonPlace entry = list.entry(k);
    sweeps::Input& input = inputs.emplace_back();
    input.name = entry.text("name");
    input.unit = entry.text("unit");
    input.meaning = entry.text("meaning");
    input.value = entry.number("value");
  }
  return inputs;
}

// The plan that the folder holds is the one that was merged.
void check_plan_file(const JsonPlace& root, AuditedSweep& audited) {
  const std::string name = audited.folder_name() + "/plan.json";
  try {
    const ordered_json document = support::parse_json(support::read_text(audited.folder / "plan.json"), name);
    const JsonPlace planned(document, name);
    planned.allow_only({"program", "plan", "inputs"});
    if (planned.has("inputs")) audited.inputs = read_inputs(planned.array("inputs"));
    if (planned.object("plan").value() != root.object("plan").value()) {
      audited.faults.emplace_back("The plan in plan.json is another one than that of the record.");
    }
    if (planned.text("program") != root.text("program")) {
      audited.faults.push_back("The plan was made by " + planned.text("program") + ", and the record says " +
                               root.text("program") + ".");
    }
  } catch (const std::invalid_argument& error) {
    audited.faults.push_back(std::string("The plan cannot be read: ") + error.what() + ".");
  }
}

// That of a sweep may be not drawn yet; what is drawn is whole.
void check_figure(AuditedSweep& audited) {
  const std::string& id = audited.sweep->name;
  if (support::is_missing(audited.folder / (id + ".svg"))) return;
  const std::string hash = audited.document.at("table").at("hash").get<std::string>();
  const DrawingFindings found = look_at_drawing(audited.folder, id, id + ".gp", hash);
  std::ranges::copy(found.faults, std::back_inserter(audited.faults));
  std::ranges::copy(found.remarks, std::back_inserter(audited.warnings));
}

// Whether what the sweep file asks for is what the plan holds, which has the values of all inputs.
bool asks_for(sweeps::Sweep file, const sweeps::Sweep& plan) {
  const auto is_in_plan = [&](const auto& input) {
    return std::find(plan.fixed.begin(), plan.fixed.end(), input) != plan.fixed.end();
  };
  if (!std::all_of(file.fixed.begin(), file.fixed.end(), is_in_plan)) return false;
  file.fixed = plan.fixed;
  file.planned = plan.planned;
  return file.as_json() == plan.as_json();
}

void check_plan(const fs::path& tree, AuditedSweep& audited) {
  const fs::path file = tree / "sweeps" / "plans" / (audited.sweep->name + ".json");
  if (support::is_missing(file)) return;
  audited.is_of_the_suite = asks_for(sweeps::read_sweep(file), *audited.sweep);
  if (!audited.is_of_the_suite) {
    audited.warnings.push_back("sweeps/plans/" + audited.sweep->name + ".json asks for another sweep by now.");
  }
}

// A sweep that was planned, and has no record yet.
AuditedSweep planned_sweep(const fs::path& folder) {
  AuditedSweep audited;
  audited.folder = folder;
  audited.is_merged = false;
  const std::string name = audited.folder_name() + "/plan.json";
  try {
    const ordered_json document = support::parse_json(support::read_text(folder / "plan.json"), name);
    audited.sweep = sweeps::parse_plan(JsonPlace(document, name).object("plan").value().dump(), name);
  } catch (const std::invalid_argument& error) {
    audited.faults.push_back(std::string("The plan cannot be read: ") + error.what() + ".");
  }
  return audited;
}

AuditedSweep audited_sweep(const fs::path& folder, const fs::path& tree) {
  AuditedSweep audited;
  audited.folder = folder;
  const std::string name = audited.folder_name() + "/record.json";
  try {
    audited.document = support::parse_json(support::read_text(folder / "record.json"), name);
    const JsonPlace root(audited.document, name);
    const sweeps::Sweep plan = sweeps::parse_plan(root.object("plan").value().dump(), name + ": plan");
    check_sweep_shape(root);
    audited.sweep = plan;
    check_merged_table(root, audited);
    check_plan_file(root, audited);
    check_figure(audited);
  } catch (const std::invalid_argument& error) {
    audited.faults.push_back(std::string("The record cannot be read: ") + error.what() + ".");
    return audited;
  }
  check_plan(tree, audited);
  return audited;
}

}  // namespace

std::vector<AuditedSweep> audited_sweeps(const fs::path& sweeps, const fs::path& tree) {
  std::error_code error;
  std::vector<fs::path> folders;
  for (fs::directory_iterator entry(sweeps, error), end; !error && entry != end; entry.increment(error)) {
    const bool is_none =
        support::is_missing(entry->path() / "record.json") && support::is_missing(entry->path() / "plan.json");
    if (!is_none) folders.push_back(entry->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    throw std::invalid_argument("cannot read " + sweeps.string() + ": " + error.message());
  }
  std::sort(folders.begin(), folders.end());
  std::vector<AuditedSweep> all;
  all.reserve(folders.size());
  for (const fs::path& folder : folders) {
    const bool is_merged = !support::is_missing(folder / "record.json");
    all.push_back(is_merged ? audited_sweep(folder, tree) : planned_sweep(folder));
  }
  return all;
}

}  // namespace nsdbench::report
