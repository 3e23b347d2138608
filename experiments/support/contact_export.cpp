#include "experiments/support/contact_export.hpp"

#include "contact_data/encode.hpp"
#include "contact_data/gzip.hpp"
#include "contact_data/read.hpp"
#include "contact_data/round_contacts.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"

namespace nsdbench::experiments {

ContactExport::ContactExport(const Experiment& experiment)
    : step_(experiment.options().export_step), file_(experiment.options().export_to), experiment_(experiment.name()) {
  if (!step_) return;
  const auto require = [this](bool available, const std::string& library) {
    if (available) return;
    support::refuse_option("--export-to", "this build has no " + library + ", which " + file_.string() + " asks for");
  };
  const contact_data::Format format = contact_data::format_of(file_);
  require(format != contact_data::Format::hdf5 || contact_data::hdf5_available(), "HDF5");
  require(format != contact_data::Format::json_gz || contact_data::gzip_available(), "zlib");
  support::OutputFiles proof;  // vanishes again
  proof.add(support::behind_links(file_), "");
}

void ContactExport::after_step(long step, const RoundContactProblem& problem) {
  if (!asked_for(step) || !bytes_.empty()) return;
  // System, disks, contacts, as the problems of the arena are named.
  const std::string name = experiment_ + "-step-" + std::to_string(step) + "-" + std::to_string(problem.moving_bodies) +
                           "-" + std::to_string(problem.contacts.size());
  const contact_data::ContactData data = contact_data::from_round_contacts(
      problem, name, "Step " + std::to_string(step) + " of " + experiment_ + ".", "answer of the run");
  bytes_ = contact_data::encode(data, contact_data::format_of(file_));
}

void ContactExport::finish(Experiment& experiment) const {
  if (!step_) return;
  if (bytes_.empty()) {
    experiment.incomplete("the contact problem of step " + std::to_string(*step_) +
                          " could not be exported, since this run has not computed such a step");
    return;
  }
  experiment.file(support::behind_links(file_), bytes_);
}

}  // namespace nsdbench::experiments
