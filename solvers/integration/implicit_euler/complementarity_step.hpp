// The program of one implicit Euler step of a mechanical system, with exact derivatives by automatic differentiation.
//
// Chaturvedi, Sandu & Sandu, eqs 9 to 14, at a given step size h, with percussions P = h mu in place of forces mu, gaps
// g = -Phi^ineq, and W = -Phi_q^T:
//   u_E = u_A + du,   q_E = q_A + h u_E,   t_E = t_A + h
//   F:      M(q_E) du - h f(q_E, u_E, t_E) - W_N(q_E) P_N - W_T(q_E) P_T = 0          (f: forces, S and Q_A of eq. 3)
//   pairs:  0 <= P_Ni perpendicular to g_Ni(q_E) >= 0
//   boxes:  -P_Ti in mu P_Ni Sgn(gamma_Ti(u_E)), of planar contacts with friction, which the paper leaves out
// The unknown is the increment du: with u_E in its place, F / h could not be smaller than the rounding of M u_E / h.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <unsupported/Eigen/AutoDiff>

#include "solvers/integration/implicit_euler/step_program.hpp"
#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// A number that carries its derivatives with respect to `Dof` unknowns.
template <int Dof>
using Derivatives = Eigen::AutoDiffScalar<Vector<Dof>>;

// The same mechanism in such numbers.
template <class S>
using WithDerivatives = typename S::template WithScalar<Derivatives<S::dof>>;

// A system in double whose class also exists in other real number types, from the same parameters.
template <class S>
concept DifferentiableSystem = MechanicalSystem<S> && requires(const S system) {
  { ScalarOf<S>() } -> std::same_as<double>;
  WithDerivatives<S>(system.parameters());
};

// Whether the friction characteristic of contact i shows at rest, in creeping or in fast sliding that it is no
// constant.
template <MechanicalSystem S>
bool friction_depends_on_speed(const S& system, int i) {
  if constexpr (requires {
                  system.friction_coefficient(i, ScalarOf<S>());
                  system.static_friction(i);
                }) {
    const ScalarOf<S> coefficient = system.static_friction(i);
    for (const double speed : {1e-9, 1e-3, 1.0, 1e3}) {  // m/s
      if (system.friction_coefficient(i, ScalarOf<S>(speed)) != coefficient) return true;
    }
  }
  return false;
}

// Why the program has no form for the laws of `system`, as a plain sentence without a full stop; empty if it has.
template <MechanicalSystem S>
std::string why_no_step_program(const S& system) {
  for (int i = 0; i < S::contact_count; ++i) {
    const ContactLaw law = system.law(i);
    const auto none_for = [i](const char* what) {
      return "the complementarity program has no form for the " + (what + (" of contact " + std::to_string(i)));
    };
    if (law.kind == ContactKind::tresca) return none_for("Tresca friction");
    if (law.normal_restitution > 0.0 || law.tangential_restitution > 0.0) return none_for("restitution");
    const bool frictional = law.kind == ContactKind::frictional && law.friction > 0.0;
    if (frictional && S::tangential_dimension != 1) return none_for("spatial friction");
    if (frictional && friction_depends_on_speed(system, i)) return none_for("friction by sliding speed");
  }
  return {};
}

// The program of a step of the system S.
template <DifferentiableSystem S>
class ComplementarityStep : public StepProgram {
 public:
  static constexpr int dof = S::dof;
  static constexpr int contacts = S::contact_count;
  using Contacts = std::array<bool, contacts>;

  // Keeps a reference to the system. Throws std::invalid_argument for laws that the program does not have: restitution,
  // Tresca friction, friction at a spatial contact.
  explicit ComplementarityStep(const S& system) : system_(system), differentiated_(system.parameters()) {
    if (const std::string reason = why_no_step_program(system); !reason.empty()) {
      throw std::invalid_argument("the system is not allowed: " + reason);
    }
    Eigen::Index next = dof + contacts;
    for (int i = 0; i < contacts; ++i) {
      const ContactLaw law = system.law(i);
      Contact& contact = contacts_[static_cast<std::size_t>(i)];
      contact.frictional = law.kind == ContactKind::frictional && law.friction > 0.0;
      contact.mu = law.friction;
      contact.normal = dof + i;
      if (contact.frictional) contact.tangential = next++;
    }
    boxes_ = next - dof - contacts;
  }

