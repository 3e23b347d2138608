#include "solvers/integration/implicit_euler/step_program.hpp"

namespace nsdbench {

StepProgram::~StepProgram() = default;

void ProgramValues::resize(const StepProgram& program) {
  const Eigen::Index n = program.unknowns();
  equations.resize(program.equations());
  equations_z.resize(program.equations(), n);
  action.resize(program.equations());
  action_z.resize(program.equations(), n);
  for (Eigen::VectorXd* entry : {&a, &b}) entry->resize(program.pairs());
  for (Eigen::MatrixXd* entry : {&a_z, &b_z}) entry->resize(program.pairs(), n);
  for (Eigen::VectorXd* entry : {&lower, &upper, &slip}) entry->resize(program.boxes());
  for (Eigen::MatrixXd* entry : {&lower_z, &upper_z, &slip_z}) entry->resize(program.boxes(), n);
}

namespace {

double finite_or_infinity(double largest, double sum) {
  return std::isfinite(sum) ? largest : std::numeric_limits<double>::infinity();
}

}  // namespace

double ProgramValues::equation_residual() const {
  double largest = 0.0;
  for (Eigen::Index k = 0; k < equations.size(); ++k) largest = std::max(largest, std::abs(equations(k)));
  return finite_or_infinity(largest, equations.sum());
}

double ProgramValues::law_residual() const {
  double largest = 0.0;
  for (Eigen::Index k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(std::min(a(k), b(k))));
  for (Eigen::Index k = 0; k < slip.size(); ++k) largest = std::max(largest, std::abs(box_residual(k)));
  return finite_or_infinity(largest, a.sum() + b.sum() + lower.sum() + upper.sum() + slip.sum());
}

bool ProgramValues::modes_are_clear(double tolerance) const {
  constexpr double clear = 1e-4;
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    const double smaller = std::abs(std::min(a(k), b(k)));
    const double larger = std::max(a(k), b(k));
    if (!(smaller <= std::max(tolerance, clear * larger))) return false;
  }
  return equation_residual() <= std::max(tolerance, clear * action.lpNorm<Eigen::Infinity>());
}

}  // namespace nsdbench
