#include "tests/fuzz/contact_data_checks.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "contact_data/contact_problem.hpp"
#include "contact_data/encode.hpp"
#include "contact_data/json_format.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "tests/fuzz/target.hpp"

namespace nsdbench::fuzz {

using contact_data::ContactData;
using contact_data::Format;
using contact_data::Kind;
using contact_data::Reference;

namespace {

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return x == y && std::signbit(x) == std::signbit(y); });
}

bool same_problem(const ContactData& a, const ContactData& b) {
  return a.kind == b.kind && a.dimension == b.dimension && same_numbers(a.mu, b.mu) && same_numbers(a.q, b.q) &&
         same_numbers(a.start, b.start) && a.matrix.storage == b.matrix.storage && a.matrix.size == b.matrix.size &&
         a.matrix.block_size == b.matrix.block_size && a.matrix.row == b.matrix.row &&
         a.matrix.column == b.matrix.column && same_numbers(a.matrix.values, b.matrix.values);
}

// A name from elsewhere may be in no encoding, which JSON does not keep: as UTF-8, with U+FFFD for each byte, or for
// the beginning of a character, that belongs to none (Unicode, table 3-7).
std::string in_utf8(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0; };
    const int lead = byte(0);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    const int second_from = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const int second_to = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    std::size_t proper = 1;
    while (proper < length && byte(proper) >= (proper == 1 ? second_from : 0x80) &&
           byte(proper) <= (proper == 1 ? second_to : 0xBF)) {
      ++proper;
    }
    result += proper == length ? text.substr(i, length) : "\xEF\xBF\xBD";
    i += proper;
  }
  return result;
}

bool same_text(const std::string& before, const std::string& after) { return in_utf8(before) == after; }

bool same_reference(const std::optional<Reference>& a, const std::optional<Reference>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->method == b->method && same_numbers(a->solution, b->solution) &&
         a->natural_residual == b->natural_residual && a->relative_residual == b->relative_residual &&
         a->scaled_residual == b->scaled_residual;
}

void check_json(const ContactData& data) {
  const std::string text = contact_data::encode(data, Format::json);
  const ContactData again = contact_data::parse_json(text, "again");
  require(same_problem(data, again), "a problem that was written as JSON is read back as another one");
  require(same_text(data.name, again.name) && same_text(data.description, again.description) &&
              data.tags == again.tags && data.solvable == again.solvable &&
              same_reference(data.reference, again.reference),
          "what is known of a problem is lost when it is written as JSON");
  require(text == contact_data::encode(again, Format::json),
          "a problem that was read back is written with other bytes");
}

// Entries other than zero, by row and column: what FCLIB's layout holds of a matrix.
std::vector<std::tuple<int, int, double>> entries(const contact_data::Matrix& matrix) {
  std::vector<std::tuple<int, int, double>> result;
  matrix.for_each_entry([&](int i, int j, double value) {
    if (value != 0.0) result.emplace_back(i, j, value);
  });
  std::ranges::sort(result);
  return result;
}

// Texts end with the first zero byte there, and a problem without a name gets one from its file.
bool same_text_in_hdf5(const std::string& before, const std::string& after) {
  return after == before.substr(0, before.find('\0'));
}

void check_hdf5(const ContactData& data) {
  const MemoryFile file(contact_data::encode(data, Format::hdf5));
  const ContactData stored = contact_data::read_contact_data(file.path());
  require(data.kind == stored.kind && data.dimension == stored.dimension && same_numbers(data.q, stored.q) &&
              same_numbers(data.mu, stored.mu) && data.matrix.size == stored.matrix.size &&
              entries(data.matrix) == entries(stored.matrix),
          "a problem that was written as HDF5 is read back as another one");
  const bool named = !data.name.empty() && data.name.front() != '\0';
  require(
      (!named || same_text_in_hdf5(data.name, stored.name)) && same_text_in_hdf5(data.description, stored.description),
      "what a problem is called is lost when it is written as HDF5");
  require(data.reference.has_value() == stored.reference.has_value() &&
              (!data.reference || same_numbers(data.reference->solution, stored.reference->solution)),
          "the reference is lost when a problem is written as HDF5");
}

}  // namespace

void check_contact_data(const ContactData& data) {
  check_json(data);
  if (data.kind == Kind::friction_contact && contact_data::hdf5_available()) check_hdf5(data);

  const ContactProblem problem = contact_data::to_contact_problem(data);
  if (const char* wrong = defect(problem.view()))
    require(false, std::string("an accepted problem has a defect: ") + wrong);
  contact_data::residuals(data, std::vector<double>(data.q.size(), 1.0));
}

}  // namespace nsdbench::fuzz
