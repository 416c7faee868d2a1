"""One command line, natively and under Patchlight, in identical fresh directories.

Compared are standard output, standard error, the exit status and what is in the directory
afterwards: types, permissions, owners, contents, targets of links, names of one file, and times of
modification that are not the time of the run. Patchlight writes nothing to the directory; what the
program left behind there comes from `--out`.
"""

import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import time

import tree

SECONDS = 60
MEMORY_MIB = 4096
# Patchlight's warnings come after everything that the program wrote.
WARNINGS = re.compile(rb"(?:patchlight: warning: [^\n]*\n(?:  [^\n]*\n)*)+\Z")


@dataclasses.dataclass
class Outcome:
    stdout: bytes
    stderr: bytes
    status: int
    files: dict


@dataclasses.dataclass
class Result:
    # Lines of text; none if both runs agree.
    differences: list
    # What Patchlight warns of.
    warnings: list


def compare(case, source, executable, patchlight, scratch):
    work, out = scratch / "work", scratch / "out"
    started = time.time() - 1
    limits = ["--max-memory", str(MEMORY_MIB)]
    prepare(case, source, executable, work)
    ours = run(case, [patchlight, "run", *limits, "--out", out, executable, "--"], work)
    ours.stderr, warnings = without_warnings(ours.stderr)
    ours.files = tree.with_changes(tree.snapshot(work, started), started, out, work)
    shutil.rmtree(work)
    prepare(case, source, executable, work)
    native = run(case, [executable], work)
    native.files = tree.snapshot(work, started)
    shutil.rmtree(scratch, ignore_errors=True)
    return Result(list(differences(native, ours)), warnings)


def environment(work):
    """The same for both: programs print it."""
    kept = [name for name in ("PATCHLIGHT_CLANG", "PATCHLIGHT_STORE") if name in os.environ]
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(work),
        "LC_ALL": "C",
        "TZ": "UTC",
        "PATCHLIGHT_CACHE": str(cache()),
        **{name: os.environ[name] for name in kept},
    }


def cache():
    """Where Patchlight keeps things, as in crates/cache/src/lib.rs."""
    if "PATCHLIGHT_CACHE" in os.environ:
        return pathlib.Path(os.environ["PATCHLIGHT_CACHE"])
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "patchlight"


def prepare(case, source, executable, work):
    work.mkdir(parents=True)
    script = f"umask 022\n{function(case, [executable])}\n{case.setup}"
    command = ["bash", "-euc", script]
    settings = {**environment(work), "PACKAGE": str(source)}
    result = subprocess.run(command, cwd=work, env=settings, capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{case.package}/{case.program}: setup: {result.stderr}")


def run(case, command, work):
    limits = f"umask 022; set -o pipefail; ulimit -c 0; ulimit -t {SECONDS}"
    script = f"{limits}\n{function(case, command)}\n{case.line}"
    with subprocess.Popen(
        ["bash", "-c", script],
        cwd=work,
        env=environment(work),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            stdout, stderr = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            stdout, stderr = process.communicate()
            stderr += b"[stopped: too slow]"
        return Outcome(stdout, stderr, process.returncode, {})


def without_warnings(stderr):
    found = WARNINGS.search(stderr)
    if not found:
        return stderr, []
    warnings = found[0].decode(errors="replace").split("patchlight: warning: ")
    return stderr[: found.start()], warnings[1:]


def function(case, command):
    """Makes the program's name call it; a function also goes before bash's own commands."""
    return f'{case.program}() {{ {shlex.join(map(str, command))} "$@"; }}'


def differences(native, ours):
    if native.status != ours.status:
        yield f"status {ours.status}, natively {native.status}"
    for name in ("stdout", "stderr"):
        theirs, mine = getattr(native, name), getattr(ours, name)
        if theirs != mine:
            yield f"{name} {show(mine)}\n      natively {show(theirs)}"
    for path in sorted(native.files.keys() | ours.files.keys()):
        theirs, mine = native.files.get(path), ours.files.get(path)
        if theirs is None or mine is None:
            yield f"file {path}: {'missing' if mine is None else 'not there natively'}"
            continue
        for key in sorted(theirs.keys() | mine.keys()):
            if theirs.get(key) != mine.get(key):
                yield f"file {path}: {key} {show(mine.get(key))}, natively {show(theirs.get(key))}"


def show(value, longest=1000):
    text = repr(value)
    return text if len(text) <= longest else text[:longest] + "…"
