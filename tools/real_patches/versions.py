"""The two versions around a patch of a Debian source package.

The old version is built first; a copy of its build directory is patched and built again, so that only
what the patch touches is compiled twice.
"""

import dataclasses
import hashlib
import pathlib
import shutil
import subprocess
import tomllib

import build


class PatchError(Exception):
    pass


@dataclasses.dataclass
class Test:
    """A command line, as `patchlight replay` reads cases."""

    name: str
    case: dict
    explore: bool

    @classmethod
    def read(cls, entry):
        text = lambda value: {"text": value}  # noqa: E731
        files = []
        for name, content in entry.get("files", {}).items():
            files.append({"name": name, "bytes": text(content)})
        for name, content in entry.get("hex_files", {}).items():
            files.append({"name": name, "bytes": "".join(content.split())})
        for name, target in entry.get("links", {}).items():
            files.append({"name": name, "kind": "link", "bytes": text(target)})
        files += [{"name": name, "kind": "directory"} for name in entry.get("directories", [])]
        run = {"args": [text(arg) for arg in entry["args"]], "files": files}
        run["stdin"] = text(entry.get("stdin", ""))
        run["env"] = [{"name": name, "bytes": text(value)} for name, value in entry.get("env", {}).items()]
        name = " ".join(entry["args"]) or "no arguments"
        return cls(name, {"version": 1, "name": name, "run": run}, entry.get("explore", False))


@dataclasses.dataclass
class Pair:
    name: str
    package: str
    patch: str
    old: pathlib.Path
    new: pathlib.Path
    tests: list

    @classmethod
    def build(cls, path, archives, work, patchlight):
        text = path.read_text()
        recipe = tomllib.loads(text)
        source = {key: recipe[key] for key in ("archives", "patch", "build")}
        key = hashlib.sha256(repr(source).encode()).hexdigest()[:12]
        directory = work / f"{path.stem}-{key}"
        if not (directory / ".built").exists():
            shutil.rmtree(directory, ignore_errors=True)
            make(path.stem, recipe, archives, directory, patchlight)
            (directory / ".built").touch()
        old, new = (directory / version / recipe["program"] for version in ("old", "new"))
        tests = [Test.read(entry) for entry in recipe["test"]]
        title = f"{recipe['package']} {recipe['version']}"
        return cls(path.stem, title, recipe["patch"], old, new, tests)


def make(name, recipe, archives, directory, patchlight):
    old, debian, new = directory / "old", directory / "packaging", directory / "new"
    for target, archive in ((old, recipe["archives"]["upstream"]), (debian, recipe["archives"]["debian"])):
        target.mkdir(parents=True)
        found = archives.get(recipe["package"], archive["name"], archive["sha256"])
        subprocess.run(["tar", "-xf", found, "-C", target, "--strip-components=1"], check=True)
    patches = debian / "patches"
    series = [line.split()[0] for line in (patches / "series").read_text().splitlines() if line.strip()]
    series = [patch for patch in series if not patch.startswith("#")]
    for patch in series[: series.index(recipe["patch"])]:
        apply(patches / patch, old)
    build.run(name, recipe["build"], old, directory / "old.log", patchlight, {})
    shutil.copytree(old, new, symlinks=True)
    apply(patches / recipe["patch"], new)
    build.run(name, recipe["build"], new, directory / "new.log", patchlight, {})


def apply(patch, tree):
    command = ["patch", "--strip=1", "--forward", "--batch", "--fuzz=2", "--input", patch]
    result = subprocess.run(command, cwd=tree, capture_output=True, text=True)
    if result.returncode != 0:
        raise PatchError(f"{patch.name} does not apply: {result.stdout.strip()}")
