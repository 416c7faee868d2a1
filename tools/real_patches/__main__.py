"""make real-patches: patches of Debian's packages, each as the step from an old to a new version.

A file of tests/real-patches names a Debian source package, one of the patches in its series, a program
and command lines. The old version is upstream's with all patches before that one, the new version has
it too; both are built with `patchlight cc`. Unified, they must share what they should in time; then
`patchlight shadow` follows each command line with short budgets. What is found is printed as a row of
the table in docs/real-patches.md. The run fails where Patchlight does: versions that are not unified,
phases that do not end, and predictions that native runs do not confirm.
"""

import dataclasses
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "real"))

import build  # noqa: E402
import command_line  # noqa: E402
import fetch  # noqa: E402
import versions  # noqa: E402

TESTS = ROOT / "tests" / "real-patches"
# Unifying may take so long, in seconds, and must share so much of changed functions in the median.
MAX_UNIFY = 5.0
MIN_SHARED = 0.80
# What a phase may take beyond its budget: the path or question at hand is not cut off.
GRACE = 10
HEAD = ["package", "patch", "functions changed", "ops shared", "unified in s", "command lines",
        "divergences", "native findings"]


@dataclasses.dataclass
class Unified:
    seconds: float
    functions: list
    initialisers: list
    # Ops of changed functions: of both versions, and of one of them.
    shared: int
    alone: int

    def share(self):
        return self.shared / (self.shared + self.alone) if self.functions else 1.0


def main():
    options = arguments()
    archives = fetch.Archives(options.work / "archives")
    wrong, shares = [], []
    print(row(HEAD) + "\n" + row("---" for _ in HEAD), flush=True)
    for path in sorted(TESTS.glob("*.toml")):
        if options.only and path.stem not in options.only:
            continue
        try:
            pair = versions.Pair.build(path, archives, options.work / "patches", options.patchlight)
            unified = unify(pair, options.patchlight)
        except (build.BuildError, fetch.FetchError, versions.PatchError) as error:
            wrong.append(str(error))
            continue
        shares.append(unified.share())
        if unified.seconds > MAX_UNIFY:
            wrong.append(f"{path.stem}: unified in {unified.seconds:.1f} s")
        wrong += follow_all(pair, unified, options)
    if shares and statistics.median(shares) < MIN_SHARED:
        wrong.append(f"{statistics.median(shares):.0%} of the ops of changed functions are shared")
    for line in wrong:
        print(f"real-patches: {line}")
    sys.exit(1 if wrong else 0)


def arguments():
    parser = command_line.parser("real-patches", "NAME")
    parser.add_argument("--seconds", type=float, default=10, help="for each phase of a command line")
    parser.add_argument("--out", type=pathlib.Path, help="where reports stay")
    return parser.parse_args()


def row(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def unify(pair, patchlight):
    """What `patchlight unify --explain` says. The modules are in the cache, as they are for `shadow`."""
    command = [patchlight, "unify", pair.old, pair.new, "--explain"]
    subprocess.run(command, capture_output=True)
    start = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    if run.returncode != 0:
        raise versions.PatchError(f"{pair.name}: {run.stderr.strip()}")
    pattern = r"^changed: (\S+): (\d+) ops of both versions, (\d+) of the old one, (\d+) of the new one"
    changed = re.findall(pattern, run.stdout, re.M)
    shared = sum(int(both) for _, both, _, _ in changed)
    alone = sum(int(old) + int(new) for _, _, old, new in changed)
    initialisers = re.findall(r"^changed initialiser: (\S+)", run.stdout, re.M)
    return Unified(seconds, [name for name, *_ in changed], initialisers, shared, alone)


def follow_all(pair, unified, options):
    """Follows all command lines, prints the row, returns what is wrong."""
    wrong, classes, verdicts, divergences, notes = [], {}, set(), 0, []
    with tempfile.TemporaryDirectory(prefix="patchlight-patches-") as scratch:
        out = options.out or pathlib.Path(scratch)
        for n, test in enumerate(pair.tests):
            report, problems = follow(pair, test, out / pair.name / str(n), options)
            wrong += problems
            if report is None:
                continue
            divergences += report["summary"]["divergences"]
            for finding in report["findings"]:
                classes[finding["class"]] = classes.get(finding["class"], 0) + 1
            if "verdict" in report["summary"]:
                verdicts.add(report["summary"]["verdict"])
            for kind in ("limits", "unsupported"):
                notes += [f"{test.name}: {kind}: {what} ({n})" for what, n in report[kind].items()]
    found = [f"{n} {kind.replace('_', ' ')}" for kind, n in sorted(classes.items())]
    found = ", ".join(found + sorted(verdicts)) or "none"
    changed = [f"`{name}`" for name in unified.functions]
    changed += [f"initialiser of `{name}`" for name in unified.initialisers]
    cells = [pair.package, f"`{pair.patch}`", ", ".join(changed), f"{unified.share():.0%}"]
    cells += [f"{unified.seconds:.2f}", len(pair.tests), divergences, found]
    print(row(cells), flush=True)
    for note in notes:
        print(f"    {note}", flush=True)
    return wrong


def follow(pair, test, out, options):
    """One command line: its report, and what is wrong."""
    out.mkdir(parents=True, exist_ok=True)
    case = out / "test.json"
    case.write_text(json.dumps(test.case))
    seconds = str(options.seconds)
    command = [options.patchlight, "shadow", "--old", pair.old, "--new", pair.new, "--tests", case]
    command += ["--concolic-time", seconds, "--bounded-time", seconds, "--out", out]
    command += ["--explore"] if test.explore else []
    name = f"{pair.name}: {test.name}"
    start = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True)
    (out / "said.txt").write_text(f"{run.stdout}\n{run.stderr}\n{time.monotonic() - start:.1f} s\n")
    if run.returncode != 0:
        return None, [f"{name}: {run.stderr.strip()}"]
    report = json.loads((out / "report.json").read_text())
    wrong = [f"{name}: {line}" for line in report["disagreements"]]
    for phase, taken in report["summary"]["seconds"].items():
        if taken > options.seconds + GRACE:
            wrong.append(f"{name}: the {phase} phase took {taken:.1f} s of {options.seconds:.0f}")
    return report, wrong


if __name__ == "__main__":
    main()
