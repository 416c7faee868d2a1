#!/bin/sh
# make fuzz: fuzzes all that reads text, guided by coverage.
#
# Targets are fuzz/targets/*.rs, over the laws in fuzz/src. FUZZ_SECONDS (600 by default) is shared
# among them by weight (below). A crash, a hang of 10 s or 2 GB of memory ends the run with status 1
# and leaves the input in the directory `work`. New inputs are kept there between runs.
# FUZZ_ONLY names targets to run, such as `unify plir`; they share the time.
set -eu
cd "$(dirname "$0")/../fuzz"
seconds=${FUZZ_SECONDS:-600}
target_dir=${CARGO_TARGET_DIR:-../target}
host=$(rustc -vV | sed -n 's/^host: //p')

# A target and its share: the more a reader does, the more.
weights='
llvm 8
plir 3
unify 4
smtlib 4
results 2
patches 2
cases 1
settings 1
'

# What libFuzzer needs from the compiler; these flags work on a stable toolchain. `--target` keeps
# them from build scripts and procedural macros.
coverage="-Cpasses=sancov-module
    -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
    -Cllvm-args=-sanitizer-coverage-pc-table
    -Cllvm-args=-sanitizer-coverage-trace-compares
    -Cllvm-args=-simplifycfg-branch-fold-threshold=0"
RUSTFLAGS=$(echo $coverage) cargo build --release --manifest-path targets/Cargo.toml \
    --locked --target "$host" --target-dir "$target_dir/fuzz"

fuzz() {
    target=$1 for_seconds=$2
    mkdir -p "work/$target"
    dictionary=
    [ -f "$target.dict" ] && dictionary="-dict=$target.dict"
    log=work/$target.log
    echo "fuzz: $target, $for_seconds s"
    if "$target_dir/fuzz/$host/release/$target" -max_total_time="$for_seconds" -timeout=10 \
        -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 $dictionary \
        -artifact_prefix="work/$target-" "work/$target" "seeds/$target" >"$log" 2>&1
    then
        grep -E 'number_of_executed_units|average_exec_per_sec' "$log"
    else
        grep -vE '^#[0-9]|DE: ' "$log" | tail -n 60
        echo "fuzz: $target failed; see fuzz/$log" >&2
        exit 1
    fi
}

is_wanted() {
    [ -z "${FUZZ_ONLY:-}" ] && return
    case " $FUZZ_ONLY " in *" $1 "*) ;; *) return 1 ;; esac
}

total=0
set -- $weights
while [ $# -gt 0 ]; do
    if is_wanted "$1"; then total=$((total + $2)); fi
    shift 2
done
set -- $weights
while [ $# -gt 0 ]; do
    # 0 would be for ever.
    if is_wanted "$1"; then fuzz "$1" $((seconds * $2 / total + 1)); fi
    shift 2
done
