#include "tests/fuzz/contact_data_checks.hpp"

#include <algorithm>
#include <cmath>
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

}  // namespace

void check_contact_data(const ContactData& data) {
  const std::string text = contact_data::encode(data, Format::json);
  const ContactData again = contact_data::parse_json(text, "again");
  require(same_problem(data, again), "a problem that was written as JSON is read back as another one");
  require(data.name == again.name && data.description == again.description && data.tags == again.tags &&
              data.solvable == again.solvable && data.reference.has_value() == again.reference.has_value(),
          "what is known of a problem is lost when it is written as JSON");
  require(text == contact_data::encode(again, Format::json),
          "a problem that was read back is written with other bytes");

  const ContactProblem problem = contact_data::to_contact_problem(data);
  if (const char* wrong = defect(problem.view()))
    require(false, std::string("an accepted problem has a defect: ") + wrong);
  contact_data::residuals(data, std::vector<double>(data.q.size(), 1.0));

  if (data.kind == Kind::friction_contact && contact_data::hdf5_available()) {
    const MemoryFile file(contact_data::encode(data, Format::hdf5));
    const ContactData stored = contact_data::read_contact_data(file.path());
    require(same_numbers(data.q, stored.q) && same_numbers(data.mu, stored.mu),
            "a problem that was written as HDF5 is read back as another one");
  }
}

}  // namespace nsdbench::fuzz
