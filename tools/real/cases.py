"""Command lines to compare: one file a program.

Lines that start with `$ ` prepare the directory (bash, in order, for every command line of the
file; `$PACKAGE` is where its package was built, the program's name calls it natively); lines that
start with `#` are comments; every other line is a command line, run by bash with `pipefail`. It
calls the program once, by the file's name.
"""

import dataclasses
import pathlib

COMMENT, SETUP = "#", "$ "


@dataclasses.dataclass(frozen=True)
class Case:
    package: str
    program: str
    line: str
    setup: str


def read(package, path: pathlib.Path):
    setup, lines = [], []
    for line in path.read_text().splitlines():
        if line.startswith(SETUP):
            setup.append(line[len(SETUP) :])
        elif line.strip() and not line.startswith(COMMENT):
            lines.append(line)
    doubled = {line for line in lines if lines.count(line) > 1}
    if doubled:
        raise ValueError(f"{path}: twice: {' / '.join(sorted(doubled))}")
    return [Case(package, path.stem, line, "\n".join(setup)) for line in lines]
