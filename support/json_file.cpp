#include "support/json_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "support/output_files.hpp"

namespace nsdbench::support {

using nlohmann::ordered_json;

namespace {

constexpr int deepest_nesting = 32;
// The library looks through all keys of an object for each new one; no file of ours has a tenth of that many.
constexpr std::size_t most_keys = 10'000;
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

bool is_whole_number_in(const ordered_json& value, std::int64_t smallest, std::int64_t largest) {
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(largest)) return false;
  const auto number = value.get<std::int64_t>();
  return number >= smallest && number <= largest;
}

// Whether another program may have left something to read there: what comes out of the standard output again is
// nothing.
bool is_open_input(const std::filesystem::path& path) {
  return is_open_file(path) && path.filename() != "stdout" && path.filename() != "stderr";
}

bool is_device(const std::filesystem::path& path, const struct stat& about) {
  return S_ISCHR(about.st_mode) && path.lexically_normal().string().starts_with("/dev/");
}

bool is_finite_number(const ordered_json& value) { return value.is_number() && std::isfinite(value.get<double>()); }

}  // namespace

bool is_missing(const std::filesystem::path& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

std::string read_text(const std::filesystem::path& path, std::uint64_t largest) {
  const auto refuse = [&](const std::string& reason) {
    throw InputError("cannot read " + path.string() + ": " + reason);
  };
  if (path.empty()) throw InputError("the name of a file that is to be read is empty");
  const auto refuse_by_error = [&] { refuse(std::generic_category().message(errno)); };
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) refuse_by_error();
  if (S_ISDIR(about.st_mode)) refuse("it is a directory");
  if (!S_ISREG(about.st_mode) && !is_open_input(path) && !is_device(path, about)) refuse("it is no file");
  const auto check_size = [&](std::uint64_t size) {
    if (size > largest) refuse("it has more than " + std::to_string(largest >> 20U) + " MiB");
  };
  check_size(static_cast<std::uint64_t>(std::max<off_t>(about.st_size, 0)));
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) refuse_by_error();
  // A byte more than stated, so that the end is seen at once; some files state nothing.
  constexpr std::size_t portion = 1 << 16;
  std::string text(static_cast<std::size_t>(about.st_size) + 1, '\0');
  std::size_t used = 0;
  while (true) {
    if (used == text.size()) text.resize(text.size() + std::max(portion, text.size() / 2));
    const ssize_t got = ::read(file.get(), text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_by_error();
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    check_size(used);
  }
  text.resize(used);
  return text;
}

ordered_json parse_json(const std::string& text, const std::string& file) {
  // The library takes one for the end, and would pass over what follows.
  if (text.find('\0') != std::string::npos) throw InputError(file + " is not valid JSON: it has a byte that is zero");
  std::vector<std::set<std::string>> open_objects;
  const auto check = [&](int depth, ordered_json::parse_event_t event, ordered_json& parsed) {
    using Event = ordered_json::parse_event_t;
    if (depth > deepest_nesting) {
      throw InputError(file + " nests objects or arrays deeper than " + std::to_string(deepest_nesting) + " levels");
    }
    if (event == Event::object_start) open_objects.emplace_back();
    if (event == Event::object_end) open_objects.pop_back();
    if (event == Event::key) {
      if (!open_objects.back().insert(parsed.get<std::string>()).second) {
        throw InputError(file + " names " + quoted(parsed) + " twice in one object");
      }
      if (open_objects.back().size() > most_keys) {
        throw InputError(file + " has an object with more than " + std::to_string(most_keys) + " keys");
      }
    }
    return true;
  };
  try {
    return ordered_json::parse(text, check);
  } catch (const ordered_json::exception& error) {
    throw InputError(file + " is not valid JSON: " + reason(error));
  }
}

ordered_json read_json(const std::filesystem::path& path) {
  return parse_json(read_text(path, largest_json), path.string());
}

