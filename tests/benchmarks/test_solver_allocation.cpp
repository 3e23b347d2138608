// Every registered solver allocates nothing from the second solve of a problem on, whatever its answer. Exempt are, as
// documented, sparse factorizations, whose fill-in is not known beforehand: newton_sparse, and the default solver where
// it resorts to them, on problems in block-sparse storage.
//
// With glibc this executable counts every call of malloc and its kin, which Eigen and operator new go through. Under
// AddressSanitizer, which brings its own malloc, and elsewhere it counts calls of operator new.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "benchmarks/problem_sets/problem_set.hpp"
#include "solvers/contact/registry.hpp"
#include "tests/support/catch.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define NSDBENCH_COUNT_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NSDBENCH_COUNT_MALLOC 0
#endif
#endif
#ifndef NSDBENCH_COUNT_MALLOC
#ifdef __GLIBC__
#define NSDBENCH_COUNT_MALLOC 1
#else
#define NSDBENCH_COUNT_MALLOC 0
#endif
#endif

namespace {

std::atomic<long> allocations{0};

}  // namespace

#if NSDBENCH_COUNT_MALLOC

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  ++allocations;
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}

#else

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size);
}
void* operator new[](std::size_t size) { return ::operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return ::operator new(size, tag); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

#endif

using namespace nsdbench;
using namespace nsdbench::problem_sets;

TEST_CASE("the counter counts", "[allocation]") {
  const long before = allocations;
  const std::vector<double> numbers(100, 1.0);
  CHECK(allocations > before);
  CHECK(numbers.size() == 100);
}

TEST_CASE("the second solve of the same size does not allocate", "[allocation]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  if (name == "newton_sparse") return;
  SolverOptions options;
  options.tolerance = 1e-8;
  options.max_iterations = name == "enumeration" ? 1 << 12 : 200;
  for (const ProblemSet& set : all_sets()) {
    for (const int i : set.selection(Extent::quick)) {
      const NamedProblem named = set.make(i);
      if (name == default_contact_solver() && named.problem.dense.empty()) continue;
      // A solver of its own: workspaces that a larger problem left behind would hide something.
      const auto solver = make_contact_solver(name, options);
      const ContactProblemView view = named.problem.view();
      std::vector<double> percussions(named.problem.c.size(), 0.0);
      std::vector<Mode> modes(named.problem.laws.size());
      solver->solve(view, percussions, modes);
      std::fill(percussions.begin(), percussions.end(), 0.0);
      const long before = allocations;
      solver->solve(view, percussions, modes);
      const long counted = allocations - before;
      CAPTURE(name, named.name);
      CHECK(counted == 0);
    }
  }
}
