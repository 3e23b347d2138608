// How well the end of an implicit Euler step satisfies the original problem: the equations of motion and the laws of
// all contacts, computed anew from the answer of the step's program (Chaturvedi, Sandu & Sandu, sec. 4).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/integration/implicit_euler/complementarity_step.hpp"
#include "solvers/integration/implicit_euler/program_options.hpp"
#include "solvers/integration/implicit_euler/program_step.hpp"

namespace nsdbench {

// Judges the end of an implicit Euler step by the equations of motion and the laws.
template <DifferentiableSystem S>
class ProgramVerification {
 public:
  static constexpr int contacts = S::contact_count;
  using Contacts = typename ComplementarityStep<S>::Contacts;

  // Keeps references to all arguments.
  ProgramVerification(const S& system, const ComplementarityStep<S>& program,
                      const ComplementarityProgramOptions& options)
      : system_(system), program_(program), options_(options) {}

  // Computes from z the end of the step that begins at `begin`, and what the report says of percussions, modes,
  // residuals and status.
  void verify(const Eigen::VectorXd& z, const State<S::dof>& begin, double h, const Contacts& absent,
              State<S::dof>& end, ProgramStepReport<S>& report) const {
    const Vector<S::dof> du = program_.increment(z);
    end.u = begin.u + du;
    end.q = begin.q + h * end.u;
    end.t = begin.t + h;
    const auto configuration = system_.configuration(end.q, end.t);
    const Matrix<S::dof> m = system_.mass_matrix(configuration);
    const Vector<S::dof> f = system_.forces(configuration, end.u);
    Vector<S::dof> residual = m * du / h - f;
    Vector<S::dof> size = m.cwiseAbs() * du.cwiseAbs() / h + f.cwiseAbs();
    report.gaps = system_.gaps(configuration);
    report.percussions = {};
    report.modes = {};
    report.constraint_violation = 0.0;
    report.complementarity = 0.0;
    for (int i = 0; i < contacts; ++i) {
      if (absent[static_cast<std::size_t>(i)]) continue;
      const auto w = system_.directions(configuration, i);
      // The percussion of an open contact is set to exactly zero; the equations of motion are computed with that.
      const bool open = program_.normal_mobility(i) * program_.normal_percussion(z, i) * h < report.gaps(i);
      report.percussions.normal(i) = open ? 0.0 : program_.normal_percussion(z, i);
      const double normal = report.percussions.normal(i) / h;
      if (normal > 0.0) report.modes.normal[static_cast<std::size_t>(i)] = Mode::constraint;
      residual -= w.normal * normal;
      size += w.normal.cwiseAbs() * std::abs(normal);
      report.constraint_violation = std::max(report.constraint_violation, -report.gaps(i));
      report.complementarity = std::max(
          report.complementarity, std::abs(std::min(h * h * program_.normal_mobility(i) * normal, report.gaps(i))));
      if (!program_.frictional(i)) continue;
      report.percussions.tangential(i, 0) = program_.tangential_percussion(z, i);
      const double tangential = report.percussions.tangential(i, 0) / h;
      residual -= w.tangential.col(0) * tangential;
      size += w.tangential.col(0).cwiseAbs() * std::abs(tangential);
      // P_T = prox(P_T - gamma_T / G_TT), as a length.
      const double bound = system_.law(i).friction * std::max(normal, 0.0);
      const double slip = w.tangential.col(0).dot(end.u) + w.tangential_rheonomic(0);
      const double mobility = h * program_.tangential_mobility(i);
      // Either the slip or the distance from the bound is zero: the smaller of the two.
      if (std::abs(slip / mobility) <= bound - std::abs(tangential)) {
        report.modes.tangential[static_cast<std::size_t>(i)] = Mode::constraint;
      }
      const double projected = std::clamp(tangential - slip / mobility, -bound, bound);
      report.complementarity = std::max(report.complementarity, h * mobility * std::abs(tangential - projected));
    }
    report.equation_residuals = residual.cwiseAbs();
    report.equation_residual = report.equation_residuals.maxCoeff();
    constexpr double roundings = 8.0;
    report.equation_rounding = roundings * std::numeric_limits<double>::epsilon() * size.maxCoeff();
    const bool equations = report.equation_residual <= options_.equation_tolerance + report.equation_rounding;
    const bool laws =
        report.constraint_violation <= options_.gap_tolerance && report.complementarity <= options_.gap_tolerance;
    if (!equations || !laws) report.status = SolverStatus::iteration_limit;
  }

 private:
  const S& system_;
  const ComplementarityStep<S>& program_;
  const ComplementarityProgramOptions& options_;
};

}  // namespace nsdbench