std::string json_words(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

std::string json_text(const ordered_json& document) { return json_words(document, 2) + "\n"; }

std::string JsonPlace::place_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void JsonPlace::refuse(const std::string& complaint) const {
  throw InputError(file_ + ": " + (path_.empty() ? "" : path_ + ": ") + complaint);
}

void JsonPlace::refuse_value(std::string_view key, const std::string& must_be) const {
  throw InputError(file_ + ": " + place_of(key) + " must be " + must_be + ", not " + quoted(member(key)));
}

void JsonPlace::refuse_entry(std::string_view key, std::size_t index, const std::string& must_be) const {
  throw InputError(file_ + ": " + place_of(key) + "[" + std::to_string(index) + "] must be " + must_be + ", not " +
                   quoted(member(key)[index]));
}

bool JsonPlace::has(std::string_view key) const { return value_->contains(std::string(key)); }

const ordered_json& JsonPlace::member(std::string_view key) const {
  const auto found = value_->find(std::string(key));
  if (found == value_->end()) throw InputError(file_ + ": " + place_of(key) + " is missing");
  return *found;
}

const ordered_json& JsonPlace::array_of(std::string_view key, const std::string& what) const {
  const ordered_json& value = member(key);
  if (!value.is_array()) refuse_value(key, what.empty() ? "an array" : "an array of " + what);
  return value;
}

JsonPlace JsonPlace::object(std::string_view key) const {
  const ordered_json& value = member(key);
  if (!value.is_object()) refuse_value(key, "an object");
  return {value, file_, place_of(key)};
}

JsonPlace JsonPlace::array(std::string_view key) const { return {array_of(key, {}), file_, place_of(key)}; }

JsonPlace JsonPlace::entry(std::size_t index) const {
  JsonPlace place((*value_)[index], file_, path_ + "[" + std::to_string(index) + "]");
  if (!place.value().is_object()) place.refuse("must be an object, not " + quoted(place.value()));
  return place;
}

double JsonPlace::number(std::string_view key) const {
  const ordered_json& value = member(key);
  if (!is_finite_number(value)) refuse_value(key, "a number");
  return value.get<double>();
}

std::optional<double> JsonPlace::optional_number(std::string_view key) const {
  if (!has(key) || member(key).is_null()) return std::nullopt;
  return number(key);
}

std::int64_t JsonPlace::whole(std::string_view key, std::int64_t smallest, std::int64_t largest) const {
  const ordered_json& value = member(key);
  if (!is_whole_number_in(value, smallest, largest)) {
    refuse_value(key, "a whole number from " + std::to_string(smallest) + " to " + std::to_string(largest));
  }
  return value.get<std::int64_t>();
}

std::string JsonPlace::text(std::string_view key) const {
  const ordered_json& value = member(key);
  if (!value.is_string()) refuse_value(key, "a text");
  return value.get<std::string>();
}

std::vector<std::string> JsonPlace::texts(std::string_view key) const {
  std::vector<std::string> result;
  for (const ordered_json& entry : array_of(key, "texts")) {
    if (!entry.is_string()) refuse_entry(key, result.size(), "a text");
    result.push_back(entry.get<std::string>());
  }
  return result;
}

std::vector<double> JsonPlace::numbers(std::string_view key, std::size_t count, std::string_view count_means) const {
  const ordered_json& entries = array_of(key, "numbers");
  if (entries.size() != count) {
    throw InputError(file_ + ": " + place_of(key) + " must have " + std::to_string(count) + " numbers (" +
                     std::string(count_means) + "), not " + std::to_string(entries.size()));
  }
  std::vector<double> result;
  result.reserve(count);
  for (const ordered_json& entry : entries) {
    if (!is_finite_number(entry)) refuse_entry(key, result.size(), "a finite number");
    result.push_back(entry.get<double>());
  }
  return result;
}

std::vector<int> JsonPlace::indices(std::string_view key, int end) const {
  const ordered_json& entries = array_of(key, "whole numbers");
  std::vector<int> result;
  result.reserve(entries.size());
  for (const ordered_json& entry : entries) {
    if (!is_whole_number_in(entry, 0, end - 1)) {
      refuse_entry(key, result.size(), "a whole number from 0 to " + std::to_string(end - 1));
    }
    result.push_back(entry.get<int>());
  }
  return result;
}

void JsonPlace::allow_only(std::initializer_list<std::string_view> keys) const {
  for (const auto& [key, ignored] : value_->items()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) refuse("'" + key + "' is not known here");
  }
}

}  // namespace nsdbench::support
