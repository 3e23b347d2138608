#!/bin/sh
# clang-tidy over every translation unit of a configured build (default: build/); fails if there is a finding.
# Configure that build by the preset tidy: clang does not read GCC's precompiled headers, and each source is looked at by
# itself.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
git ls-files solvers problems motions support experiments benchmarks tests contact_data tools | grep '\.cpp$' |
  grep -v -e '^tests/package/' -e '^tests/helpers/catch_main.cpp' |
  xargs -P "$(nproc)" -n 1 clang-tidy -quiet -p "$build" --extra-arg=-Wno-unused-command-line-argument
