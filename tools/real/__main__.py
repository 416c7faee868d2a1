"""make real: programs that nobody here wrote, natively and under Patchlight.

Every directory of tests/real is a Debian source package: package.toml says where its source comes
from and how it is built, the other files are command lines. Differences that are known are in
tests/real/deviations.toml, each with its reason, and from there in docs/real-programs.md. The run
fails on a difference that is not listed, on a listed one that does not happen, and if more than
3 % of all comparisons differ.
"""

import concurrent.futures
import os
import pathlib
import sys
import tempfile

import build
import cases
import command_line
import compare
import deviations
import fetch
import speed

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests" / "real"
DOCUMENTATION = ROOT / "docs" / "real-programs.md"
MOST_DEVIATIONS = 0.03


def main():
    options = arguments()
    known = deviations.read(TESTS / "deviations.toml")
    if not documentation_is_current(known, options.bless):
        sys.exit("real: docs/real-programs.md differs from tests/real/deviations.toml: use --bless")
    packages = [build.Package.read(path.parent) for path in sorted(TESTS.glob("*/package.toml"))]
    chosen = [case for package in packages for case in chosen_cases(package, options.only)]
    try:
        built = build_all(packages, {case.package for case in chosen}, options)
    except (build.BuildError, fetch.FetchError) as error:
        sys.exit(f"real: {error}")
    executables = {
        (package.name, program): package.executable(built[package.name], program)
        for package in packages
        for program in {case.program for case in chosen if case.package == package.name}
    }
    results = compare_all(chosen, built, executables, options)
    wrong = report(chosen, results, known, complete=not options.only)
    timed = [package for package in packages if package.name in built and "speed" in package.recipe]
    too_slow = [package.name for package in timed if not fast_enough(package, built, options)]
    sys.exit(1 if wrong or too_slow else 0)


def arguments():
    parser = command_line.parser("real", "PACKAGE[/PROGRAM]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--bless", action="store_true", help="write the list in the documentation")
    return parser.parse_args()


def documentation_is_current(known, bless):
    text = DOCUMENTATION.read_text()
    wanted = deviations.in_documentation(known, text)
    if bless:
        DOCUMENTATION.write_text(wanted)
    return bless or text == wanted


def chosen_cases(package, only):
    found = []
    for path in sorted(package.directory.glob("*.txt")):
        if not only or package.name in only or f"{package.name}/{path.stem}" in only:
            found += cases.read(package.name, path)
    return found


def build_all(packages, names, options):
    """Build directories by package, of those named and those that they need."""
    by_name = {package.name: package for package in packages}
    archives = fetch.Archives(options.work / "archives")
    built = {}

    def make(name):
        if name not in built:
            needed = {need: make(need) for need in by_name[name].recipe.get("needs", [])}
            print(f"building {name}", flush=True)
            package = by_name[name]
            built[name] = build.build(package, archives, options.work, options.patchlight, needed)
        return built[name]

    for name in sorted(names):
        make(name)
    return built


def compare_all(chosen, built, executables, options):
    with (
        tempfile.TemporaryDirectory(prefix="patchlight-real-") as scratch,
        concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
    ):
        def one(number):
            case = chosen[number]
            directory = pathlib.Path(scratch) / str(number)
            executable, source = executables[case.package, case.program], built[case.package]
            return compare.compare(case, source, executable, options.patchlight, directory)

        return list(pool.map(one, range(len(chosen))))


def report(chosen, results, known, complete):
    """Prints totals and what is wrong; returns the latter."""
    totals, seen, wrong = {}, {}, []
    for case, result in zip(chosen, results):
        name = deviations.name_of(case)
        n_all, n_different = totals.get((case.package, case.program), (0, 0))
        totals[case.package, case.program] = (n_all + 1, n_different + bool(result.differences))
        places = {deviations.place_of(case, warning): warning for warning in result.warnings}
        unknown = [place for place in places if place not in known.findings | seen.keys()]
        wrong += [f"WARNS {name}\n    {places[place]}" for place in unknown]
        seen |= {name: case} | places
        if result.differences and name not in known.deviations:
            wrong.append("\n    ".join([f"DIFFERS {name}", *result.differences]))
        elif name in known.deviations and not result.differences:
            wrong.append(f"NO LONGER DIFFERS {name}")
    if complete:
        wrong += [f"NEVER SEEN {line}" for line in (*known.deviations, *known.findings) if line not in seen]
    n_all, n_different = print_totals(totals)
    if complete and n_different > MOST_DEVIATIONS * n_all:
        wrong.append(f"more than {MOST_DEVIATIONS:.0%} differ")
    print(*wrong, sep="\n")
    return wrong


def fast_enough(package, built, options):
    environment = compare.environment(package.directory)
    times = speed.measure(package, built[package.name], options.patchlight, environment)
    if times is None:
        print(f"{package.name}: the script of [speed] prints something else than natively")
        return False
    native, ours = times
    ratio = ours / native
    print(f"{package.name}: native {native:.2f} s, Patchlight {ours:.1f} s: {ratio:.1f} times")
    return ratio <= speed.MOST


def print_totals(totals):
    for (package, program), (n_all, n_different) in totals.items():
        different = f", {n_different} different" if n_different else ""
        print(f"{package}/{program}: {n_all} compared{different}")
    n_all = sum(n for n, _ in totals.values())
    n_different = sum(n for _, n in totals.values())
    equal = n_all - n_different
    print(f"{len(totals)} programs, {n_all} comparisons, {equal} equal, {n_different} different")
    return n_all, n_different


if __name__ == "__main__":
    main()
