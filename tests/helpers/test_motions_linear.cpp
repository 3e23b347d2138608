// Event-driven integration of the linear systems of tests, compiled once for all tests; those of the suite's problems
// are in nsdbench::motions.
#include "solvers/integration/integrator_table_definitions.hpp"
#include "tests/helpers/test_systems.hpp"

namespace nsdbench::testing {
namespace {

template <int Dof, int Contacts>
using Linear = WithTerms<LinearSystem<Dof, Contacts>>;
using Linear11 = Linear<1, 1>;
using Linear21 = Linear<2, 1>;
using Linear32 = Linear<3, 2>;
using Linear33 = Linear<3, 3>;

}  // namespace
}  // namespace nsdbench::testing

NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear11);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear21);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear32);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear33);
