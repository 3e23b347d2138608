// Event-driven integration of the linear systems of tests, compiled once for all tests; those of the suite's problems
// are in nsdbench::motions.
#include "tests/helpers/test_motions.hpp"

NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear11);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear21);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear22);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear32);
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::testing::Linear33);
