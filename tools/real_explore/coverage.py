"""A second build of the tools, natively and with gcov, which says which lines a run reaches."""

import json
import pathlib
import shutil
import subprocess

import build

FLAGS = "-O0 -g --coverage"


class Build:
    """A copy of the build directory in which the tools' own sources are compiled with gcov."""

    def __init__(self, source, tools):
        self.source = source.parent / "covered"
        if not self.source.exists():
            new = source.parent / "covered.new"
            shutil.rmtree(new, ignore_errors=True)
            shutil.copytree(source, new, symlinks=True)
            new.rename(self.source)
        for tool in tools:
            if not self.executable(tool).exists():
                self._build(tool)

    def _build(self, tool):
        made = self.source / "src" / tool
        for path in (made, made.with_suffix(".o")):
            path.unlink(missing_ok=True)
        command = ["make", "-s", f"src/{tool}", "CC=cc", f"CFLAGS={FLAGS}"]
        result = subprocess.run(command, cwd=self.source, capture_output=True, text=True)
        if result.returncode != 0:
            raise build.BuildError(f"{tool} with gcov: {result.stderr.strip()[-500:]}")
        made.rename(self.executable(tool))

    def executable(self, tool):
        return self.source / "src" / f"{tool}.covered"

    def reset(self, tool):
        for path in (self.source / "src").glob(f"*{tool}*.gcda"):
            path.unlink()

    def lines(self, tool):
        """The lines of the tool's own source that ran since the last reset."""
        return {number for number, count in self._counts(tool) if count > 0}

    def all_lines(self, tool):
        return {number for number, _ in self._counts(tool)}

    def _counts(self, tool):
        src = self.source / "src"
        if not (src / f"{tool}.gcda").exists():
            return []
        command = ["gcov", "--json-format", "--stdout", f"src/{tool}.gcda"]
        result = subprocess.run(command, cwd=self.source, check=True, capture_output=True, text=True)
        files = [file for line in result.stdout.splitlines() for file in json.loads(line)["files"]]
        own = [file for file in files if pathlib.PurePath(file["file"]).name == f"{tool}.c"]
        return [(line["line_number"], line["count"]) for file in own for line in file["lines"]]
