// What the adapters to Siconos numerics share.
#pragma once

#include <SolverOptions.h>
#include <sn_error_handling.h>

#include <memory>

namespace nsdbench::peers::siconos {

struct DeleteOptions {
  void operator()(::SolverOptions* options) const { solver_options_delete(options); }
};
// Contrary to its documentation, solver_options_delete of version 4.4 does not free the structure itself (120 bytes).
// Later versions may free it, so it is never freed here.
using Options = std::unique_ptr<::SolverOptions, DeleteOptions>;

// The library's fatal errors jump out of the driver instead of ending the program.
inline constexpr int fatal_error = -1000;

// Calls `driver`, which has no destructors to run, and returns its info, or fatal_error.
template <class Driver>
int call_guarded(Driver driver) {
  volatile int info = fatal_error;
  if (SN_SETJMP_EXTERNAL_START == 0) info = driver();
  sn_release_jmp_buf();
  return info;
}

// One thread and no output, for the whole program.
void run_quietly_on_one_thread();

// The tolerance to ask for so that the library's error, an Euclidean norm over all coordinates relative to the
// Euclidean norm of q, guarantees an error of `tolerance` relative to the largest entry of q in any one coordinate;
// `amplification` is what one coordinate's error grows by from the library's measure to the suite's.
double peer_tolerance(double tolerance, double largest_q, double norm_q, double amplification);

}  // namespace nsdbench::peers::siconos
