#include "experiments/support/record.hpp"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "solvers/integration/implicit_euler/step_program_interior_point.hpp"
#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/provenance.hpp"

namespace nsdbench::experiments {

namespace {

using nlohmann::ordered_json;

ordered_json or_null(std::optional<double> value) { return value ? ordered_json(*value) : ordered_json(nullptr); }

// Counts and codes without a point; a quotient of counts as the number that it is.
ordered_json value_json(const RecordedQuantity& quantity) {
  constexpr double all_whole_numbers = 9007199254740992.0;  // below 2^53 a double has each of them
  const QuantityKind kind = quantity.uncertainty.kind();
  const bool counts = kind == QuantityKind::count || kind == QuantityKind::choice;
  if (!counts || quantity.value != std::floor(quantity.value) || std::abs(quantity.value) > all_whole_numbers) {
    return quantity.value;
  }
  return static_cast<std::int64_t>(quantity.value);
}

ordered_json to_json(const Interval& interval) {
  const auto side = [](double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); };
  return {{"min", side(interval.min)}, {"max", side(interval.max)}};
}

ordered_json to_json(const RecordedTable& table) {
  ordered_json columns = ordered_json::array();
  for (const support::Column& column : table.columns) {
    ordered_json entry = {{"name", column.name}, {"unit", column.unit}};
    if (!column.meaning.empty()) entry["meaning"] = column.meaning;
    if (!column.words.empty()) entry["words"] = column.words;
    columns.push_back(std::move(entry));
  }
  return {{"file", table.file}, {"columns", columns}, {"rows", table.rows}};
}

ordered_json to_json(const Record& record) {
  ordered_json document;
  document["schema_version"] = record_schema_version;
  document["experiment"] = record.experiment;
  document["paper"] = record.paper;
  document["title"] = record.title;

  ordered_json& parameters = document["parameters"] = ordered_json::object();
  for (const auto& [problem, entries] : record.parameters) {
    ordered_json& block = parameters[problem] = ordered_json::object();
    for (const RecordedParameter& p : entries) {
      block[p.name] = {{"value", p.value}, {"unit", p.unit}, {"meaning", p.meaning}, {"source", p.source}};
      if (p.given) block[p.name]["given"] = *p.given;
    }
  }
  ordered_json& method = document["method"] = ordered_json::object();
  for (const auto& [key, value] : record.method) {
    std::visit([&, &name = key](const auto& v) { method[name] = v; }, value);
  }
  ordered_json& quantities = document["quantities"] = ordered_json::object();
  for (const RecordedQuantity& quantity : record.quantities) quantities[quantity.key] = quantity_json(quantity);
  ordered_json& claims = document["claims"] = ordered_json::array();
  for (const JudgedClaim& claim : record.claims) claims.push_back(claim_json(claim));
  document["notes"] = record.notes;
  ordered_json& tables = document["tables"] = ordered_json::object();
  for (const RecordedTable& table : record.tables) tables[table.name] = to_json(table);
  ordered_json& figures = document["figures"] = ordered_json::array();
  for (const FigureInfo& figure : record.figures) {
    figures.push_back({{"id", figure.id}, {"caption", figure.caption}, {"script", figure.id + ".gp"}});
  }
  return document;
}

}  // namespace

ordered_json claim_json(const JudgedClaim& judged) {
  const Claim& claim = judged.claim;
  ordered_json entry = {{"id", claim.id}, {"origin", to_string(claim.origin)}};
  if (claim.identity) entry["identity"] = true;
  entry["where"] = claim.where;
  entry["statement"] = claim.statement;
  if (claim.testable()) {
    entry["quantity"] = claim.quantity;
    entry["expected"] = to_json(claim.expected);
    if (claim.deviation) entry["deviation"] = to_json(*claim.deviation);
    entry["tolerance_reason"] = claim.tolerance_reason;
    entry["measured"] = or_null(judged.measured);
    entry["uncertainty"] = or_null(judged.uncertainty);
  }
  entry["verdict"] = to_string(judged.verdict);
  entry["expected_verdict"] = to_string(claim.expected_verdict);
  entry["reason"] = claim.reason;
  return entry;
}

ordered_json quantity_json(const RecordedQuantity& quantity) {
  const Uncertainty& uncertainty = quantity.uncertainty;
  ordered_json entry = {{"value", value_json(quantity)},
                        {"unit", quantity.unit},
                        {"kind", to_string(uncertainty.kind())},
                        {"uncertainty", or_null(uncertainty.half_width())}};
  if (uncertainty.bound()) entry["bound"] = *uncertainty.bound();
  if (!uncertainty.reason().empty()) entry["reason"] = uncertainty.reason();
  entry["meaning"] = quantity.meaning;
  return entry;
}

namespace {

std::string hash_of(const ordered_json& value) {
  return support::named_hash(value.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

}  // namespace

std::string content_hash(ordered_json document) {
  document.erase("provenance");
  return hash_of(document);
}

std::string command_hash(const ordered_json& document) { return hash_of(document.at("provenance").at("command")); }

std::string record_text(const Record& record, const std::vector<std::string>& command,
                        std::chrono::duration<double> wall_time) {
  ordered_json document = to_json(record);
  const std::string content = content_hash(document);
  ordered_json& provenance = document["provenance"] = support::provenance(command, wall_time);
  provenance["libraries"]["ipopt"] = interior_point_version();  // that of its headers
  ordered_json& inputs = provenance["inputs"] = ordered_json::object();
  for (const auto& [file, hash] : record.inputs) inputs[file] = hash;
  ordered_json& contents = provenance["contents"] = {
      {"record", content}, {"command", command_hash(document)}, {"tables", ordered_json::object()}};
  for (const RecordedTable& table : record.tables) contents["tables"][table.file] = table.hash;
  provenance["motions"] = {{"runs", record.motions.motions},
                           {"steps", record.motions.steps},
                           {"events", record.motions.events},
                           {"hash", support::hexadecimal(record.motions.hash)}};
  return support::json_text(document);
}

}  // namespace nsdbench::experiments
