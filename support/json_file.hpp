// Strict reading of JSON files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/input_error.hpp"

namespace nsdbench::support {

// What is larger is no file of this suite, nor one that was meant for it: [bytes]
inline constexpr std::uint64_t largest_text = std::uint64_t{4} << 30U;
inline constexpr std::uint64_t largest_json = std::uint64_t{64} << 20U;  // whose values take ten times as much memory

// Whether nothing has this name. False also where the system does not say, as in a folder that must not be entered:
// what is there must not be taken for missing, and read_text says why it cannot be read.
bool is_missing(const std::filesystem::path& path);

// The text of a file. Throws InputError, naming the file and the reason, if it cannot be read, has more than `largest`
// bytes, or is something else than a file, such as a pipe, for which a program would wait. Devices below /dev are read,
// and whatever the standard input and other open files are, by their names there and below /proc.
std::string read_text(const std::filesystem::path& path, std::uint64_t largest = largest_text);

// Parses strictly: nothing before or after the document, no byte that is zero, no key twice in an object, no deep
// nesting, no object of more than 10000 keys. Throws InputError with one sentence that names `file`.
nlohmann::ordered_json parse_json(const std::string& text, const std::string& file);

// Reads and parses a file of at most largest_json bytes. Throws InputError.
nlohmann::ordered_json read_json(const std::filesystem::path& path);

// The value as it stands in a file: on one line, or on several that are indented by `indent` blanks. Bytes that are no
// UTF-8, which command lines and names of files may have, are replaced: a run of an hour must not fail for them.
std::string json_words(const nlohmann::ordered_json& value, int indent = -1);

// The text of a file with this document, indented by two blanks.
std::string json_text(const nlohmann::ordered_json& document);

// A value in a JSON document together with the place where it stands, so that every complaint can name both. Every
// accessor throws InputError, naming file, place and value, for what is missing, of another type or out of range.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::ordered_json& value, std::string file, std::string path = {})
      : value_(&value), file_(std::move(file)), path_(std::move(path)) {}

  const nlohmann::ordered_json& value() const { return *value_; }

  bool has(std::string_view key) const;
  JsonPlace object(std::string_view key) const;
  JsonPlace array(std::string_view key) const;
  JsonPlace entry(std::size_t index) const;  // of an array; must be an object
  double number(std::string_view key) const;
  std::optional<double> optional_number(std::string_view key) const;  // nothing if absent or null
  std::int64_t whole(std::string_view key, std::int64_t smallest, std::int64_t largest) const;
  std::string text(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  // Finite numbers, as many as `count`; `count_means` says what that is, as in "n".
  std::vector<double> numbers(std::string_view key, std::size_t count, std::string_view count_means) const;
  // Whole numbers in 0 .. end - 1, any number of them.
  std::vector<int> indices(std::string_view key, int end) const;

  // Refuses every key that is not listed: a misspelled optional key would otherwise be ignored silently.
  void allow_only(std::initializer_list<std::string_view> keys) const;

  // "FILE: PLACE: COMPLAINT"
  [[noreturn]] void refuse(const std::string& complaint) const;
  // "FILE: PLACE.KEY must be WHAT, not VALUE"
  [[noreturn]] void refuse_value(std::string_view key, const std::string& must_be) const;

 private:
  const nlohmann::ordered_json& member(std::string_view key) const;
  const nlohmann::ordered_json& array_of(std::string_view key, const std::string& what) const;
  std::string place_of(std::string_view key) const;
  [[noreturn]] void refuse_entry(std::string_view key, std::size_t index, const std::string& must_be) const;

  const nlohmann::ordered_json* value_;
  std::string file_;
  std::string path_;  // of the value in the document; empty: the document itself
};

}  // namespace nsdbench::support
