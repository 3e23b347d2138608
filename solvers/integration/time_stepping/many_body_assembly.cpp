#include "solvers/integration/time_stepping/many_body_assembly.hpp"

#include <algorithm>
#include <utility>

namespace nsdbench {

namespace {

constexpr std::size_t few_items = 5000;  // below, threads would wait for each other longer than they work
constexpr std::size_t part_size = 1024;  // contacts whose work is summed up together

std::size_t index_of(std::int32_t i) { return static_cast<std::size_t>(i); }

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

}  // namespace

ManyBodyAssembly::ManyBodyAssembly(ManyBodyData data, double dt, int threads)
    : data_(std::move(data)), dt_(dt), threads_(threads) {
  problem_.kappa = data_.kappa;
  problem_.friction = data_.law.friction;
  problem_.wall_friction = data_.wall_law.friction;
  problem_.moving_bodies = body_count();
}

int ManyBodyAssembly::threads_for(std::size_t items) const { return items < few_items ? 1 : threads_; }

const std::vector<double>& ManyBodyAssembly::begin(const ManyBodyState& state) {
  last_place_.swap(detection_.place);
  last_start_.swap(detection_.start);
  last_pairs_.swap(pairs_);
  middle_.resize(state.q.size());
  [[maybe_unused]] const int threads = threads_for(data_.bodies.size());
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t i = 0; i < middle_.size(); ++i) middle_[i] = state.q[i] + 0.5 * dt_ * state.u[i];
  return middle_;
}

void ManyBodyAssembly::forget() {
  detection_.contacts.clear();
  pairs_.clear();
  percussions_.clear();
}

void ManyBodyAssembly::go_on_from(const ManyBodyMemory& memory) {
  detection_.place = memory.place;
  detection_.contacts.clear();
  detection_.start = memory.start;
  pairs_ = memory.pairs;
  percussions_ = memory.percussions;
}

void ManyBodyAssembly::place_bodies(const ManyBodyState& state) {
  const std::size_t n = data_.bodies.size();
  vy_before_.resize(n);
  problem_.free_bodies.resize(n + 1);
  [[maybe_unused]] const int threads = threads_for(n);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t body = index_of(detection_.order[k]);
    const double* u = state.u.data() + 3 * body;
    vy_before_[k] = u[1];
    problem_.free_bodies[k] = {u[0], u[1] - data_.gravity * dt_, u[2] * data_.bodies[body].radius,
                               data_.bodies[body].inverse_mass};
  }
  problem_.free_bodies[n] = {};  // the walls: their motion is in the constants of the contacts
}

void ManyBodyAssembly::set_up(const ManyBodyState& state) {
  place_bodies(state);
  const std::size_t contacts = detection_.contacts.size();
  pairs_.resize(contacts);
  // Those with walls are missing.
  for (std::size_t k = detection_.contact_places.size(); k < contacts; ++k) {
    detection_.contact_places.push_back({detection_.place[index_of(detection_.contacts[k].first)], body_count()});
  }
  [[maybe_unused]] const int threads = threads_for(contacts);
  problem_.begin(detection_.contact_places);
  double deepest = 0.0;
  double largest = 0.0;
#pragma omp parallel num_threads(threads) if (threads > 1) reduction(max : deepest, largest)
  {
    std::size_t next = 0;  // of the step before
#pragma omp for schedule(static)
    for (std::size_t k = 0; k < contacts; ++k) {
      const ClosedContact& contact = detection_.contacts[k];
      pairs_[k] = {contact.first, contact.second};
      deepest = std::max(deepest, -contact.gap);
      RoundContact c = without_restitution(k);
      const double restitution = with_wall(contact) ? data_.wall_law.restitution : data_.law.restitution;
      if (restitution != 0.0) c.constant_n += restitution * velocity_before(c)[0];
      const std::array<double, 2> guess = guess_of(contact.first, contact.second, next);
      c.percussion_n = guess[0];
      c.percussion_t = guess[1];
      largest = std::max(largest, problem_.set(k, c));
    }
  }
  max_penetration_ = deepest;
  problem_.end(largest);
}

// Contact k between the places of its bodies, with the velocity of a wall as constants: xi is gamma then.
RoundContact ManyBodyAssembly::without_restitution(std::size_t k) const {
  const ClosedContact& contact = detection_.contacts[k];
  RoundContact c;
  c.first = detection_.contact_places[k][0];
  c.second = detection_.contact_places[k][1];
  c.nx = contact.nx;
  c.ny = contact.ny;
  c.constant_n = c.nx * contact.wall_velocity_x + c.ny * contact.wall_velocity_y;
  c.constant_t = c.nx * contact.wall_velocity_y - c.ny * contact.wall_velocity_x;
  return c;
}

