"""One program, natively and under Patchlight: what became of it.

The oracle is gcc at -O0. Where Patchlight disagrees with it, the compiler that Patchlight uses is
asked natively too: gcc and clang are both right about what C leaves open. Where Patchlight reports an
error of the program, or the compilers differ, a build with sanitizers is asked.
Limits are of processor time, so that a busy machine changes no result.
"""

import dataclasses
import enum
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess

import compare

# Programs that end at all do so in a fraction of this.
NATIVE_SECONDS = 2
SANITIZED_SECONDS = 10
BUILD_SECONDS = 60
SECONDS = 120
# Nobody waits longer than this for one that sleeps, by the clock.
PATIENCE = 20
MEMORY_MIB = 4096


# clang takes a builtin that it does not know for a function that is declared nowhere.
NOT_CLANGS = re.compile(r"call of `(__builtin_\w+)`, which is not defined")


class Verdict(enum.Enum):
    AGREES = "agrees"
    # Not a program of this machine: the test says so, or gcc does not build it, or it does not end.
    NOT_NATIVE = "not for this machine"
    REFUSED = "refused by clang"
    UNSUPPORTED = "unsupported"
    # Patchlight reports an error in the program.
    UNDEFINED = "undefined behaviour"
    # Natively, clang's program does what it does under Patchlight, and gcc's does something else.
    COMPILERS = "gcc and clang differ"
    DIFFERS = "differs"
    LIMIT = "limit"
    BROKEN = "internal error"


@dataclasses.dataclass
class Result:
    verdict: Verdict
    # Why, in a line or a few.
    reason: str = ""
    # Who else says so, of an error.
    witness: str = ""
    warnings: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Run:
    status: int
    stdout: bytes
    stderr: bytes
    is_cut: bool

    def seen(self):
        return (self.status, self.stdout, self.stderr)


class Judge:
    def __init__(self, patchlight, work):
        self.patchlight = patchlight
        found = subprocess.run([patchlight, "setup", "--path", "zig"], capture_output=True, text=True, check=True)
        self.zig = found.stdout.strip()
        caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(work / "zig"))
        self.environment = {**compare.environment(work), **caches}

    def judge(self, program, scratch):
        """`scratch` is a directory of this program's own, which is removed afterwards."""
        # An interrupted run leaves one behind.
        shutil.rmtree(scratch, ignore_errors=True)
        try:
            scratch.mkdir(parents=True)
            return self._judge(program, scratch)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)

    def _judge(self, program, scratch):
        if program.skipped:
            return Result(Verdict.NOT_NATIVE, program.skipped)
        built = self.build(["gcc", "-O0", *program.gcc_flags()], program, scratch / "native")
        if built.status != 0:
            return Result(Verdict.NOT_NATIVE, "gcc: " + first_error(built.stderr))
        native = self.run([scratch / "native"], scratch, NATIVE_SECONDS)
        if native.is_cut:
            return Result(Verdict.NOT_NATIVE, "does not end natively")
        ours = self.run(self.under_patchlight(program), scratch, SECONDS)
        ours.stderr, warnings = compare.without_warnings(ours.stderr)
        result = self.verdict(program, scratch, native, ours)
        result.warnings = [warning.strip() for warning in warnings]
        return result

    def under_patchlight(self, program):
        flags = shlex.join(program.clang_flags())
        return [self.patchlight, "run", "--max-memory", str(MEMORY_MIB), "--cflags", flags, *program.sources]

    def verdict(self, program, scratch, native, ours):
        said = ours.stderr.decode(errors="replace")
        if ours.is_cut:
            return Result(Verdict.LIMIT, f"more than {SECONDS} s")
        if ours.status in (70, 101) or ours.status < 0 or "internal error" in said:
            return Result(Verdict.BROKEN, said[-500:])
        if native.seen() == ours.seen():
            return Result(Verdict.AGREES)
        if ours.status == 1 and "does not compile" in said:
            return Result(Verdict.REFUSED, first_error(ours.stderr))
        for status, word, verdict in (
            (98, "unsupported", Verdict.UNSUPPORTED),
            (97, "limit", Verdict.LIMIT),
            (99, "error", Verdict.UNDEFINED),
        ):
            found = re.search(rf"^patchlight: {word}: (.*)", said, re.M)
            if ours.status == status and found and NOT_CLANGS.match(found[1]):
                return Result(Verdict.REFUSED, "no such builtin in clang: " + NOT_CLANGS.match(found[1])[1])
            if ours.status == status and found:
                witness = self.witness(program, scratch) if verdict is Verdict.UNDEFINED else ""
                return Result(verdict, found[1] + place(said), witness)
        return self.second_opinion(program, scratch, native, ours)

    def second_opinion(self, program, scratch, native, ours):
        shown = "; ".join(compare.differences(with_files(native), with_files(ours)))
        command = [self.zig, "cc", "-O0", "-fno-sanitize=all", *program.clang_flags()]
        built = self.build(command, program, scratch / "clang")
        if built.status == 0:
            theirs = self.run([scratch / "clang"], scratch, NATIVE_SECONDS)
            if theirs.seen() == ours.seen():
                return Result(Verdict.COMPILERS, shown, self.witness(program, scratch))
            shown += f"; clang natively: status {theirs.status}"
        return Result(Verdict.DIFFERS, shown)

    def witness(self, program, scratch):
        """Whether sanitizers report an error too, and the first line of it."""
        flags = ["gcc", "-O0", "-g", "-fsanitize=address,undefined,float-cast-overflow", *program.gcc_flags()]
        if self.build(flags, program, scratch / "sanitized").status != 0:
            return ""
        stderr = self.run([scratch / "sanitized"], scratch, SANITIZED_SECONDS).stderr.decode(errors="replace")
        found = re.search(r"(?:ERROR: AddressSanitizer: \S+|runtime error: .*)", stderr)
        return found[0] if found else ""

    def build(self, command, program, output):
        return self.run([*command, *program.sources, "-o", output, "-lm"], output.parent, BUILD_SECONDS)

    def run(self, command, directory, seconds):
        def limits():
            os.setpriority(os.PRIO_PROCESS, 0, max(10, os.getpriority(os.PRIO_PROCESS, 0)))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        with subprocess.Popen(
            list(map(str, command)), cwd=directory, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=limits,
        ) as process:
            is_cut = False
            try:
                stdout, stderr = process.communicate(timeout=seconds * PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                stdout, stderr = process.communicate()
                is_cut = True
        status = process.returncode
        is_cut |= status in (-signal.SIGXCPU, -signal.SIGKILL)
        # As a shell shows it, and Patchlight: an end by a signal of the program's.
        is_native = pathlib.Path(command[0]).parent == directory
        return Run(128 - status if status < 0 and is_native else status, stdout, stderr, is_cut)


def with_files(run):
    return compare.Outcome(run.stdout, run.stderr, run.status, {})


def first_error(stderr):
    text = stderr.decode(errors="replace")
    found = re.search(r"error: (.*)|undefined reference to .*|unrecognized .*", text)
    return (found[1] or found[0]) if found else text.strip()[-200:]


def place(said):
    found = re.search(r"^  in (\S+)(?: at (\S+))?", said, re.M)
    return f", in {found[1]}" + (f" at {pathlib.Path(found[2]).name}" if found and found[2] else "") if found else ""
