"""make real-torture: gcc's tests that are run and random programs of csmith, as an oracle of the engine.

Each program is compiled by gcc at -O0 and run, and run by `patchlight run`; the exit status and what is
written to standard output and standard error must agree. What does not agree is listed in
tests/real-torture/known.toml with its reason. The run fails on a program that disagrees and is not listed
there, and on a listed one that agrees. docs/real-torture.md has the results.

Results are kept with the key of the binary and of this tool: a run that is interrupted goes on where it
was.
"""

import collections
import concurrent.futures
import fnmatch
import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "real"))

import command_line  # noqa: E402
import csmith  # noqa: E402
import fetch  # noqa: E402
import pairs  # noqa: E402
import programs  # noqa: E402
from judge import Judge, Result, Verdict  # noqa: E402
from known import Known  # noqa: E402


def main():
    options = arguments()
    work = options.work / "torture"
    try:
        randoms = csmith.programs(work, options.seed, options.csmith)
        wanted = programs.torture(work) + randoms + pairs.programs(randoms, options.pairs)
    except fetch.FetchError as error:
        sys.exit(f"real-torture: {error}")
    chosen = [program for program in wanted if is_chosen(program, options.only)]
    if not chosen:
        sys.exit(f"real-torture: no program is called {' or '.join(options.only)}")
    results = judge_all(chosen, options, work)
    known = Known.read(ROOT / "tests" / "real-torture" / "known.toml")
    print_table(chosen, results)
    wrong = known.wrong(results, is_complete=not options.only)
    if options.list:
        list_all(results, options.list)
    print(*wrong, sep="\n")
    sys.exit(1 if wrong else 0)


def arguments():
    parser = command_line.parser("real-torture", "PROGRAM")
    parser.add_argument("--csmith", type=int, default=300, help="how many random programs")
    parser.add_argument("--pairs", type=int, default=100, help="how many of them with a second version")
    parser.add_argument("--seed", type=int, default=1, help="where their seeds come from")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="forget earlier results")
    parser.add_argument("--list", metavar="VERDICT", help="print all programs with this verdict")
    return parser.parse_args()


def is_chosen(program, only):
    """A whole suite, a program, or a pattern."""
    return not only or any(
        word in (program.suite, program.name) or fnmatch.fnmatch(program.name, word) for word in only
    )


def judge_all(chosen, options, work):
    judge = Judge(options.patchlight, work)
    path = work / f"results-{key(options.patchlight)}.jsonl"
    if options.again:
        path.unlink(missing_ok=True)
    results = read(path)
    missing = [program for program in chosen if program.name not in results]
    if len(missing) < len(chosen):
        print(f"{len(chosen) - len(missing)} results are known from an earlier run", flush=True)

    def one(program):
        if program.command:
            csmith.make(program)
        how = pairs.judge if program.suite == "pairs" else Judge.judge
        return how(judge, program, work / "scratch" / program.name.replace("/", "_"))

    with path.open("a") as kept, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        started = {pool.submit(one, program): program for program in missing}
        for n, done in enumerate(concurrent.futures.as_completed(started), 1):
            program, result = started[done], done.result()
            results[program.name] = result
            kept.write(json.dumps([program.name, {**vars(result), "verdict": result.verdict.value}]) + "\n")
            kept.flush()
            if n % 100 == 0:
                print(f"{n} of {len(missing)}", flush=True)
    return {program.name: results[program.name] for program in chosen}


def key(patchlight):
    parts = [patchlight, *sorted(pathlib.Path(__file__).parent.glob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in parts)).hexdigest()[:12]


def read(path):
    """Results so far. A line that was cut off is not one."""
    results = {}
    for line in path.read_text().splitlines(keepends=True) if path.exists() else []:
        if line.endswith("\n"):
            name, fields = json.loads(line)
            results[name] = Result(**{**fields, "verdict": Verdict(fields["verdict"])})
    return results


def print_table(chosen, results):
    totals = collections.defaultdict(collections.Counter)
    for program in chosen:
        result = results[program.name]
        for suite in (program.suite, "all"):
            totals[suite][result.verdict] += 1
            totals[suite]["warned"] += result.verdict is Verdict.AGREES and bool(result.warnings)
    head = ["suite", "programs", *(verdict.value for verdict in Verdict if verdict is not Verdict.NOT_NATIVE)]
    print(row(head), row("---" for _ in head), sep="\n")
    everything = totals.pop("all")
    for suite, counts in (*totals.items(), ("all", everything)):
        n = sum(counts[verdict] for verdict in Verdict if verdict is not Verdict.NOT_NATIVE)
        shown = (counts[verdict] for verdict in Verdict if verdict is not Verdict.NOT_NATIVE)
        print(row([suite, n, *shown]))
    print(f"not for this machine: {everything[Verdict.NOT_NATIVE]}, agree with a warning: {everything['warned']}")


def row(cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def list_all(results, verdict):
    for name, result in results.items():
        if result.verdict.value == verdict or (verdict == "warned" and result.warnings):
            print(f"{name}: {result.reason}" + (f" [{result.witness}]" if result.witness else ""))
            for warning in result.warnings if verdict == "warned" else []:
                print("    " + warning.replace("\n", "\n    "))


if __name__ == "__main__":
    main()
