#include "tools/report/merged_again.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "support/numbers.hpp"
#include "sweeps/sweep_stages.hpp"
#include "sweeps/sweep_summary.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::report {
namespace {

using nlohmann::ordered_json;
using sweeps::Input;
using sweeps::Quantity;
using sweeps::Sweep;

// Takes the classes off a meaning that ends with them, as in "where it ends: 1 none, 2 impact".
std::vector<std::string> classes_taken_off(std::string& meaning) {
  std::vector<std::string> classes;
  const std::size_t begin = meaning.find(": 1 ");
  if (begin == std::string::npos) return classes;
  std::string rest = meaning.substr(begin + 4);
  meaning.resize(begin);
  for (int next = 2;; ++next) {
    const std::string mark = ", " + std::to_string(next) + " ";
    const std::size_t end = rest.find(mark);
    classes.push_back(rest.substr(0, end));
    if (end == std::string::npos) return classes;
    rest.erase(0, end + mark.size());
  }
}

// Inputs and quantities of the table, as the plan of an experiment or the columns of the record describe them.
class DescribedMap final : public sweeps::SweptMap {
 public:
  DescribedMap(const Sweep& plan, const ordered_json& columns) {
    if (plan.planned) {
      inputs_ = plan.planned->inputs;
      quantities_ = plan.planned->quantities;
    } else {
      for (const std::string& name : plan.varied()) describe(inputs_.emplace_back(), name, columns);
      for (const std::string& name : plan.quantities) {
        Quantity& quantity = quantities_.emplace_back();
        describe(quantity, name, columns);
        quantity.classes = classes_taken_off(quantity.meaning);
      }
    }
    for (const std::string& name : plan.varied()) require(inputs_, name);
    for (const std::string& name : plan.quantities) require(quantities_, name);
    const auto refined_by = [&](const Quantity& quantity) { return quantity.name == plan.refinement->by; };
    if (plan.refinement && std::ranges::find_if(quantities_, refined_by)->classes.empty()) {
      throw std::invalid_argument("the sweep is refined by '" + plan.refinement->by + "', which has no classes");
    }
  }

  std::vector<Input> inputs() const override { return inputs_; }
  std::vector<Quantity> quantities() const override { return quantities_; }
  std::unique_ptr<sweeps::Evaluator> evaluator(const sweeps::Settings& /*settings*/) const override {
    throw std::logic_error("the report evaluates no map");
  }

 private:
  template <class Named>
  static void describe(Named& named, const std::string& name, const ordered_json& columns) {
    const std::string wanted = sweeps::column_name(name);
    named.name = name;
    for (const ordered_json& column : columns) {
      if (column.at("name") != wanted) continue;
      named.unit = column.at("unit").get<std::string>();
      named.meaning = column.at("meaning").get<std::string>();
      return;
    }
    throw std::invalid_argument("the record has no column '" + wanted + "'");
  }

  template <class Named>
  static void require(const std::vector<Named>& all, const std::string& name) {
    if (std::ranges::find(all, name, &Named::name) != all.end()) return;
    throw std::invalid_argument("the plan does not describe '" + name + "'");
  }

  std::vector<Input> inputs_;
  std::vector<Quantity> quantities_;
};

// The rows of the table, by the number of their case.
class Rows {
 public:
  Rows(const Sweep& plan, const std::vector<Quantity>& described, const ordered_json& failures, std::string_view text)
      : first_(plan.varied().size()) {
    for (const std::string& name : plan.quantities) {
      classes_.push_back(std::ranges::find(described, name, &Quantity::name)->classes.size());
    }
    for (const ordered_json& failure : failures) {
      reasons_.emplace(failure.at("case").get<long>(), failure.at("reason").get<std::string>());
    }
    std::string header;
    for (const std::string& name : plan.columns()) header += name + ",";
    if (taken_off(text, '\n') != header + "state") {
      throw std::invalid_argument("the columns of merged.csv are others than those of the plan");
    }
    while (!text.empty()) {
      const std::string_view line = taken_off(text, '\n');
      if (!line.empty()) lines_.push_back(line);
    }
    if (lines_.size() != static_cast<std::size_t>(plan.cases())) {
      throw std::invalid_argument("merged.csv has " + std::to_string(lines_.size()) + " rows, and the plan has " +
                                  std::to_string(plan.cases()) + " cases");
    }
  }

  sweeps::CaseResult result(long number) const {
    std::string_view line = lines_[static_cast<std::size_t>(number)];
    for (std::size_t k = 0; k < first_; ++k) taken_off(line, ',');
    sweeps::CaseResult result;
    for (const std::size_t classes : classes_)
      result.quantities.push_back(value(taken_off(line, ','), classes, number));
    if (line == "failed") {
      const auto reason = reasons_.find(number);
      result.failure = reason == reasons_.end() ? "a reason" : reason->second;
    } else if (line != "computed") {
      refuse(number, "must be computed or failed, and is '" + std::string(line) + "'");
    }
    for (std::size_t k = 0; k < classes_.size() && !result.failed(); ++k) {
      if (classes_[k] > 0 && std::isnan(result.quantities[k])) refuse(number, "was computed and has no class");
    }
    return result;
  }

 private:
  static std::string_view taken_off(std::string_view& text, char end) {
    const std::string_view part = text.substr(0, text.find(end));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
  }

  [[noreturn]] static void refuse(long number, const std::string& what) {
    throw std::invalid_argument("case " + std::to_string(number) + " of merged.csv " + what);
  }

  static double value(std::string_view field, std::size_t classes, long number) {
    if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
    const std::optional<double> found = support::parse_number(field);
    if (!found || !std::isfinite(*found)) refuse(number, "has no number '" + std::string(field) + "'");
    const bool is_class = *found >= 1.0 && *found <= static_cast<double>(classes) && *found == std::floor(*found);
    if (classes > 0 && !is_class) refuse(number, "has no class " + std::string(field));
    return *found;
  }

  std::size_t first_;                 // place of the first quantity
  std::vector<std::size_t> classes_;  // of each quantity; 0: it is a number
  std::map<long, std::string> reasons_;
  std::vector<std::string_view> lines_;
};

}  // namespace

MergedAgain merged_again(const ordered_json& record, const Sweep& plan, const std::string& table) {
  const DescribedMap map(plan, record.at("table").at("columns"));
  const Rows rows(plan, map.quantities(), record.at("failures"), table);
  sweeps::SweepStages stages(plan);
  do {
    for (const sweeps::Bundle& bundle : stages.bundles()) {
      std::vector<sweeps::CaseResult> results;
      for (const long number : bundle.cases) results.push_back(rows.result(number));
      stages.take(bundle, std::move(results));
    }
  } while (stages.advance());
  const support::Table merged = merged_table(plan, map, stages);
  MergedAgain again{merged.csv(), {}};
  again.record =
      ordered_json::parse(summary_text(plan, map, stages, shares_of(plan, map, stages), merged, again.table));
  again.record["program"] = record.at("program");
  return again;
}

}  // namespace nsdbench::report
