// How many samples a random test draws.
#pragma once

#include <cstdlib>

namespace nsdbench::testing {

// NSDBENCH_TEST_SAMPLES in the environment, 1 unless set: random tests take so many times their samples. The counts
// that docs/field-cases.md reports were found with it.
inline int sample_factor() {
  const char* text = std::getenv("NSDBENCH_TEST_SAMPLES");
  const int factor = text != nullptr ? std::atoi(text) : 1;
  return factor > 0 ? factor : 1;
}

inline int samples(int count) { return count * sample_factor(); }

}  // namespace nsdbench::testing
