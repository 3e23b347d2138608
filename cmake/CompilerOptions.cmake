# Options of every target of the suite, carried by one interface target that is not exported.
#
# -ffp-contract=off everywhere, not only in the reference preset: the same source must give the same bytes
# whether or not the processor has fused multiply-add. -ffast-math is never set.
#
# EIGEN_DONT_VECTORIZE for the same reason: Eigen's own vector code adds in an order that depends on the width of the
# processor's registers. What the compiler vectorises keeps the order.
add_library(nsdbench_options INTERFACE)
target_compile_definitions(nsdbench_options INTERFACE EIGEN_DONT_VECTORIZE)
target_compile_options(nsdbench_options INTERFACE
  -ffp-contract=off
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Wold-style-cast -Wcast-align
  -Woverloaded-virtual -Wformat=2 -Wimplicit-fallthrough)
# Where sources are compiled together (CompileTogether.cmake) Clang would warn of a local name that is also one in the
# anonymous namespace of a neighbour, which has nothing to do with it. Sources that stand alone have the warning, and
# those of builds with -DNSDBENCH_COMPILE_TOGETHER=OFF.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(nsdbench_options INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>)
else()
  target_compile_options(nsdbench_options INTERFACE -Wshadow)
endif()
# Of float to double; Clang counts double to long double, too, which is what the wider types of the suite are for.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(nsdbench_options INTERFACE -Wdouble-promotion)
endif()
# On processors with fused multiply-add (-march=native, for example) GCC's vectoriser puts multiplications with alternating
# additions and subtractions together as one fused operation, whatever -ffp-contract says. GCC 12 does, GCC 14 does not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14
   AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  include(CheckCXXSourceCompiles)
  check_cxx_source_compiles("
    #if !defined(__FMA__) && !defined(__FMA4__) && !defined(__AVX512F__)
    #error none
    #endif
    int main() { return 0; }" NSDBENCH_HAS_FUSED_OPERATIONS)
  if(NSDBENCH_HAS_FUSED_OPERATIONS)
    target_compile_options(nsdbench_options INTERFACE -fno-tree-vectorize)
  endif()
endif()
# GCC sees null pointers in Eigen's sums and solutions that are none.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(nsdbench_options INTERFACE -Wnull-dereference)
endif()
# From version 13 on GCC sees writes behind the end of std::string's own buffer that do not happen (its bug 105651 and
# the like).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  target_compile_options(nsdbench_options INTERFACE -Wno-array-bounds -Wno-stringop-overflow)
  # And copies of negative length in Eigen's sums without vector code.
  target_compile_options(nsdbench_options INTERFACE -Wno-restrict)
endif()
# GCC collects garbage from 128 MB on, for a tenth of the time; sources with many templates take up to 1 GB anyway.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(nsdbench_options INTERFACE --param=ggc-min-heapsize=1000000)
endif()
if(NSDBENCH_WARNINGS_AS_ERRORS)
  target_compile_options(nsdbench_options INTERFACE -Werror)
endif()
if(NSDBENCH_SANITIZE)
  target_compile_options(nsdbench_options INTERFACE
    -fsanitize=${NSDBENCH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(nsdbench_options INTERFACE -fsanitize=${NSDBENCH_SANITIZE})
  # GCC and Clang tell sources in different ways.
  target_compile_definitions(nsdbench_options INTERFACE NSDBENCH_SANITIZED)
endif()

# Programs that look for input which breaks readers and solvers (tests/fuzz): everything that they call reports what it
# covers. The preset fuzz switches it on.
option(NSDBENCH_FUZZ "Build the fuzz targets, by clang's libFuzzer" OFF)
if(NSDBENCH_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "NSDBENCH_FUZZ needs clang, not ${CMAKE_CXX_COMPILER_ID}: cmake --preset fuzz")
  endif()
  target_compile_options(nsdbench_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Options of what surrounds the computations: support, tools, their tests. Linked after nsdbench_options, which they
# correct.
add_library(nsdbench_frame_options INTERFACE)
# Nothing there is worth optimising, and the headers for JSON and the command line cost most of the build time.
target_compile_options(nsdbench_frame_options INTERFACE $<$<NOT:$<CONFIG:Debug>>:-O1>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC sees overlaps inside std::string where there are none (its bug 105651 and the like). The first option is for
  # clang-tidy, which reads GCC's command lines and knows no -Wrestrict.
  target_compile_options(nsdbench_frame_options INTERFACE
    -Wno-unknown-warning-option -Wno-restrict)
endif()
