// How an interrupted run goes on.
#include <cmath>
#include <utility>

#include "experiments/disk_mixing/mixing_run.hpp"

namespace nsdbench::experiments::mixing {

namespace {

constexpr int state_numbers = 5;              // before the positions
constexpr std::size_t numbers_a_contact = 7;  // percussions with the pair of bodies, bound with it
constexpr std::size_t numbers_a_force = 8;

std::string part(const std::string& name, const char* what, long k) {
  return name + ":" + what + ":" + std::to_string(k);
}

// A number of a file that is to count something.
std::optional<std::size_t> count_of(double number) {
  constexpr double most = 1e9;
  if (!(number >= 0.0 && number <= most) || number != std::floor(number)) return std::nullopt;
  return static_cast<std::size_t>(number);
}

}  // namespace

// Everything since the checkpoint before. The state comes last: without it the rest does not count.
void MixingRun::save(support::PartialRows& partial, const std::string& name, long k) const {
  Checkpoint checkpoint;
  for (std::size_t i = steps_.size() - static_cast<std::size_t>(settings_.checkpoint_every); i < steps_.size(); ++i) {
    for (const auto field : StepRow::fields()) checkpoint.steps.push_back(steps_[i].*field);
  }
  const long made_before = frames_up_to(k - settings_.checkpoint_every);
  for (std::size_t i = static_cast<std::size_t>(made_before) + 1; i < frames_.size(); ++i) {
    checkpoint.frames.push_back(frames_[i].t);
    checkpoint.frames.insert(checkpoint.frames.end(), frames_[i].q.begin(), frames_[i].q.end());
    checkpoint.frames.push_back(static_cast<double>(frames_[i].forces.size()));
    for (const ContactForce& f : frames_[i].forces) {
      checkpoint.forces.insert(checkpoint.forces.end(), {static_cast<double>(f.disk), static_cast<double>(f.other),
                                                         f.from.x, f.from.y, f.to.x, f.to.y, f.normal, f.tangential});
    }
  }
  const ManyBodyMemory memory = integrator_.memory();
  for (std::size_t c = 0; c < memory.pairs.size(); ++c) {
    const auto [first, second] = memory.pairs[c];
    checkpoint.contacts.insert(checkpoint.contacts.end(), {static_cast<double>(first), static_cast<double>(second),
                                                           memory.percussions[c][0], memory.percussions[c][1]});
  }
  for (const BoundedContact& b : bound_.contacts()) {
    checkpoint.contacts.insert(checkpoint.contacts.end(),
                               {static_cast<double>(b.first), static_cast<double>(b.second), b.bound});
  }
  checkpoint.order.assign(memory.place.begin(), memory.place.end());
  checkpoint.order.insert(checkpoint.order.end(), memory.start.begin(), memory.start.end());
  checkpoint.state = {static_cast<double>(memory.pairs.size()), static_cast<double>(memory.start.size()),
                      static_cast<double>(checkpoint.forces.size() / numbers_a_force), last_residual_, state_.t};
  checkpoint.state.insert(checkpoint.state.end(), state_.q.begin(), state_.q.end());
  checkpoint.state.insert(checkpoint.state.end(), state_.u.begin(), state_.u.end());
  partial.add(part(name, "steps", k), checkpoint.steps);
  partial.add(part(name, "frames", k), checkpoint.frames);
  partial.add(part(name, "forces", k), checkpoint.forces);
  partial.add(part(name, "contacts", k), checkpoint.contacts);
  partial.add(part(name, "order", k), checkpoint.order);
  partial.add(part(name, "state", k), checkpoint.state);
}

// Nothing unless all of it is there as it was written.
std::optional<MixingRun::Checkpoint> MixingRun::find(const support::PartialRows& partial, const std::string& name,
                                                     long k) const {
  const std::size_t coordinates = state_.q.size();
  const auto row = [&](const char* what, std::size_t size) { return partial.find(part(name, what, k), size); };
  std::optional<std::vector<double>> state = row("state", static_cast<std::size_t>(state_numbers) + 2 * coordinates);
  if (!state) return std::nullopt;
  const std::optional<std::size_t> contact_count = count_of((*state)[0]);
  const std::optional<std::size_t> start_count = count_of((*state)[1]);
  const std::optional<std::size_t> force_count = count_of((*state)[2]);
  if (!contact_count || !start_count || !force_count) return std::nullopt;
  std::optional<std::vector<double>> steps =
      row("steps", StepRow::fields().size() * static_cast<std::size_t>(settings_.checkpoint_every));
  const long made = frames_up_to(k) - frames_up_to(k - settings_.checkpoint_every);
  std::optional<std::vector<double>> frames = row("frames", static_cast<std::size_t>(made) * (2 + coordinates));
  std::optional<std::vector<double>> forces = row("forces", numbers_a_force * *force_count);
  std::optional<std::vector<double>> contacts = row("contacts", numbers_a_contact * *contact_count);
  std::optional<std::vector<double>> order = row("order", coordinates / 3 + *start_count);
  if (!steps || !frames || !forces || !contacts || !order) return std::nullopt;
  return Checkpoint{*std::move(steps),    *std::move(frames), *std::move(forces),
                    *std::move(contacts), *std::move(order),  *std::move(state)};
}

// Takes up the checkpoints that are there, from the first one on, before the step that must be made. Returns the step
// of the last one; 0 if there is none.
long MixingRun::take_up(const support::PartialRows& partial, const std::string& name) {
  long last = 0;
  std::optional<Checkpoint> newest;
  for (long k = settings_.checkpoint_every; k < settings_.steps; k += settings_.checkpoint_every) {
    if (settings_.needed_step > 0 && k >= settings_.needed_step) break;
    std::optional<Checkpoint> next = find(partial, name, k);
    if (!next) break;
    take_up_tables(*next);
    newest = std::move(next);
    last = k;
  }
  if (newest) take_up_state(*newest);
  return last;
}

void MixingRun::take_up_tables(const Checkpoint& checkpoint) {
  constexpr StepRow::Fields fields = StepRow::fields();
  for (std::size_t i = 0; i < checkpoint.steps.size(); i += fields.size()) {
    StepRow row;
    for (std::size_t j = 0; j < fields.size(); ++j) row.*fields[j] = checkpoint.steps[i + j];
    steps_.push_back(row);
  }
  const std::size_t coordinates = state_.q.size();
  auto force = checkpoint.forces.begin();
  for (auto at = checkpoint.frames.begin(); at != checkpoint.frames.end();) {
    const double t = *at++;
    const auto end = at + static_cast<std::ptrdiff_t>(coordinates);
    frames_.push_back({t, {at, end}, {}});
    at = end;
    for (double left = *at++; left > 0.0; left -= 1.0, force += numbers_a_force) {
      frames_.back().forces.push_back({static_cast<std::int32_t>(force[0]),
                                       static_cast<std::int32_t>(force[1]),
                                       {force[2], force[3]},
                                       {force[4], force[5]},
                                       force[6],
                                       force[7]});
    }
  }
}

void MixingRun::take_up_state(const Checkpoint& checkpoint) {
  const auto count = static_cast<std::size_t>(checkpoint.state[0]);
  last_residual_ = checkpoint.state[3];
  state_.t = checkpoint.state[4];
  const auto q = checkpoint.state.begin() + state_numbers;
  const auto u = q + static_cast<std::ptrdiff_t>(state_.q.size());
  state_.q.assign(q, u);
  state_.u.assign(u, checkpoint.state.end());

  auto at = checkpoint.contacts.begin();
  const auto next_pair = [&] {
    const std::pair pair(static_cast<std::int32_t>(at[0]), static_cast<std::int32_t>(at[1]));
    at += 2;
    return pair;
  };
  ManyBodyMemory memory;
  for (std::size_t k = 0; k < count; ++k) {
    const auto [first, second] = next_pair();
    memory.pairs.push_back({first, second});
    memory.percussions.push_back({at[0], at[1]});
    at += 2;
  }
  const std::size_t disks = state_.q.size() / 3;
  for (std::size_t i = 0; i < checkpoint.order.size(); ++i) {
    (i < disks ? memory.place : memory.start).push_back(static_cast<std::int32_t>(checkpoint.order[i]));
  }
  integrator_.go_on_from(memory);
  std::vector<BoundedContact> bounds;
  for (std::size_t k = 0; k < count; ++k) {
    const auto [first, second] = next_pair();
    bounds.push_back({first, second, *at++});
  }
  bound_.go_on_from(std::move(bounds));
}

}  // namespace nsdbench::experiments::mixing
