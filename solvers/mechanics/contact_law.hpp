// What a contact element of a mechanical system does: its set-valued laws and their parameters.
#pragma once

#include <cstdint>

namespace nsdbench {

// Which set-valued laws a contact element has.
enum class ContactKind : std::uint8_t {
  unilateral,  // Signorini with Newton's impact law, no friction
  frictional,  // unilateral plus Coulomb friction whose bound is mu times the normal percussion
  tresca       // friction element without a gap, always active; |force| <= force_bound
};

// Parameters of one contact element (Glocker & Studer 2005, eqs 11, 12; Flores et al. 2010, eqs 32-35):
//   xi_N = gamma_N^+ + eps_N gamma_N^-,   -dP_N in Upr(xi_N)
//   xi_T = gamma_T^+ + eps_T gamma_T^-,   -dP_T in mu dP_N Sgn(xi_T)
struct ContactLaw {
  ContactKind kind = ContactKind::frictional;
  double normal_restitution = 0.0;      // eps_N in [0, 1]
  double tangential_restitution = 0.0;  // eps_T in [0, 1]
  double friction = 0.0;                // mu >= 0; used by `frictional`
  double force_bound = 0.0;             // a >= 0 [N]; used by `tresca`
};

// Mode of a set-valued law at the end of a contact solve (Studer et al. 2008, sec. 4): the argument of its prox
// function lies in the interior of the admissible set (constraint: the law enforces xi = 0) or it does not
// (impressed: the percussion stands on the boundary).
enum class Mode : std::uint8_t { impressed, constraint };

}  // namespace nsdbench
