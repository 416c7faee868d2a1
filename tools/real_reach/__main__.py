"""make real-reach: blocks of Debian's diffutils, findutils and sed that no test executes.

The sources are fetched and built as by `make real`. The tests to start from are that suite's command
lines, as far as they call the program alone; the targets are blocks of the program's own sources which
none of them executes, drawn at random with a fixed seed. Prints the paper's Table 1 as far as it is
about the draw, and why each block that was not reached was not.
"""

import dataclasses
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "real"))

import build  # noqa: E402
import cases  # noqa: E402
import command_line  # noqa: E402

# What only a shell understands, and what ends a command.
SHELL = set("|;&$`*?[]{}~()>")
LARGEST_FILE = 1 << 16
# How often `--ablation` takes the time of a hunt, and the first one.
COMBINATIONS = 5


@dataclasses.dataclass
class Program:
    package: str
    name: str
    # Where its own sources are, in the package.
    sources: str


PROGRAMS = [
    Program("diffutils", "diff", "src"),
    Program("findutils", "find", "find"),
    Program("sed", "sed", "sed"),
]


def main():
    options = arguments()
    rows, misses = [], []
    for program in PROGRAMS:
        if options.only and program.name not in options.only:
            continue
        built = build.one(program.package, options, "real-reach")
        with tempfile.TemporaryDirectory(prefix="patchlight-reach-") as scratch:
            report = hunt(options, program, built, pathlib.Path(scratch))
        summary = report["summary"]
        rows.append((program.name, report["n_tests"], summary, times(report["targets"])))
        missed = [target for target in report["targets"] if target["status"] == "unreached"]
        misses += [(program.name, target) for target in missed]
    print("\nprogram | tests | drawn | reached | unreachable | not reached | analysis, most s | all s")
    for name, n_tests, summary, (analysis, seconds) in rows:
        counts = [summary[key] for key in ("targets", "reached", "unreachable", "unreached")]
        print(" | ".join(map(str, [name, n_tests, *counts, f"{analysis:.2f}", f"{seconds:.0f}"])))
    print("\nnot reached | branches left | why")
    for name, target in misses:
        place = f"{name} {pathlib.Path(target['file']).name}:{target['line']}"
        print(f"{place} | {target['closest']} | {target['reason']}")


def arguments():
    parser = command_line.parser("real-reach", "PROGRAM")
    parser.add_argument("--draw", type=int, default=100, help="blocks a program")
    parser.add_argument("--max-time", type=float, default=120, help="seconds a block")
    parser.add_argument("--random-seed", type=int, default=1)
    parser.add_argument("--ablation", action="store_true", help="with each combination of heuristics, too")
    return parser.parse_args()


def times(targets):
    return max(t["analysis_seconds"] for t in targets), sum(t["seconds"] for t in targets)


def hunt(options, program, built, scratch):
    package = build.Package.read(ROOT / "tests" / "real" / program.package)
    tests = suite(program, package, built, scratch)
    given = scratch / "tests.jsonl"
    given.write_text("".join(json.dumps(test) + "\n" for test in tests))
    out = scratch / "out"
    command = [options.patchlight, "reach", package.executable(built, program.name)]
    command += ["--tests", given, "--out", out, "--draw", str(options.draw)]
    command += ["--max-time", str(options.max_time), "--random-seed", str(options.random_seed)]
    for source in sorted((built / program.sources).glob("*.c")):
        command += ["--from", source.name]
    limit = options.draw * options.max_time + 600
    if options.ablation:
        command.append("--ablation")
        limit *= COMBINATIONS
    print(f"{program.name}: {len(tests)} tests", flush=True)
    run = subprocess.run(command, text=True, timeout=limit)
    if run.returncode != 0:
        sys.exit(f"real-reach: {program.name}: exit {run.returncode}")
    return {**json.loads((out / "report.json").read_text()), "n_tests": len(tests)}


def suite(program, package, built, scratch):
    """The command lines of `make real` as cases."""
    path = package.directory / f"{program.name}.txt"
    lines = cases.read(package.name, path)
    directory = scratch / "files"
    directory.mkdir()
    environment = {**os.environ, "PACKAGE": str(built)}
    executable = package.executable(built, program.name).parent
    environment["PATH"] = f"{executable}:{environment['PATH']}"
    setup = ["bash", "-euo", "pipefail", "-c", lines[0].setup]
    subprocess.run(setup, cwd=directory, env=environment, check=True)
    files = files_of(directory)
    tests = []
    for case in lines:
        # Who sorts or counts what the program writes is not its input.
        line = case.line.split(" | ")[0]
        test = case_of(line, directory, files)
        if test is not None:
            tests.append(test)
    return tests


def files_of(directory):
    files = []
    for path in sorted(directory.rglob("*")):
        name = str(path.relative_to(directory))
        if path.is_symlink():
            files.append({"name": name, "kind": "link", "bytes": os.readlink(path).encode().hex()})
        elif path.is_dir():
            files.append({"name": name, "kind": "directory", "bytes": ""})
        elif path.is_file() and path.stat().st_size <= LARGEST_FILE:
            files.append({"name": name, "bytes": path.read_bytes().hex()})
    return files


def case_of(line, directory, files):
    """`None` for a command line that needs a shell."""
    try:
        words = shlex.split(line)
    except ValueError:
        return None
    unquoted = shlex.shlex(line, posix=False)
    unquoted.whitespace_split = True
    plain = [word for word in unquoted if not word.startswith(("'", '"'))]
    if any(SHELL & set(word) for word in plain if "'" not in word and '"' not in word):
        return None
    stdin = ""
    if "<" in words:
        at = words.index("<")
        given = directory / words[at + 1]
        if not given.is_file():
            return None
        stdin = given.read_bytes().hex()
        words = words[:at] + words[at + 2 :]
    args = [os.fsencode(word).hex() for word in words[1:]]
    run = {"args": args, "env": [], "stdin": stdin, "files": files}
    return {"version": 1, "name": line, "inputs": [], "run": run}


if __name__ == "__main__":
    main()
