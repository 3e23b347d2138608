#include "problems/disk_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "problems/thread_failure.hpp"

namespace nsdbench::problems {

namespace {

std::size_t index_of(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// False if a position or a distance between two is not finite, or the disks are so small that a number of cells is not.
bool DiskGrid::lay_out(const std::vector<double>& q, std::size_t disks, double largest_radius,
                       [[maybe_unused]] int threads) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double left = infinity;
  double right = -infinity;
  double bottom = infinity;
  double top = -infinity;
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(min : left, bottom) reduction(max : right, top) \
    reduction(&& : finite) num_threads(threads) if (threads > 1)
  for (std::size_t i = 0; i < disks; ++i) {
    const double x = q[3 * i];
    const double y = q[3 * i + 1];
    finite = finite && std::isfinite(x + y);
    left = std::min(left, x);
    right = std::max(right, x);
    bottom = std::min(bottom, y);
    top = std::max(top, y);
  }
  if (!finite || !std::isfinite(right - left) || !std::isfinite(top - bottom)) return false;
  left_ = left;
  bottom_ = bottom;
  // A little more than a diameter, so that rounding puts no contact two cells away; wider if disks are far apart, so
  // that there are not many more cells than disks.
  double width = 2.0 * largest_radius * (1.0 + 1e-9);
  const double most = 8.0 * static_cast<double>(disks) + 64.0;
  while ((std::floor((right - left) / width) + 1.0) * (std::floor((top - bottom) / width) + 1.0) > most) width *= 2.0;
  cells_per_length_ = 1.0 / width;
  if (!std::isfinite(cells_per_length_)) return false;
  columns_ = static_cast<int>((right - left) * cells_per_length_) + 1;
  rows_ = static_cast<int>((top - bottom) * cells_per_length_) + 1;
  return true;
}

void DiskGrid::sort(const std::vector<double>& q, const std::vector<double>& radii, [[maybe_unused]] int threads,
                    ContactDetection& detection) {
  const std::size_t n = radii.size();
  start_.assign(index_of(columns_ * rows_) + 1, 0);
  cell_of_.resize(n);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t i = 0; i < n; ++i) {
    const int column = static_cast<int>((q[3 * i] - left_) * cells_per_length_);
    const int row = static_cast<int>((q[3 * i + 1] - bottom_) * cells_per_length_);
    cell_of_[i] = column + row * columns_;
  }
  for (std::size_t i = 0; i < n; ++i) ++start_[index_of(cell_of_[i]) + 1];
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  detection.order.resize(n);
  detection.place.resize(n);
  disks_.resize(n);
  // Each start moves to the end of its cell, which is the start of the next one.
  for (std::size_t i = 0; i < n; ++i) {
    const int place = start_[index_of(cell_of_[i])]++;
    detection.place[i] = place;
    detection.order[index_of(place)] = static_cast<std::int32_t>(i);
  }
  for (std::size_t c = start_.size() - 1; c > 0; --c) start_[c] = start_[c - 1];
  start_[0] = 0;
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (std::size_t place = 0; place < n; ++place) {
    const std::int32_t body = detection.order[place];
    const std::size_t i = index_of(body);
    disks_[place] = {q[3 * i], q[3 * i + 1], radii[i], body};
  }
}

// Pairs whose first disk lies in one of the cells. start[i] becomes their number before those of the disk at place i.
void DiskGrid::find_pairs(int first_cell, int last_cell, Chunk& chunk, std::int32_t* start) const {
  const Disk* const disks = disks_.data();
  chunk.count = 0;
  int row = first_cell / columns_;
  int column = first_cell % columns_;
  for (int cell = first_cell; cell < last_cell; ++cell) {
    const int end = start_[index_of(cell) + 1];
    const bool last_column = column + 1 == columns_;
    // The three cells above lie side by side, and so do this one and the next.
    const int next_end = last_column ? end : start_[index_of(cell) + 2];
    const bool top = row + 1 == rows_;
    const int above = cell + columns_;
    const int above_begin = top ? 0 : start_[index_of(column > 0 ? above - 1 : above)];
    const int above_end = top ? 0 : start_[index_of(last_column ? above + 1 : above + 2)];
    for (int i = start_[index_of(cell)]; i < end; ++i) {
      start[i] = static_cast<std::int32_t>(chunk.count);
      const auto candidates = index_of(next_end - i + above_end - above_begin);
      if (chunk.count + candidates > chunk.pairs.size()) chunk.pairs.resize(2 * (chunk.count + candidates));
      Pair* pair = chunk.pairs.data() + chunk.count;
      const Disk a = disks[i];
      // Every candidate is written, and kept if the two touch: what a processor cannot foresee costs it more.
      const auto look = [&](int j) {
        const double dx = disks[j].x - a.x;
        const double dy = disks[j].y - a.y;
        const double reach = a.radius + disks[j].radius;
        *pair = {i, j};
        pair += dx * dx + dy * dy <= reach * reach ? 1 : 0;
      };
      for (int j = i + 1; j < next_end; ++j) look(j);
      for (int j = above_begin; j < above_end; ++j) look(j);
      chunk.count = static_cast<std::size_t>(pair - chunk.pairs.data());
    }
    row = last_column ? row + 1 : row;
    column = last_column ? 0 : column + 1;
  }
}

void DiskGrid::write_contacts(Chunk& chunk, std::size_t first_contact, ContactDetection& detection) const {
  chunk.distinct = true;
  for (std::size_t k = 0; k < chunk.count; ++k) {
    const Disk& a = disks_[index_of(chunk.pairs[k][0])];
    const Disk& b = disks_[index_of(chunk.pairs[k][1])];
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double distance = std::sqrt(dx * dx + dy * dy);
    chunk.distinct = chunk.distinct && distance > 0.0;
    const bool in_order = a.body < b.body;
    const double sign = in_order ? 1.0 : -1.0;
    detection.contacts[first_contact + k] = {in_order ? a.body : b.body,
                                             in_order ? b.body : a.body,
                                             sign * dx / distance,
                                             sign * dy / distance,
                                             distance - (a.radius + b.radius),
                                             0.0,
                                             0.0};
    const auto [i, j] = chunk.pairs[k];
    detection.contact_places[first_contact + k] = {in_order ? i : j, in_order ? j : i};
  }
}

bool DiskGrid::find_contacts(const std::vector<double>& q, const std::vector<double>& radii, double largest_radius,
                             int threads, ContactDetection& detection) {
  const std::size_t n = radii.size();
  if (!lay_out(q, n, largest_radius, threads)) return false;
  sort(q, radii, threads, detection);
  detection.start.resize(n + 1);
  // More chunks than threads, since cells hold disks or none. What is found does not depend on them.
  const int count = threads > 1 ? 8 * threads : 1;
  chunks_.resize(std::max(chunks_.size(), index_of(count)));
  const std::int64_t cells = static_cast<std::int64_t>(columns_) * rows_;
  const auto first_cell = [&](int k) { return static_cast<int>(cells * k / count); };
  ThreadFailure failure;  // there may be no memory for the pairs
#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
  for (int k = 0; k < count; ++k) {
    failure.watch(
        [&] { find_pairs(first_cell(k), first_cell(k + 1), chunks_[index_of(k)], detection.start.data()); });
  }
  failure.rethrow();
  first_contact_.assign(index_of(count) + 1, 0);
  for (int k = 0; k < count; ++k) {
    first_contact_[index_of(k) + 1] = first_contact_[index_of(k)] + chunks_[index_of(k)].count;
  }
  detection.contacts.resize(first_contact_[index_of(count)]);
  detection.contact_places.resize(first_contact_[index_of(count)]);
  detection.start[n] = static_cast<std::int32_t>(detection.contacts.size());
  bool distinct = true;
#pragma omp parallel for schedule(dynamic) reduction(&& : distinct) num_threads(threads) if (threads > 1)
  for (int k = 0; k < count; ++k) {
    const std::size_t first = first_contact_[index_of(k)];
    write_contacts(chunks_[index_of(k)], first, detection);
    distinct = distinct && chunks_[index_of(k)].distinct;
    const int begin = start_[index_of(first_cell(k))];
    const int end = start_[index_of(first_cell(k + 1))];
    for (int i = begin; i < end; ++i) detection.start[index_of(i)] += static_cast<std::int32_t>(first);
  }
  return distinct;
}

}  // namespace nsdbench::problems
