"""How much slower than natively a package's long script runs.

Processor time counts, not the clock's, so that load on the machine matters little; native and
interpreted runs alternate and the best of each counts. Packages with a script are built at `-O0`.
"""

import os
import subprocess

ROUNDS = 2
MOST = 30


def measure(package, built, patchlight, environment):
    """Native seconds and Patchlight's, or None if the outputs differ."""
    speed = package.recipe["speed"]
    executable = package.executable(built, speed["program"])
    native, ours = [], []
    for _ in range(ROUNDS):
        wanted, seconds = run([executable, *speed["arguments"]], package.directory, environment)
        native.append(seconds)
        command = [patchlight, "run", executable, "--", *speed["arguments"]]
        found, seconds = run(command, package.directory, environment)
        ours.append(seconds)
        if found != wanted:
            return None
    return min(native), min(ours)


def run(command, directory, environment):
    """What a command prints, and its processor time."""
    before = os.times()
    result = subprocess.run(
        command, cwd=directory, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    )
    after = os.times()
    seconds = after.children_user + after.children_system
    return result.stdout, seconds - before.children_user - before.children_system
