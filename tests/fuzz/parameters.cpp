// Files of parameters.
#include "support/reference_data.hpp"
#include "tests/fuzz/target.hpp"

using namespace nsdbench;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text({data, size}));
  fuzz::accepts([&] { support::read_parameters_file(file.path(), "ball"); });
  return 0;
}
