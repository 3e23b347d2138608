#!/bin/sh
# nsdbench-truth ($1) that is killed leaves complete files or none in the folder $2; what was there before stays.
set -eu
program=$1
out=$2
rm -rf "$out"
mkdir -p "$out"
echo old > "$out/woodpecker.json"
"$program" --out "$out" --problem bouncing_ball --problem woodpecker > "$out.log" &
running=$!
# The first file is there in no time, the second takes seconds.
waited=0
while [ ! -s "$out/bouncing_ball.json" ]; do
  waited=$((waited + 1))
  [ "$waited" -lt 600 ] || { kill -9 "$running"; echo "no first file"; exit 1; }
  sleep 0.1
done
kill -9 "$running"
wait "$running" || true
[ "$(cat "$out/woodpecker.json")" = old ] || { echo "the old file is gone"; exit 1; }
tail -n 1 "$out/bouncing_ball.json" | grep -qx '}' || { echo "the first file is not complete"; exit 1; }
left=$(ls -A "$out" | sort | tr '\n' ' ')
[ "$left" = "bouncing_ball.json woodpecker.json " ] || { echo "left behind: $left"; exit 1; }
