#include "problems/disk_assembly.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "problems/disk_grid.hpp"
#include "problems/parameter_table.hpp"
#include "problems/thread_failure.hpp"
#include "solvers/elementary/elementary.hpp"

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
    low_ = {std::min(a_.x, b.x), std::min(a_.y, b.y)};
    high_ = {std::max(a_.x, b.x), std::max(a_.y, b.y)};
    along_ = {b.x - a_.x, b.y - a_.y};
    square_ = along_.x * along_.x + along_.y * along_.y;
  }
  const Frame& frame() const { return frame_; }
  double half_thickness() const { return half_thickness_; }
  // True only if the segment is farther from the centre than `reach`; false for some that are, too.
  bool out_of_reach(const Point& center, double reach) const {
    return center.x < low_.x - reach || center.x > high_.x + reach || center.y < low_.y - reach ||
           center.y > high_.y + reach;
  }
  bool nearest(const Point& center, Nearest& nearest) const {
    const double along = (center.x - a_.x) * along_.x + (center.y - a_.y) * along_.y;
    const double share = std::clamp(along / square_, 0.0, 1.0);
    return nearest_to_point(center, {a_.x + share * along_.x, a_.y + share * along_.y}, nearest);
  }

 private:
  Frame frame_;
  Point a_;
  Point low_;  // corners of the box about the segment
  Point high_;
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
  // As for segments, by the whole circle.
  bool out_of_reach(const Point& center, double reach) const {
    const Point out = {center.x - center_.x, center.y - center_.y};
    const double square = out.x * out.x + out.y * out.y;
    const double inner = radius_ - reach;
    const double outer = radius_ + reach;
    return (inner > 0.0 && square < inner * inner) || square > outer * outer;
  }
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

// What the walls meet.
struct DisksAtWalls {
  const std::vector<double>& q;
  const std::vector<double>& radii;
  double largest_radius;  // and a little more
  int threads;
};

// Contacts of some of the disks with a wall.
struct WallChunk {
  std::vector<ClosedContact> contacts;
  bool possible = true;
};

template <class PlacedWall>
void detect_wall(const PlacedWall& wall, std::int32_t index, const DisksAtWalls& disks, std::size_t begin,
                 std::size_t end, WallChunk& chunk) {
  chunk.contacts.clear();
  chunk.possible = true;
  const double reach = wall.half_thickness() + disks.largest_radius;
  for (std::size_t i = begin; i < end; ++i) {
    const Point center = {disks.q[3 * i], disks.q[3 * i + 1]};
    if (wall.out_of_reach(center, reach)) continue;
    Nearest nearest;
    if (!wall.nearest(center, nearest)) {
      chunk.possible = false;
      return;
    }
    const double gap = nearest.distance - wall.half_thickness() - disks.radii[i];
    if (gap > 0.0) continue;
    const Point velocity = wall.frame().velocity(nearest.point);
    chunk.contacts.push_back(
        {static_cast<std::int32_t>(i), index, nearest.normal.x, nearest.normal.y, gap, velocity.x, velocity.y});
  }
}

// Appends the disks that overlap the wall, in their order.
template <class PlacedWall>
bool detect_wall(const PlacedWall& wall, std::int32_t index, const DisksAtWalls& disks, std::vector<WallChunk>& chunks,
                 std::vector<ClosedContact>& contacts) {
  const std::size_t n = disks.radii.size();
  const auto threads = at(disks.threads);
  ThreadFailure failure;  // there may be no memory for the contacts
#pragma omp parallel for schedule(static) num_threads(disks.threads) if (disks.threads > 1)
  for (std::size_t k = 0; k < threads; ++k) {
    failure.watch([&] { detect_wall(wall, index, disks, n * k / threads, n * (k + 1) / threads, chunks[k]); });
  }
  failure.rethrow();
  bool possible = true;
  for (std::size_t k = 0; k < threads; ++k) {
    possible = possible && chunks[k].possible;
    contacts.insert(contacts.end(), chunks[k].contacts.begin(), chunks[k].contacts.end());
  }
  return possible;
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
  check_parameter("length of a wall", elementary::hypot(wall.b.x - wall.a.x, wall.b.y - wall.a.y),
                  ParameterRange::positive);
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

bool DiskAssembly::detect(const std::vector<double>& q, double t, ContactDetection& detection, int threads) const {
  constexpr int small_assembly = 5000;  // disks below which threads would wait for each other longer than they work
  if (body_count() < small_assembly) threads = 1;
  // One a thread, kept from step to step.
  thread_local DiskGrid grid;
  thread_local std::vector<WallChunk> chunks;
  if (!grid.find_contacts(q, radii_, largest_radius_, threads, detection)) return false;
  if (chunks.size() < at(threads)) chunks.resize(at(threads));
  const DisksAtWalls disks{q, radii_, largest_radius_ * (1.0 + 1e-9), threads};
  std::int32_t index = body_count();
  bool possible = true;
  for (const WallSegment& wall : segments_) {
    possible = detect_wall(PlacedSegment(wall, t), index++, disks, chunks, detection.contacts) && possible;
  }
  for (const WallArc& wall : arcs_) {
    possible = detect_wall(PlacedArc(wall, t), index++, disks, chunks, detection.contacts) && possible;
  }
  return possible;
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
        "the centres of the disks are not allowed: two coincide, one lies on a wall, one is not finite, or the "
        "distance of two is not");
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
