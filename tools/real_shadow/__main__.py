"""make real-shadow: two of Debian's coreutils, each with a small patch that `change()` marks.

The source is fetched and built as by `make real`. The patch is an edit of one place, made in a copy:
no code of coreutils is kept here. `patchlight shadow` follows each command line with its default
budgets; phases must end in time, and what the engine predicts must be what both native versions do.
"""

import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "real"))

import build  # noqa: E402
import command_line  # noqa: E402

# What a phase may take beyond its budget: the path or question at hand is not cut off.
GRACE = 10


@dataclasses.dataclass
class Patch:
    tool: str
    # The sources of the tool in src/, without those of libraries.
    sources: list
    # Where the patch is: a source, a place in it, and which of the matches it is.
    edited: str
    place: str
    nth: int
    replacement: str
    # Command lines with their standard input.
    tests: list


PATCHES = [
    Patch(
        tool="echo",
        sources=["echo"],
        edited="echo",
        # Octal escapes: the second digit may be an 8 or a 9.
        place=r"(?<=<= )'7'(?=\))",
        nth=1,
        replacement="change ('7', '9')",
        tests=[(["-e", r"a\0101b"], ""), (["-e", r"x\12y\t"], ""), (["-n", "hello", "world"], "")],
    ),
    Patch(
        tool="cut",
        sources=["cut", "set-fields"],
        edited="set-fields",
        # Ranges that end one before their start are not refused any more.
        place=r"\bvalue < initial\b",
        nth=0,
        replacement="change (value < initial, value + 1 < initial)",
        tests=[
            (["-b", "2-3"], "abcde\n"),
            (["-f", "1,2-3", "-d:"], "a:b:c:d\n"),
            (["-c", "3-"], "abcde\n"),
        ],
    ),
]


def main():
    options = arguments()
    source = build.one("coreutils", options, "real-shadow")
    failures = []
    print("test | concolic s | bounded s | divergences | run natively | findings | all s", flush=True)
    for patch in PATCHES:
        if options.only and patch.tool not in options.only:
            continue
        with tempfile.TemporaryDirectory(prefix="patchlight-shadow-") as scratch:
            program = Program(patch, source, pathlib.Path(scratch))
            n_findings = 0
            for arguments_of_test, stdin in patch.tests:
                wrong, n = follow(options.patchlight, program, arguments_of_test, stdin)
                failures += wrong
                n_findings += n
        if n_findings == 0:
            failures.append(f"{patch.tool}: no test shows what the patch changes")
    for failure in failures:
        print(f"real-shadow: {failure}")
    sys.exit(1 if failures else 0)


def arguments():
    parser = command_line.parser("real-shadow", "TOOL")
    return parser.parse_args()


class Program:
    """The patched sources of a tool, and those of libraries that it is linked with."""

    def __init__(self, patch, source, scratch):
        self.patch, self.scratch = patch, scratch
        text = (source / "src" / f"{patch.edited}.c").read_text()
        places = list(re.finditer(patch.place, text))
        if len(places) <= patch.nth:
            sys.exit(f"real-shadow: {patch.edited}.c has no place {patch.nth} of {patch.place}")
        place = places[patch.nth]
        edited = scratch / f"{patch.edited}.c"
        text = text[: place.start()] + patch.replacement + text[place.end() :]
        edited.write_text(f'#include <patchlight.h>\n#line 1 "{edited.name}"\n{text}')
        others = [source / "src" / f"{name}.c" for name in patch.sources if name != patch.edited]
        own = [edited, *others]
        # The program is named after its first source.
        own.sort(key=lambda path: path.stem != patch.tool)
        self.cflags = f"-w -I{source}/src -I{source}/lib -I{source}"
        self.sources = own + libraries(source, own, self.cflags, scratch)


def libraries(source, own, cflags, scratch):
    """The sources of coreutils' archives that define what is missing, found by compiling."""
    members = {}
    for archive in (source / "src" / "libver.a", source / "lib" / "libcoreutils.a"):
        for member, symbol in symbols("--defined-only", archive):
            name = re.sub(r"^lib\w+_a-", "", member)
            members.setdefault(symbol, (archive.parent, name))
    taken, defined, missing = [], set(), set()
    pending = list(own)
    while pending:
        path = pending.pop()
        if path in taken:
            continue
        taken.append(path)
        compiled = scratch / f"{path.stem}.o"
        subprocess.run(["cc", "-c", "-O0", *cflags.split(), headers(scratch), path, "-o", compiled], check=True)
        defined |= {symbol for _, symbol in symbols("--defined-only", compiled)}
        missing |= {symbol for _, symbol in symbols("--undefined-only", compiled)}
        for directory, name in {members[symbol] for symbol in missing - defined if symbol in members}:
            pending += list(directory.rglob(f"{name}.c"))
    return [path for path in taken if path not in own]


def headers(scratch):
    """Where a `patchlight.h` is that is enough for a plain compiler."""
    (scratch / "patchlight.h").write_text("#define change(old, new) (new)\n")
    return f"-I{scratch}"


def symbols(which, path):
    """Names that other objects see, each with the object that has it, without its ending."""
    command = ["nm", "--extern-only", "--print-file-name", which, path]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.findall(r"([^:/]+)\.o:\s*[0-9a-f]*\s+[A-Za-z]\s+(\S+)$", listed, re.M)


def follow(patchlight, program, test, stdin):
    """Runs one test, prints its row, returns what is wrong with it and the number of findings."""
    out = program.scratch / "out"
    given = program.scratch / "stdin"
    given.write_text(stdin)
    command = [patchlight, "shadow", *program.sources, "--cflags", program.cflags]
    command += ["--stdin", given, "--out", out, "--", *test]
    start = time.monotonic()
    run = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    name = f"{program.patch.tool} {' '.join(test)}"
    if run.returncode != 0:
        return [f"{name}: {run.stderr}"], 0
    report = json.loads((out / "report.json").read_text())
    summary = report["summary"]
    taken = summary["seconds"]
    classes = {}
    for finding in report["findings"]:
        classes[finding["class"]] = classes.get(finding["class"], 0) + 1
    shown = ", ".join(f"{n} {kind}" for kind, n in sorted(classes.items())) or "none"
    row = [name, f"{taken['concolic']:.1f}", f"{taken['bounded']:.1f}", summary["divergences"]]
    print(" | ".join(map(str, row + [summary["replayed"], shown, f"{seconds:.0f}"])), flush=True)
    for kind in ("limits", "unsupported"):
        for what, n in report[kind].items():
            print(f"    {kind}: {what} ({n})")
    wrong = [f"{name}: {line}" for line in report["disagreements"]]
    for phase, budget in summary["budgets"].items():
        if taken[phase] > budget + GRACE:
            wrong.append(f"{name}: the {phase} phase took {taken[phase]:.1f} s of {budget:.0f}")
    for line in wrong:
        print(f"    wrong: {line}", flush=True)
    return wrong, len(report["findings"])


if __name__ == "__main__":
    main()
