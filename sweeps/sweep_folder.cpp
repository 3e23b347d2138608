#include "sweeps/sweep_folder.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "support/hash.hpp"
#include "support/input_error.hpp"
#include "support/json_file.hpp"
#include "support/output_files.hpp"
#include "support/provenance.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::sweeps {
namespace {

using nlohmann::ordered_json;

std::filesystem::path plan_file(const std::filesystem::path& folder) { return folder / "plan.json"; }

std::string plan_text(const Sweep& sweep, const std::vector<Input>& inputs) {
  ordered_json document = {{"program", support::executable_identity()}, {"plan", ordered_json::parse(sweep.as_json())}};
  for (const Input& input : inputs) {
    document["inputs"].push_back(
        {{"name", input.name}, {"unit", input.unit}, {"meaning", input.meaning}, {"value", input.value}});
  }
  return support::json_text(document);
}

}  // namespace

SweepFolder SweepFolder::create(const std::filesystem::path& folder, const Sweep& sweep,
                                const std::vector<Input>& inputs) {
  const std::filesystem::path file = plan_file(folder);
  const std::string text = plan_text(sweep, inputs);
  const auto expect_the_same = [&] {
    if (support::read_text(file) == text) return;
    throw std::invalid_argument(
        file.string() +
        ": there is another plan, or one by another build of the program or with other reference data; "
        "choose another folder");
  };
  if (!support::is_missing(file)) {
    expect_the_same();
    support::remove_abandoned(folder);
    return SweepFolder(folder);
  }
  if (support::lies_among_own_files(folder)) {
    throw std::invalid_argument(folder.string() + " lies among the suite's own files; choose another folder");
  }
  support::OutputDirectory directory(folder);
  directory.create();
  if (!support::write_new_file(file, text)) expect_the_same();  // another program was faster
  directory.keep();
  return SweepFolder(folder);
}

void SweepFolder::probe(const std::filesystem::path& folder) {
  if (!support::is_missing(plan_file(folder))) return;
  const support::OutputDirectory can_be_written(folder);
}

SweepFolder::SweepFolder(std::filesystem::path folder) : path_(std::move(folder)) {
  const std::string file = plan_file(path_).string();
  if (support::is_missing(file)) {
    throw support::InputError(file + ": there is no plan here; nsdbench-sweep plan makes one");
  }
  const ordered_json document = support::read_json(file);
  const support::JsonPlace root(document, file);
  root.allow_only({"program", "plan", "inputs"});
  const std::string program = support::executable_identity();
  if (root.text("program") != program) {
    throw support::InputError(file + ": the plan was made by another build of the program (" + root.text("program") +
                              "), and this one is " + program + "; make a plan in another folder");
  }
  sweep_ = parse_plan(root.object("plan").value().dump(), file);
  key_ = "results of plan " + support::hash_as_text(sweep_.as_json()) + " by " + program;
}

}  // namespace nsdbench::sweeps
