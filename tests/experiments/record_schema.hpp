// Records, claims files and sweep files against their published schemas.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace nsdbench::testing {

class RecordSchema {
 public:
  // A file of the source tree.
  explicit RecordSchema(const std::string& file = "experiments/support/record.schema.json");
  ~RecordSchema();
  RecordSchema(const RecordSchema&) = delete;
  RecordSchema& operator=(const RecordSchema&) = delete;

  // Empty if `document` is valid.
  std::string complaint(const nlohmann::json& document) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsdbench::testing
