#!/bin/sh
# run.sh SITE [--quick]    or    run.sh --install
# The report in Chromium, driven by playwright-core, with axe-core's rules; both come from npm, as package-lock.json pins
# them, into tests/browser/node_modules; --install does that alone. Chromium, node and npm must be there (make test-report
# installs them).
set -eu
unset CDPATH  # with it `cd` may go elsewhere, and prints where
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -e "$here/node_modules/.package-lock.json" ] || [ "$here/package-lock.json" -nt "$here/node_modules/.package-lock.json" ]; then
  (cd "$here" && npm ci --no-audit --no-fund)
fi
[ "$1" = --install ] || exec node "$here/browse.mjs" "$@"
