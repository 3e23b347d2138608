#include "tools/records/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "support/numbers.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments {

namespace {

using Kind = QuantityChange::Kind;

const RecordedQuantity* find(const std::vector<RecordedQuantity>& quantities, const std::string& key) {
  const auto found = std::find_if(quantities.begin(), quantities.end(), [&](const auto& q) { return q.key == key; });
  return found == quantities.end() ? nullptr : &*found;
}

std::string value_in(const MethodTexts& method, const std::string& key) {
  for (const auto& [name, text] : method) {
    if (name == key) return text;
  }
  return "(none)";
}

std::string setting_change(const std::string& key, const std::string& before, const std::string& now) {
  return "another setting: " + key + " was " + before + ", is " + now;
}

std::vector<std::string> method_changes(const MethodTexts& before, const MethodTexts& now) {
  std::vector<std::string> keys;
  for (const auto& [key, ignored] : now) keys.push_back(key);
  for (const auto& [key, ignored] : before) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  std::vector<std::string> changes;
  for (const std::string& key : keys) {
    const std::string old_text = value_in(before, key);
    const std::string new_text = value_in(now, key);
    if (old_text != new_text) changes.push_back(setting_change(key, old_text, new_text));
  }
  return changes;
}

std::string against_uncertainty(const QuantityChange& change) {
  const std::optional<double> uncertainty = change.uncertainty();
  if (!uncertainty) return "no uncertainty is known";
  if (*uncertainty == 0.0) return "it should be exact";
  char text[64];
  std::snprintf(text, sizeof text, "%.2g of its uncertainty %.2g", std::abs(change.difference()) / *uncertainty,
                *uncertainty);
  return text;
}

std::vector<std::string> row(const QuantityChange& change) {
  const std::string mark = change.significant() ? "  !" : "   ";
  switch (change.kind) {
    case Kind::moved: {
      char difference[32];
      std::snprintf(difference, sizeof difference, "%+.3g %s", change.difference(), change.now->unit.c_str());
      return {mark, change.key, support::shortest(change.before->value) + " -> " + support::shortest(change.now->value),
              difference, against_uncertainty(change)};
    }
    case Kind::unit_changed:
      return {mark, change.key, "unit was " + change.before->unit + ", is " + change.now->unit, "", ""};
    case Kind::appeared:
      return {mark, change.key, "new: " + support::shortest(change.now->value) + " " + change.now->unit, "", ""};
    case Kind::vanished:
      return {mark, change.key, "vanished; was " + support::shortest(change.before->value) + " " + change.before->unit,
              "", ""};
    case Kind::same:
      break;
  }
  return {mark, change.key, "same", "", ""};
}

}  // namespace

double QuantityChange::difference() const { return before && now ? now->value - before->value : 0.0; }

std::optional<double> QuantityChange::uncertainty() const {
  std::optional<double> largest;
  for (const std::optional<RecordedQuantity>* quantity : {&before, &now}) {
    if (!*quantity || !(*quantity)->uncertainty) continue;
    largest = std::max(largest.value_or(0.0), *(*quantity)->uncertainty);
  }
  return largest;
}

bool QuantityChange::significant() const {
  switch (kind) {
    case Kind::same:
    case Kind::appeared:
      return false;
    case Kind::unit_changed:
    case Kind::vanished:
      return true;
    case Kind::moved:
      break;
  }
  return std::abs(difference()) > uncertainty().value_or(0.0);
}

bool Comparison::anything_moved() const {
  return !method_changes.empty() ||
         std::any_of(quantities.begin(), quantities.end(), [](const auto& q) { return q.kind != Kind::same; });
}

bool Comparison::significant() const {
  return std::any_of(quantities.begin(), quantities.end(), [](const auto& q) { return q.significant(); });
}

std::string Comparison::report() const {
  const std::string count = std::to_string(quantities.size());
  if (!anything_moved()) return experiment + ": nothing moved (" + count + " quantities)\n";
  std::string text = experiment + ":\n";
  for (const std::string& sentence : method_changes) text += "    " + sentence + "\n";
  std::vector<std::vector<std::string>> rows;
  for (const QuantityChange& change : quantities) {
    if (change.kind != Kind::same) rows.push_back(row(change));
  }
  text += support::aligned(rows);
  text += "    " + std::to_string(quantities.size() - rows.size()) + " of " + count + " quantities are the same\n";
  return text;
}

Comparison compare(const StoredRecord& baseline, const StoredRecord& record) {
  Comparison comparison;
  comparison.experiment = record.experiment;
  comparison.method_changes = method_changes(baseline.method, record.method);
  for (const RecordedQuantity& now : record.quantities) {
    const RecordedQuantity* const before = find(baseline.quantities, now.key);
    QuantityChange change;
    change.key = now.key;
    change.now = now;
    if (before == nullptr) {
      change.kind = Kind::appeared;
    } else {
      change.before = *before;
      change.kind = before->unit != now.unit     ? Kind::unit_changed
                    : before->value != now.value ? Kind::moved
                                                 : Kind::same;
    }
    comparison.quantities.push_back(std::move(change));
  }
  for (const RecordedQuantity& before : baseline.quantities) {
    if (find(record.quantities, before.key) == nullptr) {
      comparison.quantities.push_back({before.key, Kind::vanished, before, std::nullopt});
    }
  }
  return comparison;
}

}  // namespace nsdbench::experiments
