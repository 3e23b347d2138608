#include "tools/report/audited_record.hpp"

#include <algorithm>
#include <optional>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/reference_data.hpp"
#include "tools/report/csv_file.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;
using experiments::JudgedClaim;
using experiments::RecordedQuantity;
using experiments::StoredRecord;

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

void check_table(AuditedRecord& record, const std::string& name, const support::JsonPlace& table) {
  const std::string file = table.text("file");
  std::string complaint;
  const std::optional<CsvFile> read = readable_csv(record.folder / file, complaint);
  if (!read) {
    record.contradictions.push_back("The table " + name + " cannot be read: " + complaint + ".");
    return;
  }
  const CsvFile& csv = *read;
  const support::JsonPlace columns = table.array("columns");
  bool same = columns.value().size() == csv.columns.size();
  for (std::size_t k = 0; same && k < csv.columns.size(); ++k) {
    same = columns.entry(k).text("name") == csv.columns[k];
  }
  if (!same) record.contradictions.push_back("The columns of " + file + " are others than those of the record.");
  const std::size_t rows = table.value().value("rows", std::size_t{0});
  if (rows != csv.rows.size()) {
    record.contradictions.push_back(file + " has " + std::to_string(csv.rows.size()) + " rows; the record says " +
                                    std::to_string(rows) + ".");
  }
}

// What a file of reference-data was when the run read it, against what it is now.
void check_input(AuditedRecord& record, const char* key, const fs::path& file, const std::string& what) {
  const nlohmann::ordered_json& inputs = record.document["provenance"]["inputs"];
  if (!inputs.contains(key) || !fs::exists(file)) return;
  if (inputs[key] != "FNV-1a-64 " + support::hash_as_text(support::read_text(file))) {
    record.remarks.push_back(what + " have changed since this run; what stands here is of the run.");
  }
}

}  // namespace

AuditedRecord audited(const fs::path& folder) {
  AuditedRecord record;
  record.folder = folder;
  record.stored = experiments::read_record(folder / "record.json");
  record.document = support::read_json(folder / "record.json");
  judge_again(record);
  const support::JsonPlace root(record.document, (folder / "record.json").string());
  const support::JsonPlace tables = root.object("tables");
  for (const auto& [name, ignored] : tables.value().items()) check_table(record, name, tables.object(name));
  if (root.has("provenance")) {
    check_input(record, "claims", support::claims_file(record.stored.paper), "The claims");
    check_input(record, "parameters", support::nominal_parameters_file(record.stored.paper), "The parameters");
  }
  return record;
}

}  // namespace nsdbench::report
