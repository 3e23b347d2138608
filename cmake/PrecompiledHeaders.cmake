# Headers that many sources include, parsed once. GCC takes a precompiled header only with the options that it was made
# with, so there is one for each set of options, made by a small library of its own:
#
#   numerics  solvers, problems, experiments, benchmarks: Eigen and the standard library, fully optimised
#   json      support, tools, contact_data, arena: the JSON library and the standard library, with
#             nsdbench_frame_options
#   tests     Catch2, Eigen and the standard library (tests/CMakeLists.txt makes it, where Catch2 is found)
#   truth     Boost.Multiprecision, JSON, Eigen and the standard library (tools/truth)
#
# Sources include what they use all the same: cmake/tidy.sh reads them without precompiled headers.

# nsdbench_add_precompiled_header(<kind> HEADERS <headers...> LIBRARIES <targets that carry options and includes...>)
function(nsdbench_add_precompiled_header kind)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBRARIES")
  set(source ${PROJECT_BINARY_DIR}/precompiled/${kind}.cpp)
  if(NOT EXISTS ${source})
    file(WRITE ${source} "")
  endif()
  add_library(nsdbench_precompiled_${kind} STATIC ${source})
  target_link_libraries(nsdbench_precompiled_${kind} PRIVATE ${arg_LIBRARIES})
  target_precompile_headers(nsdbench_precompiled_${kind} PRIVATE ${arg_HEADERS})
endfunction()

# nsdbench_use_precompiled_header(<target> <kind>)
function(nsdbench_use_precompiled_header target kind)
  target_precompile_headers(${target} REUSE_FROM nsdbench_precompiled_${kind})
endfunction()

set(NSDBENCH_STANDARD_HEADERS
  <algorithm> <array> <chrono> <cmath> <cstddef> <functional> <limits> <memory> <numeric> <optional> <random> <span>
  <stdexcept> <string> <string_view> <tuple> <utility> <vector>)
