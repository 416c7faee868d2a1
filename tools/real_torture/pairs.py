"""Two versions of a random program: the second one has a few other numbers in it.

Merged by `patchlight unify`, the program must do as either version what that version does natively; and
`patchlight shadow` must see a difference in what they print if, and only if, there is one natively.
"""

import dataclasses
import json
import random
import re
import shlex
import shutil

from judge import NATIVE_SECONDS, SECONDS, Result, Verdict

# How many numbers are others.
EDITS = 5
BUDGET = "60s"
NUMBER = re.compile(r"(?<=0x)[0-9A-F]{2,16}(?=U?L)")


def programs(randoms, n):
    """The first `n` of csmith's programs, as pairs."""
    named = ((program.name.replace("csmith/", "pairs/"), program) for program in randoms[:n])
    return [dataclasses.replace(program, name=name, suite="pairs") for name, program in named]


def judge(judge, program, scratch):
    shutil.rmtree(scratch, ignore_errors=True)
    try:
        (scratch / "new").mkdir(parents=True)
        return _judge(judge, program, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _judge(judge, program, scratch):
    old, new = program.sources[0], scratch / "new" / program.sources[0].name
    new.write_text(edited(old.read_text(), program.name))
    natively = [native(judge, program, source, scratch) for source in (old, new)]
    if None in natively:
        return Result(Verdict.NOT_NATIVE, "does not end natively")
    wrong = []
    for version, run in zip(("old", "new"), natively):
        ours = judge.run(patchlight(judge, program, "unify", old, new, "--as", version), scratch, SECONDS)
        if ours.is_cut:
            return Result(Verdict.LIMIT, f"more than {SECONDS} s")
        if (ours.status, ours.stdout) != (run.status, run.stdout):
            said = f"prints {ours.stdout!r} {ours.stderr[-200:]!r}, natively {run.stdout!r}"
            wrong.append(f"merged, the {version} version {said}")
    wrong += shadow(judge, program, old, new, scratch, natively[0].seen() != natively[1].seen())
    return Result(Verdict.DIFFERS if wrong else Verdict.AGREES, "; ".join(wrong))


def shadow(judge, program, old, new, scratch, differ):
    out = scratch / "out"
    command = patchlight(judge, program, "shadow", "--old", old, "--new", new, "--out", out)
    run = judge.run([*command, "--concolic-budget", BUDGET, "--bounded-budget", "1s", "--"], scratch, SECONDS)
    if run.status != 0:
        return [f"shadow: status {run.status} {run.stderr[-300:]!r}"]
    path = out / "report.json"
    report = json.loads(path.read_text()) if path.exists() else {"findings": [], "disagreements": []}
    wrong = [f"shadow: {line}" for line in report["disagreements"]]
    n_findings = len(report["findings"])
    if bool(n_findings) != differ:
        wrong.append(f"shadow: {n_findings} findings, natively the versions {'differ' if differ else 'agree'}")
    return wrong


def patchlight(judge, program, command, *words):
    return [judge.patchlight, command, "--cflags", shlex.join(program.clang_flags()), *words]


def native(judge, program, source, scratch):
    version = dataclasses.replace(program, sources=[source])
    built = judge.build(["gcc", "-O0", *program.gcc_flags()], version, scratch / "native")
    if built.status != 0:
        return None
    run = judge.run([scratch / "native"], scratch, NATIVE_SECONDS)
    return None if run.is_cut else run


def edited(text, seed):
    numbers = random.Random(seed)
    places = list(NUMBER.finditer(text))
    for place in sorted(numbers.sample(places, min(EDITS, len(places))), key=lambda place: -place.start()):
        digits = "".join(numbers.choice("0123456789ABCDEF") for _ in place[0])
        text = text[: place.start()] + digits + text[place.end() :]
    return text
