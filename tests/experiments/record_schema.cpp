#include "tests/experiments/record_schema.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "tests/helpers/paths.hpp"

namespace nsdbench::testing {

struct RecordSchema::Implementation {
  nlohmann::json document;
  valijson::Schema schema;
};

RecordSchema::RecordSchema(const std::string& name) : implementation_(std::make_unique<Implementation>()) {
  std::ifstream file(source_directory() / name);
  implementation_->document = nlohmann::json::parse(file);
  valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(implementation_->document), implementation_->schema);
}

RecordSchema::~RecordSchema() = default;

std::string RecordSchema::complaint(const nlohmann::json& document) const {
  valijson::Validator validator;
  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter target(document);
  if (validator.validate(implementation_->schema, target, &results)) return "";
  std::string text = "invalid";
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    text += "\n";
    for (const std::string& part : error.context) text += part;
    text += ": " + error.description;
  }
  return text;
}

}  // namespace nsdbench::testing