// gamma_N, gamma_T at the beginning of the step, of a contact without restitution.
std::array<double, 2> ManyBodyAssembly::velocity_before(const RoundContact& c) const {
  RoundBody first = problem_.free_bodies[index_of(c.first)];
  RoundBody second = problem_.free_bodies[index_of(c.second)];
  first.vy = vy_before_[index_of(c.first)];
  if (c.second < body_count()) second.vy = vy_before_[index_of(c.second)];
  return contact_velocity(c, first, second);
}

// Where the contact stood in the step before, or the number of contacts if it was open.
std::size_t ManyBodyAssembly::last_contact(std::int32_t first, std::int32_t second) const {
  const auto none = last_pairs_.end();
  const auto same = [first, second](const Pair& pair) { return pair[0] == first && pair[1] == second; };
  auto found = none;
  if (second >= body_count()) {
    found = std::partition_point(last_pairs_.begin() + last_start_.back(), none, [first, second](const Pair& pair) {
      return pair[1] != second ? pair[1] < second : pair[0] < first;
    });
    if (found != none && !same(*found)) found = none;
  } else {
    // With the contacts of that body of the two which had the earlier place.
    const std::size_t place = index_of(std::min(last_place_[index_of(first)], last_place_[index_of(second)]));
    const auto end = last_pairs_.begin() + last_start_[place + 1];
    found = std::find_if(last_pairs_.begin() + last_start_[place], end, same);
    if (found == end) found = none;
  }
  return static_cast<std::size_t>(found - last_pairs_.begin());
}

// Percussions of the step before. Contacts mostly stand in the order in which they stood then: `next` is where the next
// one is looked for first.
std::array<double, 2> ManyBodyAssembly::guess_of(std::int32_t first, std::int32_t second, std::size_t& next) const {
  if (last_pairs_.empty()) return {0.0, 0.0};
  if (next >= last_pairs_.size() || last_pairs_[next][0] != first || last_pairs_[next][1] != second) {
    const std::size_t found = last_contact(first, second);
    if (found == last_pairs_.size()) return {0.0, 0.0};
    next = found;
  }
  return percussions_[next++];
}

// Of the mean of the velocities before and after, with which M, constant in time, gives the change of energy exactly.
ManyBodyBalance ManyBodyAssembly::take_answer(const std::vector<RoundBody>& after) {
  const std::size_t contacts = problem_.contacts.size();
  percussions_.resize(contacts);
  parts_.assign((contacts + part_size - 1) / part_size, {});
  [[maybe_unused]] const int threads = threads_for(contacts);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    ManyBodyBalance sum;
    for (std::size_t k = part * part_size; k < std::min((part + 1) * part_size, contacts); ++k) {
      RoundContact c = problem_.contacts[problem_.place(k)];
      percussions_[k] = {c.percussion_n, c.percussion_t};
      if (c.second < body_count()) {
        c.constant_n = c.constant_t = 0.0;
      } else {
        c = without_restitution(k);
      }
      const std::array<double, 2> before = velocity_before(c);
      const std::array<double, 2> now = contact_velocity(c, after[index_of(c.first)], after[index_of(c.second)]);
      const std::array<double, 2>& p = percussions_[k];
      sum.wall_work -= p[0] * c.constant_n + p[1] * c.constant_t;
      sum.dissipated -= 0.5 * (p[0] * (before[0] + now[0]) + p[1] * (before[1] + now[1]));
    }
    parts_[part] = sum;
  }
  ManyBodyBalance balance;
  for (const ManyBodyBalance& part : parts_) {
    balance.wall_work += part.wall_work;
    balance.dissipated += part.dissipated;
  }
  return balance;
}

void ManyBodyAssembly::advance(const std::vector<RoundBody>& after, ManyBodyState& state) const {
  [[maybe_unused]] const int threads = threads_for(data_.bodies.size());
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t body = 0; body < data_.bodies.size(); ++body) {
    const RoundBody& moved = after[index_of(detection_.place[body])];
    double* u = state.u.data() + 3 * body;
    u[0] = moved.vx;
    u[1] = moved.vy;
    u[2] = moved.surface / data_.bodies[body].radius;
    for (std::size_t i = 0; i < 3; ++i) state.q[3 * body + i] = middle_[3 * body + i] + 0.5 * dt_ * u[i];
  }
}

std::size_t ManyBodyAssembly::bytes() const {
  return bytes_of(data_.bodies) + bytes_of(detection_.contacts) + bytes_of(detection_.order) +
         bytes_of(detection_.start) + problem_.bytes() + bytes_of(middle_) + bytes_of(vy_before_) +
         bytes_of(detection_.place) + bytes_of(pairs_) + bytes_of(detection_.contact_places) + bytes_of(percussions_) +
         bytes_of(last_place_) + bytes_of(last_start_) + bytes_of(last_pairs_) + bytes_of(parts_);
}

}  // namespace nsdbench
