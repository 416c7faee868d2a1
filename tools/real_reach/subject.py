"""A program of tests/real-reach: built with `patchlight cc`, its own suite recorded, changed lines."""

import dataclasses
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tomllib

import build
import fetch


class SubjectError(Exception):
    pass


@dataclasses.dataclass
class Subject:
    name: str
    recipe: dict
    directory: pathlib.Path

    @classmethod
    def read(cls, path, work):
        recipe = tomllib.loads(path.read_text())
        key = hashlib.sha256(repr([recipe["archives"], recipe["build"]]).encode()).hexdigest()[:12]
        return cls(path.stem, recipe, work / f"{path.stem}-{key}")

    @property
    def source(self):
        return self.directory / "source"

    @property
    def executable(self):
        return self.source / self.recipe["program"]

    @property
    def tests(self):
        return self.directory / "recording" / self.executable.name / "cases.jsonl"

    def build(self, archives, patchlight):
        missing = [tool for tool in self.recipe.get("tools", []) if not shutil.which(tool)]
        if missing:
            raise SubjectError(f"{self.name}: missing: {' '.join(missing)}; install them")
        if (self.directory / ".built").exists():
            return
        shutil.rmtree(self.directory, ignore_errors=True)
        for version, target in (("old", "old"), ("debian", "packaging")):
            if version in self.recipe["archives"]:
                self._unpack(archives, self.recipe["archives"][version], self.directory / target)
        self.unpack_new(archives, self.source)
        log = self.directory / "build.log"
        build.run(self.name, self.recipe["build"], self.source, log, patchlight, {})
        (self.directory / ".built").touch()

    def unpack_new(self, archives, target):
        """The new version, with Debian's patches."""
        self._unpack(archives, self.recipe["archives"]["new"], target)
        for patch in self.recipe.get("patches", []):
            path = self.directory / "packaging" / "patches" / patch
            subprocess.run(["patch", "-s", "-p1", "-i", path], cwd=target, check=True)

    def _unpack(self, archives, archive, target):
        found = archives(archive["suite"]).get(self.recipe["package"], archive["name"], archive["sha256"])
        target.mkdir(parents=True)
        subprocess.run(["tar", "-xf", found, "-C", target, "--strip-components=1"], check=True)

    def record(self, patchlight):
        """The package's own suite, as cases."""
        if self.tests.exists():
            return
        command = [patchlight, "record", "--program", self.executable, "--out", self.directory / "recording", "--"]
        log = self.directory / "check.log"
        self.check(command, self.source, log, "gcc")
        if not self.tests.exists():
            raise SubjectError(f"{self.name}: the suite was not recorded, see {log}")

    def check(self, before, source, log, compiler):
        """Runs the suite in a built tree by a command. Whether all of its tests pass is not asked."""
        command = [*before, "sh", "-c", self.recipe["check"]]
        environment = {**os.environ, "CHECK_CC": compiler}
        with log.open("w") as output:
            subprocess.run(
                command, cwd=source, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )

    def own_sources(self):
        return sorted((self.source / self.recipe["sources"]).glob("*.c"))

    def changed_lines(self):
        """Lines of the new version that the old one does not have, as `FILE:LINE`."""
        found = []
        for path in self.own_sources():
            old = self.directory / "old" / self.recipe["sources"] / path.name
            command = ["diff", "-U0", "-w", old if old.exists() else "/dev/null", path]
            text = subprocess.run(command, capture_output=True).stdout.decode(errors="replace")
            for first, n in re.findall(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", text, re.M):
                lines = range(int(first), int(first) + int(n or 1))
                found += [f"{path.name}:{line}" for line in lines]
        return found


def archives_in(directory):
    """Archives by Debian's suite."""
    return lambda suite: fetch.Archives(directory, suite)
