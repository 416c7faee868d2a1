"""Upstream's own tests, of which only the runs count that fit the shape of the exploration.

While they run, a script stands in the tool's place. It calls the build with gcov if there are at
most two arguments, each of at most three characters or the name of a file of at most eight bytes,
and at most eight bytes of standard input; otherwise the plain build.
"""

import os
import shutil
import subprocess

MOST_SECONDS = 120
CHOOSER = """#!/usr/bin/env python3
import os, stat, sys
PLAIN, COVERED = {plain!r}, {covered!r}
def fits(arg):
    if len(os.fsencode(arg)) <= 3:
        return True
    try:
        return stat.S_ISREG(os.stat(arg).st_mode) and os.stat(arg).st_size <= 8
    except OSError:
        return False
args = sys.argv[1:]
small = len(args) <= 2 and all(map(fits, args))
try:
    kind = os.fstat(0).st_mode
except OSError:
    kind = 0
if small and stat.S_ISFIFO(kind):
    data = b""
    while len(data) < 1 << 20 and (more := os.read(0, 1 << 16)):
        data += more
    small = len(data) <= 8
    copy = os.memfd_create("stdin")
    os.write(copy, data)
    os.lseek(copy, 0, os.SEEK_SET)
    os.dup2(copy, 0, inheritable=True)
elif small and stat.S_ISREG(kind):
    small = os.fstat(0).st_size <= 8
os.execv(COVERED if small else PLAIN, [os.path.basename(sys.argv[0]), *args])
"""


def run(tool, covered, source, scratch):
    top = covered.source
    stand_in = top / "src" / tool
    plain = source / "src" / tool
    stand_in.unlink(missing_ok=True)
    stand_in.write_text(CHOOSER.format(plain=str(plain), covered=str(covered.executable(tool))))
    stand_in.chmod(0o755)
    try:
        for test in tests_of(tool, top):
            run_one(test, top, scratch)
    finally:
        stand_in.unlink()
        shutil.copy2(plain, stand_in)


def tests_of(tool, top):
    own = sorted((top / "tests" / "misc").glob(f"{tool}[-.]*"))
    every = [top / "tests" / "misc" / name for name in ("invalid-opt.pl", "usage_vs_getopt.sh")]
    return [path.relative_to(top) for path in own + every if path.suffix in (".pl", ".sh")]


def run_one(test, top, scratch):
    environment = {
        "PATH": f"{top}/src:{os.environ['PATH']}",
        "LC_ALL": "C",
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "abs_top_builddir": str(top),
        "abs_top_srcdir": str(top),
        "abs_srcdir": str(top),
        "srcdir": ".",
        "top_srcdir": ".",
        "built_programs": " ".join(sorted(path.stem for path in (top / "man").glob("*.x"))),
        "CONFIG_HEADER": f"{top}/lib/config.h",
        "CU_TEST_NAME": test.stem,
        "CC": "cc",
        "AWK": "awk",
        "EGREP": "grep -E",
        "PERL": "perl",
        "SHELL": "/bin/sh",
        "fail": "0",
    }
    command = ["sh", test]
    if test.suffix == ".pl":
        modules = ["-Itests", "-MCuSkip", "-MCoreutils", f"-MCuTmpdir qw({test.stem})"]
        command = ["perl", "-w", *modules, test]
    try:
        subprocess.run(
            command, cwd=top, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=MOST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        print(f"  {test} is ended after {MOST_SECONDS} s")
