#include "contact_data/json_place.hpp"

#include <cmath>
#include <set>
#include <utility>

#include "contact_data/read.hpp"

namespace nsdbench::contact_data {

using nlohmann::ordered_json;

namespace {

constexpr int deepest_nesting = 32;
constexpr std::size_t longest_quote = 60;

std::string shortened(std::string text) {
  if (text.size() > longest_quote) text = text.substr(0, longest_quote) + "...";
  return text;
}

// The library starts its sentences with "[json.exception.parse_error.101] ".
std::string reason(const ordered_json::exception& error) {
  const std::string sentence = error.what();
  const std::size_t end = sentence.find("] ");
  std::string text = end == std::string::npos ? sentence : sentence.substr(end + 2);
  // It quotes what it read last, which may be the whole file.
  constexpr std::string_view quote = "last read: '";
  const std::size_t quoted = text.find(quote);
  if (quoted != std::string::npos && text.size() - quoted > longest_quote + 20) {
    text = text.substr(0, quoted) + "last read: '..." + text.substr(text.size() - longest_quote);
  }
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return text;
}

std::string quoted(const ordered_json& value) {
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  if (value.is_object()) return "an object";
  return shortened(value.dump(-1, ' ', true));
}

bool whole_number_in(const ordered_json& value, std::int64_t smallest, std::int64_t largest) {
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(largest)) return false;
  const auto number = value.get<std::int64_t>();
  return number >= smallest && number <= largest;
}

bool finite_number(const ordered_json& value) { return value.is_number() && std::isfinite(value.get<double>()); }

}  // namespace

ordered_json parse_strictly(const std::string& text, const std::string& file) {
  std::vector<std::set<std::string>> open_objects;
  const auto check = [&](int depth, ordered_json::parse_event_t event, ordered_json& parsed) {
    using Event = ordered_json::parse_event_t;
    if (depth > deepest_nesting) {
      throw InputError(file + " nests objects or arrays deeper than " + std::to_string(deepest_nesting) + " levels");
    }
    if (event == Event::object_start) open_objects.emplace_back();
    if (event == Event::object_end) open_objects.pop_back();
    if (event == Event::key && !open_objects.back().insert(parsed.get<std::string>()).second) {
      throw InputError(file + " names " + quoted(parsed) + " twice in one object");
    }
    return true;
  };
  try {
    return ordered_json::parse(text, check);
  } catch (const ordered_json::exception& error) {
    throw InputError(file + " is not valid JSON: " + reason(error));
  }
}

std::string JsonPlace::place(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void JsonPlace::refuse(const std::string& complaint) const { throw InputError(file_ + ": " + complaint); }

void JsonPlace::refuse_value(std::string_view key, const std::string& must_be) const {
  refuse(place(key) + " must be " + must_be + ", not " + quoted(member(key)));
}

const ordered_json& JsonPlace::member(std::string_view key) const {
  const auto found = value_->find(std::string(key));
  if (found == value_->end()) refuse(place(key) + " is missing");
  return *found;
}

JsonPlace JsonPlace::object(std::string_view key) const {
  const ordered_json& value = member(key);
  if (!value.is_object()) refuse_value(key, "an object");
  return {value, file_, place(key)};
}

std::string JsonPlace::text(std::string_view key) const {
  const ordered_json& value = member(key);
  if (!value.is_string()) refuse_value(key, "a text");
  return value.get<std::string>();
}

std::int64_t JsonPlace::whole(std::string_view key, std::int64_t smallest, std::int64_t largest) const {
  const ordered_json& value = member(key);
  if (!whole_number_in(value, smallest, largest)) {
    refuse_value(key, "a whole number from " + std::to_string(smallest) + " to " + std::to_string(largest));
  }
  return value.get<std::int64_t>();
}

double JsonPlace::number(std::string_view key) const {
  const ordered_json& value = member(key);
  if (!finite_number(value)) refuse_value(key, "a finite number");
  return value.get<double>();
}

std::optional<double> JsonPlace::optional_number(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  return number(key);
}

const ordered_json::array_t& JsonPlace::array(std::string_view key, const std::string& of) const {
  const ordered_json& value = member(key);
  if (!value.is_array()) refuse_value(key, "an array of " + of);
  return value.get_ref<const ordered_json::array_t&>();
}

std::vector<std::string> JsonPlace::texts(std::string_view key) const {
  std::vector<std::string> result;
  for (const ordered_json& entry : array(key, "texts")) {
    if (!entry.is_string()) {
      refuse(place(key) + "[" + std::to_string(result.size()) + "] must be a text, not " + quoted(entry));
    }
    result.push_back(entry.get<std::string>());
  }
  return result;
}

std::vector<double> JsonPlace::numbers(std::string_view key, std::size_t count, std::string_view count_means) const {
  const ordered_json::array_t& entries = array(key, "numbers");
  if (entries.size() != count) {
    refuse(place(key) + " must have " + std::to_string(count) + " numbers (" + std::string(count_means) + "), not " +
           std::to_string(entries.size()));
  }
  std::vector<double> result;
  result.reserve(count);
  for (const ordered_json& entry : entries) {
    if (!finite_number(entry)) {
      refuse(place(key) + "[" + std::to_string(result.size()) + "] must be a finite number, not " + quoted(entry));
    }
    result.push_back(entry.get<double>());
  }
  return result;
}

std::vector<int> JsonPlace::indices(std::string_view key, int end) const {
  const ordered_json::array_t& entries = array(key, "whole numbers");
  std::vector<int> result;
  result.reserve(entries.size());
  for (const ordered_json& entry : entries) {
    if (!whole_number_in(entry, 0, end - 1)) {
      refuse(place(key) + "[" + std::to_string(result.size()) + "] must be a whole number from 0 to " +
             std::to_string(end - 1) + ", not " + quoted(entry));
    }
    result.push_back(entry.get<int>());
  }
  return result;
}

}  // namespace nsdbench::contact_data
