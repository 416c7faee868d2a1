#!/usr/bin/env python3
"""make bench-shadow: what it costs to run two versions at once.

Usage: bench-shadow.py PATCHLIGHT [DIR]. Each program of DIR is followed by `patchlight shadow` three
times: without an old version, as two versions that never differ, and as two that do. *Annotated*, a
program says itself where its versions differ; *plain*, they are two files. The figures are instructions
of following the test (callgrind counts them, so load on the machine does not matter) and the peak of
memory of the whole command, both as ratios to the first run. Fails beyond the limits.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_WHEN_EQUAL = 1.05
MOST_WHEN_DIFFERING = 1.30
MOST_MEMORY = 1.10
# Beside 512 words that are hashed.
MOST_WITH_CALLS = 1.30
# Program, its forms, and the most instructions when no value and when 1 % of the values differ. The
# loop's counter differs in two of three ops: what is asked of it is that its terms take no memory. What
# the versions call they call one after the other, so calls are 5 % of what that loop does. The bare change
# is the worst case, and no more than a figure.
PROGRAMS = [
    ("register", ["annotated"], MOST_WHEN_EQUAL, MOST_WHEN_DIFFERING),
    ("memory", ["annotated"], MOST_WHEN_EQUAL, MOST_WHEN_DIFFERING),
    ("computed", ["annotated", "plain"], MOST_WHEN_EQUAL, MOST_WHEN_DIFFERING),
    ("inner", ["annotated", "plain"], MOST_WHEN_EQUAL, MOST_WHEN_DIFFERING),
    ("fields", ["annotated", "plain"], MOST_WHEN_EQUAL, MOST_WHEN_DIFFERING),
    ("calls", ["annotated", "plain"], MOST_WITH_CALLS, MOST_WITH_CALLS),
    ("loop", ["annotated"], MOST_WHEN_EQUAL, None),
    ("bare", ["annotated", "plain"], None, None),
]
FOLLOWING = "patchlight::shadow::phases::follow*"


def main():
    patchlight = pathlib.Path(sys.argv[1]).resolve()
    directory = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "bench/shadow")
    failures = []
    print("program             | instructions | none differs | some differ | memory", flush=True)
    for program, forms, most_when_equal, most_when_differing in PROGRAMS:
        alone = shadow(patchlight, directory / f"{program}.c", "PLAIN")
        plain, plain_peak = instructions(alone), peak(alone)
        for form in forms:
            with tempfile.TemporaryDirectory(prefix="patchlight-bench-") as scratch:
                equal, differing = (
                    pair(patchlight, directory / f"{program}.c", kind, form, pathlib.Path(scratch))
                    for kind in ("EQUAL", "DIFFERING")
                )
                figures = [
                    ("none differs", instructions(equal) / plain, most_when_equal),
                    ("some differ", instructions(differing) / plain, most_when_differing),
                    ("memory", peak(differing) / plain_peak, MOST_MEMORY),
                ]
            ratios = " | ".join(f"{ratio:.3f}" for _, ratio, _ in figures)
            print(f"{program:8}, {form:9} | {plain:12,} | {ratios}", flush=True)
            failures += [
                f"{program}, {form}, {what}: {ratio:.3f}, at most {most}"
                for what, ratio, most in figures
                if most and ratio > most
            ]
    for failure in failures:
        print(f"bench-shadow: {failure}")
    sys.exit(1 if failures else 0)


def shadow(patchlight, source, kind):
    return [patchlight, "shadow", source, "--cflags", f"-D{kind}", "--no-native"]


def pair(patchlight, source, kind, form, scratch):
    """The command that runs both versions of a program."""
    if form == "annotated":
        return shadow(patchlight, source, kind)
    command = [patchlight, "shadow", "--no-native"]
    for version in ("old", "new"):
        (scratch / kind / version).mkdir(parents=True)
        file = scratch / kind / version / source.name
        file.write_text(plain_version(source.read_text(), kind, version))
        command += [f"--{version}", file]
    return command


def plain_version(text, kind, version):
    """One version of an annotated source, without any annotation."""
    text = text.replace('#include "versions.h"\n', "\n")
    chosen = 2 if version == "new" else 0 if kind == "EQUAL" else 1
    while (start := text.find("COMPUTED(")) >= 0:
        arguments, depth, at = [""], 1, start + len("COMPUTED(")
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            if text[at] == "," and depth == 1:
                arguments.append("")
            elif depth > 0:
                arguments[-1] += text[at]
            at += 1
        text = f"{text[:start]}({arguments[chosen].strip()}){text[at:]}"
    return text


def instructions(command):
    with tempfile.TemporaryDirectory(prefix="patchlight-bench-") as scratch:
        callgrind = ["valgrind", "--tool=callgrind", f"--toggle-collect={FOLLOWING}"]
        callgrind.append(f"--callgrind-out-file={scratch}/callgrind")
        run = subprocess.run(callgrind + command, capture_output=True, text=True)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not collected or int(collected[1]) == 0:
        sys.exit(f"bench-shadow: {command}: {run.stderr}")
    return int(collected[1])


def peak(command):
    """The least of three peaks: what the system adds by chance does not count."""
    peaks = []
    for _ in range(3):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            sys.exit(f"bench-shadow: {command} failed")
        peaks.append(usage.ru_maxrss)
    return min(peaks)


if __name__ == "__main__":
    main()