  // The step from `state` with size h > 0. Contacts in `absent` have no force and no condition on their gap.
  void begin(const State<dof>& state, double h, const Contacts& absent) {
    start_ = state;
    h_ = h;
    absent_ = absent;
    const Vector<dof> q = state.q + h * state.u;
    const auto configuration = system_.configuration(q, state.t + h);
    const Matrix<dof> m = system_.mass_matrix(configuration);
    metric_.compute(m);
    mass_diagonal_ = m.diagonal();
    for (int i = 0; i < contacts; ++i) {
      Contact& contact = contacts_[static_cast<std::size_t>(i)];
      const auto w = system_.directions(configuration, i);
      contact.normal_mobility = mobility(w.normal);
      contact.tangential_mobility = mobility(w.tangential.col(0));
    }
  }

  Eigen::Index equations() const override { return dof; }
  Eigen::Index pairs() const override { return contacts; }
  Eigen::Index boxes() const override { return boxes_; }

  // z of the unconstrained step: du = h M^-1 f at its beginning, no percussions.
  void free_step(Eigen::VectorXd& z) const {
    z.setZero(unknowns());
    const auto configuration = system_.configuration(start_.q, start_.t);
    z.template head<dof>() = h_ * metric_.solve(Vector<dof>(system_.forces(configuration, start_.u)));
  }

  Vector<dof> increment(const Eigen::VectorXd& z) const { return z.template head<dof>(); }
  // [N s]
  double normal_percussion(const Eigen::VectorXd& z, int i) const {
    const Contact& contact = contacts_[static_cast<std::size_t>(i)];
    return z(contact.normal) / contact.normal_mobility;
  }
  double tangential_percussion(const Eigen::VectorXd& z, int i) const {
    const Contact& contact = contacts_[static_cast<std::size_t>(i)];
    return contact.frictional ? z(contact.tangential) / contact.tangential_mobility : 0.0;
  }
  bool frictional(int i) const { return contacts_[static_cast<std::size_t>(i)].frictional; }
  // w^T M^-1 w of the normal and the tangential direction at the predicted end [1/kg for translations]; 1 if zero.
  double normal_mobility(int i) const { return contacts_[static_cast<std::size_t>(i)].normal_mobility; }
  double tangential_mobility(int i) const { return contacts_[static_cast<std::size_t>(i)].tangential_mobility; }

  bool evaluate(const Eigen::VectorXd& z, ProgramValues& values) override {
    const Motion end = end_of_step(z);
    const Configuration configuration = differentiated_.configuration(end.q, Number(start_.t + h_));
    const Vector<contacts, Number> gaps = differentiated_.gaps(configuration);
    Coordinates action = Coordinates::Zero();  // W P
    for (Eigen::MatrixXd* derivative :
         {&values.action_z, &values.a_z, &values.b_z, &values.lower_z, &values.upper_z, &values.slip_z}) {
      derivative->setZero();
    }
    Eigen::Index box = 0;
    for (int i = 0; i < contacts; ++i) {
      const auto c = static_cast<std::size_t>(i);
      const Contact& contact = contacts_[c];
      values.a(i) = z(contact.normal);
      values.a_z(i, contact.normal) = 1.0;
      values.b(i) = 1.0;  // any velocity, if the contact is absent: the percussion is zero
      if (contact.frictional) bound_friction(z, contact, box, values);
      if (!absent_[c]) {
        values.b(i) = gaps(i).value() / h_;
        values.b_z.row(i).template head<dof>() = gaps(i).derivatives().transpose() / h_;
        const auto w = differentiated_.directions(configuration, i);
        add_normal_action(z, contact, w, action, values);
        if (contact.frictional) add_friction(z, contact, w, end.u, box, action, values);
      }
      if (contact.frictional) ++box;
    }
    balance(configuration, end, action, values);
    values.rounding = rounding(z, values);
    scale_action(values);
    const double finite =
        values.equations.sum() + values.b.sum() + values.equations_z.sum() + values.b_z.sum() + values.slip.sum();
    return metric_.info() == Eigen::Success && std::isfinite(finite);
  }

 private:
  using Number = Derivatives<dof>;
  using Coordinates = Vector<dof, Number>;
  using Configuration = typename WithDerivatives<S>::Configuration;
  using Directions = ForceDirections<dof, S::tangential_dimension, Number>;

  struct Motion {
    Coordinates q, u;
    Coordinates du;  // of the step
  };

  struct Contact {
    bool frictional = false;
    double mu = 0.0;
    Eigen::Index normal = 0;      // unknown P_N normal_mobility [m/s]
    Eigen::Index tangential = 0;  // unknown P_T tangential_mobility [m/s]
    double normal_mobility = 1.0;
    double tangential_mobility = 1.0;
  };

  double mobility(const Vector<dof>& w) const {
    const double value = w.dot(metric_.solve(w));
    return value > 0.0 ? value : 1.0;
  }

