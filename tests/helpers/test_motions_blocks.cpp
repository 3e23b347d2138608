// Event-driven integration and integration on the acceleration level of the other systems of tests, compiled once.
#include "solvers/integration/integrator_table_definitions.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/test_block.hpp"

NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::BallOnShaker);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::NearMiss);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::PainleveRod);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::WithTerms<nsdbench::testing::PulledSledge>);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::TestBlock<1>);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::TestBlock<2>);
NSDBENCH_INSTANTIATE_ACCELERATION_LEVEL(nsdbench::testing::TestBlock<1>);
NSDBENCH_INSTANTIATE_ACCELERATION_LEVEL(nsdbench::testing::TestBlock<2>);
