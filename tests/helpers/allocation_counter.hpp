// Counts the allocations of the executable whose one source file includes this.
//
// With glibc it counts every call of malloc and its kin, which Eigen and operator new go through. Under sanitizers,
// which bring their own malloc, and elsewhere it counts calls of operator new.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__GLIBC__) && !defined(NSDBENCH_SANITIZED)
#define NSDBENCH_COUNT_MALLOC 1
#else
#define NSDBENCH_COUNT_MALLOC 0
#endif

namespace nsdbench::testing {

// Calls so far.
inline std::atomic<long> allocations{0};

}  // namespace nsdbench::testing

#if NSDBENCH_COUNT_MALLOC

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++nsdbench::testing::allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++nsdbench::testing::allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  ++nsdbench::testing::allocations;
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++nsdbench::testing::allocations;
  return __libc_memalign(alignment, size);
}
}

#else

void* operator new(std::size_t size) {
  ++nsdbench::testing::allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++nsdbench::testing::allocations;
  return std::malloc(size);
}
void* operator new[](std::size_t size) { return ::operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return ::operator new(size, tag); }
// Not inlined: where only one of a pair is, compilers take std::free for the wrong partner of operator new.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { ::operator delete(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { ::operator delete(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { ::operator delete(memory); }

#endif
