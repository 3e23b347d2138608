#include "solvers/integration/implicit_euler/step_program_interior_point.hpp"

#include <IpIpoptApplication.hpp>
#include <IpSolveStatistics.hpp>
#include <IpTNLP.hpp>
#include <algorithm>
#include <cmath>

namespace nsdbench {

namespace {

// The program in the form of Ipopt's interface, with all velocities divided by `unit`. Constraints: F (e), a (m), b
// (m), a b (m).
class RelaxedProgram : public Ipopt::TNLP {
 public:
  RelaxedProgram(StepProgram& program, Eigen::VectorXd& z, double unit, double t)
      : program_(program), z_(z), unit_(unit), t_(t) {
    values_.resize(program);
  }

  int evaluations() const { return evaluations_; }

  bool get_nlp_info(Ipopt::Index& n, Ipopt::Index& m, Ipopt::Index& jacobian_entries, Ipopt::Index& hessian_entries,
                    IndexStyleEnum& index_style) override {
    n = static_cast<Ipopt::Index>(program_.unknowns());
    m = static_cast<Ipopt::Index>(program_.equations() + 3 * program_.pairs());
    jacobian_entries = n * m;
    hessian_entries = n * (n + 1) / 2;
    index_style = C_STYLE;
    return true;
  }

  bool get_bounds_info(Ipopt::Index n, Ipopt::Number* lower, Ipopt::Number* upper, Ipopt::Index m,
                       Ipopt::Number* constraint_lower, Ipopt::Number* constraint_upper) override {
    constexpr double unbounded = 2e19;  // beyond Ipopt's own infinity, 1e19
    std::fill_n(lower, n, -unbounded);
    std::fill_n(upper, n, unbounded);
    const Eigen::Index e = program_.equations();
    const Eigen::Index pairs = program_.pairs();
    for (Eigen::Index i = 0; i < m; ++i) {
      const bool equation = i < e;
      const bool product = i >= e + 2 * pairs;
      constraint_lower[i] = product ? -unbounded : 0.0;
      constraint_upper[i] = equation ? 0.0 : (product ? t_ : unbounded);
    }
    return true;
  }

  bool get_starting_point(Ipopt::Index n, bool /*init_x*/, Ipopt::Number* x, bool /*init_z*/, Ipopt::Number* /*lower*/,
                          Ipopt::Number* /*upper*/, Ipopt::Index /*m*/, bool /*init_lambda*/,
                          Ipopt::Number* /*lambda*/) override {
    Eigen::Map<Eigen::VectorXd>(x, n) = z_ / unit_;
    return true;
  }

  bool eval_f(Ipopt::Index /*n*/, const Ipopt::Number* x, bool new_x, Ipopt::Number& value) override {
    if (!evaluate(x, new_x)) return false;
    value = 0.5 * values_.action.squaredNorm();
    return true;
  }

  bool eval_grad_f(Ipopt::Index n, const Ipopt::Number* x, bool new_x, Ipopt::Number* gradient) override {
    if (!evaluate(x, new_x)) return false;
    Eigen::Map<Eigen::VectorXd>(gradient, n) = values_.action_z.transpose() * values_.action;
    return true;
  }

  bool eval_g(Ipopt::Index /*n*/, const Ipopt::Number* x, bool new_x, Ipopt::Index m, Ipopt::Number* g) override {
    if (!evaluate(x, new_x)) return false;
    const Eigen::Index e = program_.equations();
    const Eigen::Index pairs = program_.pairs();
    Eigen::Map<Eigen::VectorXd> constraints(g, m);
    constraints.head(e) = values_.equations;
    constraints.segment(e, pairs) = values_.a;
    constraints.segment(e + pairs, pairs) = values_.b;
    constraints.tail(pairs) = values_.a.cwiseProduct(values_.b);
    return true;
  }

  bool eval_jac_g(Ipopt::Index n, const Ipopt::Number* x, bool new_x, Ipopt::Index m, Ipopt::Index /*entries*/,
                  Ipopt::Index* rows, Ipopt::Index* columns, Ipopt::Number* entries) override {
    if (entries == nullptr) {
      for (Ipopt::Index j = 0, k = 0; j < n; ++j) {
        for (Ipopt::Index i = 0; i < m; ++i, ++k) {
          rows[k] = i;
          columns[k] = j;
        }
      }
      return true;
    }
    if (!evaluate(x, new_x)) return false;
    const Eigen::Index e = program_.equations();
    const Eigen::Index pairs = program_.pairs();
    Eigen::Map<Eigen::MatrixXd> jacobian(entries, m, n);
    jacobian.topRows(e) = values_.equations_z;
    jacobian.middleRows(e, pairs) = values_.a_z;
    jacobian.middleRows(e + pairs, pairs) = values_.b_z;
    jacobian.bottomRows(pairs) = values_.a.asDiagonal() * values_.b_z + values_.b.asDiagonal() * values_.a_z;
    return true;
  }

