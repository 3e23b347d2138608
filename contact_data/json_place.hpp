// A value in a JSON document and the place where it stands, so that every complaint can name both.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsdbench::contact_data {

// Parses strictly: nothing before or after the document, no name twice in an object, no deep nesting. Throws InputError
// with one sentence that names `file`.
nlohmann::ordered_json parse_strictly(const std::string& text, const std::string& file);

// Every accessor throws InputError, naming file, place and value, for what is missing, of another type or out of range.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::ordered_json& value, std::string file, std::string path = {})
      : value_(&value), file_(std::move(file)), path_(std::move(path)) {}

  bool has(std::string_view key) const { return value_->contains(std::string(key)); }

  JsonPlace object(std::string_view key) const;
  std::string text(std::string_view key) const;
  std::int64_t whole(std::string_view key, std::int64_t smallest, std::int64_t largest) const;
  double number(std::string_view key) const;
  std::optional<double> optional_number(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  // Finite numbers, as many as `count`; `count_means` says what that is, as in "n".
  std::vector<double> numbers(std::string_view key, std::size_t count, std::string_view count_means) const;
  // Whole numbers in 0 .. end - 1, any number of them.
  std::vector<int> indices(std::string_view key, int end) const;

  [[noreturn]] void refuse(const std::string& complaint) const;
  // "FILE: PATH.KEY must be WHAT, not VALUE"
  [[noreturn]] void refuse_value(std::string_view key, const std::string& must_be) const;

 private:
  const nlohmann::ordered_json& member(std::string_view key) const;
  const nlohmann::ordered_json::array_t& array(std::string_view key, const std::string& of) const;
  std::string place(std::string_view key) const;

  const nlohmann::ordered_json* value_;
  std::string file_;
  std::string path_;
};

}  // namespace nsdbench::contact_data