  // The derivatives are with respect to du.
  Motion end_of_step(const Eigen::VectorXd& z) const {
    Motion end;
    for (int k = 0; k < dof; ++k) {
      end.du(k) = Number(z(k), dof, k);
      end.u(k) = start_.u(k) + end.du(k);
      end.q(k) = start_.q(k) + h_ * end.u(k);
    }
    return end;
  }

  void add_normal_action(const Eigen::VectorXd& z, const Contact& contact, const Directions& w, Coordinates& action,
                         ProgramValues& values) const {
    const double normal = z(contact.normal) / contact.normal_mobility;
    for (int k = 0; k < dof; ++k) {
      action(k) += w.normal(k) * normal;
      values.action_z(k, contact.normal) = w.normal(k).value() / contact.normal_mobility;
    }
  }

  void add_friction(const Eigen::VectorXd& z, const Contact& contact, const Directions& w, const Coordinates& u,
                    Eigen::Index box, Coordinates& action, ProgramValues& values) const {
    const double tangential = z(contact.tangential) / contact.tangential_mobility;
    Number slip = w.tangential_rheonomic(0);
    for (int k = 0; k < dof; ++k) {
      slip += w.tangential(k, 0) * u(k);
      action(k) += w.tangential(k, 0) * tangential;
      values.action_z(k, contact.tangential) = w.tangential(k, 0).value() / contact.tangential_mobility;
    }
    values.slip(box) = slip.value();
    values.slip_z.row(box).template head<dof>() = slip.derivatives().transpose();
  }

  // M du - h f - W P = 0, each line over its entry of the mass matrix's diagonal.
  void balance(const Configuration& configuration, const Motion& end, const Coordinates& action,
               ProgramValues& values) const {
    const Matrix<dof, dof, Number> m = differentiated_.mass_matrix(configuration);
    const Coordinates f = differentiated_.forces(configuration, end.u);
    for (int i = 0; i < dof; ++i) {
      Number force = -h_ * f(i) - action(i);
      for (int j = 0; j < dof; ++j) force += m(i, j) * end.du(j);
      const double scale = 1.0 / mass_diagonal_(i);
      values.equations(i) = scale * force.value();
      values.equations_z.row(i) = -scale * values.action_z.row(i);
      values.equations_z.row(i).template head<dof>() = scale * force.derivatives().transpose();
      values.action(i) = action(i).value();
      values.action_z.row(i).template head<dof>() = action(i).derivatives().transpose();
    }
  }

  // M^-1 W P in the metric of M, as a velocity: with M = C C^T, C^-1 W P over the root of a mass.
  void scale_action(ProgramValues& values) const {
    const double root = std::sqrt(mass_diagonal_(0));
    metric_.matrixL().solveInPlace(values.action);
    metric_.matrixL().solveInPlace(values.action_z);
    values.action /= root;
    values.action_z /= root;
  }

  // Of gaps, as sums of |dg/dq| |q| over h, and of velocities.
  double rounding(const Eigen::VectorXd& z, const ProgramValues& values) const {
    double largest = z.template lpNorm<Eigen::Infinity>();
    for (int i = 0; i < contacts; ++i) {
      double sum = 0.0;
      for (int k = 0; k < dof; ++k) sum += std::abs(values.b_z(i, k) * start_.q(k));  // b_z = dg/dq
      largest = std::max(largest, sum / h_);
    }
    constexpr double terms = 8.0;
    return terms * std::numeric_limits<double>::epsilon() * largest;
  }

  // Distances of P_T from -mu P_N and from mu P_N, as velocities; no slip as yet.
  static void bound_friction(const Eigen::VectorXd& z, const Contact& contact, Eigen::Index box,
                             ProgramValues& values) {
    const double mu = contact.mu * contact.tangential_mobility / contact.normal_mobility;
    values.lower(box) = mu * z(contact.normal) + z(contact.tangential);
    values.lower_z(box, contact.normal) = mu;
    values.lower_z(box, contact.tangential) = 1.0;
    values.upper(box) = mu * z(contact.normal) - z(contact.tangential);
    values.upper_z(box, contact.normal) = mu;
    values.upper_z(box, contact.tangential) = -1.0;
    values.slip(box) = 0.0;
  }

  const S& system_;
  WithDerivatives<S> differentiated_;
  std::array<Contact, contacts> contacts_{};
  Eigen::Index boxes_ = 0;
  State<dof> start_;
  double h_ = 0.0;
  Contacts absent_{};
  Eigen::LLT<Matrix<dof>> metric_;
  Vector<dof> mass_diagonal_ = Vector<dof>::Ones();
};

}  // namespace nsdbench
