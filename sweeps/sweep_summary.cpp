#include "sweeps/sweep_summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/provenance.hpp"

namespace nsdbench::sweeps {
namespace {

using nlohmann::ordered_json;

enum class CaseState { computed, filled, failed };

template <class Named>
const Named& find(const std::vector<Named>& all, const std::string& name) {
  return *std::ranges::find(all, name, &Named::name);
}

// Cells have one size each in the coordinate in which values are spread evenly.
bool is_grid(const Sweep& sweep) {
  const auto even = [](const Axis& axis) { return axis.spacing != Axis::Spacing::listed; };
  return !sweep.scattered && sweep.axes.size() == 2 && std::ranges::all_of(sweep.axes, even);
}

// Points that were computed at first.
double first_points(const Sweep& sweep) {
  if (!sweep.refinement) return static_cast<double>(sweep.cases());
  const auto on = [&](const Axis& axis) {
    const long intervals = (axis.points - 1) / sweep.refinement->coarsest;
    return static_cast<double>(intervals + 1);
  };
  return on(sweep.axes[0]) * on(sweep.axes[1]);
}

std::vector<bool> members(const SweepStages& stages, long cases, std::size_t quantity, int of_class) {
  std::vector<bool> in(static_cast<std::size_t>(cases));
  for (long k = 0; k < cases; ++k) {
    const double value = stages.value(k, quantity);
    in[static_cast<std::size_t>(k)] = of_class == no_class ? std::isnan(value) : value == of_class;
  }
  return in;
}

double edge_of(const Sweep& sweep, const std::vector<bool>& in) {
  const long rows = sweep.axes[0].points;
  const long columns = sweep.axes[1].points;
  const auto at = [&](long row, long column) { return in[static_cast<std::size_t>(row * columns + column)] ? 1 : 0; };
  long cells = 0;
  for (long row = 0; row + 1 < rows; ++row) {
    for (long column = 0; column + 1 < columns; ++column) {
      const int corners = at(row, column) + at(row, column + 1) + at(row + 1, column) + at(row + 1, column + 1);
      if (corners > 0 && corners < 4) ++cells;
    }
  }
  return 0.5 * static_cast<double>(std::max(cells, 1L)) /
         (static_cast<double>(rows - 1) * static_cast<double>(columns - 1));
}

// Extremes of a quantity that is a number, over the cases where it exists.
ordered_json range_of(const SweepStages& stages, long cases, std::size_t quantity) {
  std::optional<double> least, greatest;
  for (long k = 0; k < cases; ++k) {
    const double value = stages.value(k, quantity);
    if (std::isnan(value)) continue;
    least = std::min(least.value_or(value), value);
    greatest = std::max(greatest.value_or(value), value);
  }
  const auto or_null = [](const std::optional<double>& v) { return v ? ordered_json(*v) : ordered_json(nullptr); };
  return {{"min", or_null(least)}, {"max", or_null(greatest)}};
}

ordered_json failures_json(const Sweep& sweep, const SweepStages& stages) {
  constexpr std::size_t listed = 1000;
  ordered_json list = ordered_json::array();
  const std::vector<std::string> varied = sweep.varied();
  for (const CaseReason& failure : stages.failures()) {
    if (list.size() == listed) break;
    ordered_json entry = {{"case", failure.number}, {"inputs", ordered_json::object()}, {"reason", failure.reason}};
    const std::vector<double> values = sweep.at(failure.number);
    for (std::size_t k = 0; k < varied.size(); ++k) entry["inputs"][varied[k]] = values[k];
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

double Share::half_width() const { return std::min(1.0, std::max(binomial, edge.value_or(0.0)) + without_class); }

bool has_shares(const Sweep& sweep, std::size_t quantity) {
  return !sweep.refinement || sweep.refinement->by == sweep.quantities[quantity];
}

Share share_of_class(const Sweep& sweep, const SweepStages& stages, std::size_t quantity, int of_class) {
  const std::vector<bool> in = members(stages, sweep.cases(), quantity, of_class);
  const auto part = [](const std::vector<bool>& all) {
    return static_cast<double>(std::ranges::count(all, true)) / static_cast<double>(all.size());
  };
  Share share;
  share.value = part(in);
  share.without_class = part(members(stages, sweep.cases(), quantity, no_class));
  const double points = first_points(sweep);
  share.binomial = std::max(2.0 * std::sqrt(share.value * (1.0 - share.value) / points), std::min(1.0, 3.0 / points));
  if (is_grid(sweep)) share.edge = edge_of(sweep, in);
  return share;
}

support::Table merged_table(const Sweep& sweep, const SweptMap& map, const SweepStages& stages) {
  const std::vector<Input> inputs = map.inputs();
  const std::vector<Quantity> quantities = map.quantities();
  std::vector<support::Column> columns;
  const std::vector<std::string> names = sweep.columns();
  const auto next_name = [&] { return names[columns.size()]; };
  for (const std::string& name : sweep.varied()) {
    const Input& input = find(inputs, name);
    columns.push_back({next_name(), input.unit, input.meaning});
  }
  for (const std::string& name : sweep.quantities) {
    const Quantity& quantity = find(quantities, name);
    std::string meaning = quantity.meaning;
    for (std::size_t k = 0; k < quantity.classes.size(); ++k) {
      meaning += (k == 0 ? ": " : ", ") + std::to_string(k + 1) + " " + quantity.classes[k];
    }
    columns.push_back({next_name(), quantity.unit, meaning});
  }
  columns.push_back({"state",
                     "1",
                     "computed, filled (not computed, since it lies between equal ones) or failed",
                     {"computed", "filled", "failed"}});
  support::Table table("merged", std::move(columns));
  const bool has_lines = !sweep.scattered && sweep.axes.size() > 1;
  const long line = has_lines ? sweep.cases() / sweep.axes.front().points : 0;
  for (long number = 0; number < sweep.cases(); ++number) {
    if (has_lines && number % line == 0) table.break_line();
    std::vector<double> row = sweep.at(number);
    const SweepStages::Row found = stages.row(number);
    row.insert(row.end(), found.quantities.begin(), found.quantities.end());
    const CaseState state =
        found.failed ? CaseState::failed : (found.computed ? CaseState::computed : CaseState::filled);
    row.push_back(static_cast<double>(state));
    table.row(row);
  }
  return table;
}

std::vector<QuantityShares> shares_of(const Sweep& sweep, const SweptMap& map, const SweepStages& stages) {
  std::vector<QuantityShares> all;
  const std::vector<Quantity> quantities = map.quantities();
  for (std::size_t k = 0; k < sweep.quantities.size(); ++k) {
    const Quantity& quantity = find(quantities, sweep.quantities[k]);
    if (quantity.classes.empty() || !has_shares(sweep, k)) continue;
    QuantityShares shares{quantity.name, {}, share_of_class(sweep, stages, k, no_class).value};
    for (std::size_t c = 0; c < quantity.classes.size(); ++c) {
      shares.of_classes.emplace_back(quantity.classes[c], share_of_class(sweep, stages, k, static_cast<int>(c) + 1));
    }
    all.push_back(std::move(shares));
  }
  return all;
}

std::string summary_text(const Sweep& sweep, const SweptMap& map, const SweepStages& stages,
                         const std::vector<QuantityShares>& shares, const support::Table& table,
                         const std::string& csv) {
  ordered_json document = {{"schema_version", 1}};
  document["program"] = support::executable_identity();
  document["plan"] = ordered_json::parse(sweep.as_json());
  document["cases"] = {
      {"all", sweep.cases()}, {"computed", stages.computed()}, {"failed", stages.failed()}, {"stages", stages.stage()}};
  document["failures"] = failures_json(sweep, stages);
  document["shares"] = ordered_json::object();
  document["shares_without_class"] = ordered_json::object();
  for (const QuantityShares& found : shares) {
    for (const auto& [name, share] : found.of_classes) {
      ordered_json& entry = document["shares"][found.quantity][name] = {
          {"value", share.value}, {"uncertainty", share.half_width()}, {"binomial", share.binomial}};
      if (share.edge) entry["edge"] = *share.edge;
    }
    document["shares_without_class"][found.quantity] = found.without_class;
  }
  const std::vector<Quantity> quantities = map.quantities();
  for (std::size_t k = 0; k < sweep.quantities.size(); ++k) {
    if (find(quantities, sweep.quantities[k]).classes.empty() || has_shares(sweep, k)) continue;
    document["without_shares"][sweep.quantities[k]] =
        "the sweep is refined by " + sweep.refinement->by + ": points that were not computed have no class of " +
        sweep.quantities[k] + ", and those that were are dense where " + sweep.refinement->by + " changes";
  }
  ordered_json& ranges = document["ranges"] = ordered_json::object();
  for (std::size_t k = 0; k < sweep.quantities.size(); ++k) {
    const Quantity& quantity = find(quantities, sweep.quantities[k]);
    if (quantity.classes.empty()) ranges[quantity.name] = range_of(stages, sweep.cases(), k);
  }
  ordered_json& columns = document["table"] = {{"file", "merged.csv"}, {"rows", table.rows()}};
  columns["hash"] = support::named_hash(csv);
  columns["columns"] = ordered_json::array();
  for (const support::Column& column : table.columns()) {
    columns["columns"].push_back({{"name", column.name}, {"unit", column.unit}, {"meaning", column.meaning}});
  }
  return support::json_text(document);
}

std::string figure_variables(const Sweep& sweep, const SweepStages& stages, const std::vector<QuantityShares>& shares) {
  std::string text = "# Written by the merge of the sweep; loaded by style.gp.\nrun_name = '" + sweep.name + "'\n";
  text += "run_caption = '" + sweep.name + ": " + std::to_string(stages.computed()) + " of " +
          std::to_string(sweep.cases()) + " cases computed" +
          (sweep.refinement ? ", the others lie between equal ones" : "") + "'\n";
  text += "rows_merged = " + std::to_string(sweep.cases()) + "\n";
  for (const QuantityShares& found : shares) {
    for (const auto& [name, share] : found.of_classes) {
      text += "q_" + found.quantity + "_" + name + " = " + support::shortest(share.value) + "\n";
    }
  }
  return text;
}

}  // namespace nsdbench::sweeps
