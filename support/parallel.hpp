// A loop over indices on all cores.
#pragma once

#include <functional>

namespace nsdbench::support {

// Calls work(k) for k = 0 .. count - 1, on as many threads as there are cores (or on `threads`, if that is positive),
// the calling thread among them. What work computes for an index must depend on that index alone: then the results are
// the same for any number of threads. `progress`, where it is given, gets the fraction that is done, by one thread at a
// time.
//
// An exception ends the loop: indices that were begun are finished, no others are begun, and the exception of the
// smallest index that failed, which does not depend on the number of threads, is thrown to the caller.
void for_each_index(int count, const std::function<void(int)>& work, const std::function<void(double)>& progress = {},
                    int threads = 0);

// How many threads, the calling one among them, there can be at the same time, up to `wanted`; tried by making them.
// For what comes with threads of its own, as OpenMP does, which ends the program where the system gives none.
int threads_to_be_had(int wanted);

}  // namespace nsdbench::support
