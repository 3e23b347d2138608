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

MethodTexts parameter_texts(const std::vector<StoredParameter>& parameters) {
  MethodTexts texts;
  for (const StoredParameter& p : parameters) {
    texts.emplace_back(p.problem + "." + p.name, support::shortest(p.value) + " " + p.unit);
  }
  return texts;
}

// A sentence for each entry that changed; `what` is one entry.
std::vector<std::string> changes_of(const std::string& what, const MethodTexts& before, const MethodTexts& now) {
  std::vector<std::string> keys;
  for (const auto& [key, ignored] : now) keys.push_back(key);
  for (const auto& [key, ignored] : before) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  std::vector<std::string> changes;
  for (const std::string& key : keys) {
    const std::string old_text = value_in(before, key);
    const std::string new_text = value_in(now, key);
    if (old_text != new_text)
      changes.push_back("another " + what + ": " + key + " was " + old_text + ", is " + new_text);
  }
  return changes;
}

std::vector<std::string> setting_changes(const StoredRecord& before, const StoredRecord& now) {
  std::vector<std::string> changes = changes_of("setting", before.method, now.method);
  if (before.parameters.empty()) return changes;  // a baseline that was accepted when parameters were not yet kept
  const std::vector<std::string> of_parameters =
      changes_of("parameter", parameter_texts(before.parameters), parameter_texts(now.parameters));
  changes.insert(changes.end(), of_parameters.begin(), of_parameters.end());
  return changes;
}

std::string verdict_of(const std::vector<JudgedClaim>& claims, const std::string& id) {
  const auto found = std::find_if(claims.begin(), claims.end(), [&](const auto& c) { return c.claim.id == id; });
  return found == claims.end() ? std::string() : std::string(to_string(found->verdict));
}

std::vector<VerdictChange> verdict_changes(const std::vector<JudgedClaim>& before,
                                           const std::vector<JudgedClaim>& now) {
  std::vector<VerdictChange> changes;
  const auto add_if_changed = [&](const std::string& id) {
    VerdictChange change{id, verdict_of(before, id), verdict_of(now, id)};
    if (change.before != change.now) changes.push_back(std::move(change));
  };
  for (const JudgedClaim& judged : now) add_if_changed(judged.claim.id);
  for (const JudgedClaim& judged : before) {
    if (verdict_of(now, judged.claim.id).empty()) add_if_changed(judged.claim.id);
  }
  return changes;
}

std::string verdict_change(const VerdictChange& change) {
  const std::string mark = change.significant() ? "  ! " : "    ";
  if (change.before.empty()) return mark + "new claim: " + support::printable(change.claim) + ", " + change.now + "\n";
  if (change.now.empty())
    return mark + "vanished claim: " + support::printable(change.claim) + ", was " + change.before + "\n";
  return mark + "another verdict: " + support::printable(change.claim) + " was " + change.before + ", is " +
         change.now + "\n";
}

std::string against_uncertainty(const QuantityChange& change) {
  const Uncertainty& now = change.now->uncertainty;
  switch (now.kind()) {
    case QuantityKind::measured:
      if (!change.ratio()) return "its uncertainty is 0";
      return support::with_digits(*change.ratio(), 2) + " of its uncertainty " +
             support::with_digits(*change.uncertainty(), 2);
    case QuantityKind::residual:
      return "a residual: its bound is " + support::with_digits(*change.before->uncertainty.bound(), 2);
    case QuantityKind::varying:
      return "not compared: " + now.reason();
    case QuantityKind::unknown:
      return "no uncertainty is known";
    case QuantityKind::exact:
      return "it should be exact";
    case QuantityKind::count:
    case QuantityKind::setting:
    case QuantityKind::choice:
      break;
  }
  return "a " + std::string(to_string(now.kind())) + ": it should be the same";
}

std::optional<double> size_of(const Uncertainty& uncertainty) {
  return uncertainty.half_width() ? uncertainty.half_width() : uncertainty.bound();
}

bool is_restated_too_far(const QuantityChange& change) {
  const std::optional<double> before = size_of(change.before->uncertainty);
  const std::optional<double> now = size_of(change.now->uncertainty);
  return before && now && (*now > restatement_factor * *before || *before > restatement_factor * *now);
}

// What stands of its uncertainty in the record, where that is something else than in the baseline.
std::string restatement(const QuantityChange& change) {
  const Uncertainty& before = change.before->uncertainty;
  const Uncertainty& now = change.now->uncertainty;
  if (size_of(before) != size_of(now)) {
    return std::string(now.bound() ? "bound" : "uncertainty") + " was " + support::shortest(*size_of(before)) +
           ", is " + support::shortest(*size_of(now));
  }
  return "reason was '" + before.reason() + "', is '" + now.reason() + "'";
}

