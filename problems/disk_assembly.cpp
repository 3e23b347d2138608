#include "problems/disk_assembly.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "problems/parameter_table.hpp"

namespace nsdbench::problems {

namespace {

constexpr double pi = 3.14159265358979323846;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A wall at one instant: its points are turned by (c, s) about the pivot.
struct Frame {
  Point pivot;
  Point turn{1.0, 0.0};
  double omega = 0.0;

  Frame(const Turning& turning, double t) : pivot(turning.pivot), omega(turning.omega) {
    if (omega != 0.0) turn = direction_at(omega * t / (2.0 * pi));
  }
  Point place(const Point& p) const {
    if (omega == 0.0) return p;
    const double x = p.x - pivot.x;
    const double y = p.y - pivot.y;
    return {pivot.x + turn.x * x - turn.y * y, pivot.y + turn.y * x + turn.x * y};
  }
  Point rotate(const Point& d) const { return {turn.x * d.x - turn.y * d.y, turn.y * d.x + turn.x * d.y}; }
  Point velocity(const Point& p) const { return {-omega * (p.y - pivot.y), omega * (p.x - pivot.x)}; }
};

// Where a wall is nearest to a centre: unit vector towards it, its distance, and its point.
struct Nearest {
  Point normal;
  double distance = 0.0;
  Point point;
};

// False if the centre lies on the wall, so that there is no direction.
bool nearest_to_point(const Point& center, const Point& wall, Nearest& nearest) {
  const double dx = wall.x - center.x;
  const double dy = wall.y - center.y;
  nearest.distance = std::sqrt(dx * dx + dy * dy);
  nearest.point = wall;
  if (!(nearest.distance > 0.0)) return false;
  nearest.normal = {dx / nearest.distance, dy / nearest.distance};
  return true;
}

// A segment from a to b at one instant.
class PlacedSegment {
 public:
  PlacedSegment(const WallSegment& wall, double t)
      : frame_(wall.turning, t), a_(frame_.place(wall.a)), half_thickness_(wall.half_thickness) {
    const Point b = frame_.place(wall.b);
    along_ = {b.x - a_.x, b.y - a_.y};
    square_ = along_.x * along_.x + along_.y * along_.y;
  }
  const Frame& frame() const { return frame_; }
  double half_thickness() const { return half_thickness_; }
  bool nearest(const Point& center, Nearest& nearest) const {
    const double along = (center.x - a_.x) * along_.x + (center.y - a_.y) * along_.y;
    const double share = std::clamp(along / square_, 0.0, 1.0);
    return nearest_to_point(center, {a_.x + share * along_.x, a_.y + share * along_.y}, nearest);
  }

 private:
  Frame frame_;
  Point a_;
  Point along_;
  double square_ = 0.0;
  double half_thickness_ = 0.0;
};

class PlacedArc {
 public:
  PlacedArc(const WallArc& wall, double t)
      : frame_(wall.turning, t),
        center_(frame_.place(wall.center)),
        radius_(wall.radius),
        whole_(wall.end - wall.begin >= 1.0),
        more_than_half_(wall.end - wall.begin > 0.5),
        begin_(frame_.rotate(direction_at(wall.begin))),
        end_(frame_.rotate(direction_at(wall.end))) {}
  const Frame& frame() const { return frame_; }
  double half_thickness() const { return 0.0; }
  bool nearest(const Point& center, Nearest& nearest) const {
    const Point out = {center.x - center_.x, center.y - center_.y};
    const double length = std::sqrt(out.x * out.x + out.y * out.y);
    if (length > 0.0 && within(out)) {
      const double scale = radius_ / length;
      const Point on_arc = {center_.x + scale * out.x, center_.y + scale * out.y};
      nearest.distance = std::abs(radius_ - length);
      nearest.point = on_arc;
      const double side = length < radius_ ? 1.0 : -1.0;
      nearest.normal = {side * out.x / length, side * out.y / length};
      return nearest.distance > 0.0;
    }
    if (whole_) {  // the centre of the circle: every point is as near
      nearest = {{1.0, 0.0}, radius_, {center_.x + radius_, center_.y}};
      return true;
    }
    Nearest other;
    const bool begins = nearest_to_point(center, on(begin_), nearest);
    const bool ends = nearest_to_point(center, on(end_), other);
    if (other.distance < nearest.distance) nearest = other;
    return begins && ends;
  }

