// A step's contact problem as a file, by the frame's options --export-step and --export-to.
#include <string>

#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "contact_data/round_contacts.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::testing;

TEST_CASE("the problem of the step asked for is written, and the record stays as it is", "[contact_export]") {
  const Sandbox sandbox;
  CHECK(sandbox.toy("--out plain").exit_code == 0);
  const ProgramResult result = sandbox.toy("--out exported --export-step 3 --export-to third.json.gz");
  CAPTURE(result.errors);
  REQUIRE(result.exit_code == 0);
  const contact_data::ContactData data = contact_data::read_contact_data(sandbox.path("third.json.gz"));
  CHECK(data.name == "toy-step-3-1-1");
  const RoundContactProblem problem = contact_data::to_round_contacts(data);
  // Three steps of 0.01 s under gravity.
  constexpr double rounding = 1e-15;
  CHECK(std::abs(problem.free_bodies[0].vy + 3 * 0.01 * 9.81) < rounding);
  CHECK(problem.contacts[0].ny == -1.0);
  REQUIRE(data.reference);
  CHECK(contact_data::residuals(data, data.reference->solution).scaled < rounding);
  const auto without_provenance = [&](const std::string& name) {
    const std::string text = sandbox.text(name + "/record.json");
    return text.substr(0, text.find("\"provenance\""));
  };
  CHECK(without_provenance("exported") == without_provenance("plain"));
}

TEST_CASE("a contact problem goes where a link points, and the link stays", "[contact_export]") {
  const Sandbox sandbox;
  sandbox.write("there.json", "old");
  std::filesystem::create_symlink("there.json", sandbox.path("link.json"));
  REQUIRE(sandbox.toy("--out exported --export-step 3 --export-to link.json").exit_code == 0);
  CHECK(std::filesystem::is_symlink(sandbox.path("link.json")));
  CHECK(contact_data::read_contact_data(sandbox.path("there.json")).name == "toy-step-3-1-1");
}

TEST_CASE("a step that never comes leaves no file and makes the run incomplete", "[contact_export]") {
  const Sandbox sandbox;
  const ProgramResult result = sandbox.toy("--out exported --export-step 300 --export-to late.json");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("step 300") && contains("could not be exported"));
  CHECK_FALSE(sandbox.exists("late.json"));
  CHECK(sandbox.exists("exported/record.json"));
}

TEST_CASE("FCLIB is written where this build has it, and refused before computing where it has not",
          "[contact_export]") {
  const Sandbox sandbox;
  const ProgramResult result = sandbox.toy("--out exported --export-step 3 --export-to third.hdf5");
  if (contact_data::hdf5_available()) {
    REQUIRE(result.exit_code == 0);
    CHECK(contact_data::read_contact_data(sandbox.path("third.hdf5")).number_of_contacts() == 1);
    return;
  }
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.errors, contains("--export-to") && contains("HDF5"));
  CHECK_FALSE(sandbox.exists("exported"));
}