double larger_size(const QuantityChange& change) {
  return std::max(std::abs(change.before->value), std::abs(change.now->value));
}

bool moved_too_far(const QuantityChange& change) {
  const double distance = std::abs(change.difference());
  switch (change.now->uncertainty.kind()) {
    case QuantityKind::measured:
      return distance > change.uncertainty().value_or(0.0);
    case QuantityKind::exact:
      return distance > formula_rounding * larger_size(change);
    case QuantityKind::residual:
      return std::abs(change.now->value) > *change.before->uncertainty.bound();
    case QuantityKind::unknown:
      return distance > unknown_rounding * larger_size(change);
    case QuantityKind::varying:
      return false;
    case QuantityKind::count:
    case QuantityKind::setting:
    case QuantityKind::choice:
      break;
  }
  return true;
}

std::vector<std::string> row(const QuantityChange& change) {
  const std::string mark = change.significant() ? "  !" : "   ";
  switch (change.kind) {
    case Kind::moved: {
      char difference[32];
      std::snprintf(difference, sizeof difference, "%+.3g %s", change.difference(), change.now->unit.c_str());
      return {mark, change.key, support::shortest(change.before->value) + " -> " + support::shortest(change.now->value),
              difference,
              against_uncertainty(change) + (change.is_restated() ? "; " + restatement(change) : std::string())};
    }
    case Kind::restated:
      return {mark, change.key, support::shortest(change.now->value), "", restatement(change)};
    case Kind::unit_changed:
      return {mark, change.key, "unit was " + change.before->unit + ", is " + change.now->unit, "", ""};
    case Kind::kind_changed:
      return {mark, change.key,
              "was " + std::string(to_string(change.before->uncertainty.kind())) + ", is " +
                  std::string(to_string(change.now->uncertainty.kind())),
              "", ""};
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
  return before ? before->uncertainty.half_width() : std::nullopt;
}

bool QuantityChange::is_restated() const {
  return before && now && before->uncertainty.kind() == now->uncertainty.kind() &&
         (size_of(before->uncertainty) != size_of(now->uncertainty) ||
          before->uncertainty.reason() != now->uncertainty.reason());
}

std::optional<double> QuantityChange::ratio() const {
  const std::optional<double> half_width = uncertainty();
  if (kind != Kind::moved || now->uncertainty.kind() != QuantityKind::measured || !half_width || *half_width == 0.0) {
    return std::nullopt;
  }
  return std::abs(difference()) / *half_width;
}

bool QuantityChange::significant() const {
  switch (kind) {
    case Kind::same:
    case Kind::appeared:
      return false;
    case Kind::unit_changed:
    case Kind::kind_changed:
    case Kind::vanished:
      return true;
    case Kind::restated:
      return is_restated_too_far(*this);
    case Kind::moved:
      break;
  }
  return moved_too_far(*this) || is_restated_too_far(*this);
}

bool Comparison::anything_moved() const {
  return !setting_changes.empty() || !verdicts.empty() ||
         std::any_of(quantities.begin(), quantities.end(), [](const auto& q) { return q.kind != Kind::same; });
}

bool Comparison::significant() const {
  const auto is_significant = [](const auto& change) { return change.significant(); };
  return !setting_changes.empty() || std::any_of(verdicts.begin(), verdicts.end(), is_significant) ||
         std::any_of(quantities.begin(), quantities.end(), is_significant);
}

const QuantityChange* Comparison::largest_move() const {
  const QuantityChange* largest = nullptr;
  for (const QuantityChange& change : quantities) {
    if (change.ratio() && (largest == nullptr || *change.ratio() > *largest->ratio())) largest = &change;
  }
  return largest;
}

std::string Comparison::report() const {
  const std::string count = std::to_string(quantities.size());
  if (!anything_moved()) return support::printable(experiment) + ": nothing moved (" + count + " quantities)\n";
  std::string text = support::printable(experiment) + ":\n";
  for (const std::string& sentence : setting_changes) text += "  ! " + support::printable(sentence) + "\n";
  for (const VerdictChange& change : verdicts) text += verdict_change(change);
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
  comparison.setting_changes = setting_changes(baseline, record);
  comparison.verdicts = verdict_changes(baseline.claims, record.claims);
  for (const RecordedQuantity& now : record.quantities) {
    const RecordedQuantity* const before = find(baseline.quantities, now.key);
    QuantityChange change;
    change.key = now.key;
    change.now = now;
    if (before == nullptr) {
      change.kind = Kind::appeared;
    } else {
      change.before = *before;
      const bool same_kind = before->uncertainty.kind() == now.uncertainty.kind();
      change.kind = before->unit != now.unit     ? Kind::unit_changed
                    : !same_kind                 ? Kind::kind_changed
                    : before->value != now.value ? Kind::moved
                    : change.is_restated()       ? Kind::restated
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
