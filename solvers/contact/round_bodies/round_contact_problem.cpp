#include "solvers/contact/round_bodies/round_contact_problem.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace nsdbench {

namespace {

constexpr int overflow_color = RoundContactProblem::most_colors - 1;  // the colours before it have a bit each

[[noreturn]] void refuse(std::size_t contact, const char* rule) {
  std::ostringstream sentence;
  sentence << "contact " << contact << " of the round bodies is not allowed: " << rule;
  throw std::invalid_argument(sentence.str());
}

// What is wrong with the numbers of a contact, or null.
const char* fault(const RoundContact& c) {
  constexpr double unit_length_tolerance = 1e-9;  // normals are computed, with some roundings
  if (!(std::abs(c.nx * c.nx + c.ny * c.ny - 1.0) <= unit_length_tolerance)) return "its normal has no unit length";
  if (!std::isfinite(c.constant_n + c.constant_t + c.percussion_n + c.percussion_t)) {
    return "one of its numbers is not finite";
  }
  return nullptr;
}

}  // namespace

// Greedy: each contact takes the first colour that neither of its moving bodies has.
template <class PairOf>
void RoundContactProblem::color(std::size_t contacts_to_color, const PairOf& pair_of) {
  const auto bodies = static_cast<int>(free_bodies.size());
  used_.assign(static_cast<std::size_t>(moving_bodies), 0);
  place_of_.resize(contacts_to_color);
  color_of_.resize(contacts_to_color);
  std::array<int, overflow_color + 1> count{};
  for (std::size_t k = 0; k < contacts_to_color; ++k) {
    const auto [first, second] = pair_of(k);
    if (first < 0 || second < 0 || second >= bodies || first == second) refuse(k, "its bodies do not exist");
    if (first >= moving_bodies) refuse(k, "its first body must be one that moves");
    std::uint64_t& a = used_[static_cast<std::size_t>(first)];
    const bool two = second < moving_bodies;
    const std::uint64_t taken = two ? a | used_[static_cast<std::size_t>(second)] : a;
    const int color = std::min(std::countr_one(taken), overflow_color);
    color_of_[k] = static_cast<std::uint8_t>(color);
    place_of_[k] = count[static_cast<std::size_t>(color)]++;
    if (color == overflow_color) continue;
    const std::uint64_t bit = std::uint64_t{1} << color;
    a |= bit;
    if (two) used_[static_cast<std::size_t>(second)] |= bit;
  }
  color_start_.assign(1, 0);
  begin_of_color_.fill(0);
  for (std::size_t color = 0; color < count.size(); ++color) {
    begin_of_color_[color] = color_start_.back();
    if (count[color] > 0) color_start_.push_back(color_start_.back() + count[color]);
  }
  overflow_ = count[overflow_color] > 0;
  order_.resize(contacts_to_color);
}

double RoundContactProblem::put(RoundContact& place, const RoundContact& contact) const {
  const RoundBody& a = free_bodies[static_cast<std::size_t>(contact.first)];
  const RoundBody& b = free_bodies[static_cast<std::size_t>(contact.second)];
  place = contact;
  place.mass = 1.0 / (a.inverse_mass + b.inverse_mass);
  if (fault(contact) != nullptr) return std::numeric_limits<double>::infinity();
  const std::array<double, 2> free = contact_velocity(contact, a, b);
  return std::max(std::abs(free[0]), std::abs(free[1]));
}

void RoundContactProblem::begin(std::span<const BodyPair> pairs) {
  color(pairs.size(), [&](std::size_t k) { return pairs[k]; });
  contacts.resize(pairs.size());
}

double RoundContactProblem::set(std::size_t k, const RoundContact& contact) {
  order_[place(k)] = static_cast<int>(k);
  return put(contacts[place(k)], contact);
}

void RoundContactProblem::end(double largest) {
  for (std::size_t k = 0; k < contacts.size() && std::isinf(largest); ++k) {
    if (const char* rule = fault(contacts[place(k)])) refuse(k, rule);
  }
  reference_velocity_ = largest > 0.0 ? largest : 1.0;
}

void RoundContactProblem::seal([[maybe_unused]] int threads) {
  const std::size_t n = contacts.size();
  color(n, [&](std::size_t k) { return BodyPair{contacts[k].first, contacts[k].second}; });
  sorted_.resize(n);
  double largest = 0.0;
#pragma omp parallel for schedule(static) reduction(max : largest) num_threads(threads) if (threads > 1)
  for (std::size_t k = 0; k < n; ++k) {
    order_[place(k)] = static_cast<int>(k);
    largest = std::max(largest, put(sorted_[place(k)], contacts[k]));
  }
  contacts.swap(sorted_);
  end(largest);
}

std::size_t RoundContactProblem::bytes() const {
  const auto of = [](const auto& values) { return values.size() * sizeof(values[0]); };
  return of(free_bodies) + of(contacts) + of(color_start_) + of(order_) + of(used_) + of(color_of_) + of(place_of_) +
         of(sorted_);
}

ContactProblem RoundContactProblem::assembled() const {
  ContactProblem problem;
  std::vector<std::vector<int>> contacts_of(static_cast<std::size_t>(moving_bodies));
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const RoundContact& c = contacts[k];
    problem.add_frictional(friction_of(c), 1);
    const std::array<double, 2> free = contact_velocity(c, free_bodies[static_cast<std::size_t>(c.first)],
                                                        free_bodies[static_cast<std::size_t>(c.second)]);
    problem.c.insert(problem.c.end(), free.begin(), free.end());
    contacts_of[static_cast<std::size_t>(c.first)].push_back(static_cast<int>(k));
    if (c.second < moving_bodies) contacts_of[static_cast<std::size_t>(c.second)].push_back(static_cast<int>(k));
  }
  // Row (normal or tangential) of contact k as a direction in the velocities of `body`: (v_x, v_y, s).
  const auto direction = [&](int k, int row, int body) -> std::array<double, 3> {
    const RoundContact& c = contacts[static_cast<std::size_t>(k)];
    const double sign = body == c.first ? -1.0 : 1.0;
    if (row == 0) return {sign * c.nx, sign * c.ny, 0.0};
    return {-sign * c.ny, sign * c.nx, -1.0};
  };
  std::vector<BlockSparseMatrix::Entry> entries;
  std::vector<int> others;
  for (int k = 0; k < static_cast<int>(contacts.size()); ++k) {
    const RoundContact& c = contacts[static_cast<std::size_t>(k)];
    others.clear();
    for (const int body : {c.first, c.second}) {
      if (body >= moving_bodies) continue;
      const std::vector<int>& neighbours = contacts_of[static_cast<std::size_t>(body)];
      others.insert(others.end(), neighbours.begin(), neighbours.end());
    }
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const int other : others) {
      const RoundContact& o = contacts[static_cast<std::size_t>(other)];
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
          double g = 0.0;
          for (const int body : {c.first, c.second}) {
            if (body >= moving_bodies || (body != o.first && body != o.second)) continue;
            const double inverse_mass = free_bodies[static_cast<std::size_t>(body)].inverse_mass;
            const std::array<double, 3> w = direction(k, i, body);
            const std::array<double, 3> z = direction(other, j, body);
            g += inverse_mass * (w[0] * z[0] + w[1] * z[1] + kappa * w[2] * z[2]);
          }
          entries.push_back({2 * k + i, 2 * other + j, g});
        }
      }
    }
  }
  problem.sparse = BlockSparseMatrix(problem.size(), 2, entries);
  return problem;
}

}  // namespace nsdbench
