# The same data give the same bytes, seconds apart, in all three formats; and gnuplot alone draws the figure too.
# usage: figures_same_bytes.sh TOY SOURCE_DIR WORK_DIR CMAKE GNUPLOT FIXED_TIME
set -eu
toy=$1 source_dir=$2 cmake=$4 gnuplot=$5 fixed_time=$6
work=$3/same-bytes
out=$work/out

fail() { echo "FAILED: $1"; exit 1; }

rm -rf "$work"
mkdir -p "$work/reference/toy2000" "$work/experiments/toy"
cp -r "$source_dir/tests/experiments/toy/figures" "$work/experiments/toy/figures"
cat > "$work/reference/toy2000/parameters.json" <<'JSON'
{"problems": {"free_fall": {"parameters": {
  "m": {"value": 2, "unit": "kg", "meaning": "mass", "source": "Table I"},
  "g": {"value": 9.81, "unit": "m/s^2", "meaning": "gravity", "source": "Table I"},
  "epsilon": {"value": 0.5, "unit": "1", "meaning": "restitution", "source": "Table I"}}}}}
JSON
echo '{"claims": []}' > "$work/reference/toy2000/claims.json"
export NSDBENCH_REFERENCE_DATA_DIR="$work/reference" NSDBENCH_EXPERIMENTS_DIR="$work/experiments"
"$toy" --out "$out"

draw() {
  "$cmake" -D GNUPLOT="$gnuplot" -D FIXED_TIME="$fixed_time" -D OUT="$out" \
    -D SCRIPT="$work/experiments/toy/figures/toy2000_fig1.gp" -D STYLE="$source_dir/support/figures/style.gp" \
    -P "$source_dir/support/figures/draw_figure.cmake"
}
drawings() { (cd "$out" && cksum toy2000_fig1.svg toy2000_fig1.pdf toy2000_fig1.png); }

draw
first=$(drawings)
sleep 2
draw
[ "$first" = "$(drawings)" ] || fail "drawn twice, the figures differ"
head -c 4 "$out/toy2000_fig1.pdf" | grep -q '%PDF' || fail "no PDF"
hash=$(sed -n 's/.*"record": "\(FNV-1a-64 [0-9a-f]*\)".*/\1/p' "$out/record.json")
[ -n "$hash" ] || fail "the record has no hash"
[ "$(tail -n 1 "$out/toy2000_fig1.svg")" = "<!-- nsdbench toy2000_fig1, record $hash -->" ] ||
  fail "the figure does not name its record"
[ -z "$(ls -d "$out"/.drawing-* 2>/dev/null)" ] || fail "the drawing folder was left behind"

rm "$out"/toy2000_fig1.svg "$out"/toy2000_fig1.pdf "$out"/toy2000_fig1.png
(cd "$out" && "$gnuplot" toy2000_fig1.gp)
for format in svg pdf png; do
  [ -s "$out/toy2000_fig1.$format" ] || fail "gnuplot alone did not draw the $format"
done
grep -q 'nsdbench toy: moreau, lemke, dt = 0.01 s' "$out/toy2000_fig1.svg" || fail "the figure does not say which run it shows"

# A script that fails leaves the old drawings.
first=$(drawings)
echo 'plot "absent.csv" using "t":"z"; exit status 3' > "$work/experiments/toy/figures/toy2000_fig1.gp"
if draw 2>/dev/null; then fail "a failing script was taken for a figure"; fi
[ "$first" = "$(drawings)" ] || fail "a failing script damaged the old drawings"
rm -rf "$work"
echo "ok"
