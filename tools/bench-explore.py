#!/usr/bin/env python3
"""make bench-explore: paths, processor time and memory of explorations beside KLEE's figures.

Usage: bench-explore.py [--replay | --as-klee] PATCHLIGHT [DIR]. One worker, default search. KLEE's figures are
those of KLEE 3.3 with LLVM 16 and STP on the same programs: completed paths, processor seconds with
its default search and depth first, memory. Rows that it did not finish in 60 s are given 60 s here.
The last rows say how many forks a second a program with 1 MB of live memory makes.

--replay runs every test of the finished rows natively as well: it must end as predicted and run
through the predicted blocks.

--as-klee explores what KLEE executes: its bitcode, after LLVM's simplification of control flow, which
it always does and for which it knows no target's costs. (Debian's clang-16 and llvm-16.) The numbers
of paths must be KLEE's.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HARNESS = pathlib.Path(__file__).resolve().parents[1] / "crates" / "cli" / "harness"

# Program, LEN, paths, seconds, seconds depth first, MB, whether KLEE finished.
ROWS = [
    ("getsign", None, 3, 0.04, None, 70, True),
    ("bsort", 4, 24, 0.10, None, 71, True),
    ("bsort", 5, 120, 0.51, None, 72, True),
    ("bsort", 6, 720, 4.40, None, 82, True),
    ("crcgate", 4, 3, 0.11, None, 72, True),
    ("symindex", 4, 16, 0.29, None, 74, True),
    ("rangelist", 4, 297, 0.18, None, 73, True),
    ("rangelist", 6, 3453, 2.21, None, 77, True),
    ("rangelist", 8, 42600, 60, None, 141, False),
    ("regex", 6, 8825, 9.2, 2.4, 93, True),
    ("regex", 7, 31500, 60, None, 188, False),
    ("keyword", 5, 37143, 24.8, 5.7, 114, True),
    ("keyword", 6, 39500, 60, None, 299, False),
]


def main():
    parser = argparse.ArgumentParser(prog="bench-explore")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--replay", action="store_true")
    modes.add_argument("--as-klee", action="store_true")
    parser.add_argument("patchlight", type=pathlib.Path)
    parser.add_argument("directory", type=pathlib.Path, nargs="?", default=pathlib.Path("bench/symbolic"))
    options = parser.parse_args()
    print("program | paths (KLEE's) | CPU s (KLEE's, depth first) | MB (KLEE's) | natively", flush=True)
    for row in ROWS:
        print(" | ".join(measure(options, *row)), flush=True)
    for flags in ("", "-DWRITE"):
        stats, seconds, _ = explore(options, "forks", f"-DLEN=17 {flags}", [])
        print(f"forks {flags}: {stats['forks']}, {stats['forks'] / seconds:,.0f} a CPU second")


def measure(options, program, length, paths, seconds, depth_first, mb, finished):
    flags = f"-DLEN={length}" if length else ""
    limits = [] if finished else ["--max-time", "60"]
    stats, ours, peak = explore(options, program, flags, limits)
    if options.as_klee and finished and stats["paths_completed"] != paths:
        sys.exit(f"bench-explore: {program} {flags}: {stats['paths_completed']} paths, KLEE has {paths}")
    done = "" if stats["stopped"] is None else ", not done"
    theirs = f"{seconds}" + (f", {depth_first}" if depth_first else "")
    natively = "-"
    if options.replay and finished:
        replay = explore(options, program, flags, ["--replay"])[0]["replay"]
        natively = f"{replay['agree']} agree, {replay['differ']} differ"
    return [
        f"{program} {length or ''}",
        f"{stats['paths_completed']}{done} ({paths}{'' if finished else ', not done'})",
        f"{ours:.2f} ({theirs})",
        f"{peak} ({mb})",
        natively,
    ]


def explore(options, program, flags, extra):
    """Returns stats.json, processor seconds and the peak of memory in MB."""
    source = options.directory / f"{program}.c"
    with tempfile.TemporaryDirectory(prefix="patchlight-bench-") as scratch:
        out = pathlib.Path(scratch) / "out"
        of = ["--cflags", f"-w {flags}"]
        if options.as_klee:
            source, of = prepare_as_klee(source, flags.split(), pathlib.Path(scratch)), []
        command = [options.patchlight, "explore", source, *of, "--jobs", "1", "--no-summaries"]
        command += ["--out", out, *extra]
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            sys.exit(f"bench-explore: {program} {flags}: status {status}")
        stats = json.loads((out / "stats.json").read_text())
    return stats, usage.ru_utime + usage.ru_stime, stats["peak_memory_mb"]


def prepare_as_klee(source, flags, scratch):
    """The program's LLVM text as KLEE has it when it begins to execute."""
    emitted, simplified = scratch / "emitted.ll", scratch / f"{source.stem}.ll"
    compiler = ["clang-16", "-w", "-O0", "-Xclang", "-disable-O0-optnone", "-S", "-emit-llvm"]
    run([*compiler, *flags, "-I", HARNESS, source, "-o", emitted])
    # Without a target, LLVM asks no target what an instruction costs.
    text = emitted.read_text()
    triple = next(line for line in text.splitlines() if line.startswith("target triple"))
    emitted.write_text(text.replace(triple, ""))
    run(["opt-16", "-S", "-passes=function(simplifycfg)", emitted, "-o", simplified])
    layout = "target datalayout"
    simplified.write_text(simplified.read_text().replace(layout, f"{triple}\n{layout}", 1))
    return simplified


def run(command):
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError:
        sys.exit(f"bench-explore: {command[0]} is not installed (Debian's clang-16 and llvm-16)")


if __name__ == "__main__":
    main()
