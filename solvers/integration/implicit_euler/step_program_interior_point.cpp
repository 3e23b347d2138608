#include "solvers/integration/implicit_euler/step_program_interior_point.hpp"

#include <IpStdCInterface.h>
#include <IpoptConfig.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "solvers/integration/implicit_euler/shared_library.hpp"

namespace nsdbench {

namespace {

// Types of Ipopt's C interface, whose names depend on its version.
template <typename Callback>
struct TypesOf;
template <typename Result, typename First, typename Second, typename... Others>
struct TypesOf<Result (*)(First, Second*, Others...)> {
  using Bool = Result;
  using Index = First;
  using Number = Second;
};
using IpoptBool = TypesOf<Eval_F_CB>::Bool;
using IpoptIndex = TypesOf<Eval_F_CB>::Index;
static_assert(std::is_same_v<TypesOf<Eval_F_CB>::Number, double>, "an Ipopt of single precision is of no use here");

// Ipopt's C interface. The library is loaded here and not with the program, since it may bring others that do much as
// soon as they are loaded: on Debian 13 an Open MPI makes files and threads.
class IpoptLibrary {
 public:
  explicit IpoptLibrary(const std::string& file) : obstacle_(obstacle_to_loading()) {
    if (!obstacle_.empty()) return;
    SharedLibrary& library = library_.emplace(file);
    library.find("CreateIpoptProblem", create);
    library.find("FreeIpoptProblem", release);
    library.find("AddIpoptStrOption", set_text);
    library.find("AddIpoptNumOption", set_number);
    library.find("AddIpoptIntOption", set_integer);
    library.find("SetIntermediateCallback", observe);
    library.find("IpoptSolve", solve);
    if (!library.obstacle().empty()) obstacle_ = "Ipopt could not be loaded (" + library.obstacle() + ")";
  }

  // Empty if it can be used.
  const std::string& obstacle() const { return obstacle_; }

  decltype(&CreateIpoptProblem) create = nullptr;
  decltype(&FreeIpoptProblem) release = nullptr;
  decltype(&AddIpoptStrOption) set_text = nullptr;
  decltype(&AddIpoptNumOption) set_number = nullptr;
  decltype(&AddIpoptIntOption) set_integer = nullptr;
  decltype(&SetIntermediateCallback) observe = nullptr;
  decltype(&IpoptSolve) solve = nullptr;

 private:
  // Open MPI ends the program as soon as it is loaded without HOME, and when it is used without a folder for its files.
  static std::string obstacle_to_loading() {
    if (NSDBENCH_IPOPT_HAS_MPI == 0) return {};
    const char* home = std::getenv("HOME");
    if (home == nullptr) return "the MPI that Ipopt brings needs HOME, which is not set";
    if (!is_writable_folder(home)) {
      return "the MPI that Ipopt brings needs HOME, and '" + std::string(home) + "' is not a writable folder";
    }
    std::string folder = "/tmp";
    for (const char* name : {"TMP", "TEMP", "TMPDIR"}) {  // the last of them counts
      if (const char* value = std::getenv(name)) folder = value;
    }
    if (is_writable_folder(folder)) return {};
    return "the MPI that Ipopt brings needs a folder for temporary files, and '" + folder +
           "' is not a writable folder";
  }
  static bool is_writable_folder(const std::string& path) { return access((path + "/.").c_str(), W_OK | X_OK) == 0; }

  std::optional<SharedLibrary> library_;
  std::string obstacle_;
};

// The program in the form of Ipopt's interface, with all velocities divided by `unit`. Constraints: F (e), a (m), b
// (m), a b (m).
class RelaxedProgram {
 public:
  RelaxedProgram(StepProgram& program, double unit, double t) : program_(program), unit_(unit), t_(t) {
    values_.resize(program);
  }

  int evaluations() const { return evaluations_; }
  // As Ipopt's own statistics have it: the step into the restoration of feasibility has two numbers.
  int iterations(ApplicationReturnStatus status) const {
    return restoring_ && status != Maximum_Iterations_Exceeded ? iterations_ - 1 : iterations_;
  }
  // Throws what an evaluation has thrown.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  // A problem of Ipopt whose callbacks want this program as their last argument.
  IpoptProblem create(const IpoptLibrary& ipopt) const {
    constexpr double unbounded = 2e19;  // beyond Ipopt's own infinity, 1e19
    const Eigen::Index e = program_.equations();
    const Eigen::Index pairs = program_.pairs();
    const auto n = static_cast<IpoptIndex>(program_.unknowns());
    const auto m = static_cast<IpoptIndex>(e + 3 * pairs);
    Eigen::VectorXd lower = Eigen::VectorXd::Constant(n, -unbounded);
    Eigen::VectorXd upper = Eigen::VectorXd::Constant(n, unbounded);
    Eigen::VectorXd constraint_lower = Eigen::VectorXd::Zero(m);
    Eigen::VectorXd constraint_upper = Eigen::VectorXd::Zero(m);
    constraint_lower.tail(pairs).setConstant(-unbounded);
    constraint_upper.segment(e, 2 * pairs).setConstant(unbounded);
    constraint_upper.tail(pairs).setConstant(t_);
    constexpr IpoptIndex from_zero = 0;  // rows and columns are counted as in C
    IpoptProblem problem =
        ipopt.create(n, lower.data(), upper.data(), m, constraint_lower.data(), constraint_upper.data(), n * m,
                     n * (n + 1) / 2, from_zero, objective, constraints, gradient, jacobian, hessian);
    if (problem != nullptr) ipopt.observe(problem, count_iteration);
    return problem;
  }

