#include "contact_data/json_format.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "support/json_file.hpp"

namespace nsdbench::contact_data {

using nlohmann::ordered_json;
using support::JsonPlace;

namespace {

constexpr std::string_view format_name = "contact-data";
constexpr int format_version = 1;
// Twice the number of coordinates must be an int; no file comes near.
constexpr std::int64_t largest_size = 500'000'000;

constexpr std::string_view lcp_convention = "w = M z + q, 0 <= w, 0 <= z, w.z = 0";
constexpr std::string_view friction_convention =
    "u = W r + q, v = u + mu*||u_T|| n, K* contains v, v orthogonal to r, r in K = {||r_T|| <= mu r_N}; each contact "
    "has its normal component first, then the tangential one(s)";

// Keys that ContactData has a member for. `known` is among the other keys too, for what else it says.
constexpr std::array understood = {"format",    "version", "kind", "name",      "description",
                                   "tags",      "n",       "M",    "q",         "start",
                                   "reference", "W",       "mu",   "dimension", "number_of_contacts"};
constexpr std::array of_all_kinds = {"format", "version", "kind", "name", "description", "tags", "q", "reference"};
constexpr std::array of_lcp = {"n", "M", "start"};
constexpr std::array of_friction = {"W", "mu", "dimension", "number_of_contacts"};
// Keys that say nothing of what is to be solved, and are carried along. `expected` is what a test of the file asks for,
// `round_bodies` what W and q were made of.
constexpr std::array notes = {"source",  "author", "authors",    "date",         "licence",      "license",
                              "comment", "note",   "notes",      "note_on_runs", "convention",   "properties",
                              "known",   "runs",   "derivation", "expected",     "round_bodies", "url"};

template <class List>
bool lists(const List& list, std::string_view key) {
  return std::find(list.begin(), list.end(), key) != list.end();
}

std::string text_or(const JsonPlace& place, std::string_view key, std::string otherwise) {
  return place.has(key) ? place.text(key) : std::move(otherwise);
}

// --- reading ---------------------------------------------------------------------------------------------------------

// Brings row, column and values into the order of rows, then columns.
void sort_entries(Matrix& matrix, const JsonPlace& place) {
  const auto before = [&](std::size_t a, std::size_t b) {
    return std::pair(matrix.row[a], matrix.column[a]) < std::pair(matrix.row[b], matrix.column[b]);
  };
  const std::size_t count = matrix.row.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::is_sorted(order.begin(), order.end(), before)) std::stable_sort(order.begin(), order.end(), before);
  const auto twice =
      std::adjacent_find(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return !before(a, b); });
  if (twice != order.end()) {
    place.refuse(std::string(matrix.storage == Matrix::Storage::coo ? "the entry (" : "the block (") +
                 std::to_string(matrix.row[*twice]) + ", " + std::to_string(matrix.column[*twice]) +
                 ") of the matrix occurs twice");
  }
  const std::size_t each = static_cast<std::size_t>(matrix.block_size) * static_cast<std::size_t>(matrix.block_size);
  Matrix sorted = matrix;
  for (std::size_t k = 0; k < count; ++k) {
    sorted.row[k] = matrix.row[order[k]];
    sorted.column[k] = matrix.column[order[k]];
    std::copy_n(matrix.values.begin() + static_cast<std::ptrdiff_t>(order[k] * each), each,
                sorted.values.begin() + static_cast<std::ptrdiff_t>(k * each));
  }
  matrix = std::move(sorted);
}

void read_sparse(Matrix& matrix, const JsonPlace& place, const char* row_key, const char* column_key) {
  const int end = matrix.size / matrix.block_size;
  matrix.row = place.indices(row_key, end);
  matrix.column = place.indices(column_key, end);
  if (matrix.row.size() != matrix.column.size()) {
    place.refuse(std::string(row_key) + " has " + std::to_string(matrix.row.size()) + " entries but " + column_key +
                 " " + std::to_string(matrix.column.size()));
  }
  const std::size_t each = static_cast<std::size_t>(matrix.block_size) * static_cast<std::size_t>(matrix.block_size);
  matrix.values = place.numbers(
      "values", matrix.row.size() * each,
      matrix.storage == Matrix::Storage::coo ? "one per entry of row_index" : "block_size x block_size per block");
  sort_entries(matrix, place);
}

