// Contact problems in FCLIB's HDF5 layout, read here: run.sh goes on after those that the library does not survive.
#include "contact_data/fclib.hpp"
#include "tests/fuzz/contact_data_checks.hpp"
#include "tests/fuzz/target.hpp"

using namespace nsdbench;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  contact_data::ContactData problem;
  const bool accepted = fuzz::accepts([&] {
    problem = contact_data::parse_fclib_here(std::string(fuzz::as_text({data, size})), "input");
  });
  if (accepted) fuzz::check_contact_data(problem);
  return 0;
}
