#!/bin/sh
# make test-long: the suites of programs with the LLVM text of three clangs: the wheel's 20, then
# Debian's 16 and 19. Every program runs with every clang; none is left out.
set -eu
cd "$(dirname "$0")/.."

missing=
for clang in clang-16 clang-19; do
    command -v "$clang" >/dev/null || missing="$missing $clang"
done
if [ -n "$missing" ]; then
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "test-clangs: missing:$missing; install them (Debian: apt-get install$missing)" >&2
        exit 1
    fi
    apt-get install -y --no-install-recommends $missing
fi

failed=
suite() {
    name=$1
    shift
    echo "== $name"
    env "$@" ${CARGO:-cargo} test --release -p patchlight-cli --test suite -- run:: fail:: ||
        failed="$failed $name"
}
suite "the wheel's clang" -u PATCHLIGHT_TEST_CLANG
suite clang-16 PATCHLIGHT_TEST_CLANG=clang-16
suite clang-19 PATCHLIGHT_TEST_CLANG=clang-19
if [ -n "$failed" ]; then
    echo "test-clangs: failures with:$failed" >&2
    exit 1
fi
