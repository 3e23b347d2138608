#pragma once

#include "solvers/integration/section.hpp"  // moved
