#!/bin/sh
# nsdbench-truth ($1) that compares writes nothing unless it is asked to, and reads what it compares with first. $2 has
# the committed files, $3 is a folder for the test.
set -eu
program=$1
committed=$2
work=$3
rm -rf "$work"
mkdir -p "$work/reference/truth" "$work/empty"
cp -R "$committed/../studer2008" "$work/reference"
# Where the program writes by default.
export NSDBENCH_REFERENCE_DATA_DIR="$work/reference"
default="$work/reference/truth/bouncing_ball.json"
echo old > "$default"

fail() {
  echo "$*"
  cat "$work/output" "$work/errors"
  exit 1
}

# expect EXIT_CODE WORDS OPTIONS: the program ends so, and says the words.
expect() {
  code=$1
  words=$2
  shift 2
  status=0
  "$program" --problem bouncing_ball "$@" > "$work/output" 2> "$work/errors" || status=$?
  [ "$status" -eq "$code" ] || fail "$*: exit code $status, not $code"
  cat "$work/output" "$work/errors" | grep -q -e "$words" || fail "$*: does not say '$words'"
  [ "$(cat "$default")" = old ] || fail "$*: the file of the default folder is another"
}

expect 0 "agrees with $committed/bouncing_ball.json" --compare "$committed"
[ "$(wc -l < "$work/output")" -eq 1 ] || fail "more is printed than the comparison"
expect 2 "nowhere/bouncing_ball.json" --compare "$work/nowhere"
expect 2 "empty/bouncing_ball.json" --compare "$work/empty" --out "$work/new"
[ ! -e "$work/new" ] || fail "a folder is made before it is known what to compare with"
expect 2 "is the folder of --compare" --compare "$work/reference/truth" --out "$work/empty/../reference/truth"
expect 2 "the name of the folder is empty" --compare ""
expect 0 "agrees with" --compare "$committed" --out "$work/new"
[ -s "$work/new/bouncing_ball.json" ] || fail "nothing is written though --out is given"
sed 's/"problem": "bouncing_ball"/"problem": "another"/' "$committed/bouncing_ball.json" > "$work/empty/bouncing_ball.json"
expect 1 "disagrees with" --compare "$work/empty"
expect 0 "\[$work/reference/truth; with --compare: nothing is written\]" --help
