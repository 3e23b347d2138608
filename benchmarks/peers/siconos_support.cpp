#include "benchmarks/peers/siconos_support.hpp"

#include <NumericsVerbose.h>
#include <dlfcn.h>

#include <algorithm>
#include <bit>

namespace nsdbench::peers::siconos {

void run_quietly_on_one_thread() {
  numerics_set_verbose(0);
  // The library's BLAS may be OpenBLAS or another one; only the former starts threads.
  if (void* symbol = dlsym(RTLD_DEFAULT, "openblas_set_num_threads"); symbol != nullptr) {
    std::bit_cast<void (*)(int)>(symbol)(1);
  }
}

double peer_tolerance(double tolerance, double largest_q, double norm_q, double amplification) {
  // No iteration reaches a smaller tolerance, and the library itself would refuse good answers of direct methods.
  constexpr double smallest = 1e-14;
  if (norm_q == 0.0) return std::max(tolerance, smallest);
  return std::max(tolerance * largest_q / (norm_q * std::max(amplification, 1.0)), smallest);
}

}  // namespace nsdbench::peers::siconos
