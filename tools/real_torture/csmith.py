"""Random programs without undefined behaviour, by csmith: Debian's package, unpacked and not installed.

A program is a seed and options. The seeds come from one number, so they are the same on every machine.
"""

import random
import shutil
import subprocess

import fetch
from programs import Program

PACKAGES = [
    ("csmith", "csmith_2.3.0-7_amd64.deb", "bb6adc7acae8719875ba44140791bba2d2d53bbdbb8c319d1edcdb65bc6e7003"),
    ("libcsmith-dev", "libcsmith-dev_2.3.0-7_amd64.deb", "dab2bd193a51c3738b8d68f211f42a36b69d2e6f0ac607d192ce43102287d0e7"),
]
# What is asked for, in turn: plain programs, floating point, builtins, many bit-fields, pointers to
# pointers, and large ones.
OPTIONS = [
    "",
    "--float",
    "--builtins --builtin-function-prob 30",
    "--bitfields --packed-struct --max-struct-fields 20 --max-union-fields 8",
    "--max-pointer-depth 5 --max-array-dim 4 --unary-plus-operator",
    "--max-funcs 20 --max-block-depth 6 --max-expr-complexity 14 --inline-function",
]


def programs(work, seed, n):
    root = unpack(work)
    numbers = random.Random(seed)
    return [program(root, work, numbers.randrange(1 << 32), OPTIONS[k % len(OPTIONS)]) for k in range(n)]


def program(root, work, seed, options):
    path = work / "programs" / f"{seed}.c"
    command = [root / "usr/bin/csmith", "--seed", str(seed), *options.split(), "--output"]
    return Program(f"csmith/{seed}", "csmith", [path], [f"-I{root}/usr/include/csmith"], command=command)


def make(program):
    """Makes the source of a program, unless it is there."""
    [path] = program.sources
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_suffix(".new")
        subprocess.run([*program.command, scratch], cwd=path.parent, check=True, stdout=subprocess.DEVNULL)
        scratch.rename(path)


def unpack(work):
    root = work / "csmith"
    if not (root / ".unpacked").exists():
        archives = fetch.Archives(work / "binaries", kinds=("deb",))
        shutil.rmtree(root, ignore_errors=True)
        for package in PACKAGES:
            subprocess.run(["dpkg-deb", "--extract", archives.get_binary(*package), root], check=True)
        (root / ".unpacked").touch()
    return root
