"""make real-record: suites of Debian's source packages, with and without `patchlight record`.

The sources are fetched and built as by `make real`, in a directory of their own. The suite runs twice.
Each of its tests must end as it does without recorders, the programs' files must be what they were,
and a native replay of the recording must do what was recorded.
"""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "real"))

import build  # noqa: E402
import command_line  # noqa: E402
import fetch  # noqa: E402

# What a replay must reach, of all tests.
LEAST_SHARE = 0.97


@dataclasses.dataclass
class Suite:
    package: str
    programs: list
    command: list
    # Which files are tests, if not all of them run: as `make` is to be told, and a pattern.
    variable: str = ""
    tests: str = ""
    # Invocations that must be recorded.
    least: int = 0


SUITES = [
    Suite(
        package="coreutils",
        programs=["cut", "tr", "expr", "seq", "od", "sort"],
        command=["make", "check", "SUBDIRS=."],
        variable="TESTS",
        tests=r"tests/(misc|cut|tr|expr|seq|od|sort)/(cut|tr|expr|seq|od|sort)(-[^/]*)?\.(sh|pl)",
        least=500,
    ),
]


def main():
    options = arguments()
    work = options.work / "record"
    work.mkdir(parents=True, exist_ok=True)
    archives = fetch.Archives(options.work / "archives")
    failures = []
    for suite in SUITES:
        if options.only and suite.package not in options.only:
            continue
        package = build.Package.read(ROOT / "tests" / "real" / suite.package)
        try:
            source = build.build(package, archives, work, options.patchlight, {})
        except (build.BuildError, fetch.FetchError) as error:
            sys.exit(f"real-record: {error}")
        programs = [package.executable(source, program) for program in suite.programs]
        out = work / f"{suite.package}-recording"
        failures += run(suite, source, programs, out, options.patchlight)
    for failure in failures:
        print(f"FAILED: {failure}")
    sys.exit(1 if failures else 0)


def arguments():
    parser = command_line.parser("real-record", "PACKAGE")
    return parser.parse_args()


def run(suite, source, programs, out, patchlight):
    """Returns what is not as it should be."""
    command = [*suite.command, *only(suite, source)]
    before = [digest(program) for program in programs]
    plain, plain_time = timed(command, source)
    record = [patchlight, "record", "--out", out]
    for program in programs:
        record += ["--program", program]
    recorded, recorded_time = timed([*record, "--", *command], source)
    summary = json.loads((out / "recording.json").read_text())
    check = subprocess.run([patchlight, "record", "--check", out], stdout=subprocess.PIPE, text=True)
    print(check.stdout)
    last = check.stdout.splitlines()[-1] if check.stdout else ""
    found = re.match(r"(\d+) of (\d+) tests", last)
    same, tests = (int(found[1]), int(found[2])) if found else (0, 1)
    print(f"{suite.package}: {count(plain)}")
    print(f"  {plain_time:.0f} s without recorders, {recorded_time:.0f} s with them")
    for program in summary["programs"]:
        print(f"  {program['name']}: {program['invocations']} invocations, {program['distinct']} different, {program['tests']} tests")
    print(f"  all: {summary['invocations']} invocations, {summary['distinct']} different, {summary['tests']} tests")
    print(f"  notes: {summary['notes']}, not recorded: {summary['missed']}")
    failures = []
    for name in sorted(plain.results.keys() | recorded.results.keys()):
        one, other = plain.results.get(name), recorded.results.get(name)
        if one != other:
            failures.append(f"{suite.package}: {name}: {one} without recorders, {other} with them")
    if not plain.results:
        failures.append(f"{suite.package}: the suite has no results")
    if plain.status != recorded.status:
        failures.append(f"{suite.package}: the suite ends with {recorded.status}, not {plain.status}")
    if [digest(program) for program in programs] != before:
        failures.append(f"{suite.package}: a program is not what it was")
    if summary["invocations"] < suite.least:
        failures.append(f"{suite.package}: {summary['invocations']} invocations, not {suite.least}")
    if same < LEAST_SHARE * tests:
        failures.append(f"{suite.package}: a replay does what was recorded in {same} of {tests}")
    return failures


def only(suite, source):
    if not suite.variable:
        return []
    paths = (path.relative_to(source).as_posix() for path in (source / "tests").rglob("*"))
    chosen = sorted(path for path in paths if re.fullmatch(suite.tests, path))
    return [f"{suite.variable}={' '.join(chosen)}"]


@dataclasses.dataclass
class Result:
    status: int
    # By test, what `make check` says of it.
    results: dict


def timed(command, source):
    # Results of an earlier run would be taken for this one's.
    for old in [*source.rglob("*.trs"), *(source / "tests").rglob("*.log")]:
        old.unlink()
    start = time.monotonic()
    output = subprocess.run(
        command,
        cwd=source,
        env={**os.environ, "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    text = output.stdout.decode(errors="replace")
    lines = re.findall(r"^(PASS|FAIL|SKIP|XFAIL|XPASS|ERROR): (.+)$", text, re.MULTILINE)
    return Result(output.returncode, {name: result for result, name in lines}), time.monotonic() - start


def count(result):
    kinds = sorted(set(result.results.values()))
    return ", ".join(f"{list(result.results.values()).count(kind)} {kind}" for kind in kinds)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
