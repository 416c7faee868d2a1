"""make real-explore: symbolic execution of Debian's coreutils beside random and upstream tests.

Each tool is explored for a minute with up to two symbolic arguments of three characters, a file and
standard input of eight bytes. The tests that this gives run natively; so do as many random inputs
of the same shape as a minute allows, and upstream's tests as far as they fit that shape. The table
says which lines of the tool's own source each of them reaches, by gcov.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "real"))

import build  # noqa: E402
import command_line  # noqa: E402
import coverage  # noqa: E402
import native  # noqa: E402
import upstream  # noqa: E402

TOOLS = ["echo", "cut", "seq", "expr", "tr", "od", "factor", "join"]
SHAPE = ["--sym-args", "0", "2", "3", "--sym-files", "1", "8", "--sym-stdin", "8"]
# Completed paths of KLEE 3.3 in 60 seconds of processor time on the same shape.
KLEE = {"echo": 712, "cut": 1967, "seq": 798, "expr": 3360}


def main():
    options = arguments()
    source = build.one("coreutils", options, "real-explore")
    try:
        covered = coverage.Build(source, options.only)
    except build.BuildError as error:
        sys.exit(f"real-explore: {error}")
    rows = [measure(tool, source, covered, options) for tool in options.only]
    print_table(rows, options)


def arguments():
    parser = command_line.parser("real-explore", "TOOL")
    parser.add_argument("--seconds", type=float, default=60, help="for each tool and way of testing")
    parser.add_argument("--jobs", type=int, default=1, help="workers of an exploration")
    parser.add_argument("--search", help="another search strategy")
    parser.add_argument("--replays", type=int, default=20000, help="at most so many tests run natively")
    options = parser.parse_args()
    options.only = options.only or TOOLS
    return options


def measure(tool, source, covered, options):
    print(f"{tool} …", flush=True)
    in_memory = "/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="patchlight-explore-", dir=in_memory) as scratch:
        scratch = pathlib.Path(scratch)
        stats, cases = explore(tool, source, scratch, options)
        chosen = native.spread(cases, options.replays)
        covered.reset(tool)
        with native.Runner(covered.executable(tool), source / "src" / tool, scratch / "cwd") as runner:
            mismatches = [text for text in map(runner.replay, chosen) if text]
            explored = covered.lines(tool)
            covered.reset(tool)
            n_random = runner.random(options.seconds)
            random = covered.lines(tool)
            covered.reset(tool)
        upstream.run(tool, covered, source, scratch)
        return {
            "tool": tool,
            "stats": stats,
            "explored": explored,
            "n_replayed": len(chosen),
            "mismatches": mismatches,
            "random": random,
            "n_random": n_random,
            "upstream": covered.lines(tool),
            "all": covered.all_lines(tool),
        }


def explore(tool, source, scratch, options):
    """Returns stats.json and the path of cases.jsonl."""
    empty, out = scratch / "empty", scratch / "out"
    empty.mkdir()
    limits = ["--max-time", str(options.seconds), "--jobs", str(options.jobs), "--write", "none"]
    search = ["--search", options.search] if options.search else []
    program = source / "src" / tool
    command = [options.patchlight, "explore", program, *SHAPE, *limits, *search, "--out", out]
    subprocess.run(command, cwd=empty, check=True)
    shutil.rmtree(empty)
    return json.loads((out / "stats.json").read_text()), out / "cases.jsonl"


def print_table(rows, options):
    print(f"\n{options.seconds:g} s each, {options.jobs} job(s). Lines of the tool's own source reached:")
    head = ["tool", "paths", "KLEE's", "errors", "tests run", "mismatches", "explored", "random", "runs",
            "upstream", "of lines", "only random", "only upstream"]
    print(" | ".join(head))
    for row in rows:
        stats, explored = row["stats"], row["explored"]
        share = len(row["mismatches"]) / max(row["n_replayed"], 1)
        cells = [
            row["tool"], stats["paths_completed"], KLEE.get(row["tool"], "-"), stats["paths_error"],
            row["n_replayed"], f"{len(row['mismatches'])} ({share:.2%})", len(explored),
            len(row["random"]), row["n_random"], len(row["upstream"]), len(row["all"]),
            numbers(row["random"] - explored), numbers(row["upstream"] - explored),
        ]
        print(" | ".join(map(str, cells)))
    for row in rows:
        for kind in ("unsupported", "limits", "not_explored", "concretised"):
            for what, n in row["stats"][kind].items():
                print(f"{row['tool']}: {kind}: {what} ({n})")
        for mismatch in row["mismatches"][:3]:
            print(f"{row['tool']}: mismatch: {mismatch}")


def numbers(lines):
    return " ".join(map(str, sorted(lines))) or "none"


if __name__ == "__main__":
    main()
