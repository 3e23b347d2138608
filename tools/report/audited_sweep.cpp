#include "tools/report/audited_sweep.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"

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
      for (const char* key : {"value", "uncertainty", "binomial", "edge"}) share.number(key);
    }
    root.object("shares_without_class").number(quantity);
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

// How often a word stands in a column, and the extremes of its numbers.
struct ColumnContent {
  std::map<std::string, long, std::less<>> words;
  std::optional<double> least, greatest;

  long count(std::string_view word) const {
    const auto found = words.find(word);
    return found == words.end() ? 0 : found->second;
  }
};

struct TableContent {
  std::string header;
  long rows = 0;
  std::map<std::string, ColumnContent> columns;
};

std::string_view taken_off(std::string_view& text, char end) {
  const std::string_view part = text.substr(0, text.find(end));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

// Line by line, since tables may be large. `counted` names columns of words or classes, `ranged` those of numbers.
TableContent content_of(std::string_view text, const std::vector<std::string>& counted,
                        const std::vector<std::string>& ranged) {
  TableContent content;
  content.header = taken_off(text, '\n');
  struct Place {
    ColumnContent* words = nullptr;
    ColumnContent* numbers = nullptr;
  };
  std::vector<Place> places;
  for (std::string_view names = content.header; !names.empty();) {
    const std::string name(taken_off(names, ','));
    ColumnContent* const column = &content.columns[name];
    const auto is_in = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), name) != list.end();
    };
    places.push_back({is_in(counted) ? column : nullptr, is_in(ranged) ? column : nullptr});
  }
  while (!text.empty()) {
    std::string_view line = taken_off(text, '\n');
    if (line.empty()) continue;
    ++content.rows;
    for (const Place& place : places) {
      const std::string_view field = taken_off(line, ',');
      if (place.words != nullptr) {
        const auto found = place.words->words.find(field);
        if (found == place.words->words.end()) {
          place.words->words.emplace(field, 1);
        } else {
          ++found->second;
        }
      }
      if (place.numbers == nullptr) continue;
      const std::optional<double> value = support::parse_number(field);
      if (!value) continue;
      place.numbers->least = std::min(place.numbers->least.value_or(*value), *value);
      place.numbers->greatest = std::max(place.numbers->greatest.value_or(*value), *value);
    }
  }
  return content;
}

std::string number_or_nothing(const std::optional<double>& value) {
  return value ? support::shortest(*value) : "nothing";
}

// What the record says of the table that is another in the table itself.
std::vector<std::string> differences(const JsonPlace& root, const TableContent& table) {
  std::vector<std::string> sentences;
  const auto expect = [&](const std::string& what, std::optional<double> said, std::optional<double> found) {
    if (said == found) return;
    sentences.push_back("The record says that " + what + " is " + number_or_nothing(said) + "; in merged.csv it is " +
                        number_or_nothing(found) + ".");
  };
  const auto expect_count = [&](const char* what, const JsonPlace& place, const char* key, long found) {
    expect(std::string("the number of ") + what, place.number(key), static_cast<double>(found));
  };
  const ColumnContent& states = table.columns.at("state");
  const JsonPlace cases = root.object("cases");
  expect_count("rows", root.object("table"), "rows", table.rows);
  expect_count("cases", cases, "all", table.rows);
  expect_count("computed cases", cases, "computed", states.count("computed") + states.count("failed"));
  expect_count("failed cases", cases, "failed", states.count("failed"));
  const auto share = [&](long members) { return static_cast<double>(members) / static_cast<double>(table.rows); };
  const JsonPlace shares = root.object("shares");
  for (const auto& [quantity, classes] : shares.value().items()) {
    const ColumnContent& column = table.columns.at(sweeps::column_name(quantity));
    int of_class = 0;
    for (const auto& [name, ignored] : classes.items()) {
      expect(std::string("the share of ").append(quantity).append(": ").append(name),
             shares.object(quantity).object(name).number("value"), share(column.count(std::to_string(++of_class))));
    }
    expect("the share without a class of " + quantity, root.object("shares_without_class").number(quantity),
           share(column.count("")));
  }
  const JsonPlace ranges = root.object("ranges");
  for (const auto& [quantity, ignored] : ranges.value().items()) {
    const ColumnContent& column = table.columns.at(sweeps::column_name(quantity));
    expect("the least " + quantity, ranges.object(quantity).optional_number("min"), column.least);
    expect("the greatest " + quantity, ranges.object(quantity).optional_number("max"), column.greatest);
  }
  return sentences;
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
  std::vector<std::string> counted = {"state"};
  std::vector<std::string> ranged;
  for (const auto& [quantity, ignored] : audited.document.at("shares").items())
    counted.push_back(sweeps::column_name(quantity));
  for (const auto& [quantity, ignored] : audited.document.at("ranges").items())
    ranged.push_back(sweeps::column_name(quantity));
  const TableContent table = content_of(text, counted, ranged);
  std::string header;
  for (const ordered_json& column : audited.document.at("table").at("columns")) {
    header += (header.empty() ? "" : ",") + column.at("name").get<std::string>();
  }
  const auto is_there = [&](const std::string& name) { return table.columns.count(name) > 0; };
  if (header != table.header || !std::all_of(counted.begin(), counted.end(), is_there) ||
      !std::all_of(ranged.begin(), ranged.end(), is_there)) {
    audited.faults.emplace_back("The columns of merged.csv are others than those of the record.");
    return;
  }
  for (std::string& sentence : differences(root, table)) audited.faults.push_back(std::move(sentence));
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
  std::error_code error;
  if (!fs::exists(file, error)) return;
  audited.is_of_the_suite = asks_for(sweeps::read_sweep(file), *audited.sweep);
  if (!audited.is_of_the_suite) {
    audited.warnings.push_back("sweeps/plans/" + audited.sweep->name + ".json asks for another sweep by now.");
  }
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
    std::error_code ignored;
    if (fs::exists(entry->path() / "record.json", ignored)) folders.push_back(entry->path());
  }
  std::sort(folders.begin(), folders.end());
  std::vector<AuditedSweep> all;
  all.reserve(folders.size());
  for (const fs::path& folder : folders) all.push_back(audited_sweep(folder, tree));
  return all;
}

}  // namespace nsdbench::report
