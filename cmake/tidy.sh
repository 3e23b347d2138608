#!/bin/sh
# cmake/tidy.sh [BUILD]: clang-tidy over every source, compiled as in BUILD [build-tidy]; fails if there is a finding.
# `cmake --preset tidy` configures that folder: without precompiled headers, since clang does not read GCC's, and with
# each source by itself. Nothing has to be built.
set -eu
unset CDPATH  # with it `cd` may go elsewhere, and prints where
cd "$(dirname "$0")/.."
build=${1:-build-tidy}
git ls-files '*.cpp' |
  grep -v -e '^tests/package/' -e '^tests/helpers/catch_main.cpp' |
  xargs -P "$(nproc)" -n 1 clang-tidy -quiet -p "$build" --extra-arg=-Wno-unused-command-line-argument
