#include "support/json_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace nsdbench::support {

using nlohmann::ordered_json;

namespace {

// The library starts its sentences with "[json.exception.parse_error.101] ".
std::string without_prefix(const std::string& sentence) {
  constexpr std::string_view end = "] ";
  const std::size_t at = sentence.starts_with("[json.exception.") ? sentence.find(end) : std::string::npos;
  return at == std::string::npos ? sentence : sentence.substr(at + end.size());
}

}  // namespace

std::string read_text(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& reason) {
    throw std::invalid_argument("cannot read " + path.string() + ": " + reason);
  };
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) refuse("it is a directory");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(std::generic_category().message(errno));
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) refuse("reading failed");
  return text.str();
}

ordered_json read_json(const std::filesystem::path& path) {
  const std::string text = read_text(path);
  std::vector<std::set<std::string>> open_objects;
  const auto refuse_repeated_keys = [&](int, ordered_json::parse_event_t event, ordered_json& parsed) {
    using Event = ordered_json::parse_event_t;
    if (event == Event::object_start) open_objects.emplace_back();
    if (event == Event::object_end) open_objects.pop_back();
    if (event == Event::key && !open_objects.back().insert(parsed.get<std::string>()).second) {
      throw std::invalid_argument(path.string() + " names " + parsed.dump() + " twice in one object");
    }
    return true;
  };
  try {
    return ordered_json::parse(text, refuse_repeated_keys);
  } catch (const ordered_json::exception& error) {
    throw std::invalid_argument(path.string() + " is not valid JSON: " + without_prefix(error.what()));
  }
}

bool JsonPlace::has(std::string_view key) const { return value_->contains(std::string(key)); }

const ordered_json& JsonPlace::member(std::string_view key) const {
  if (!has(key)) refuse("'" + std::string(key) + "' is missing");
  return (*value_)[std::string(key)];
}

JsonPlace JsonPlace::object(std::string_view key) const {
  JsonPlace place(member(key), where_ + "." + std::string(key));
  if (!place.value().is_object()) place.refuse("must be an object, not " + place.value().dump());
  return place;
}

JsonPlace JsonPlace::array(std::string_view key) const {
  JsonPlace place(member(key), where_ + "." + std::string(key));
  if (!place.value().is_array()) place.refuse("must be an array, not " + place.value().dump());
  return place;
}

JsonPlace JsonPlace::entry(std::size_t index) const {
  JsonPlace place((*value_)[index], where_ + "[" + std::to_string(index) + "]");
  if (!place.value().is_object()) place.refuse("must be an object, not " + place.value().dump());
  return place;
}

double JsonPlace::number(std::string_view key) const {
  const ordered_json& value = member(key);
  if (!value.is_number()) refuse("'" + std::string(key) + "' must be a number, not " + value.dump());
  return value.get<double>();
}

std::optional<double> JsonPlace::optional_number(std::string_view key) const {
  if (!has(key) || member(key).is_null()) return std::nullopt;
  return number(key);
}

std::string JsonPlace::text(std::string_view key) const {
  const ordered_json& value = member(key);
  if (!value.is_string()) refuse("'" + std::string(key) + "' must be a text, not " + value.dump());
  return value.get<std::string>();
}

void JsonPlace::allow_only(std::initializer_list<std::string_view> keys) const {
  for (const auto& [key, ignored] : value_->items()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) refuse("'" + key + "' is not known here");
  }
}

void JsonPlace::refuse(const std::string& complaint) const { throw std::invalid_argument(where_ + ": " + complaint); }

}  // namespace nsdbench::support
