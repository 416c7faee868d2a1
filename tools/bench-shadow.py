#!/usr/bin/env python3
"""make bench-shadow: what it costs to run two versions at once.

Usage: bench-shadow.py PATCHLIGHT [DIR]. Each program of DIR is followed by `patchlight shadow` three
times: without an old version, as two versions that never differ, and as two that do. The figures are
instructions of following the test (callgrind counts them, so load on the machine does not matter) and
the peak of memory of the whole command, both as ratios to the first run. Fails beyond the limits.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Program, and the most instructions when 1 % of the values differ. The loop's counter differs in two
# of three ops: what is asked of it is that its terms take no memory.
PROGRAMS = [("register", 1.30), ("memory", 1.30), ("loop", None)]
MOST_WHEN_EQUAL = 1.05
MOST_MEMORY = 1.10
FOLLOWING = "patchlight::shadow::phases::follow*"


def main():
    patchlight = pathlib.Path(sys.argv[1]).resolve()
    directory = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "bench/shadow")
    failures = []
    print("program  | instructions | none differs | some differ | memory", flush=True)
    for program, most_when_differing in PROGRAMS:
        source = directory / f"{program}.c"
        plain, equal, differing = (
            instructions(patchlight, source, kind) for kind in ("PLAIN", "EQUAL", "DIFFERING")
        )
        memory = [peak(patchlight, source, kind) for kind in ("PLAIN", "DIFFERING")]
        figures = [
            ("none differs", equal / plain, MOST_WHEN_EQUAL),
            ("some differ", differing / plain, most_when_differing),
            ("memory", memory[1] / memory[0], MOST_MEMORY),
        ]
        print(f"{program:8} | {plain:12,} | " + " | ".join(f"{ratio:.3f}" for _, ratio, _ in figures), flush=True)
        failures += [
            f"{program}, {what}: {ratio:.3f}, at most {most}"
            for what, ratio, most in figures
            if most and ratio > most
        ]
    for failure in failures:
        print(f"bench-shadow: {failure}")
    sys.exit(1 if failures else 0)


def command(patchlight, source, kind):
    return [patchlight, "shadow", source, "--cflags", f"-D{kind}", "--no-native"]


def instructions(patchlight, source, kind):
    with tempfile.TemporaryDirectory(prefix="patchlight-bench-") as scratch:
        callgrind = ["valgrind", "--tool=callgrind", f"--toggle-collect={FOLLOWING}"]
        callgrind.append(f"--callgrind-out-file={scratch}/callgrind")
        run = subprocess.run(callgrind + command(patchlight, source, kind), capture_output=True, text=True)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not collected or int(collected[1]) == 0:
        sys.exit(f"bench-shadow: {source}: {run.stderr}")
    return int(collected[1])


def peak(patchlight, source, kind):
    """The least of three peaks: what the system adds by chance does not count."""
    peaks = []
    for _ in range(3):
        child = subprocess.Popen(command(patchlight, source, kind), stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            sys.exit(f"bench-shadow: {source} failed")
        peaks.append(usage.ru_maxrss)
    return min(peaks)


if __name__ == "__main__":
    main()
