"""Builds a package with `patchlight cc`, outside of the repository, once for each recipe."""

import dataclasses
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

import fetch

ROOT = pathlib.Path(__file__).resolve().parents[2]


class BuildError(Exception):
    pass


@dataclasses.dataclass
class Package:
    """A directory of tests/real: where its source comes from, how it is built, what it runs."""

    name: str
    directory: pathlib.Path
    recipe: dict

    @classmethod
    def read(cls, directory):
        text = (directory / "package.toml").read_text()
        return cls(directory.name, directory, tomllib.loads(text))

    def executable(self, built, program):
        """The path of a program of this package in its build directory."""
        paths = self.recipe["programs"]
        return built / paths.get(program, paths.get("default", "")).replace("{}", program)

    def key(self, needed):
        parts = [self.recipe["sha256"], self.recipe["build"], *map(str, needed.values())]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def build(package, archives, work, patchlight, needed):
    """Returns the build directory. `needed` has those of the packages that this one needs."""
    recipe = package.recipe
    missing = [tool for tool in recipe.get("tools", []) if not shutil.which(tool)]
    if missing:
        raise BuildError(f"{package.name}: missing: {' '.join(missing)}; install them")
    directory = work / f"{package.name}-{package.key(needed)}"
    if (directory / ".built").exists():
        return directory / "source"
    archive = archives.get(recipe["package"], recipe["archive"], recipe["sha256"])
    shutil.rmtree(directory, ignore_errors=True)
    source = directory / "source"
    source.mkdir(parents=True)
    subprocess.run(["tar", "-xf", archive, "-C", source, "--strip-components=1"], check=True)
    variables = {f"{name.upper()}_SOURCE": str(path) for name, path in needed.items()}
    run(package.name, recipe["build"], source, directory / "build.log", patchlight, variables)
    (directory / ".built").touch()
    return source


def run(name, script, source, log, patchlight, variables):
    """Runs a build script in a source tree, with `patchlight cc` as the compiler."""
    environment = {
        **os.environ,
        "CC": f"{patchlight} cc",
        "JOBS": str(os.cpu_count()),
        "FORCE_UNSAFE_CONFIGURE": "1",
        **variables,
    }
    with log.open("w") as output:
        command = ["bash", "-euo", "pipefail", "-c", script]
        result = subprocess.run(
            command, cwd=source, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    if result.returncode != 0:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:])
        raise BuildError(f"{name}: the build failed, see {log}\n{tail}")


def one(name, options, who):
    """The build directory of a package of tests/real. Without it `who` ends, and says why."""
    package = Package.read(ROOT / "tests" / "real" / name)
    archives = fetch.Archives(options.work / "archives")
    try:
        return build(package, archives, options.work, options.patchlight, {})
    except (BuildError, fetch.FetchError) as error:
        sys.exit(f"{who}: {error}")
