# A run whose results do not fit on the disk: exit code 2, one sentence, the old results intact, nothing half written.
# usage: disk_full.sh TOY SOURCE_DIR WORK_DIR
set -eu
toy=$1 source_dir=$2
work=$3/disk-full
disk=$work/disk

rm -rf "$work"
mkdir -p "$disk" "$work/reference/toy2000" "$work/experiments/toy"
if [ "$(id -u)" != 0 ] || ! mount -t tmpfs -o size=256k nsdbench-test "$disk" 2>/dev/null; then
  echo "skipped: mounting a small tmpfs needs root"
  exit 77
fi
trap 'umount "$disk"; rm -rf "$work"' EXIT

cp -r "$source_dir/tests/experiments/toy/figures" "$work/experiments/toy/figures"
cat > "$work/reference/toy2000/parameters.json" <<'JSON'
{"problems": {"free_fall": {"parameters": {
  "m": {"value": 2, "unit": "kg", "meaning": "mass", "source": "Table I"},
  "g": {"value": 9.81, "unit": "m/s^2", "meaning": "gravity", "source": "Table I"},
  "epsilon": {"value": 0.5, "unit": "1", "meaning": "restitution", "source": "Table I"}}}}}
JSON
echo '{"claims": []}' > "$work/reference/toy2000/claims.json"
export NSDBENCH_REFERENCE_DATA_DIR="$work/reference" NSDBENCH_EXPERIMENTS_DIR="$work/experiments"

fail() { echo "FAILED: $1"; exit 1; }

"$toy" --out "$disk/toy" || fail "the first run must fit"
before=$(cat "$disk"/toy/* | cksum)
names=$(ls -A "$disk/toy")

status=0
"$toy" --out "$disk/toy" --dt 1e-4 2> "$work/errors" || status=$?   # some 500 kB of table
cat "$work/errors"
[ "$status" = 2 ] || fail "exit code $status"
[ "$(wc -l < "$work/errors")" = 1 ] || fail "more or less than one sentence"
grep -q 'toy_motion.csv: No space left on device' "$work/errors" || fail "the sentence does not say what happened"
[ "$(cat "$disk"/toy/* | cksum)" = "$before" ] || fail "the old results changed"
[ "$(ls -A "$disk/toy")" = "$names" ] || fail "something was left behind"

# Full before the run: the same.
dd if=/dev/zero of="$disk/fill" bs=1k 2>/dev/null || true
status=0
"$toy" --out "$disk/toy" 2> "$work/errors" || status=$?
[ "$status" = 2 ] || fail "exit code $status on a full disk"
[ "$(cat "$disk"/toy/* | cksum)" = "$before" ] || fail "the old results changed on a full disk"
[ "$(ls -A "$disk/toy")" = "$names" ] || fail "something was left behind on a full disk"
echo "ok"