 private:
  // No exception may pass through C.
  template <typename Evaluation>
  static IpoptBool guarded(void* program, const Evaluation& evaluation) noexcept {
    auto& self = *static_cast<RelaxedProgram*>(program);
    try {
      return !self.failure_ && evaluation(self);
    } catch (...) {
      self.failure_ = std::current_exception();
      return false;
    }
  }

  static IpoptBool objective(IpoptIndex /*n*/, double* x, IpoptBool new_x, double* value, void* program) {
    return guarded(program, [&](RelaxedProgram& self) {
      if (!self.evaluate(x, new_x)) return false;
      *value = 0.5 * self.values_.action.squaredNorm();
      return true;
    });
  }

  static IpoptBool gradient(IpoptIndex n, double* x, IpoptBool new_x, double* entries, void* program) {
    return guarded(program, [&](RelaxedProgram& self) {
      if (!self.evaluate(x, new_x)) return false;
      Eigen::Map<Eigen::VectorXd>(entries, n) = self.values_.action_z.transpose() * self.values_.action;
      return true;
    });
  }

  static IpoptBool constraints(IpoptIndex /*n*/, double* x, IpoptBool new_x, IpoptIndex m, double* g, void* program) {
    return guarded(program, [&](RelaxedProgram& self) {
      if (!self.evaluate(x, new_x)) return false;
      const ProgramValues& values = self.values_;
      const Eigen::Index e = self.program_.equations();
      const Eigen::Index pairs = self.program_.pairs();
      Eigen::Map<Eigen::VectorXd> all(g, m);
      all.head(e) = values.equations;
      all.segment(e, pairs) = values.a;
      all.segment(e + pairs, pairs) = values.b;
      all.tail(pairs) = values.a.cwiseProduct(values.b);
      return true;
    });
  }

  static IpoptBool jacobian(IpoptIndex n, double* x, IpoptBool new_x, IpoptIndex m, IpoptIndex /*count*/,
                            IpoptIndex* rows, IpoptIndex* columns, double* entries, void* program) {
    return guarded(program, [&](RelaxedProgram& self) {
      if (entries == nullptr) {
        for (IpoptIndex j = 0, k = 0; j < n; ++j) {
          for (IpoptIndex i = 0; i < m; ++i, ++k) {
            rows[k] = i;
            columns[k] = j;
          }
        }
        return true;
      }
      if (!self.evaluate(x, new_x)) return false;
      const ProgramValues& values = self.values_;
      const Eigen::Index e = self.program_.equations();
      const Eigen::Index pairs = self.program_.pairs();
      Eigen::Map<Eigen::MatrixXd> all(entries, m, n);
      all.topRows(e) = values.equations_z;
      all.middleRows(e, pairs) = values.a_z;
      all.middleRows(e + pairs, pairs) = values.b_z;
      all.bottomRows(pairs) = values.a.asDiagonal() * values.b_z + values.b.asDiagonal() * values.a_z;
      return true;
    });
  }

  // Of the objective by Gauss and Newton, of the products but for the curvature of their factors.
  static IpoptBool hessian(IpoptIndex n, double* x, IpoptBool new_x, double factor, IpoptIndex m, double* lambda,
                           IpoptBool /*new_lambda*/, IpoptIndex /*count*/, IpoptIndex* rows, IpoptIndex* columns,
                           double* entries, void* program) {
    return guarded(program, [&](RelaxedProgram& self) {
      if (entries == nullptr) {
        for (IpoptIndex j = 0, k = 0; j < n; ++j) {
          for (IpoptIndex i = j; i < n; ++i, ++k) {
            rows[k] = i;
            columns[k] = j;
          }
        }
        return true;
      }
      if (!self.evaluate(x, new_x)) return false;
      const ProgramValues& values = self.values_;
      const Eigen::Index pairs = self.program_.pairs();
      self.hessian_.noalias() = factor * values.action_z.transpose() * values.action_z;
      for (Eigen::Index k = 0; k < pairs; ++k) {
        const double multiplier = lambda[m - pairs + k];
        self.hessian_ += multiplier * (values.a_z.row(k).transpose() * values.b_z.row(k) +
                                       values.b_z.row(k).transpose() * values.a_z.row(k));
      }
      for (IpoptIndex j = 0, k = 0; j < n; ++j) {
        for (IpoptIndex i = j; i < n; ++i, ++k) entries[k] = self.hessian_(i, j);
      }
      return true;
    });
  }

