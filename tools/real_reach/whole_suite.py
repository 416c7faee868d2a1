"""What a package's whole suite executes, by gcov: also what Patchlight does not see of it."""

import collections
import json
import pathlib
import shutil
import subprocess

import build

COMPILER = "gcc -O0 -g --coverage"


def executed_lines(subject, archives):
    """Lines of the program's own sources, as (FILE, LINE), all code of which the suite executes."""
    directory = subject.directory / "gcov"
    kept = directory / "executed.json"
    if not kept.exists():
        shutil.rmtree(directory, ignore_errors=True)
        source = directory / "source"
        subject.unpack_new(archives, source)
        build.run(subject.name, subject.recipe["build"], source, directory / "build.log", None, {"CC": COMPILER})
        # What the build itself ran.
        for counts in source.rglob("*.gcda"):
            counts.unlink()
        subject.check([], source, directory / "check.log", COMPILER)
        kept.write_text(json.dumps(sorted(_executed(source, subject.recipe["sources"]))))
    return {(name, line) for name, line in json.loads(kept.read_text())}


def _executed(source, directory):
    counts = sorted(path.relative_to(source) for path in (source / directory).glob("*.gcda"))
    command = ["gcov", "--json-format", "--stdout", *counts]
    output = subprocess.run(command, cwd=source, check=True, capture_output=True, text=True).stdout
    of_line = collections.defaultdict(list)
    for text in output.splitlines():
        for file in json.loads(text)["files"]:
            for line in file["lines"]:
                of_line[pathlib.PurePath(file["file"]).name, line["line_number"]].append(line)
    is_executed = lambda line: line["count"] > 0 and not line["unexecuted_block"]
    return [place for place, lines in of_line.items() if all(map(is_executed, lines))]
