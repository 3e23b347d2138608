#include "tools/report/data_script.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace nsdbench::report {

namespace {

using nlohmann::ordered_json;

template <class Word>
void append_little_endian(std::string& bytes, Word word) {
  for (std::size_t k = 0; k < sizeof(Word); ++k) bytes += static_cast<char>((word >> (8 * k)) & 0xffU);
}

constexpr int no_word = 255;

bool is_time(const std::string& name) { return name == "t" || name == "t_begin" || name == "t_end"; }

std::vector<double> values_of(const CsvFile& csv, const ordered_json& column, const std::vector<std::size_t>& rows) {
  const std::size_t k = csv.column(column.at("name").get<std::string>()).value();
  std::vector<double> values;
  values.reserve(rows.size());
  if (!column.contains("words")) {
    for (const std::size_t row : rows) values.push_back(csv.number(row, k));
    return values;
  }
  const auto words = column.at("words").get<std::vector<std::string>>();
  for (const std::size_t row : rows) {
    const auto found = std::find(words.begin(), words.end(), csv.rows[row][k]);
    values.push_back(found == words.end() ? -1.0 : static_cast<double>(found - words.begin()));
  }
  return values;
}

// All values, or those that are not zero with their rows, whichever is shorter.
ordered_json of_32_bits(const std::vector<double>& values) {
  std::string all, rows, others;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(values[k]));
    append_little_endian(all, bits);
    if (values[k] == 0.0) continue;
    append_little_endian(rows, static_cast<std::uint32_t>(k));
    append_little_endian(others, bits);
  }
  if (rows.size() + others.size() >= all.size()) return base64(all);
  return {{"count", values.size()}, {"rows", base64(rows)}, {"base64", base64(others)}};
}

std::vector<std::size_t> chosen_rows(const CsvFile& csv, std::size_t every) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    if (row % every == 0 || row + 1 == csv.rows.size()) rows.push_back(row);
  }
  return rows;
}

[[noreturn]] void refuse_groups(const std::string& name, const std::string& table) {
  throw std::invalid_argument("groups by " + name + " of the table " + table + " differ in size");
}

[[noreturn]] void refuse_column(const AuditedRecord& record, const std::string& table, const std::string& name) {
  throw std::invalid_argument("the table " + table + " of " + record.name() + " has no column " + name);
}

// The rows that have another text than the row before in the column `name`.
std::vector<std::size_t> group_starts(const CsvFile& csv, const std::string& name, const std::string& table) {
  const std::optional<std::size_t> column = csv.column(name);
  if (!column) throw std::invalid_argument("the table " + table + " has no groups by " + name);
  std::vector<std::size_t> starts;
  for (std::size_t row = 0; row < csv.rows.size(); ++row) {
    if (row == 0 || csv.rows[row][*column] != csv.rows[row - 1][*column]) starts.push_back(row);
  }
  return starts;
}

// The number of rows in each group.
std::size_t group_size(const CsvFile& csv, const std::vector<std::size_t>& starts, const std::string& name,
                       const std::string& table) {
  if (starts.empty()) throw std::invalid_argument("the table " + table + " has no groups by " + name);
  const std::size_t size = csv.rows.size() / starts.size();
  for (std::size_t k = 0; k < starts.size(); ++k) {
    if (starts[k] != k * size) refuse_groups(name, table);
  }
  if (starts.size() * size != csv.rows.size()) refuse_groups(name, table);
  return size;
}

std::vector<std::size_t> first(const std::vector<std::size_t>& rows, std::size_t number) {
  return {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(number, rows.size()))};
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t present = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = (group << 8U) | (k < present ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) text += k <= present ? digits[(group >> (18 - 6 * k)) & 63U] : '=';
  }
  return text;
}

ordered_json encoded_column(const CsvFile& csv, const ordered_json& column, const std::vector<std::size_t>& rows,
                            int bits) {
  const std::vector<double> values = values_of(csv, column, rows);
  std::string bytes;
  if (is_time(column.at("name"))) {
    for (const double value : values) append_little_endian(bytes, std::bit_cast<std::uint64_t>(value));
    return base64(bytes);
  }
  if (column.contains("words")) {
    for (const double value : values) bytes += static_cast<char>(value < 0.0 ? no_word : static_cast<int>(value));
    return base64(bytes);
  }
  if (bits == 32) return of_32_bits(values);
  double least = 0.0;
  double largest = 0.0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) {
      throw std::invalid_argument("the column " + column.at("name").get<std::string>() +
                                  " has empty fields, which whole numbers of " + std::to_string(bits) +
                                  " bits cannot stand for");
    }
    least = k == 0 ? values[k] : std::min(least, values[k]);
    largest = k == 0 ? values[k] : std::max(largest, values[k]);
  }
  const double steps = std::ldexp(1.0, bits) - 1.0;
  const bool is_whole =
      std::all_of(values.begin(), values.end(), [](double value) { return value == std::round(value); });
  if (is_whole && largest - least > steps) return of_32_bits(values);  // numbers of disks must not become others
  std::uint64_t buffer = 0;
  int filled = 0;
  for (const double value : values) {
    const double share = largest > least ? (value - least) / (largest - least) : 0.0;
    buffer |= static_cast<std::uint64_t>(std::lround(share * steps)) << filled;
    for (filled += bits; filled >= 8; filled -= 8, buffer >>= 8) bytes += static_cast<char>(buffer & 0xffU);
  }
  if (filled > 0) bytes += static_cast<char>(buffer);
  return {{"range", {least, largest}}, {"bits", bits}, {"base64", base64(bytes)}};
}

ordered_json encoded_table(const AuditedRecord& record, const std::string& table, const TableChoice& choice) {
  const ordered_json& tables = record.document.at("tables");
  if (!tables.contains(table)) throw std::invalid_argument("the record of " + record.name() + " has no table " + table);
  const ordered_json& columns = tables.at(table).at("columns");
  const CsvFile csv = read_csv(record.folder / tables.at(table).at("file").get<std::string>());
  const std::vector<std::size_t> rows = chosen_rows(csv, choice.every);
  const bool has_groups = !choice.group_by.empty();
  const std::vector<std::size_t> starts =
      has_groups ? group_starts(csv, choice.group_by, table) : std::vector<std::size_t>();
  const std::size_t group = has_groups && !choice.of_any_size ? group_size(csv, starts, choice.group_by, table) : 0;
  ordered_json encoded = {{"rows", rows.size()}, {"columns", ordered_json::array()}, {"data", ordered_json::object()}};
  for (const std::string& name : choice.columns.empty() ? csv.columns : choice.columns) {
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const ordered_json& entry) { return entry.at("name") == name; });
    if (column == columns.end() || !csv.column(name)) refuse_column(record, table, name);
    const bool is_constant = std::find(choice.constant.begin(), choice.constant.end(), name) != choice.constant.end();
    encoded["columns"].push_back(*column);
    encoded["data"][name] = encoded_column(csv, *column,
                                           has_groups && name == choice.group_by ? starts
                                           : is_constant                         ? first(rows, group)
                                                                                 : rows,
                                           choice.bits);
  }
  if (group > 0) {
    encoded["group"] = group;
  } else if (has_groups) {
    encoded["starts"] = starts;
  } else if (!csv.breaks.empty()) {
    encoded["breaks"] = ordered_json::array();
    for (const std::size_t row : csv.breaks) {
      encoded["breaks"].push_back(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
    }
  }
  return encoded;
}

}  // namespace nsdbench::report
