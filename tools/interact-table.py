#!/usr/bin/env python3
"""Runs `patchlight interact --isolation` on the subjects of tests/ui/interact and prints what it finds
as a table of Markdown, with the machine's load.

    tools/interact-table.py target/release/patchlight [SUBJECT…]
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SUBJECTS = Path(__file__).resolve().parent.parent / "tests" / "ui" / "interact"
HEAD = ["subject", "changes", "planted", "found", "needs", "other errors", "tests", "s",
        "tests in isolation", "found by these"]


def directive(source: str, key: str) -> str | None:
    """What a directive of `new.c` says."""
    found = re.search(rf"^//@ {key}: *(.*)$", source, re.MULTILINE)
    return found and found.group(1)


def is_planted(source: str) -> bool:
    """Whether several changes fail together, and none of them does by itself."""
    needed = directive(source, "fails-with")
    return directive(source, "interaction") != "none" and (needed is None or " " in needed)


def report_of(patchlight: str, subject: Path, out: Path) -> tuple[dict, float]:
    """`report.json`, and how long it took to make it."""
    options = shlex.split(directive((subject / "new.c").read_text(), "options") or "")
    command = [patchlight, "interact", "--old", subject / "old.c", "--new", subject / "new.c"]
    if (subject / "fixed.c").exists():
        command += ["--fixed", subject / "fixed.c"]
    begin = time.monotonic()
    subprocess.run([*command, *options, "--isolation", "--out", out],
                   check=True, stdout=subprocess.DEVNULL)
    return json.loads((out / "report.json").read_text()), time.monotonic() - begin


def row(patchlight: str, subject: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as directory:
        report, seconds = report_of(patchlight, subject, Path(directory))
    errors = report["errors"]
    together = [error for error in errors if error["is_interaction"]]
    parts = [part for error in together for part in error["needed"]]
    needs = sorted({" and ".join(map(str, part)) for part in parts})
    in_isolation = sum(error["in_isolation"] > 0 for error in together)
    return [
        subject.name,
        str(len(report["changes"])),
        "yes" if is_planted((subject / "new.c").read_text()) else "–",
        str(len(together) or "–"),
        " or ".join(needs) or "–",
        str(len(errors) - len(together) or "–"),
        str(report["summary"]["tests"]),
        f"{seconds:.1f}",
        str(report["isolation"]["tests"]),
        f"{in_isolation} of {len(together)}" if together else "–",
    ]


def main() -> None:
    patchlight, *names = sys.argv[1:]
    subjects = [path.parent for path in sorted(SUBJECTS.glob("*/new.c"))]
    subjects = [subject for subject in subjects if not names or subject.name in names]
    load = os.getloadavg()[0]
    print("| " + " | ".join(HEAD) + " |")
    print("|" + "---|" * len(HEAD))
    for subject in subjects:
        print("| " + " | ".join(row(patchlight, subject)) + " |", flush=True)
    print(f"\n{len(subjects)} subjects on {os.cpu_count()} cores; load {load:.1f} at the beginning,"
          f" {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
