// Event-driven integration and integration on the acceleration level of the other systems of tests, compiled once.
#include "tests/helpers/test_motions.hpp"
#include "tests/integration/test_block.hpp"

NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::BallOnShaker);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::NearMiss);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::PainleveRod);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::WithTerms<nsdbench::testing::PulledSledge>);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::TumblingBlock);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::BoundedTumblingBlock);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::TestBlock<1>);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::TestBlock<2>);
NSDBENCH_INSTANTIATE_ACCELERATION_LEVEL(nsdbench::testing::TestBlock<1>);
NSDBENCH_INSTANTIATE_ACCELERATION_LEVEL(nsdbench::testing::TestBlock<2>);
