#!/bin/sh
# make test-long: reports of the results in tests/reports. SARIF and JUnit against their schemas,
# report.html in Debian's Chromium. What is needed beside Debian's packages is pinned by hash in
# tools/reports/package-lock.json and kept in the cache.
set -eu
patchlight=$1
tools=$(cd "$(dirname "$0")" && pwd)

missing=
for tool in node:nodejs npm:npm chromium:chromium; do
    command -v "${tool%%:*}" >/dev/null || missing="$missing ${tool#*:}"
done
if [ -n "$missing" ]; then
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "test-reports: missing:$missing; install them (Debian: apt-get install$missing)" >&2
        exit 1
    fi
    apt-get install -y --no-install-recommends $missing fonts-dejavu-core
fi

cache=${PATCHLIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/patchlight}
key=$(cat "$tools/reports/package.json" "$tools/reports/package-lock.json" | cksum | cut -d" " -f1)
dir=$cache/report-checks-$key
if [ ! -d "$dir" ]; then
    mkdir -p "$cache"
    scratch=$cache/tmp-$$-report-checks
    mkdir "$scratch"
    cp "$tools/reports/package.json" "$tools/reports/package-lock.json" "$scratch"
    (cd "$scratch" && npm ci --legacy-peer-deps --ignore-scripts --no-audit --no-fund) >&2
    mv "$scratch" "$dir" 2>/dev/null || rm -rf "$scratch"
fi

reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
cp "$tools/../tests/reports/cut.json" "$tools/../tests/reports/hostile.json" "$reports"
node "$tools/reports/many.mjs" "$reports/cut.json" 500 >"$reports/many.json"
for results in cut hostile many; do
    for format in sarif junit html; do
        "$patchlight" report "$reports/$results.json" --format $format --out "$reports/$results.$format"
    done
done
subject=$tools/../tests/ui/interact/running-example
"$patchlight" interact --old "$subject/old.c" --new "$subject/new.c" --sym-arg 3 --isolation \
    --out "$reports/interact" >/dev/null
cp "$reports/interact/report.html" "$reports/together.html"
export NODE_CHECKS="$dir/node_modules"
node "$tools/reports/schemas.mjs" "$reports" cut hostile many
node "$tools/reports/browser.mjs" "$reports" "${SCREENSHOTS:-}"