 private:
  Point on(const Point& direction) const {
    return {center_.x + radius_ * direction.x, center_.y + radius_ * direction.y};
  }
  bool within(const Point& out) const {
    if (whole_) return true;
    const bool after_begin = begin_.x * out.y - begin_.y * out.x >= 0.0;
    const bool before_end = end_.x * out.y - end_.y * out.x <= 0.0;
    return more_than_half_ ? after_begin || before_end : after_begin && before_end;
  }

  Frame frame_;
  Point center_;
  double radius_ = 0.0;
  bool whole_ = false;
  bool more_than_half_ = false;
  Point begin_;
  Point end_;
};

// Disks that overlap the wall.
template <class PlacedWall>
bool detect_wall(const PlacedWall& wall, std::int32_t index, const std::vector<double>& radii,
                 const std::vector<double>& q, std::vector<ClosedContact>& contacts) {
  for (std::size_t i = 0; i < radii.size(); ++i) {
    Nearest nearest;
    if (!wall.nearest({q[3 * i], q[3 * i + 1]}, nearest)) return false;
    const double gap = nearest.distance - wall.half_thickness() - radii[i];
    if (gap > 0.0) continue;
    const Point velocity = wall.frame().velocity(nearest.point);
    contacts.push_back(
        {static_cast<std::int32_t>(i), index, nearest.normal.x, nearest.normal.y, gap, velocity.x, velocity.y});
  }
  return true;
}

void check_law(const char* of, const RoundLaw& law) {
  check_parameter(std::string("friction ") + of, law.friction, ParameterRange::non_negative);
  check_parameter(std::string("restitution ") + of, law.restitution, ParameterRange::unit_interval);
}

void check_turning(const Turning& turning) {
  check_parameter("pivot", turning.pivot.x, ParameterRange::any);
  check_parameter("pivot", turning.pivot.y, ParameterRange::any);
  check_parameter("angular velocity of a wall", turning.omega, ParameterRange::any);
}

void check(const WallSegment& wall) {
  for (const double x : {wall.a.x, wall.a.y, wall.b.x, wall.b.y}) {
    check_parameter("end of a wall", x, ParameterRange::any);
  }
  check_parameter("length of a wall", std::hypot(wall.b.x - wall.a.x, wall.b.y - wall.a.y), ParameterRange::positive);
  check_parameter("half thickness of a wall", wall.half_thickness, ParameterRange::non_negative);
  check_turning(wall.turning);
}

void check(const WallArc& wall) {
  check_parameter("centre of an arc", wall.center.x, ParameterRange::any);
  check_parameter("centre of an arc", wall.center.y, ParameterRange::any);
  check_parameter("radius of an arc", wall.radius, ParameterRange::positive);
  check_parameter("begin of an arc", wall.begin, ParameterRange::any);
  check_parameter("extent of an arc", wall.end - wall.begin, ParameterRange::positive);
  check_turning(wall.turning);
}

}  // namespace

Point direction_at(double turns) {
  // To an eighth of a turn about a multiple of a quarter.
  const double whole = std::floor(turns);
  const double rest = turns - whole;  // exact
  const double quarters = std::floor(4.0 * rest + 0.5);
  const double angle = 2.0 * pi * (rest - 0.25 * quarters);
  const double square = angle * angle;
  // Taylor's series, whose next terms are below 1e-18 for |angle| <= pi/4.
  double sine = 0.0;
  double cosine = 0.0;
  for (int k = 9; k >= 1; --k) {
    sine = (1.0 + sine) * (-square / static_cast<double>((2 * k) * (2 * k + 1)));
    cosine = (1.0 + cosine) * (-square / static_cast<double>((2 * k - 1) * (2 * k)));
  }
  sine = angle * (1.0 + sine);
  cosine = 1.0 + cosine;
  switch (static_cast<int>(quarters) % 4) {
    case 1:
      return {-sine, cosine};
    case 2:
      return {-cosine, -sine};
    case 3:
      return {sine, -cosine};
    default:
      return {cosine, sine};
  }
}

DiskAssembly::DiskAssembly(std::vector<double> radii, std::vector<WallSegment> segments, std::vector<WallArc> arcs,
                           const DiskAssemblyLaws& laws)
    : radii_(std::move(radii)), segments_(std::move(segments)), arcs_(std::move(arcs)), laws_(laws) {
  if (radii_.empty()) throw std::invalid_argument("an assembly of 0 disks is not allowed: there must be one at least");
  check_parameter("density", laws.density, ParameterRange::positive);
  check_parameter("gravity", laws.gravity, ParameterRange::any);
  check_law("between disks", laws.between_disks);
  check_law("with walls", laws.with_walls);
  for (const double radius : radii_) {
    check_parameter("radius of a disk", radius, ParameterRange::positive);
    largest_radius_ = std::max(largest_radius_, radius);
    inverse_masses_.push_back(1.0 / (laws.density * pi * radius * radius));
  }
  for (const WallSegment& wall : segments_) check(wall);
  for (const WallArc& wall : arcs_) check(wall);
}

// Cells in rows, from the lower left one.
struct DiskAssembly::Grid {
  double left = 0.0;
  double bottom = 0.0;
  double width = 1.0;  // of a cell
  int columns = 1;
  int rows = 1;
  std::vector<int> start;      // of each cell in `order`
  std::vector<int> cell_of;    // of each disk
  std::vector<Point> centers;  // in the order of the cells
  std::vector<double> radii;   // likewise