Matrix read_matrix(const JsonPlace& place, int size, const std::string& size_means) {
  for (const char* key : {"rows", "cols"}) {
    if (place.whole(key, 0, largest_size) != size) place.refuse_value(key, std::to_string(size) + size_means);
  }
  Matrix matrix;
  matrix.size = size;
  const std::string storage = place.text("storage");
  if (storage == "dense") {
    matrix.storage = Matrix::Storage::dense;
    place.allow_only({"storage", "rows", "cols", "values"});
    matrix.values =
        place.numbers("values", static_cast<std::size_t>(size) * static_cast<std::size_t>(size), "rows x cols");
  } else if (storage == "coo") {
    matrix.storage = Matrix::Storage::coo;
    place.allow_only({"storage", "rows", "cols", "row_index", "col_index", "values"});
    read_sparse(matrix, place, "row_index", "col_index");
  } else if (storage == "block-coo") {
    matrix.storage = Matrix::Storage::block_coo;
    place.allow_only({"storage", "rows", "cols", "block_size", "block_row", "block_col", "values"});
    matrix.block_size = static_cast<int>(place.whole("block_size", 1, largest_size));
    if (size % matrix.block_size != 0) place.refuse_value("block_size", "a divisor of " + std::to_string(size));
    read_sparse(matrix, place, "block_row", "block_col");
  } else {
    place.refuse_value("storage", "\"dense\", \"coo\" or \"block-coo\"");
  }
  return matrix;
}

Reference read_reference(const JsonPlace& place, const char* vector, std::size_t size) {
  Reference reference;
  reference.method = text_or(place, "method", {});
  reference.solution = place.numbers(vector, size, "one per entry of q");
  reference.natural_residual = place.optional_number("natural_residual");
  reference.relative_residual = place.optional_number("relative_residual");
  reference.scaled_residual = place.optional_number("scaled_residual");
  return reference;
}

Solvable read_solvable(const JsonPlace& known) {
  if (!known.has("solvable")) return Solvable::unknown;
  const std::string text = known.text("solvable");
  for (const Solvable solvable : {Solvable::yes, Solvable::no, Solvable::unknown}) {
    if (text == to_string(solvable)) return solvable;
  }
  known.refuse_value("solvable", R"("yes", "no" or "unknown")");
}

void check_format(const JsonPlace& place) {
  if (place.has("format") && place.text("format") != format_name) {
    place.refuse_value("format", "\"" + std::string(format_name) + "\"");
  }
  if (place.has("version") && place.whole("version", 0, largest_size) != format_version) {
    place.refuse_value("version", std::to_string(format_version));
  }
}

void read_lcp(ContactData& data, const JsonPlace& place) {
  data.kind = Kind::lcp;
  data.dimension = 1;
  const int n = static_cast<int>(place.whole("n", 0, largest_size));
  data.q = place.numbers("q", static_cast<std::size_t>(n), "n");
  data.matrix = read_matrix(place.object("M"), n, " (n)");
  if (place.has("start")) data.start = place.numbers("start", data.q.size(), "n");
  if (place.has("reference")) data.reference = read_reference(place.object("reference"), "z", data.q.size());
}

void read_friction(ContactData& data, const JsonPlace& place) {
  data.kind = Kind::friction_contact;
  data.dimension = static_cast<int>(place.whole("dimension", 2, 3));
  const auto contacts = static_cast<std::size_t>(place.whole("number_of_contacts", 0, largest_size / data.dimension));
  data.mu = place.numbers("mu", contacts, "number_of_contacts");
  for (std::size_t i = 0; i < contacts; ++i) {
    if (data.mu[i] < 0.0) {
      place.refuse("mu[" + std::to_string(i) + "] must not be negative, but is " + ordered_json(data.mu[i]).dump());
    }
  }
  const std::size_t size = contacts * static_cast<std::size_t>(data.dimension);
  data.q = place.numbers("q", size, "dimension x number_of_contacts");
  data.matrix = read_matrix(place.object("W"), static_cast<int>(size), " (dimension x number_of_contacts)");
  if (place.has("reference")) data.reference = read_reference(place.object("reference"), "r", size);
}

// A key that is not known may be a law that the kind does not have (rolling friction, bilateral contacts, bounds): what
// is solved without it would be another problem.
void check_keys(const JsonPlace& place, Kind kind) {
  for (const auto& [key, value] : place.value().items()) {
    const bool known = lists(of_all_kinds, key) || lists(notes, key) ||
                       (kind == Kind::lcp ? lists(of_lcp, key) : lists(of_friction, key));
    if (known) continue;
    place.refuse("the key " + ordered_json(key).dump() + " is not one of a problem of kind " +
                 std::string(to_string(kind)) +
                 " and might change what is to be solved; remarks may stand under \"note\"");
  }
}

std::string other_keys(ordered_json& document) {
  for (const char* key : understood) document.erase(key);
  if (document.contains("known")) document["known"].erase("solvable");
  if (document.contains("known") && document["known"].empty()) document.erase("known");
  return document.empty() ? std::string() : document.dump();
}

