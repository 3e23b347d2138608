// Walls of bricks: contact problems of any size whose contacts are all coupled, but loosely.
#pragma once

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::problem_sets {

// About `contacts` contacts of bricks of unit mass in up to five rows, each on two bricks of the row below, at rest
// under gravity: two contacts per brick in the plane, four in space, mu = 0.5; for one contact a point on the ground.
// The wall is pushed sideways by `push` [m/s], brick by brick a little differently. Block-sparse beyond 16 contacts.
// Solvable, as towers are.
ContactProblem wall(int contacts, bool spatial, double push);

}  // namespace nsdbench::problem_sets
