// Records against the published schema, experiments/support/record.schema.json.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace nsdbench::testing {

class RecordSchema {
 public:
  RecordSchema();
  ~RecordSchema();
  RecordSchema(const RecordSchema&) = delete;
  RecordSchema& operator=(const RecordSchema&) = delete;

  // Empty if `record` is valid.
  std::string complaint(const nlohmann::json& record) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsdbench::testing