  bool lay_out(const std::vector<double>& q, std::size_t disks, double largest_radius);
  void sort(const std::vector<double>& q, const std::vector<double>& all_radii, std::vector<std::int32_t>& order);
};

// False if a position is not finite.
bool DiskAssembly::Grid::lay_out(const std::vector<double>& q, std::size_t disks, double largest_radius) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Point low = {infinity, infinity};
  Point high = {-infinity, -infinity};
  double sum = 0.0;
  for (std::size_t i = 0; i < disks; ++i) {
    const double x = q[3 * i];
    const double y = q[3 * i + 1];
    sum += x + y;
    low = {std::min(low.x, x), std::min(low.y, y)};
    high = {std::max(high.x, x), std::max(high.y, y)};
  }
  if (!std::isfinite(sum)) return false;
  left = low.x;
  bottom = low.y;
  // A little more than a diameter, so that rounding puts no contact two cells away; wider if disks are far apart, so
  // that there are not many more cells than disks.
  width = 2.0 * largest_radius * (1.0 + 1e-9);
  const double most = 8.0 * static_cast<double>(disks) + 64.0;
  while ((std::floor((high.x - low.x) / width) + 1.0) * (std::floor((high.y - low.y) / width) + 1.0) > most) {
    width *= 2.0;
  }
  columns = static_cast<int>((high.x - low.x) / width) + 1;
  rows = static_cast<int>((high.y - low.y) / width) + 1;
  return true;
}

void DiskAssembly::Grid::sort(const std::vector<double>& q, const std::vector<double>& all_radii,
                              std::vector<std::int32_t>& order) {
  const std::size_t n = all_radii.size();
  start.assign(at(columns * rows) + 1, 0);
  cell_of.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const int column = static_cast<int>((q[3 * i] - left) / width);
    const int row = static_cast<int>((q[3 * i + 1] - bottom) / width);
    cell_of[i] = column + row * columns;
    ++start[at(cell_of[i]) + 1];
  }
  for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];
  order.resize(n);
  centers.resize(n);
  radii.resize(n);
  // Each start moves to the end of its cell, which is the start of the next one.
  for (std::size_t i = 0; i < n; ++i) {
    const auto place = at(start[at(cell_of[i])]++);
    order[place] = static_cast<std::int32_t>(i);
    centers[place] = {q[3 * i], q[3 * i + 1]};
    radii[place] = all_radii[i];
  }
  for (std::size_t c = start.size() - 1; c > 0; --c) start[c] = start[c - 1];
  start[0] = 0;
}

