#!/bin/sh
# Makes sure that everything the suite needs is installed. On Debian and Ubuntu it installs what is missing with apt
# (through sudo when not root); elsewhere it names what is missing. Does nothing, and asks for nothing, when all is
# there. Arguments: further packages.
set -eu
unset CDPATH  # with it `cd` may go elsewhere, and prints where
here=$(cd "$(dirname "$0")" && pwd)
packages="$(grep -v '^#' "$here/packages-debian.txt") $*"

if ! command -v dpkg-query >/dev/null 2>&1; then
  missing=
  for program in c++ cmake ninja gnuplot python3; do
    command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
  done
  if [ -n "$missing" ]; then
    echo "This is not Debian or Ubuntu. Please install:$missing" >&2
    echo "and the headers of Eigen 3.4, nlohmann-json, CLI11, valijson, Google Benchmark, Boost, Catch2 and zlib; Ipopt is optional." >&2
    exit 1
  fi
  echo "This is not Debian or Ubuntu: headers (Eigen 3.4, nlohmann-json, CLI11, valijson, Google Benchmark, Boost, Catch2,"
  echo "zlib; Ipopt if there is one) are looked for when the build is configured."
  exit 0
fi

missing=
for package in $packages; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

command="apt-get update && apt-get install -y --no-install-recommends$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# apt's own output is shown only if something goes wrong.
# shellcheck disable=SC2086  # $missing is a list of words
install() {
  echo "Installing$missing (this may take a few minutes)"
  if "$@" env DEBIAN_FRONTEND=noninteractive apt-get update -qq >"$log" 2>&1 &&
    "$@" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >>"$log" 2>&1; then
    exit 0
  fi
  tail -n 20 "$log" >&2
}
if [ "$(id -u)" -eq 0 ]; then
  install
elif command -v sudo >/dev/null 2>&1; then
  sudo -v && install sudo
fi
echo "The packages could not be installed. Please run, as root:" >&2
echo "  $command" >&2
exit 1
