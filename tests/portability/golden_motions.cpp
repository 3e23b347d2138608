#include "tests/portability/golden_motions.hpp"

#include <cinttypes>
#include <cstdio>
#include <string>

namespace nsdbench::portability {

void print(std::string_view name, std::uint64_t steps, std::uint64_t events, std::uint64_t hash) {
  std::printf("%s %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", std::string(name).c_str(), steps, events, hash);
}

void print_motions(std::string_view name, const std::function<void()>& compute) {
  const MotionLog log;
  compute();
  const MotionLog::Totals totals = log.totals();
  print(name, totals.steps, totals.events, totals.hash);
}

}  // namespace nsdbench::portability

int main() {
  using namespace nsdbench::portability;
  print_time_stepping();
  print_events();
  print_acceleration_level();
  print_programs();
  print_many_bodies();
  print_contact_problems();
  print_extended();
}
