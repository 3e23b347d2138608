// Records and baselines, and what nsdbench-claims and nsdbench-compare make of them.
#include "tests/fuzz/target.hpp"
#include "tools/records/claims_table.hpp"
#include "tools/records/comparison.hpp"
#include "tools/records/stored_record.hpp"

using namespace nsdbench;

namespace {

// A record that was read is printed, compared with itself and accepted as the new baseline.
void use(const experiments::StoredRecord& record) {
  const experiments::ClaimsTable table{{record}, {"another"}};
  table.terminal();
  table.markdown();
  table.json();
  experiments::compare(record, record).report();
  const std::string text = experiments::baseline_text(record);
  const fuzz::MemoryFile baseline(text);
  const experiments::StoredRecord accepted = experiments::read_baseline(baseline.path());
  fuzz::require(experiments::compare(accepted, record).setting_changes.empty(),
                "a record has other settings than the baseline that was made of it");
  fuzz::require(text == experiments::baseline_text(accepted),
                "a baseline that was read back is written with other bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text({data, size}));
  experiments::StoredRecord record;
  const bool has_zero = fuzz::as_text({data, size}).find('\0') != std::string_view::npos;
  const auto use_accepted = [&](const auto& read) {
    if (!fuzz::accepts(read)) return;
    fuzz::require(!has_zero, "what follows a byte that is zero is passed over");
    use(record);
  };
  use_accepted([&] { record = experiments::read_record(file.path()); });
  use_accepted([&] { record = experiments::read_baseline(file.path()); });
  return 0;
}
