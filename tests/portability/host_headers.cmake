# Read by builds for other processors (variants.py). Headers without a library behind them (JSON, command line, Boost)
# are those of this machine, in /usr/include. That comes behind the compiler's own folders: it has another C library's
# headers, too.
list(APPEND CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES /usr/include)
add_compile_options("SHELL:-idirafter /usr/include")
# CMake looks for Boost's package files among the target's libraries only.
file(GLOB boost /usr/lib/*/cmake/Boost-*)
list(APPEND CMAKE_PREFIX_PATH /usr ${boost})
