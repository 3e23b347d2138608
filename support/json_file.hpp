// Strict reading of JSON files that people write.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace nsdbench::support {

// The text of a file. Throws std::invalid_argument, naming the file and the reason, if it cannot be read.
std::string read_text(const std::filesystem::path& path);

// Throws std::invalid_argument, naming the file, if it cannot be read, is no JSON or names something twice.
nlohmann::ordered_json read_json(const std::filesystem::path& path);

// A value in a JSON document together with the place where it stands, so that every complaint can name it.
// Each accessor throws std::invalid_argument, naming file and place, where the value is missing or of another
// type.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::ordered_json& value, std::string where) : value_(&value), where_(std::move(where)) {}

  const nlohmann::ordered_json& value() const { return *value_; }
  const std::string& where() const { return where_; }

  bool has(std::string_view key) const;
  JsonPlace object(std::string_view key) const;
  JsonPlace array(std::string_view key) const;
  JsonPlace entry(std::size_t index) const;  // of an array; must be an object
  double number(std::string_view key) const;
  std::optional<double> optional_number(std::string_view key) const;  // nothing if absent or null
  std::string text(std::string_view key) const;

  // Refuses every key that is not listed: a misspelled optional key would otherwise be ignored silently.
  void allow_only(std::initializer_list<std::string_view> keys) const;

  [[noreturn]] void refuse(const std::string& complaint) const;

 private:
  const nlohmann::ordered_json& member(std::string_view key) const;

  const nlohmann::ordered_json* value_;
  std::string where_;
};

}  // namespace nsdbench::support
