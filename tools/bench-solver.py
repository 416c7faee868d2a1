#!/usr/bin/env python3
"""make bench-solver: checking time of Patchlight beside Bitwuzla and Z3, in one run.

Usage: bench-solver.py PATCHLIGHT QUERIES. QUERIES is a directory with *.smt2 files, or a .tar.xz of
one; each file says its answer in `(set-info :status …)`. The interpreter needs the packages
`bitwuzla` and `z3-solver`. All three are measured in process: reading the text is one figure,
checking another. Files are taken in chunks, each chunk by all three in turn, so that load on the
machine hits all; the best of the rounds counts for each file.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time

import bitwuzla
import z3

CHUNK = 100
ROUNDS = 2


def run_patchlight(binary, files):
    """A list of (answer, checking ms), and the milliseconds of reading all files."""
    command = [binary, "solve", "--stats", *map(str, files)]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    rows = re.findall(r": (\w+) ([\d.]+) ms$", result.stdout, re.M)
    parsing = re.search(r"parsing ([\d.]+) ms", result.stderr)
    if len(rows) != len(files) or not parsing:
        sys.exit(f"bench-solver: {binary} failed: {result.stderr}")
    return [(answer, float(ms)) for answer, ms in rows], float(parsing[1])


def run_bitwuzla(files):
    rows, parsing = [], 0.0
    for file in files:
        text = file.read_text()
        start = time.perf_counter()
        parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
        parser.parse(text, True, False)
        solver = parser.bitwuzla()
        read = time.perf_counter()
        answer = str(solver.check_sat())
        end = time.perf_counter()
        parsing += (read - start) * 1e3
        rows.append((answer, (end - read) * 1e3))
    return rows, parsing


def run_z3(files):
    rows, parsing = [], 0.0
    for file in files:
        text = file.read_text()
        start = time.perf_counter()
        solver = z3.Solver()
        solver.from_string(text)
        read = time.perf_counter()
        answer = str(solver.check())
        end = time.perf_counter()
        parsing += (read - start) * 1e3
        rows.append((answer, (end - read) * 1e3))
    return rows, parsing


def status_of(file):
    match = re.search(r"\(set-info :status (\w+)\)", file.read_text())
    return match[1] if match else None


def measure(binary, files):
    """For each solver: the best checking time of each file, reading time, wrong answers."""
    runners = {
        "patchlight": lambda chunk: run_patchlight(binary, chunk),
        "bitwuzla": run_bitwuzla,
        "z3": run_z3,
    }
    best = {name: {} for name in runners}
    parsing = {name: [] for name in runners}
    wrong = {name: set() for name in runners}
    expected = {file: status_of(file) for file in files}
    for _ in range(ROUNDS):
        of_round = dict.fromkeys(runners, 0.0)
        for at in range(0, len(files), CHUNK):
            chunk = files[at : at + CHUNK]
            for name, runner in runners.items():
                rows, milliseconds = runner(chunk)
                of_round[name] += milliseconds
                for file, (answer, checking) in zip(chunk, rows):
                    best[name][file] = min(checking, best[name].get(file, checking))
                    if expected[file] and answer != expected[file]:
                        wrong[name].add(file)
        for name, milliseconds in of_round.items():
            parsing[name].append(milliseconds)
    return best, {name: min(all_ms) for name, all_ms in parsing.items()}, wrong


def report(best, parsing, wrong):
    header = ("", "checking ms", "reading ms", "total ms", "median ms", "largest ms", "wrong")
    print("{:<12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>8}".format(*header))
    totals = {}
    for name, times in best.items():
        totals[name] = sum(times.values())
        print(
            f"{name:<12}{totals[name]:>12.1f}{parsing[name]:>12.1f}"
            f"{totals[name] + parsing[name]:>12.1f}{statistics.median(times.values()):>12.3f}"
            f"{max(times.values()):>12.1f}{len(wrong[name]):>8}"
        )
    for name in ("bitwuzla", "z3"):
        print(f"patchlight takes {totals['patchlight'] / totals[name]:.3f} of {name}'s checking time")
    fast = totals["patchlight"] <= min(totals["z3"] / 2, totals["bitwuzla"])
    return fast and not wrong["patchlight"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binary, queries = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as scratch:
        if queries.is_file():
            with tarfile.open(queries) as archive:
                archive.extractall(scratch, filter="data")
            queries = pathlib.Path(scratch)
        files = sorted(queries.rglob("*.smt2"))
        print(f"{len(files)} queries, {ROUNDS} rounds, best of each")
        good = report(*measure(binary, files))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
