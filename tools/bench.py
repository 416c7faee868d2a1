#!/usr/bin/env python3
"""make bench: how much slower than native -O0 programs run, in one run on this machine.

Usage: bench.py PATCHLIGHT [DIR]. DIR holds the benchmark programs (*.c); the sizes below make
native runs take at least 0.3 s. Native and interpreted runs alternate, and the ratio of the best
of each counts, so that load on the machine hits both.
"""

import math
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SIZES = {
    "sieve": ["-DN=40000000"],
    "matmul": ["-DN=540"],
    "hash": ["-DR=220"],
    "qsort": ["-DN=2500000"],
    "interp": ["-DLIMIT=1000000"],
    "lists": ["-DN=6500000"],
}
ROUNDS = 3


def native_seconds(executable):
    start = time.perf_counter()
    status = subprocess.run([executable]).returncode
    return time.perf_counter() - start, status


def patchlight_seconds(patchlight, source, flags):
    command = [patchlight, "run", "--stats", "--cflags", " ".join(flags), source]
    result = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    match = re.search(r"(\d+) ops in ([\d.]+) s", result.stderr)
    if not match:
        sys.exit(f"bench: {source}: {result.stderr}")
    return float(match[2]), result.returncode, int(match[1])


def compare(patchlight, source, scratch):
    flags = SIZES.get(source.stem, [])
    executable = scratch / source.stem
    subprocess.run(["cc", "-O0", "-w", *flags, source, "-o", executable, "-lm"], check=True)
    native, ours, ops = [], [], 0
    for _ in range(ROUNDS):
        seconds, native_status = native_seconds(executable)
        native.append(seconds)
        seconds, our_status, ops = patchlight_seconds(patchlight, source, flags)
        ours.append(seconds)
        if native_status != our_status:
            sys.exit(f"bench: {source}: status {our_status}, natively {native_status}")
    return min(native), min(ours), ops


def main():
    patchlight = pathlib.Path(sys.argv[1]).resolve()
    directory = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path("bench/concrete")
    ratios = []
    print(f"{'program':10} {'native s':>9} {'ours s':>9} {'ratio':>7} {'M ops/s':>8}")
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(directory.glob("*.c")):
            native, ours, ops = compare(patchlight, source, pathlib.Path(scratch))
            ratios.append(ours / native)
            speed = ops / ours / 1e6
            print(f"{source.stem:10} {native:9.3f} {ours:9.3f} {ours / native:7.1f} {speed:8.0f}")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"geometric mean {mean:.1f}, largest {max(ratios):.1f}")


if __name__ == "__main__":
    main()
