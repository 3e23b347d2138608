#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/disk_pile/closed_forms.hpp"
#include "experiments/disk_pile/one_step.hpp"
#include "experiments/disk_pile/parts.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::experiments::disk_pile {
namespace {

using problems::DiskAssembly;
using problems::Point;

// Distance of the disks of a row, in diameters: they do not touch.
constexpr double spread = 1.02;

// Rows from the top, numbered from 1, as in closed_forms.hpp; row `rows` + 1 is fixed.
class Pile {
 public:
  Pile(const DiskPileParameters& parameters, int rows)
      : rows_(rows),
        r_(parameters.r),
        assembly_(std::vector<double>(count(rows), parameters.r), {}, base(), parameters.smooth_laws()) {}

  const DiskAssembly& assembly() const { return assembly_; }
  double alpha() const { return elementary::asin(0.5 * spread / (1.0 - overlap)); }

  Point center(int row, int place) const {
    const double distance = (1.0 - overlap) * 2.0 * r_;
    const double height = std::sqrt(distance * distance - spread * spread * r_ * r_);
    return {2.0 * spread * r_ * (place - 0.5 * (row + 1)), height * (rows_ + 1 - row)};
  }
  std::vector<Point> centers() const {
    std::vector<Point> all;
    for (int row = 1; row <= rows_; ++row) {
      for (int place = 1; place <= row; ++place) all.push_back(center(row, place));
    }
    return all;
  }
  // Of disk k of the assembly.
  int row_of(int k) const {
    int row = 1;
    while (k >= row) k -= row++;
    return row;
  }
  int place_of(int k) const { return k - static_cast<int>(count(row_of(k) - 1)) + 1; }

 private:
  static std::size_t count(int rows) { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows + 1) / 2; }
  std::vector<problems::WallArc> base() const {
    std::vector<problems::WallArc> circles;
    for (int place = 1; place <= rows_ + 1; ++place) {
      circles.push_back({center(rows_ + 1, place), r_, 0.0, 1.0, {}});
    }
    return circles;
  }

  int rows_;
  double r_;
  DiskAssembly assembly_;
};

// Force of the closed form in a contact, in weights. Its first disk is the upper one: disks are numbered from the top.
double exact_force(const Pile& pile, const ClosedContact& c) {
  const int row = pile.row_of(c.first);
  const int place = pile.place_of(c.first);
  return c.nx > 0.0 ? pile_force_right(row, place, pile.alpha()) : pile_force_left(row, place, pile.alpha());
}

// Sums of forces on disks and loads of the base, with the normals that the detection found.
class ForceBalance {
 public:
  ForceBalance(int disks, int base)
      : on_disk_(static_cast<std::size_t>(disks), Point{0.0, -1.0}), on_base_(static_cast<std::size_t>(base)) {}

  // The force presses the bodies of the contact apart.
  void add(const ClosedContact& c, double force) {
    push(on_disk_[static_cast<std::size_t>(c.first)], c, -force);
    const auto second = static_cast<std::size_t>(c.second);
    push(second < on_disk_.size() ? on_disk_[second] : on_base_[second - on_disk_.size()], c, force);
  }
  double largest_on_disk() const {
    double largest = 0.0;
    for (const Point& sum : on_disk_) largest = std::max({largest, std::abs(sum.x), std::abs(sum.y)});
    return largest;
  }
  const std::vector<Point>& on_base() const { return on_base_; }

 private:
  static void push(Point& sum, const ClosedContact& c, double force) {
    sum.x += c.nx * force;
    sum.y += c.ny * force;
  }

  std::vector<Point> on_disk_;  // [weights]; begins with the weight itself
  std::vector<Point> on_base_;
};

// One pile and its step.
struct LoadedPile {
  LoadedPile(const Setting& setting, int row_count)
      : rows(row_count),
        pile(setting.parameters, row_count),
        step(step_from_rest({pile.assembly(), pile.centers()}, setting)) {
    for (const double p : step.percussions) forces.push_back(p / (setting.dt * setting.parameters.weight()));
  }

  int rows;
  Pile pile;
  RestingStep step;
  std::vector<double> forces;  // of each contact, in weights
};

