"""A program of tests/real-reach: built with `patchlight cc`, its own suite recorded, changed lines."""

import dataclasses
import hashlib
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
        for version, target in (("old", "old"), ("new", "source"), ("debian", "packaging")):
            if version in self.recipe["archives"]:
                self._unpack(archives, self.recipe["archives"][version], self.directory / target)
        for patch in self.recipe.get("patches", []):
            path = self.directory / "packaging" / "patches" / patch
            subprocess.run(["patch", "-s", "-p1", "-i", path], cwd=self.source, check=True)
        log = self.directory / "build.log"
        build.run(self.name, self.recipe["build"], self.source, log, patchlight, {})
        (self.directory / ".built").touch()

    def _unpack(self, archives, archive, target):
        found = archives(archive["suite"]).get(self.recipe["package"], archive["name"], archive["sha256"])
        target.mkdir(parents=True)
        subprocess.run(["tar", "-xf", found, "-C", target, "--strip-components=1"], check=True)

    def record(self, patchlight):
        """The package's own suite, as cases. Whether all of its tests pass is not asked."""
        if self.tests.exists():
            return
        command = [patchlight, "record", "--program", self.executable, "--out", self.directory / "recording"]
        log = self.directory / "check.log"
        with log.open("w") as output:
            check = [*command, "--", "sh", "-c", self.recipe["check"]]
            subprocess.run(check, cwd=self.source, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        if not self.tests.exists():
            raise SubjectError(f"{self.name}: the suite was not recorded, see {log}")

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
