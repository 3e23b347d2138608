// Options of implicit Euler with complementarity constraints (Chaturvedi, Sandu & Sandu, sec. 2.2 to 2.4).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace nsdbench {

// How the program of a step is solved.
enum class ComplementarityFormulation : std::uint8_t {
  // The equations and a Fischer-Burmeister function of every pair, by a globalised semismooth Newton method.
  newton,
  // The program itself, min |action|^2 subject to F = 0, a >= 0, b >= 0, a_k b_k <= t with t towards zero, by a
  // sequence of quadratic programs (sec. 2.4 of the paper: "sequential quadratic programming").
  relaxation,
  // The same program by the interior point method of Ipopt (sec. 2.4, "interior point methods"), where that can
  // be loaded.
  interior_point
};

// "newton", "relaxation", "interior_point".
std::string_view to_string(ComplementarityFormulation formulation);
// Throws std::invalid_argument, naming the choices, for any other name.
ComplementarityFormulation complementarity_formulation(std::string_view name);
std::span<const ComplementarityFormulation> complementarity_formulations();
// Whether it can be used here (step_program_interior_point.hpp).
bool available(ComplementarityFormulation formulation);

// What the solvers of the program can be told.
struct StepProgramOptions {
  // [m/s] Largest residual (ProgramValues::residual) of an answer, if rounding does not leave more.
  double tolerance = 1e-13;
  int max_iterations = 200;
};

// Options of implicit Euler.
struct ComplementarityProgramOptions {
  ComplementarityFormulation formulation = ComplementarityFormulation::newton;
  // [s] Bounds of the step size (eq. 14, whose names of the two are swapped); sec. 4 gives these.
  double h_min = 1e-4;
  double h_max = 1e-3;
  // [m] A step in which an open contact would close is shortened, down to h_min, such that it ends with that gap
  // between zero and this (sec. 4: "constraint violation ... upon the contact formation").
  double landing_tolerance = 1e-8;
  // [N, N m] Largest residual of the equations of motion at the end of an accepted step (sec. 4), beyond the rounding
  // of the terms they are the sum of.
  double equation_tolerance = 1e-12;
  // [m] Largest violation of a gap or of complementarity, min(h G_ii P_i, g_i), at the end of an accepted step.
  double gap_tolerance = 1e-12;
  long max_evaluations = 0;  // RunCounts::evaluations, of programs, after which a run ends, at its next step; 0: none
  StepProgramOptions program;
};

// Throws std::invalid_argument, naming the option and its value.
void check(const ComplementarityProgramOptions& options);

}  // namespace nsdbench