  static IpoptBool count_iteration(IpoptIndex restoring, IpoptIndex iteration, double /*objective*/,
                                   double /*infeasibility*/, double /*dual_infeasibility*/, double /*mu*/,
                                   double /*step*/, double /*regularization*/, double /*dual_length*/,
                                   double /*length*/, IpoptIndex /*trials*/, void* program) {
    return guarded(program, [&](RelaxedProgram& self) {
      self.iterations_ = static_cast<int>(iteration);
      self.restoring_ = restoring != 0;
      return true;
    });
  }

  bool evaluate(const double* x, IpoptBool new_x) {
    if (!new_x && evaluations_ > 0) return defined_;
    ++evaluations_;
    point_ = unit_ * Eigen::Map<const Eigen::VectorXd>(x, program_.unknowns());
    defined_ = program_.evaluate(point_, values_) && std::isfinite(values_.residual());
    for (Eigen::VectorXd* entry : {&values_.equations, &values_.a, &values_.b, &values_.action}) *entry /= unit_;
    return defined_;
  }

  StepProgram& program_;
  double unit_;
  double t_;
  ProgramValues values_;
  Eigen::VectorXd point_;
  Eigen::MatrixXd hessian_;
  int evaluations_ = 0;
  int iterations_ = 0;      // the last one's number
  bool restoring_ = false;  // it was one that restores feasibility
  bool defined_ = false;
  std::exception_ptr failure_;
};

class StepProgramInteriorPoint : public StepProgramSolver {
 public:
  StepProgramInteriorPoint(const StepProgramOptions& options, const std::string& library)
      : StepProgramSolver(options), ipopt_(library) {
    if (ipopt_.obstacle().empty()) return;
    throw std::invalid_argument("formulation 'interior_point' is not allowed: " + ipopt_.obstacle());
  }

 protected:
  SolverStatus attempt(StepProgram& program, Eigen::VectorXd& z, ProgramValues& values, Result& result) override {
    if (program.boxes() > 0) return SolverStatus::not_applicable;
    // The size of the guess is that of the answer in all steps but impacts, whose velocities are larger.
    const double largest = z.lpNorm<Eigen::Infinity>();
    const double unit = largest > 0.0 && std::isfinite(largest) ? largest : 1.0;
    constexpr double t = 1e-10;  // one partner of a pair is then 1e-5 of the other or less
    RelaxedProgram relaxed(program, unit, t);
    const std::unique_ptr<IpoptProblemInfo, decltype(ipopt_.release)> problem(relaxed.create(ipopt_), ipopt_.release);
    if (!problem || !set_options(problem.get())) return SolverStatus::singular;
    Eigen::VectorXd x = z / unit;
    const ApplicationReturnStatus status =
        ipopt_.solve(problem.get(), x.data(), nullptr, nullptr, nullptr, nullptr, nullptr, &relaxed);
    relaxed.rethrow();
    z = unit * x;
    result.evaluations += relaxed.evaluations();
    result.iterations += relaxed.iterations(status);
    ++result.evaluations;
    if (!program.evaluate(z, values)) return SolverStatus::invalid_input;
    switch (status) {
      case Solve_Succeeded:
      case Solved_To_Acceptable_Level:
      case Search_Direction_Becomes_Too_Small:
        return SolverStatus::solved;
      case Infeasible_Problem_Detected:
        return SolverStatus::ray;  // local: no proof
      case Invalid_Number_Detected:
        return SolverStatus::invalid_input;
      default:
        // Close to an answer the restoration of feasibility may fail for lack of digits; the modes are what is asked
        // for.
        return values.modes_are_clear(this->options().tolerance) ? SolverStatus::solved : SolverStatus::iteration_limit;
    }
  }

 private:
  // Whether Ipopt knows them all.
  bool set_options(IpoptProblem problem) const {
    // By value: older interfaces want pointers to what could be changed.
    const auto text = [&](std::string name, std::string value) {
      return static_cast<bool>(ipopt_.set_text(problem, name.data(), value.data()));
    };
    const auto number = [&](std::string name, double value) {
      return static_cast<bool>(ipopt_.set_number(problem, name.data(), value));
    };
    const auto integer = [&](std::string name, int value) {
      return static_cast<bool>(ipopt_.set_integer(problem, name.data(), value));
    };
    // No file of options is read, no banner is printed. Multipliers are large where partners vanish together; the modes
    // need no more digits than those of tol. Programs are scaled already.
    return text("option_file_name", "") && integer("print_level", 0) && text("sb", "yes") &&
           integer("max_iter", options().max_iterations) && number("tol", 1e-10) && number("bound_relax_factor", 0.0) &&
           text("nlp_scaling_method", "none") && text("mu_strategy", "adaptive");
  }

  IpoptLibrary ipopt_;
};

}  // namespace

std::string interior_point_library() { return NSDBENCH_IPOPT_LIBRARY; }

std::string interior_point_obstacle(const std::string& library) { return IpoptLibrary(library).obstacle(); }

std::string interior_point_version() { return IPOPT_VERSION; }

std::unique_ptr<StepProgramSolver> make_interior_point(const StepProgramOptions& options, const std::string& library) {
  return std::make_unique<StepProgramInteriorPoint>(options, library);
}

}  // namespace nsdbench
