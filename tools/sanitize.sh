#!/bin/sh
# make sanitize: the tests of the crates that the engine is made of, under the strictest checkers that a
# stable toolchain has.
#
# - AddressSanitizer, with debug assertions (the standard library's checks of unsafe calls among them)
#   and overflow checks: all tests of `engine`, `ir` and `expr`.
# - Valgrind's memcheck, for what AddressSanitizer does not see (values that were never written): the
#   tests of the engine's memory, with fewer generated cases.
#
# Miri would see more (which reference may be used when), but is not a part of stable toolchains.
set -eu
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
host=$(rustc -vV | sed -n 's/^host: //p')
dir=${CARGO_TARGET_DIR:-target}/sanitize
crates="-p patchlight-engine -p patchlight-ir -p patchlight-expr"

if ! command -v valgrind >/dev/null; then
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "sanitize: missing: valgrind; install it (Debian: apt-get install valgrind)" >&2
        exit 1
    fi
    apt-get install -y --no-install-recommends valgrind
fi

export CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true

# The runtime comes with the toolchain; the option to use it is not stable yet. `--target` keeps it from
# build scripts and procedural macros.
echo "== AddressSanitizer"
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address -Cforce-frame-pointers=yes" \
    ASAN_OPTIONS=detect_stack_use_after_return=1:strict_init_order=1 \
    $cargo test --release --target "$host" --target-dir "$dir" $crates --lib --tests

echo "== memcheck"
PROPTEST_CASES=20 CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER="valgrind --quiet --error-exitcode=9" \
    $cargo test --release --target "$host" --target-dir "$dir/plain" -p patchlight-engine --lib -- memory::
