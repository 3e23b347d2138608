#!/bin/sh
# run.sh <build folder> <seconds> <jobs> [target...]
# Runs the fuzz targets of a build of the preset fuzz, each for so many seconds. New inputs that reach other code are
# added to <build folder>/fuzz/<target>/corpus, finds to <build folder>/fuzz/<target>/finds; both are tried again by the
# next run. Prints a line for each target, and fails if there was a find.
set -eu
unset CDPATH  # with it `cd` may go elsewhere, and prints where
sources=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1/fuzz" && pwd)
seconds=$2
jobs=$3
shift 3
[ $# -gt 0 ] || set -- $(ls "$build/bin")

run_target() {
  folder=$build/$1
  mkdir -p "$folder/corpus" "$folder/finds"
  # Readers may take memory in proportion to what they read, which is small; a solver keeps its own watch.
  asan=detect_leaks=1
  limits="-timeout=5 -malloc_limit_mb=64 -max_len=4096"
  case $1 in
    contact_solvers) limits="-timeout=300 -malloc_limit_mb=256 -max_len=256" ;;
    contact_hdf5)
      limits="-timeout=5 -malloc_limit_mb=256 -max_len=16384"
      # The HDF5 library loses memory of damaged files. It asks for as much as they say, too, and goes on if it gets
      # nothing; new, with which the reader asks, is stopped there.
      asan=detect_leaks=0:max_allocation_size_mb=256:allocator_may_return_null=1
      ;;
  esac
  dictionary=
  if [ -f "$sources/dictionaries/$1.dict" ]; then dictionary=-dict=$sources/dictionaries/$1.dict; fi
  end=$(($(date +%s) + seconds))
  executions=0
  of_library=0
  while true; do
    code=0
    # shellcheck disable=SC2086  # lists of words
    ASAN_OPTIONS=$asan UBSAN_OPTIONS=print_stacktrace=1 "$build/bin/$1" $limits $dictionary \
      -rss_limit_mb=2048 -max_total_time=$((end - $(date +%s))) -print_final_stats=1 -artifact_prefix="$folder/finds/" \
      "$folder/corpus" "$folder/finds" "$sources/corpus/$1" >"$folder/log" 2>&1 || code=$?
    executions=$((executions + $(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log" | grep . || echo 0)))
    # What ends in the HDF5 library is an error of the library. The input goes where it is not tried again.
    find=$(sed -n 's/.*Test unit written to //p' "$folder/log" | tail -n 1)
    calls=$(sed -n '/ERROR: AddressSanitizer/,/^$/p' "$folder/log" | grep -c '^ *#[0-9]* .*libhdf5' || true)
    if [ -z "$find" ] || [ "$calls" -eq 0 ]; then break; fi
    mkdir -p "$folder/ends_the_library"
    mv "$find" "$folder/ends_the_library/"
    of_library=$((of_library + 1))
    code=0
    [ "$(date +%s)" -lt $((end - 1)) ] || break
  done
  coverage=$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$folder/log" | tail -n 1)
  echo "$1: $executions executions, coverage ${coverage:-none}"
  [ "$of_library" -eq 0 ] || echo "$1: $of_library inputs ended the HDF5 library, see $folder/ends_the_library"
  [ "$code" -eq 0 ] && return 0
  echo "$1: FIND, see $folder/log"
  grep -h -e 'FIND:' -e 'SUMMARY:' -e 'runtime error:' -e 'written to' -e 'uncaught exception' -e 'what():' \
    "$folder/log" | sed 's/^/  /' || true
  return 1
}

if [ "$jobs" -eq 1 ]; then
  failed=0
  for target in "$@"; do run_target "$target" || failed=1; done
  exit $failed
fi
printf '%s\n' "$@" | xargs -P "$jobs" -n 1 "$0" "$build/.." "$seconds" 1