// Contacts and disks of a pile, for a drawing, in diameters.
void draw(Experiment& experiment, const LoadedPile& loaded, double r) {
  auto& disks =
      experiment.table("pile_disks", {{"x", "1", "in diameters"}, {"y", "1", "in diameters"}, {"fixed", "1"}});
  const double scale = 0.5 / r;
  for (int row = 1; row <= loaded.rows + 1; ++row) {
    for (int place = 1; place <= row; ++place) {
      const Point center = loaded.pile.center(row, place);
      disks.row({center.x * scale, center.y * scale, row > loaded.rows ? 1.0 : 0.0});
    }
  }
  auto& contacts = experiment.table("pile_contacts", {{"x_1", "1", "of the upper centre, in diameters"},
                                                      {"y_1", "1", "likewise"},
                                                      {"x_2", "1", "of the lower centre, in diameters"},
                                                      {"y_2", "1", "likewise"},
                                                      {"force", "1", "in weights of a disk"},
                                                      {"force_exact", "1", "of the closed form"}});
  for (std::size_t k = 0; k < loaded.forces.size(); ++k) {
    const ClosedContact& c = loaded.step.contacts[k];
    const Point upper = loaded.pile.center(loaded.pile.row_of(c.first), loaded.pile.place_of(c.first));
    contacts.row({upper.x * scale, upper.y * scale, upper.x * scale + c.nx, upper.y * scale + c.ny, loaded.forces[k],
                  exact_force(loaded.pile, c)});
  }
}

void record(Experiment& experiment, const Setting& setting, const LoadedPile& loaded, support::Table& base) {
  const double alpha = loaded.pile.alpha();
  const int disks = loaded.pile.assembly().body_count();
  ForceBalance exact(disks, loaded.rows + 1);
  ForceBalance computed(disks, loaded.rows + 1);
  double largest = 0.0;
  for (std::size_t k = 0; k < loaded.forces.size(); ++k) {
    const ClosedContact& c = loaded.step.contacts[k];
    const double force = exact_force(loaded.pile, c);
    exact.add(c, force);
    computed.add(c, loaded.forces[k]);
    largest = std::max(largest, std::abs(loaded.forces[k] / force - 1.0));
  }
  double load_error = 0.0;
  const double mean = base_load(loaded.rows);
  for (int place = 1; place <= loaded.rows + 1; ++place) {
    const Point& sum = computed.on_base()[static_cast<std::size_t>(place - 1)];
    load_error = std::max(load_error, std::abs(-sum.y / mean - 1.0));
    base.row({static_cast<double>(loaded.rows), (place - 1.0) / loaded.rows, -sum.y / mean, sum.x / mean,
              base_thrust(loaded.rows, place, alpha) / mean});
  }
  base.break_line();
  const std::string of = case_of(loaded.rows, "rows");
  const double bound = pile_force_error_bound(loaded.rows, alpha, setting.solver.tolerance);
  experiment.quantity("pile_force_error_max" + of, largest, "1", Uncertainty::residual(bound),
                      "largest relative difference of a contact's force from the closed form");
  experiment.quantity("base_load_error_max" + of, load_error, "1", Uncertainty::residual(bound),
                      "largest relative difference of the load of a disk of the base from the mean");
  // Forces of some `rows` weights, with normals that some roundings have gone into.
  experiment.quantity(
      "equilibrium_defect_max" + of, exact.largest_on_disk(), "1", Uncertainty::residual(1e-14 * loaded.rows),
      "largest force, in weights, that the closed form leaves on a disk with the normals of the contacts");
  experiment.quantity("pile_iterations" + of, loaded.step.solution.solver.iterations, "1", Uncertainty::count(),
                      "iterations of the contact solver from percussions of zero");
  experiment.quantity("pile_newton_steps" + of, loaded.step.solution.newton_steps, "1", Uncertainty::count(),
                      "Newton steps among these iterations; each costs much more than a sweep");
}

}  // namespace

DisksAtRest pile_at_rest(const DiskPileParameters& parameters, int rows) {
  const Pile pile(parameters, rows);
  return {pile.assembly(), pile.centers()};
}

void load_piles(Experiment& experiment, const Setting& setting) {
  auto& base =
      experiment.table("base", {{"rows", "1"},
                                {"place", "1", "from the left, from 0 to 1"},
                                {"load", "1", "on a disk of the base, in weights of the pile over their number"},
                                {"thrust", "1", "to the right, likewise"},
                                {"thrust_exact", "1", "of the closed form"}});
  for (const int rows : pile_rows) {
    experiment.progress().update("piles", rows / 30.0);
    const LoadedPile loaded(setting, rows);
    record(experiment, setting, loaded, base);
    if (rows == 10) draw(experiment, loaded, setting.parameters.r);
  }
}

}  // namespace nsdbench::experiments::disk_pile
