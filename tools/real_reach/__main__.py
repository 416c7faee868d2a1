"""make real-reach: lines and blocks of three of Debian's programs that their own suites do not execute.

A file of tests/real-reach names a Debian source package, the version before, and the command that runs
its suite. The program is built with `patchlight cc`, its suite is recorded once; `patchlight reach` hunts
for the lines that changed since the version before, and for blocks drawn at random with a fixed seed that
no test executes, nor, by gcov, anything else of the suite. Prints the paper's Table 1, and what nothing got
past where a target was not reached; DIR gets every target.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "real"))

import build  # noqa: E402
import command_line  # noqa: E402
import fetch  # noqa: E402
import subject  # noqa: E402
import whole_suite  # noqa: E402

TESTS = ROOT / "tests" / "real-reach"
KINDS = ["changed lines", "drawn"]
# Drawn, since no test is known to execute the block, but by gcov the suite does.
EXECUTED = "drawn, but executed"
# How often `--ablation` takes the time of a hunt, and the first one.
COMBINATIONS = 5


def main():
    options = arguments()
    work = options.work / "reach"
    options.out = options.out or work / "out"
    archives = subject.archives_in(options.work / "archives")
    rows = []
    for path in sorted(TESTS.glob("*.toml")):
        one = subject.Subject.read(path, work)
        if options.only and one.name not in options.only:
            continue
        try:
            one.build(archives, options.patchlight)
            one.record(options.patchlight)
            executed = whole_suite.executed_lines(one, archives)
        except (build.BuildError, fetch.FetchError, subject.SubjectError) as error:
            sys.exit(f"real-reach: {error}")
        rows += hunt(options, one, executed)
    print_table(rows)


def arguments():
    parser = command_line.parser("real-reach", "PROGRAM")
    parser.add_argument("--draw", type=int, default=115, help="blocks a program, executed ones included")
    parser.add_argument("--max-time", type=float, default=120, help="seconds a target")
    parser.add_argument("--kind", choices=KINDS, action="append", help="of targets: not both")
    parser.add_argument("--random-seed", type=int, default=1)
    parser.add_argument("--ablation", action="store_true", help="with each combination of heuristics, too")
    parser.add_argument("--out", type=pathlib.Path, help="where reports go")
    options = parser.parse_args()
    options.kind = options.kind or KINDS
    return options


def hunt(options, one, executed):
    """Rows of the table: changed lines, blocks drawn at random that the suite does not execute."""
    lines = one.changed_lines() if "changed lines" in options.kind else []
    n_drawn = options.draw if "drawn" in options.kind else 0
    out = options.out / "-".join([one.name, *(kind.split()[0] for kind in options.kind)])
    n_tests = len(one.tests.read_text().splitlines())
    command = [options.patchlight, "reach", one.executable, "--tests", one.tests, "--out", out]
    # All of the time, however long nothing comes nearer.
    command += ["--max-time", options.max_time, "--patience", options.max_time]
    command += [word for line in lines for word in ("--target", line)]
    if n_drawn:
        command += ["--draw", n_drawn, "--seed", options.random_seed]
        command += [word for path in one.own_sources() for word in ("--from", path.name)]
    limit = (n_drawn + len(lines)) * options.max_time + 600
    if options.ablation:
        command.append("--ablation")
        limit *= COMBINATIONS
    print(f"{one.name}: {n_tests} tests, {len(lines)} changed lines", flush=True)
    out.mkdir(parents=True, exist_ok=True)
    start, load = time.monotonic(), os.getloadavg()[0]
    with (out / "said.txt").open("w") as said:
        run = subprocess.run(list(map(str, command)), stdout=said, stderr=said, timeout=limit)
    if run.returncode != 0:
        sys.exit(f"real-reach: {one.name}: exit {run.returncode}, see {out / 'said.txt'}")
    seconds = time.monotonic() - start
    print(f"{one.name}: {seconds:.0f} s, load {load:.1f} before, {os.getloadavg()[0]:.1f} after", flush=True)
    targets = json.loads((out / "report.json").read_text())["targets"]
    # The drawn ones are the last.
    n_changed = len(targets) - n_drawn
    kinds = {"changed lines": targets[:n_changed], "drawn": [], EXECUTED: []}
    for target in targets[n_changed:]:
        kinds[EXECUTED if (file_name(target), target["line"]) in executed else "drawn"].append(target)
    write_targets(kinds, out / "targets.tsv")
    return [(one.name, n_tests, kind, kinds[kind]) for kind in options.kind]


def print_table(rows):
    print("\n| program | tests | targets | | suite | suite + Patchlight | unreachable | not reached |")
    print("|---|---|---|---|---|---|---|---|")
    for name, n_tests, kind, targets in rows:
        n = collections.Counter(target["status"] for target in targets)
        both = n["covered"] + n["reached"]
        shares = [f"{part} ({part / max(1, len(targets)):.0%})" for part in (n["covered"], both)]
        cells = [f"`{name}`", n_tests, kind, len(targets), *shares, n["unreachable"], n["unreached"]]
        print("| " + " | ".join(map(str, cells)) + " |")
    for what in ("changed lines", "drawn"):
        print_reasons(what, [row for row in rows if row[2] == what])


def print_reasons(what, rows):
    names = [name for name, *_ in rows]
    counts = {name: collections.Counter(t["kind"] for t in missed(targets)) for name, _, _, targets in rows}
    print(f"\n| {what}: reason | " + " | ".join(f"`{name}`" for name in names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for kind, _ in sum(counts.values(), collections.Counter()).most_common():
        print(f"| `{kind}` | " + " | ".join(str(counts[name][kind]) for name in names) + " |")


def missed(targets):
    return [target for target in targets if target["status"] == "unreached"]


def file_name(target):
    return pathlib.Path(target["file"]).name


def hunted_with(target):
    return f"; searched for together with {pathlib.Path(target['with']).name}" if "with" in target else ""


def write_targets(kinds, path):
    """A line for each target: what became of it, in how many seconds, and why it was not reached."""
    lines = []
    for kind, targets in kinds.items():
        for target in targets:
            place = f"{file_name(target)}:{target['line']}"
            why = {
                "covered": lambda t: f"by {t['test']}",
                "reached": lambda t: f"from {t['from']}",
                "unreachable": lambda t: "",
                "unreached": lambda t: f"{t['kind']}: {t['reason']}" + hunted_with(t),
            }[target["status"]](target)
            cells = [kind, place, target["status"], f"{target['seconds']:.1f}", why]
            lines.append("\t".join(cells).rstrip())
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