  // Of the objective by Gauss and Newton, of the products but for the curvature of their factors.
  bool eval_h(Ipopt::Index n, const Ipopt::Number* x, bool new_x, Ipopt::Number objective, Ipopt::Index m,
              const Ipopt::Number* lambda, bool /*new_lambda*/, Ipopt::Index /*entries*/, Ipopt::Index* rows,
              Ipopt::Index* columns, Ipopt::Number* entries) override {
    if (entries == nullptr) {
      for (Ipopt::Index j = 0, k = 0; j < n; ++j) {
        for (Ipopt::Index i = j; i < n; ++i, ++k) {
          rows[k] = i;
          columns[k] = j;
        }
      }
      return true;
    }
    if (!evaluate(x, new_x)) return false;
    const Eigen::Index pairs = program_.pairs();
    hessian_.noalias() = objective * values_.action_z.transpose() * values_.action_z;
    for (Eigen::Index k = 0; k < pairs; ++k) {
      const double multiplier = lambda[m - pairs + k];
      hessian_ += multiplier * (values_.a_z.row(k).transpose() * values_.b_z.row(k) +
                                values_.b_z.row(k).transpose() * values_.a_z.row(k));
    }
    for (Ipopt::Index j = 0, k = 0; j < n; ++j) {
      for (Ipopt::Index i = j; i < n; ++i, ++k) entries[k] = hessian_(i, j);
    }
    return true;
  }

  void finalize_solution(Ipopt::SolverReturn /*status*/, Ipopt::Index n, const Ipopt::Number* x,
                         const Ipopt::Number* /*lower*/, const Ipopt::Number* /*upper*/, Ipopt::Index /*m*/,
                         const Ipopt::Number* /*g*/, const Ipopt::Number* /*lambda*/, Ipopt::Number /*value*/,
                         const Ipopt::IpoptData* /*data*/, Ipopt::IpoptCalculatedQuantities* /*quantities*/) override {
    z_ = unit_ * Eigen::Map<const Eigen::VectorXd>(x, n);
  }

 private:
  bool evaluate(const Ipopt::Number* x, bool new_x) {
    if (!new_x && evaluations_ > 0) return defined_;
    ++evaluations_;
    point_ = unit_ * Eigen::Map<const Eigen::VectorXd>(x, program_.unknowns());
    defined_ = program_.evaluate(point_, values_) && std::isfinite(values_.residual());
    for (Eigen::VectorXd* entry : {&values_.equations, &values_.a, &values_.b, &values_.action}) *entry /= unit_;
    return defined_;
  }

  StepProgram& program_;
  Eigen::VectorXd& z_;
  double unit_;
  double t_;
  ProgramValues values_;
  Eigen::VectorXd point_;
  Eigen::MatrixXd hessian_;
  int evaluations_ = 0;
  bool defined_ = false;
};

class StepProgramInteriorPoint : public StepProgramSolver {
 public:
  explicit StepProgramInteriorPoint(const StepProgramOptions& options) : StepProgramSolver(options) {
    application_ = IpoptApplicationFactory();
    auto settings = application_->Options();
    settings->SetIntegerValue("print_level", 0);
    settings->SetStringValue("sb", "yes");  // no banner
    settings->SetIntegerValue("max_iter", options.max_iterations);
    // Multipliers are large where partners vanish together; the modes need no more digits than this.
    settings->SetNumericValue("tol", 1e-10);
    settings->SetNumericValue("bound_relax_factor", 0.0);
    // Programs are scaled already.
    settings->SetStringValue("nlp_scaling_method", "none");
    settings->SetStringValue("mu_strategy", "adaptive");
    usable_ = application_->Initialize("") == Ipopt::Solve_Succeeded;  // "": no file of options is read
  }

 protected:
  SolverStatus attempt(StepProgram& program, Eigen::VectorXd& z, ProgramValues& values, Result& result) override {
    if (program.boxes() > 0) return SolverStatus::not_applicable;
    if (!usable_) return SolverStatus::singular;
    // The size of the guess is that of the answer in all steps but impacts, whose velocities are larger.
    const double largest = z.lpNorm<Eigen::Infinity>();
    const double unit = largest > 0.0 && std::isfinite(largest) ? largest : 1.0;
    constexpr double t = 1e-10;  // one partner of a pair is then 1e-5 of the other or less
    Ipopt::SmartPtr<RelaxedProgram> relaxed = new RelaxedProgram(program, z, unit, t);
    const Ipopt::ApplicationReturnStatus status = application_->OptimizeTNLP(relaxed);
    result.evaluations += relaxed->evaluations();
    if (Ipopt::IsValid(application_->Statistics())) result.iterations += application_->Statistics()->IterationCount();
    ++result.evaluations;
    if (!program.evaluate(z, values)) return SolverStatus::invalid_input;
    switch (status) {
      case Ipopt::Solve_Succeeded:
      case Ipopt::Solved_To_Acceptable_Level:
      case Ipopt::Search_Direction_Becomes_Too_Small:
        return SolverStatus::solved;
      case Ipopt::Infeasible_Problem_Detected:
        return SolverStatus::ray;  // local: no proof
      case Ipopt::Invalid_Number_Detected:
        return SolverStatus::invalid_input;
      default:
        // Close to an answer the restoration of feasibility may fail for lack of digits; the modes are what is asked
        // for.
        return values.modes_are_clear(this->options().tolerance) ? SolverStatus::solved : SolverStatus::iteration_limit;
    }
  }

 private:
  Ipopt::SmartPtr<Ipopt::IpoptApplication> application_;
  bool usable_ = false;
};

}  // namespace

bool interior_point_available() { return true; }

std::string interior_point_version() { return IPOPT_VERSION; }

std::unique_ptr<StepProgramSolver> make_interior_point(const StepProgramOptions& options) {
  return std::make_unique<StepProgramInteriorPoint>(options);
}

}  // namespace nsdbench
