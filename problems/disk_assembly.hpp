// Solid disks of different sizes between walls that stand still or turn, with Coulomb friction and restitution, under
// gravity: a thousand disks that are mixed (Studer, Leine & Glocker 2008, Fig. 2), piles, hoppers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solvers/mechanics/many_body_system.hpp"

namespace nsdbench::problems {

// In the plane of the disks [m].
struct Point {
  double x = 0.0;
  double y = 0.0;
};

// The motion of a wall: turned about `pivot` by omega t from where it is described.
struct Turning {
  Point pivot;
  double omega = 0.0;  // [rad/s], counter-clockwise; 0: it stands still
};

// A straight wall from a to b, rounded at its ends: all points nearer to the segment than half its thickness.
struct WallSegment {
  Point a;
  Point b;
  double half_thickness = 0.0;  // [m]
  Turning turning;
};

// A circular wall, seen from both sides, from `begin` counter-clockwise to `end`, angles in turns of 2 pi; a whole
// circle if they differ by one. It has no thickness.
struct WallArc {
  Point center;
  double radius = 0.0;
  double begin = 0.0;
  double end = 1.0;
  Turning turning;
};

// What all disks of an assembly have in common.
struct DiskAssemblyLaws {
  double density = 1000.0;  // mass per area [kg/m^2]
  double gravity = 9.81;    // [m/s^2], along -y
  RoundLaw between_disks;
  RoundLaw with_walls;
};

// Contacts are found with a uniform grid of cells as wide as the largest disk: the work grows with the number of disks.
class DiskAssembly {
 public:
  // Throws std::invalid_argument, with one sentence, for no disk, a radius, density or thickness that is not positive
  // (thickness: not negative), a law outside its range, a wall without length, or a number that is not finite.
  DiskAssembly(std::vector<double> radii, std::vector<WallSegment> segments, std::vector<WallArc> arcs,
               const DiskAssemblyLaws& laws);

  int body_count() const { return static_cast<int>(radii_.size()); }
  int wall_count() const { return static_cast<int>(segments_.size() + arcs_.size()); }
  double inverse_mass(int body) const { return inverse_masses_[static_cast<std::size_t>(body)]; }
  double radius(int body) const { return radii_[static_cast<std::size_t>(body)]; }
  double kappa() const { return 2.0; }
  double gravity() const { return laws_.gravity; }
  const RoundLaw& law() const { return laws_.between_disks; }
  const RoundLaw& wall_law() const { return laws_.with_walls; }

  // The closed contacts at (q, t), those with a disk before those with a wall. A straight wall has at most one contact
  // with a disk, at its nearest point; an arc likewise. Same result for any number of threads; those between disks are
  // used for 5000 disks or more.
  bool detect(const std::vector<double>& q, double t, ContactDetection& detection, int threads = 1) const;

  // At rest at t = 0 with the centres at `centers`. Throws std::invalid_argument if two disks, or a disk and a wall,
  // overlap by more than `tolerance` times the smallest radius, and names the first such pair.
  ManyBodyState at_rest(const std::vector<Point>& centers, double tolerance = 1e-9) const;

  // Kinetic energy and potential energy of gravity [J], the latter zero at y = 0.
  double kinetic_energy(const ManyBodyState& state) const;
  double potential_energy(const ManyBodyState& state) const;

  const std::vector<WallSegment>& segments() const { return segments_; }
  const std::vector<WallArc>& arcs() const { return arcs_; }

 private:
  std::vector<double> radii_;
  std::vector<double> inverse_masses_;
  std::vector<WallSegment> segments_;
  std::vector<WallArc> arcs_;
  DiskAssemblyLaws laws_;
  double largest_radius_ = 0.0;
};

// (cos, sin) of an angle in turns of 2 pi, to 4e-16. With products and sums alone, so that every processor and every
// mathematical library gives the same bytes.
Point direction_at(double turns);

}  // namespace nsdbench::problems
