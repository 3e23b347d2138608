// Contact problems in JSON, plain or compressed.
#include "contact_data/gzip.hpp"
#include "contact_data/json_format.hpp"
#include "tests/fuzz/contact_data_checks.hpp"
#include "tests/fuzz/target.hpp"

using namespace nsdbench;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  contact_data::ContactData problem;
  const bool accepted = fuzz::accepts([&] {
    std::string text(fuzz::as_text({data, size}));
    if (contact_data::is_gzip(text)) text = contact_data::decompress(text, "input");
    problem = contact_data::parse_json(text, "input");
  });
  if (accepted) fuzz::check_contact_data(problem);
  return 0;
}