// --- writing ---------------------------------------------------------------------------------------------------------

ordered_json written(const Matrix& matrix) {
  ordered_json result;
  const bool blocks = matrix.storage == Matrix::Storage::block_coo;
  const bool dense = matrix.storage == Matrix::Storage::dense;
  result["storage"] = dense ? "dense" : blocks ? "block-coo" : "coo";
  result["rows"] = matrix.size;
  result["cols"] = matrix.size;
  if (blocks) result["block_size"] = matrix.block_size;
  if (!dense) {
    result[blocks ? "block_row" : "row_index"] = matrix.row;
    result[blocks ? "block_col" : "col_index"] = matrix.column;
  }
  result["values"] = matrix.values;
  return result;
}

ordered_json written(const Reference& reference, const char* vector) {
  ordered_json result;
  if (!reference.method.empty()) result["method"] = reference.method;
  if (reference.natural_residual) result["natural_residual"] = *reference.natural_residual;
  if (reference.relative_residual) result["relative_residual"] = *reference.relative_residual;
  if (reference.scaled_residual) result["scaled_residual"] = *reference.scaled_residual;
  result[vector] = reference.solution;
  return result;
}

ordered_json document(const ContactData& data) {
  const bool lcp = data.kind == Kind::lcp;
  ordered_json others = data.other_keys.empty() ? ordered_json::object() : ordered_json::parse(data.other_keys);
  ordered_json result;
  result["format"] = format_name;
  result["version"] = format_version;
  result["kind"] = to_string(data.kind);
  result["name"] = data.name;
  if (!data.description.empty()) result["description"] = data.description;
  result["tags"] = data.tags;
  ordered_json known = {{"solvable", to_string(data.solvable)}};
  if (others.contains("known")) known.update(others["known"]);
  others.erase("known");
  if (!others.contains("convention")) others["convention"] = lcp ? lcp_convention : friction_convention;
  result.update(others);
  result["known"] = known;
  if (lcp) {
    result["n"] = data.size();
  } else {
    result["dimension"] = data.dimension;
    result["number_of_contacts"] = data.number_of_contacts();
    result["mu"] = data.mu;
  }
  result[lcp ? "M" : "W"] = written(data.matrix);
  result["q"] = data.q;
  if (!data.start.empty()) result["start"] = data.start;
  if (data.reference) result["reference"] = written(*data.reference, lcp ? "z" : "r");
  return result;
}

// The document with one line per key; matrices and references have lines of their own.
std::string lines(const ordered_json& object, const std::string& indent, int depth) {
  std::string text = "{\n";
  bool first = true;
  for (const auto& [key, value] : object.items()) {
    if (!first) text += ",\n";
    first = false;
    const bool opened = depth > 0 && (key == "M" || key == "W" || key == "reference");
    text += indent + "  " + ordered_json(key).dump() + ": ";
    // Names may come from elsewhere than JSON, in any encoding.
    constexpr auto replace = ordered_json::error_handler_t::replace;
    text += opened ? lines(value, indent + "  ", depth - 1) : value.dump(-1, ' ', false, replace);
  }
  return text + "\n" + indent + "}";
}

}  // namespace

ContactData parse_json(const std::string& text, const std::string& file) {
  ordered_json document = support::parse_json(text, file);
  const JsonPlace place(document, file);
  if (!document.is_object()) place.refuse("the document must be one JSON object");
  check_format(place);
  ContactData data;
  data.name = text_or(place, "name", problem_name(file));
  data.description = text_or(place, "description", {});
  if (place.has("tags")) data.tags = place.texts("tags");
  if (place.has("known")) data.solvable = read_solvable(place.object("known"));
  const std::string kind = place.text("kind");
  if (kind == to_string(Kind::lcp)) {
    read_lcp(data, place);
  } else if (kind == to_string(Kind::friction_contact)) {
    read_friction(data, place);
  } else {
    place.refuse_value("kind", R"("lcp" or "friction-contact")");
  }
  check_keys(place, data.kind);
  data.other_keys = other_keys(document);
  return data;
}

std::string format_json(const ContactData& data) { return lines(document(data), "", 1) + "\n"; }

std::string problem_name(const std::string& file) {
  std::string name = file.substr(file.find_last_of('/') + 1);
  for (const std::string_view end : {".gz", ".json", ".hdf5", ".h5"}) {
    if (name.size() > end.size() && name.ends_with(end)) name.erase(name.size() - end.size());
  }
  return name;
}

}  // namespace nsdbench::contact_data
