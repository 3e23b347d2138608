// Threads that find contacts and get no memory: the caller hears of it, and the program goes on.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#include "problems/disk_assembly.hpp"
#include "tests/helpers/catch.hpp"

namespace {

// Allocations that are still granted before the first that is not; negative: all are.
std::atomic<long> granted{-1};

}  // namespace

void* operator new(std::size_t size) {
  if (granted >= 0 && granted.fetch_sub(1) == 0) throw std::bad_alloc();
  if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

using namespace nsdbench;
using namespace nsdbench::problems;

TEST_CASE("a thread that gets no memory for contacts is an exception of the caller", "[disk_assembly]") {
  // A square of overlapping disks on a floor that cuts through the lowest ones: from 5000 on threads share them.
  constexpr int side = 72;
  std::vector<double> q;
  for (int i = 0; i < side * side; ++i) q.insert(q.end(), {0.9 * (i % side), 0.9 * (i / side), 0.0});
  const std::vector<double> radii(side * side, 0.5);
  const std::vector<WallSegment> floor = {{{-1.0, -0.3}, {0.9 * side + 1.0, -0.3}, 0.05, {}}};
  DiskAssemblyLaws laws;
  laws.between_disks = {0.3, 0.0};
  laws.with_walls = {0.3, 0.0};
  for (const int threads : {1, 3}) {
    int refused = 0;
    for (bool finished = false; !finished;) {
      const DiskAssembly assembly(radii, floor, {}, laws);
      ContactDetection detection;
      bool possible = false;
      granted = refused;
      try {
        possible = assembly.detect(q, 0.0, detection, threads);
        finished = true;
      } catch (const std::bad_alloc&) {
        ++refused;
      }
      granted = -1;
      if (finished) CHECK(possible);
      if (finished) CHECK(detection.contacts.size() > 2 * side * (side - 1));
      REQUIRE(refused < 10000);
    }
    CHECK(refused > 0);
  }
}
