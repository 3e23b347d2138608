#!/bin/sh
# run_script.sh <cmake> <source folder> <work folder>
# What run_experiment.cmake says of a program's outcome: only a record of this run counts. Programs are shell scripts.
set -u
cmake=$1
script=$2/experiments/support/cmake/run_experiment.cmake
work="$3/run script; with blanks"
rm -rf "$work"
mkdir -p "$work/out"
record() { printf '{"tables": {%s}, "figures": [], "provenance": {"date": "%s"}}' "$2" "$1"; }
failures=0

# expect <accepted|refused> <what it is> <text of the script>
expect() {
  record old '' > "$work/out/record.json"
  printf '#!/bin/sh\n%s\n' "$3" > "$work/program"
  chmod +x "$work/program"
  if "$cmake" -D "EXECUTABLE=$work/program" -D "OUT=$work/out" -D ARGUMENTS=--quick -D "DATA=" -D "FIGURES=" \
    -P "$script" > "$work/log" 2>&1; then outcome=accepted; else outcome=refused; fi
  [ "$outcome" = "$1" ] && return
  echo "$2: $outcome"
  cat "$work/log"
  failures=1
}

new="echo '$(record new '')' > \"\$3/record.json\""
expect accepted "a record" "$new"
expect accepted "a record with an unexpected verdict" "$new; exit 1"
expect refused "no record but an old one" "exit 0"
expect refused "a failure that leaves the old record" "exit 1"
expect refused "a failure that leaves no record" "rm \"\$3/record.json\"; exit 1"
expect refused "wrong input" "exit 2"
expect refused "a program that is killed" "$new; kill -9 \$\$"
expect refused "a table that nobody has announced" "echo '$(record new '"a": {}')' > \"\$3/record.json\""
rm -rf "$work"
exit $failures
