// The problems of the work-precision diagrams: the four of Studer, Leine & Glocker 2008, sec. 10, the slider-crank, the
// body on the inclined plane and the prismatic joint, each with its reference solution.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/impact_oscillator.hpp"
#include "problems/inclined_plane_oscillator.hpp"
#include "problems/prismatic_joint.hpp"
#include "problems/slider_crank.hpp"
#include "problems/sliding_point_mass.hpp"
#include "problems/woodpecker.hpp"

namespace nsdbench::work_precision {

// A system, and the distance of a state from the reference solution at the same time.
template <class System>
struct Motion {
  using StateType = State<System::dof>;

  System system;
  std::function<double(const StateType&)> error_at;
};

struct Problem {
  std::string name;
  double t_end = 0.0;
  std::vector<double> boundaries;  // times at which forces jump; methods that can end a step there do
  // Largest step size [s]: coarser steps do not resolve the motion.
  double largest_step = 0.0;
  // T in the rule of the smallest step, dt_min = T (dt_max / T)^p [s]: the paper's dt_max^p counts in units of 1 s,
  // which is too coarse a unit for a motion of some milliseconds.
  double unit_of_time = 1.0;
  // In smooth parts the base scheme is symmetric, so that its error is a series in even powers of dt.
  bool even_powers = false;
  double scale = 0.0;  // of the error: the largest distance of the reference solution from its start
  std::variant<Motion<problems::BouncingBall>, Motion<problems::SlidingPointMass>, Motion<problems::ImpactOscillator>,
               Motion<problems::Woodpecker>, Motion<problems::SliderCrank>, Motion<problems::InclinedPlaneOscillator>,
               Motion<problems::PrismaticJoint>>
      motion;
};

// One line of the table of problems.
struct ProblemInfo {
  std::string_view name;
  std::string_view title;        // for figures
  std::string_view description;  // what is compared, until when, with what
  std::string_view
      solver;         // contact solver unless another is asked for: Lemke's method, which is the papers', if it can
  Problem (*make)();  // the papers' parameters
};

// Problems take parameters and reference solutions from reference-data/. Making one throws std::invalid_argument if
// they are not there, and std::runtime_error if the motion computed here differs from the stored reference solution.
const std::vector<ProblemInfo>& problem_table();

// Throws std::invalid_argument, naming the known problems, if there is none of that name.
const ProblemInfo& problem_named(std::string_view name);

}  // namespace nsdbench::work_precision
