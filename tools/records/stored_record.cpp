#include "tools/records/stored_record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "support/input_error.hpp"
#include "support/json_file.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::experiments {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

Interval read_interval(const support::JsonPlace& place) {
  Interval interval;
  interval.min = place.optional_number("min").value_or(interval.min);
  interval.max = place.optional_number("max").value_or(interval.max);
  return interval;
}

Verdict read_verdict(const support::JsonPlace& place, std::string_view key) {
  const std::optional<Verdict> verdict = verdict_from(place.text(key));
  if (!verdict) place.refuse("'" + place.text(key) + "' is no verdict");
  return *verdict;
}

JudgedClaim read_claim(const support::JsonPlace& place) {
  JudgedClaim judged;
  Claim& claim = judged.claim;
  claim.id = place.text("id");
  const std::optional<Origin> origin = origin_from(place.text("origin"));
  if (!origin) place.refuse("'" + place.text("origin") + "' is no origin");
  claim.origin = *origin;
  claim.identity = place.has("identity");
  claim.where = place.text("where");
  claim.statement = place.text("statement");
  if (place.has("quantity")) {
    claim.quantity = place.text("quantity");
    claim.expected = read_interval(place.object("expected"));
    if (place.has("deviation")) claim.deviation = read_interval(place.object("deviation"));
    claim.tolerance_reason = place.text("tolerance_reason");
    judged.measured = place.optional_number("measured");
    judged.uncertainty = place.optional_number("uncertainty");
  }
  claim.expected_verdict = read_verdict(place, "expected_verdict");
  claim.reason = place.text("reason");
  judged.verdict = read_verdict(place, "verdict");
  return judged;
}

std::string read_reason(const support::JsonPlace& place) {
  std::string reason = place.text("reason");
  if (reason.empty()) place.refuse("'reason' must not be empty");
  return reason;
}

Uncertainty read_uncertainty(const support::JsonPlace& place) {
  const std::optional<QuantityKind> kind = quantity_kind_from(place.text("kind"));
  if (!kind) place.refuse("'" + place.text("kind") + "' is no kind of quantity");
  switch (*kind) {
    case QuantityKind::measured:
      return place.number("uncertainty");
    case QuantityKind::count:
      return Uncertainty::count();
    case QuantityKind::exact:
      return Uncertainty::exact();
    case QuantityKind::setting:
      return Uncertainty::setting();
    case QuantityKind::choice:
      return Uncertainty::choice();
    case QuantityKind::residual:
      return Uncertainty::residual(place.number("bound"));
    case QuantityKind::varying:
      return Uncertainty::varying(read_reason(place));
    case QuantityKind::unknown:
      break;
  }
  return Uncertainty::unknown(read_reason(place));
}

std::vector<StoredParameter> read_parameters(const support::JsonPlace& problems) {
  std::vector<StoredParameter> parameters;
  for (const auto& [problem, entries] : problems.value().items()) {
    const support::JsonPlace block = problems.object(problem);
    for (const auto& [name, ignored] : entries.items()) {
      const support::JsonPlace parameter = block.object(name);
      parameters.push_back({problem, name, parameter.number("value"), parameter.text("unit")});
    }
  }
  return parameters;
}

StoredRecord read_common(const support::JsonPlace& root) {
  if (!root.value().is_object()) root.refuse("must hold an object");
  StoredRecord record;
  record.experiment = root.text("experiment");
  record.paper = root.text("paper");
  const support::JsonPlace method = root.object("method");
  for (const auto& [key, value] : method.value().items()) {
    if (key == "default_run") {
      record.default_run = value == true;
    } else {
      record.method.emplace_back(key, value.dump());
    }
  }
  if (root.has("parameters")) record.parameters = read_parameters(root.object("parameters"));
  const support::JsonPlace quantities = root.object("quantities");
  for (const auto& [key, ignored] : quantities.value().items()) {
    const support::JsonPlace quantity = quantities.object(key);
    record.quantities.push_back(
        {key, quantity.number("value"), quantity.text("unit"), read_uncertainty(quantity), quantity.text("meaning")});
  }
  return record;
}

}  // namespace

StoredRecord read_record(const fs::path& path) { return read_record(support::read_json(path), path); }

StoredRecord read_record(const ordered_json& document, const fs::path& path) {
  const support::JsonPlace root(document, path.string());
  StoredRecord record = read_common(root);
  if (root.number("schema_version") != record_schema_version) root.refuse("was written by another version of nsdbench");
  const auto has = [&](const char* key, const char* text) {
    return std::find(record.method.begin(), record.method.end(), std::pair<std::string, std::string>(key, text)) !=
           record.method.end();
  };
  record.nominal = !has("nominal", "false");
  record.quick = has("quick", "true");
  const support::JsonPlace claims = root.array("claims");
  for (std::size_t i = 0; i < claims.value().size(); ++i) record.claims.push_back(read_claim(claims.entry(i)));
  return record;
}

std::vector<fs::path> folders_of_records(const fs::path& results) {
  if (results.empty()) throw std::invalid_argument("the name of the folder with the results is empty");
  std::error_code error;
  std::vector<fs::path> folders;
  for (fs::directory_iterator folder(results, error), end; !error && folder != end; folder.increment(error)) {
    const std::string name = folder->path().filename().string();
    if (name == "quick" || name == "variants") continue;  // these hold results directories of their own
    if (!support::is_missing(folder->path() / "record.json")) folders.push_back(folder->path());
  }
  if (error) throw std::invalid_argument("cannot read " + results.string() + ": " + error.message());
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::vector<StoredRecord> read_records(const fs::path& results) {
  const std::vector<fs::path> folders = folders_of_records(results);
  std::vector<StoredRecord> records;
  records.reserve(folders.size());
  for (const fs::path& folder : folders) {
    StoredRecord record = read_record(folder / "record.json");
    const std::string name = folder.filename().string();
    if (name == record.experiment) {
      records.push_back(std::move(record));
    } else if (support::is_experiment(name)) {
      throw support::InputError((folder / "record.json").string() + ": is a record of '" + record.experiment +
                                "', not of its folder '" + name + "'");
    }
  }
  return records;
}

StoredRecord read_baseline(const fs::path& path) {
  const ordered_json document = support::read_json(path);
  const support::JsonPlace root(document, path.string());
  StoredRecord record = read_common(root);
  const support::JsonPlace verdicts = root.object("verdicts");
  for (const auto& [id, ignored] : verdicts.value().items()) {
    JudgedClaim judged;
    judged.claim.id = id;
    judged.verdict = read_verdict(verdicts, id);
    record.claims.push_back(std::move(judged));
  }
  return record;
}

std::string baseline_text(const StoredRecord& record) {
  ordered_json document;
  document["experiment"] = record.experiment;
  document["paper"] = record.paper;
  ordered_json& method = document["method"] = ordered_json::object();
  for (const auto& [key, text] : record.method) method[key] = ordered_json::parse(text);
  ordered_json& parameters = document["parameters"] = ordered_json::object();
  for (const StoredParameter& p : record.parameters) {
    parameters[p.problem][p.name] = {{"value", p.value}, {"unit", p.unit}};
  }
  ordered_json& quantities = document["quantities"] = ordered_json::object();
  for (const RecordedQuantity& quantity : record.quantities) quantities[quantity.key] = quantity_json(quantity);
  ordered_json& verdicts = document["verdicts"] = ordered_json::object();
  for (const JudgedClaim& judged : record.claims) verdicts[judged.claim.id] = to_string(judged.verdict);
  return support::json_text(document);
}

}  // namespace nsdbench::experiments
