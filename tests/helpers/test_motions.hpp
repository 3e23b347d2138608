// Event-driven integration of the systems that several tests have: compiled once, in nsdbench_test_motions. For tests
// that make it for systems of their own, too; others include integrator_table.hpp alone.
#pragma once

#include "solvers/integration/integrator_table_definitions.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/tumbling_block.hpp"

namespace nsdbench::testing {

template <int Dof, int Contacts>
using Linear = WithTerms<LinearSystem<Dof, Contacts>>;
using Linear11 = Linear<1, 1>;
using Linear21 = Linear<2, 1>;
using Linear22 = Linear<2, 2>;
using Linear32 = Linear<3, 2>;
using Linear33 = Linear<3, 3>;

}  // namespace nsdbench::testing

extern NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear11);
extern NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear21);
extern NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear22);
extern NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear32);
extern NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear33);
extern NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::BallOnShaker);
extern NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::TumblingBlock);
extern NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::BoundedTumblingBlock);
