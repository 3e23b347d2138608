// Sweep files, and the cases that they have.
#include "sweeps/sweep.hpp"

#include <algorithm>
#include <cmath>

#include "sweeps/sweep_stages.hpp"
#include "tests/fuzz/target.hpp"

using namespace nsdbench;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::as_text({data, size}));
  sweeps::Sweep sweep;
  if (!fuzz::accepts([&] { sweep = sweeps::parse_sweep(text, "sweep.json"); })) return 0;
  const std::string written = sweep.as_json();
  fuzz::require(sweeps::parse_sweep(written, "plan.json").as_json() == written,
                "a sweep reads back as another one than was written");
  fuzz::require(sweep.cases() >= 1 && sweep.cases() <= sweeps::most_cases, "a sweep has no case, or too many");
  for (const long number : {0L, 1L, sweep.cases() / 2, sweep.cases() - 1}) {
    if (number >= sweep.cases()) continue;
    const std::vector<double> values = sweep.at(number);
    fuzz::require(values.size() == sweep.varied().size(), "a case has not as many values as inputs vary");
    fuzz::require(std::ranges::all_of(values, [](double value) { return std::isfinite(value); }),
                  "a case has a value that is not finite");
  }
  // Small grids as a whole: all that is accepted can be divided into stages.
  if (sweep.cases() > 10'000) return 0;
  sweeps::SweepStages stages(sweep);
  fuzz::require(stages.cases() >= 1, "the first stage has no case");
  return 0;
}
