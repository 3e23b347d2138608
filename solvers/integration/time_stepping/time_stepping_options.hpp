// Options of the time-stepping methods: extrapolation of Moreau's midpoint rule (Studer, Leine & Glocker 2008, secs 7,
// 8, 9.2) and step size adjustment (secs 5, 9.3).
#pragma once

#include <cstdint>
#include <limits>

namespace nsdbench {

// The numbers n_i of substeps in the rows of the tableau.
enum class Substeps : std::uint8_t {
  odd,     // 1, 3, 5, ...: velocities of closed contacts, which each substep multiplies by -eps, keep their sign
           // (sec. 8.2)
  all,     // 1, 2, 3, ...: fails in lasting contact with eps > 0.5 (sec. 8.1); for showing just that
  doubled  // 1, 2, 4, ...: of the paper's example without contact (eq. 44)
};

// Which powers of dt the error of the base scheme is taken to have.
enum class ErrorPowers : std::uint8_t {
  all,  // the error of the base scheme is a series in dt, dt^2, dt^3, ...: each row gains one order
  even  // in dt^2, dt^4, ...: each row gains two orders, with (n_i / n_i-j)^2 in the place of n_i / n_i-j. True where
        // the base scheme is the symmetric leapfrog: forces that do not depend on velocity, contacts that are open or
        // without approach
};

// Options of extrapolation.
struct ExtrapolationOptions {
  // Order in smooth parts, with as many rows as it takes (those that would need substeps below dt_min are left out); 0:
  // as many rows as the error asks for.
  int order = 0;

  // With order = 0: rows are added until |T_i,i - T_i-1,i-1| <= atol + rtol |T_i,i| in the maximum norm over positions
  // and velocities in SI units, or the order is max_order (the paper's n_max).
  int max_order = 6;
  double atol = 1e-8;
  double rtol = 0.0;

  Substeps substeps = Substeps::odd;
  ErrorPowers powers = ErrorPowers::all;

  // eps^(h / dt_min) in the place of the restitution coefficients eps, h the size of the substep (sec. 8.2): impacts,
  // which are resolved by dt_min, keep theirs; lasting contacts lose it.
  bool modified_restitution = false;

  // [m] of the substeps' midpoint rule (moreau_midpoint.hpp); 0 is the papers' rule.
  double activation_gap = 0.0;

  // Rows of the largest tableau.
  static constexpr int most_rows = 12;
};

// Throws std::invalid_argument, naming the option and its value.
void check(const ExtrapolationOptions& options);

// Throws std::invalid_argument if the gap [m] is negative or not finite.
void check_activation_gap(double gap);

// Options of step size adjustment.
struct StepSizeOptions {
  double dt_min = 1e-5;  // [s] resolves switching points
  double dt_max = 1e-2;  // [s]

  // Whether smooth steps that are not as accurate as asked for are tried again with half the size, as in the paper's
  // examples; otherwise they are accepted. Steps of dt_min are accepted in any case.
  bool reject_inaccurate = true;

  long max_evaluations = 0;  // RunCounts::evaluations, steps of the base scheme, after which the run ends; 0: none
  double time_limit = 0.0;   // [s] of computing after which the run ends; 0: none
};

// Throws std::invalid_argument, naming the option and its value: dt_min must be positive, dt_max not smaller, and
// dt_min so large that every time up to `latest` [s] plus dt_min is another number with some digits left. `epsilon` is
// the distance from 1 to the next number of the type that times have.
void check(const StepSizeOptions& options, double latest, double epsilon = std::numeric_limits<double>::epsilon());

}  // namespace nsdbench
