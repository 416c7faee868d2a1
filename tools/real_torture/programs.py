"""gcc's tests that are run: which sources belong to one program, and with which options.

They come with Debian's source package, by name and pinned hash; none of their code is kept here.
"""

import dataclasses
import re
import shutil
import subprocess

import dg
import fetch

# The directories of gcc's tests, with whether a test there is run without saying so.
SUITES = {
    "gcc.c-torture/execute": True,
    "gcc.c-torture/execute/ieee": True,
    "gcc.c-torture/execute/builtins": True,
    "gcc.dg/torture": False,
    "c-c++-common/torture": False,
}
UNPACKED = ["gcc.c-torture/execute", "gcc.dg/torture", "gcc.dg/tg-tests.h", "c-c++-common/torture"]
GCC = ("gcc-12", "gcc-12_12.2.0.orig.tar.gz", "b8298be16aeeb96a889c6afed0a8e2241b47452e89cc81fe65ea849d5c740fcb")
GCC_INNER = "gcc-12.2.0-dfsg.tar.xz"
# Options of gcc that change what a program means, and that clang knows. The others choose
# optimisations, which `run` has none of.
MEANINGFUL = re.compile(
    r"-O.*|-std=.*|-D.*|-I.*|-fwrapv|-ftrapv|-fgnu89-inline|-finstrument-functions|-fno-builtin.*|-ffast-math"
    r"|-fno-common|-fcommon|-funsigned-char|-fsigned-char|-fshort-enums|-fpack-struct.*|-frounding-math"
    r"|-ftrapping-math|-fno-trapping-math|-ffinite-math-only|-fno-math-errno|-fsignaling-nans|-fexceptions|-fms-extensions"
    r"|-funsafe-math-optimizations|-fno-signed-zeros|-mno-mmx|-msse.*|-mavx.*|-mf16c|-mfma|-fopenmp-simd"
)
# gcc's tests are of an age in which functions were not declared.
OLD_C = ["-w", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion",
         "-Wno-incompatible-function-pointer-types", "-Wno-incompatible-pointer-types", "-Wno-return-mismatch"]


@dataclasses.dataclass
class Program:
    # `SUITE/NAME`.
    name: str
    suite: str
    sources: list
    # For gcc; for clang those of them that change the meaning.
    flags: list
    # Why it is not run at all.
    skipped: str = ""
    # What makes its source, if it is not there.
    command: list = dataclasses.field(default_factory=list)

    def clang_flags(self):
        return OLD_C + [flag for flag in self.flags if MEANINGFUL.fullmatch(flag)]

    def gcc_flags(self):
        return ["-w", *self.flags]


def torture(work):
    """All programs of gcc's tests, in the order of their names."""
    root = unpack_gcc(work)
    found = []
    for suite, by_default in SUITES.items():
        directory = root / suite
        for path in sorted(directory.glob("*.c")):
            if not path.stem.endswith("-lib") or suite != "gcc.c-torture/execute/builtins":
                found.append(test(suite, directory, path, by_default))
    return found


def test(suite, directory, path, by_default):
    wanted = dg.wanted(path.read_text(errors="replace"), by_default)
    sources, flags = [path], list(wanted.flags)
    if suite.endswith("builtins"):
        sources += [directory / f"{path.stem}-lib.c", directory / "lib" / "main.c"]
        set_there = path.with_suffix(".x")
        if set_there.exists():
            flags += re.findall(r"^set additional_flags (\S+)", set_there.read_text(), re.M)
    extra = re.search(r'dg-additional-sources "?([^"}]+)', path.read_text(errors="replace"))
    if extra:
        sources += [directory / name for name in extra[1].split()]
    return Program(f"{suite}/{path.stem}", suite, sources, flags, wanted.skipped)


def unpack_gcc(work):
    root = work / "gcc" / "gcc" / "testsuite"
    if (work / "gcc" / ".unpacked").exists():
        return root
    archive = fetch.Archives(work / "archives").get(*GCC)
    shutil.rmtree(work / "gcc", ignore_errors=True)
    (work / "gcc").mkdir(parents=True)
    tar(archive, work / "gcc", "--wildcards", f"*/{GCC_INNER}")
    inner = work / "gcc" / GCC_INNER
    tar(inner, work / "gcc", "--wildcards", *(f"*/gcc/testsuite/{suite}" for suite in UNPACKED))
    inner.unlink()
    (work / "gcc" / ".unpacked").touch()
    return root


def tar(archive, directory, *words):
    subprocess.run(["tar", "-xf", archive, "-C", directory, "--strip-components=1", *words], check=True)
