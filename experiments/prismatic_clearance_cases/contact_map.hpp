// Map of the contacts that close, over the clearance c and the place s of the force.
#pragma once

#include "experiments/prismatic_clearance_cases/runs.hpp"
#include "experiments/support/experiment.hpp"

namespace nsdbench::experiments::prismatic {

// Runs c = 1 to 100 um and s = 0 to l with the parameters of case 2 from a centred start at rest, with and without
// gravity, by the complementarity program with `steps`. Table contact_map: configuration after 2 ms and at `end` [s].
// Quantities: the end by statics, and the number of points that disagree with it.
void map_contacts(Experiment& experiment, const PrismaticJointParameters& parameters, const Steps& steps, double end);

}  // namespace nsdbench::experiments::prismatic