bool DiskAssembly::detect_disks(const std::vector<double>& q, ContactDetection& detection) const {
  // One a thread, kept from step to step.
  thread_local Grid grid;
  if (!grid.lay_out(q, radii_.size(), largest_radius_)) return false;
  grid.sort(q, radii_, detection.order);
  bool distinct = true;
  const auto pair = [&](int i, int j) {
    const double dx = grid.centers[at(j)].x - grid.centers[at(i)].x;
    const double dy = grid.centers[at(j)].y - grid.centers[at(i)].y;
    const double reach = grid.radii[at(i)] + grid.radii[at(j)];
    const double square = dx * dx + dy * dy;
    if (square > reach * reach) return;
    const double distance = std::sqrt(square);
    if (!(distance > 0.0)) {
      distinct = false;
      return;
    }
    const std::int32_t a = detection.order[at(i)];
    const std::int32_t b = detection.order[at(j)];
    const double sign = a < b ? 1.0 : -1.0;
    detection.contacts.push_back(
        {std::min(a, b), std::max(a, b), sign * dx / distance, sign * dy / distance, distance - reach, 0.0, 0.0});
  };
  for (int row = 0; row < grid.rows; ++row) {
    for (int column = 0; column < grid.columns; ++column) {
      const int cell = column + row * grid.columns;
      const int end = grid.start[at(cell) + 1];
      // The three cells above lie side by side, and so do this one and the next.
      const int next_end = column + 1 < grid.columns ? grid.start[at(cell) + 2] : end;
      const bool top = row + 1 == grid.rows;
      const int above = cell + grid.columns;
      const int above_begin = top ? 0 : grid.start[at(column > 0 ? above - 1 : above)];
      const int above_end = top ? 0 : grid.start[at(column + 1 < grid.columns ? above + 2 : above + 1)];
      for (int i = grid.start[at(cell)]; i < end; ++i) {
        for (int j = i + 1; j < next_end; ++j) pair(i, j);
        for (int j = above_begin; j < above_end; ++j) pair(i, j);
      }
    }
  }
  return distinct;
}

bool DiskAssembly::detect_walls(const std::vector<double>& q, double t, ContactDetection& detection) const {
  std::int32_t index = body_count();
  bool possible = true;
  for (const WallSegment& wall : segments_) {
    possible = detect_wall(PlacedSegment(wall, t), index++, radii_, q, detection.contacts) && possible;
  }
  for (const WallArc& wall : arcs_) {
    possible = detect_wall(PlacedArc(wall, t), index++, radii_, q, detection.contacts) && possible;
  }
  return possible;
}

bool DiskAssembly::detect(const std::vector<double>& q, double t, ContactDetection& detection) const {
  detection.contacts.clear();
  return detect_disks(q, detection) && detect_walls(q, t, detection);
}

ManyBodyState DiskAssembly::at_rest(const std::vector<Point>& centers, double tolerance) const {
  if (centers.size() != radii_.size()) {
    std::ostringstream sentence;
    sentence << centers.size() << " centres are not allowed: there are " << radii_.size() << " disks";
    throw std::invalid_argument(sentence.str());
  }
  ManyBodyState state;
  state.u.assign(3 * centers.size(), 0.0);
  for (const Point& center : centers) state.q.insert(state.q.end(), {center.x, center.y, 0.0});
  ContactDetection detection;
  if (!detect(state.q, 0.0, detection)) {
    throw std::invalid_argument(
        "the centres of the disks are not allowed: two coincide, one lies on a wall, or one is "
        "not finite");
  }
  const double allowed = tolerance * *std::ranges::min_element(radii_);
  for (const ClosedContact& contact : detection.contacts) {
    if (contact.gap >= -allowed) continue;
    std::ostringstream sentence;
    sentence << "a start in which disk " << contact.first << " and "
             << (contact.second < body_count() ? "disk " : "wall ")
             << (contact.second < body_count() ? contact.second : contact.second - body_count()) << " overlap by "
             << -contact.gap << " m is not allowed";
    throw std::invalid_argument(sentence.str());
  }
  return state;
}

double DiskAssembly::kinetic_energy(const ManyBodyState& state) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < radii_.size(); ++i) {
    const double surface = state.u[3 * i + 2] * radii_[i];
    const double square = state.u[3 * i] * state.u[3 * i] + state.u[3 * i + 1] * state.u[3 * i + 1];
    energy += 0.5 / inverse_masses_[i] * (square + surface * surface / kappa());
  }
  return energy;
}

double DiskAssembly::potential_energy(const ManyBodyState& state) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < radii_.size(); ++i) energy += laws_.gravity / inverse_masses_[i] * state.q[3 * i + 1];
  return energy;
}

}  // namespace nsdbench::problems
