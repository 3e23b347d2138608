// The prismatic joint with a fixed guide: the paper's three cases.
#include "problems/prismatic_joint.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"
#include "support/reference_data.hpp"
#include "tools/truth/closed_truth.hpp"
#include "tools/truth/event_truth.hpp"
#include "tools/truth/truth_table.hpp"

namespace nsdbench::truth {

namespace {

using problems::PrismaticJointParameters;

TrueMotion by_events(const char* name, const PrismaticJointParameters& parameters, const std::vector<double>& times) {
  const EventResolution finer{"quadruple precision", tolerance_of(1e-30)};
  const EventResolution coarser{"quadruple precision", tolerance_of(1e-26)};
  const problems::BasicPrismaticJoint<Quadruple, problems::Guide::fixed> system(parameters);
  return motion_by_events(name, system, system, times, finer, coarser, false);
}

}  // namespace

TruthFile prismatic_joint_truth() {
  const auto printed = support::paper_parameters<PrismaticJointParameters>("chaturvedi", "prismatic_joint");
  PrismaticJointParameters level = printed;
  level.s = 0.0;
  TrueMotion first;
  first.name = "case_1";
  first.description = "s = 0: the slider falls level and both ends are stopped at once";
  first.changes = {{"s", 0.0}};
  first.scheme = "closed form; values by the finer computation, errors from its difference to the coarser one";
  fill_closed(first, {5e-4, 1e-3, 2e-3, 3e-3}, {{"contact_time", "s", "time of the contact of both ends"}},
              [&]<class Number>(const Number&) { return closed_level_fall<Number>(level); });

  TrueMotion second = by_events("case_2", printed, {5e-4, 1e-3, 1.43e-3, 2e-3, 2.2e-3, 2.5e-3, 3e-3});
  second.description = "s = 0.5 mm: the slider tilts while it falls, and rocks on its ends until it lies";

  PrismaticJointParameters tilting = printed;
  tilting.s = printed.l;
  tilting.g = 0.0;
  TrueMotion third = by_events("case_3", tilting, {5e-4, 1e-3, 1.5e-3, 2e-3, 3e-3});
  third.description = "s = l without gravity: the slider tilts until opposite ends are stopped at once";
  third.changes = {{"s", tilting.s}, {"g", 0.0}};
  return {"prismatic_joint", "chaturvedi", {first, second, third}};
}

}  // namespace nsdbench::truth
