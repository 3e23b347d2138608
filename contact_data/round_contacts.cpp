#include "contact_data/round_contacts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "contact_data/residuals.hpp"
#include "support/json_file.hpp"

namespace nsdbench::contact_data {

using nlohmann::ordered_json;
using support::JsonPlace;

namespace {

constexpr const char* block_key = "round_bodies";

// Blocks by rows, and their entries row after row: the matrix has them by columns.
Matrix by_rows(const BlockSparseMatrix& sparse) {
  const int d = sparse.block_size();
  Matrix matrix{Matrix::Storage::block_coo, sparse.size(), d, {}, {}, {}};
  std::vector<std::pair<std::pair<int, int>, const double*>> blocks;
  for (int column = 0; column < sparse.block_columns(); ++column) {
    for (int k = sparse.begin(column); k < sparse.end(column); ++k) {
      blocks.push_back({{sparse.block_row(k), column}, sparse.block(k)});
    }
  }
  std::ranges::sort(blocks, {}, [](const auto& block) { return block.first; });
  for (const auto& [place, values] : blocks) {
    matrix.row.push_back(place.first);
    matrix.column.push_back(place.second);
    for (int i = 0; i < d; ++i) {
      for (int j = 0; j < d; ++j) matrix.values.push_back(values[i + j * d]);
    }
  }
  return matrix;
}

template <class Element, class Value>
std::vector<Value> column(const std::vector<Element>& elements, Value Element::*member) {
  std::vector<Value> values;
  values.reserve(elements.size());
  for (const Element& element : elements) values.push_back(element.*member);
  return values;
}

ordered_json written(const RoundContactProblem& problem) {
  ordered_json block;
  block["kappa"] = problem.kappa;
  block["friction"] = problem.friction;
  block["wall_friction"] = problem.wall_friction;
  block["moving_bodies"] = problem.moving_bodies;
  block["vx"] = column(problem.free_bodies, &RoundBody::vx);
  block["vy"] = column(problem.free_bodies, &RoundBody::vy);
  block["surface"] = column(problem.free_bodies, &RoundBody::surface);
  block["inverse_mass"] = column(problem.free_bodies, &RoundBody::inverse_mass);
  block["first"] = column(problem.contacts, &RoundContact::first);
  block["second"] = column(problem.contacts, &RoundContact::second);
  block["nx"] = column(problem.contacts, &RoundContact::nx);
  block["ny"] = column(problem.contacts, &RoundContact::ny);
  block["constant_n"] = column(problem.contacts, &RoundContact::constant_n);
  block["constant_t"] = column(problem.contacts, &RoundContact::constant_t);
  return block;
}

void read_bodies(RoundContactProblem& problem, const JsonPlace& place) {
  const std::size_t bodies = place.array("vx").value().size();
  problem.moving_bodies = static_cast<int>(place.whole("moving_bodies", 0, static_cast<std::int64_t>(bodies)));
  problem.free_bodies.resize(bodies);
  const auto fill = [&](const char* key, double RoundBody::*member) {
    const std::vector<double> values = place.numbers(key, bodies, "one per body");
    for (std::size_t i = 0; i < bodies; ++i) problem.free_bodies[i].*member = values[i];
  };
  fill("vx", &RoundBody::vx);
  fill("vy", &RoundBody::vy);
  fill("surface", &RoundBody::surface);
  fill("inverse_mass", &RoundBody::inverse_mass);
}

void read_contacts(RoundContactProblem& problem, const JsonPlace& place, std::size_t contacts) {
  problem.contacts.resize(contacts);
  const auto fill = [&](const char* key, double RoundContact::*member) {
    const std::vector<double> values = place.numbers(key, contacts, "number_of_contacts");
    for (std::size_t i = 0; i < contacts; ++i) problem.contacts[i].*member = values[i];
  };
  fill("nx", &RoundContact::nx);
  fill("ny", &RoundContact::ny);
  fill("constant_n", &RoundContact::constant_n);
  fill("constant_t", &RoundContact::constant_t);
  const std::vector<int> first = place.indices("first", problem.moving_bodies);
  const std::vector<int> second = place.indices("second", static_cast<int>(problem.free_bodies.size()));
  if (first.size() != contacts || second.size() != contacts) {
    place.refuse("first and second must have " + std::to_string(contacts) + " entries (number_of_contacts), not " +
                 std::to_string(first.size()) + " and " + std::to_string(second.size()));
  }
  for (std::size_t i = 0; i < contacts; ++i) {
    problem.contacts[i].first = first[i];
    problem.contacts[i].second = second[i];
  }
}

}  // namespace

ContactData from_round_contacts(const RoundContactProblem& problem, const std::string& name,
                                const std::string& description, const std::string& method) {
  const ContactProblem assembled = problem.assembled();
  ContactData data;
  data.name = name;
  data.description = description;
  data.kind = Kind::friction_contact;
  data.dimension = 2;
  data.matrix = by_rows(assembled.sparse);
  data.q = assembled.c;
  Reference reference;
  reference.method = method;
  for (const RoundContact& c : problem.contacts) {
    data.mu.push_back(problem.friction_of(c));
    reference.solution.insert(reference.solution.end(), {c.percussion_n, c.percussion_t});
  }
  const Residuals measured = residuals(data, reference.solution);
  reference.natural_residual = measured.natural;
  reference.relative_residual = measured.relative;
  reference.scaled_residual = measured.scaled;
  data.reference = std::move(reference);
  data.other_keys = ordered_json{{block_key, written(problem)}}.dump();
  return data;
}

RoundContactProblem to_round_contacts(const ContactData& data) {
  const ordered_json document =
      data.other_keys.empty() ? ordered_json::object() : support::parse_json(data.other_keys, data.name);
  const JsonPlace whole(document, data.name);
  const JsonPlace place = whole.object(block_key);
  if (data.kind != Kind::friction_contact || data.dimension != 2) {
    whole.refuse("round bodies in the plane make a friction-contact problem of dimension 2");
  }
  RoundContactProblem problem;
  problem.kappa = place.number("kappa");
  problem.friction = place.number("friction");
  problem.wall_friction = place.number("wall_friction");
  if (!(problem.kappa > 0.0)) place.refuse_value("kappa", "positive");
  if (!(problem.friction >= 0.0)) place.refuse_value("friction", "0 or positive");
  if (!(problem.wall_friction >= 0.0)) place.refuse_value("wall_friction", "0 or positive");
  read_bodies(problem, place);
  read_contacts(problem, place, data.q.size() / static_cast<std::size_t>(data.dimension));
  for (std::size_t k = 0; data.reference && k < problem.contacts.size(); ++k) {
    problem.contacts[k].percussion_n = data.reference->solution[2 * k];
    problem.contacts[k].percussion_t = data.reference->solution[2 * k + 1];
  }
  try {
    problem.seal();
  } catch (const std::invalid_argument& error) {
    place.refuse(error.what());
  }
  return problem;
}

}  // namespace nsdbench::contact_data
