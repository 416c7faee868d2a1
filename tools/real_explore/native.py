"""Runs a tool natively: on generated tests, and on random inputs of the same shape."""

import json
import os
import random
import resource
import signal
import time

# A run that takes longer or writes more is ended; its lines do not count, whoever made its inputs.
MOST_SECONDS = 2
MOST_BYTES = 1 << 24
PRINTABLE = bytes(range(32, 127)) + b"\n\t"


def spread(path, most):
    """At most so many of the tests in a file, evenly spread; those without a prediction are left out."""
    lines = [line for line in path.open() if '"unsupported"' not in line and '"limit"' not in line]
    step = max(len(lines) / most, 1)
    return [json.loads(lines[int(n * step)]) for n in range(int(len(lines) / step))]


class Runner:
    """A directory in which one run happens after the other."""

    def __init__(self, executable, name, directory):
        self.executable, self.name = os.fspath(executable), os.fsencode(name)
        self.directory = directory
        self.streams = [directory.with_suffix(suffix) for suffix in (".out", ".err")]
        self.pid = None

    def __enter__(self):
        self.directory.mkdir()
        self.before = os.getcwd(), resource.getrlimit(resource.RLIMIT_FSIZE)
        os.chdir(self.directory)
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, self.before[1][1]))
        signal.signal(signal.SIGALRM, self._end_run)
        return self

    def __exit__(self, *_):
        os.chdir(self.before[0])
        resource.setrlimit(resource.RLIMIT_FSIZE, self.before[1])

    def _end_run(self, *_):
        if self.pid is not None:
            os.kill(self.pid, signal.SIGKILL)

    def run(self, args, stdin, files):
        """Returns the status, standard output and standard error."""
        wanted = {name for name, _ in files}
        for name in set(os.listdir()) - wanted:
            os.unlink(name)
        for name, content in files:
            with open(name, "wb") as file:
                file.write(content)
        # Standard input is a pipe for the exploration, so it is one here.
        reading, writing = os.pipe()
        os.write(writing, stdin)
        os.close(writing)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        actions = [(os.POSIX_SPAWN_DUP2, reading, 0)]
        actions += [(os.POSIX_SPAWN_OPEN, n + 1, path, flags, 0o600) for n, path in enumerate(self.streams)]
        self.pid = os.posix_spawn(self.executable, [self.name, *args], {}, file_actions=actions)
        signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
        _, status = os.waitpid(self.pid, 0)
        self.pid = None
        signal.setitimer(signal.ITIMER_REAL, 0)
        os.close(reading)
        return os.waitstatus_to_exitcode(status), *(path.read_bytes() for path in self.streams)

    def replay(self, case):
        """What differs from the prediction, or None."""
        run = case["run"]
        files = [(file["name"], bytes.fromhex(file["bytes"])) for file in run["files"]]
        args = [bytes.fromhex(arg) for arg in run["args"]]
        status, out, err = self.run(args, bytes.fromhex(run["stdin"]), files)
        end = case["end"]
        if "error" in end:
            return f"{args}: an error of the program: {end['error']['kind']}"
        predicted = end["exit"] if "exit" in end else -end["killed"]
        texts = [case.get(key, "").encode("latin-1") for key in ("stdout", "stderr")]
        if (status, out, err) == (predicted, *texts):
            return None
        found, wanted = (status, out[:80], err[:80]), (predicted, *(text[:80] for text in texts))
        return f"{args} stdin {run['stdin']} file {files}: {found}, predicted {wanted}"

    def random(self, seconds):
        """Random runs for so many seconds; returns how many."""
        choice = random.Random(1)
        end = time.monotonic() + seconds
        n_runs = 0
        while time.monotonic() < end:
            args = [random_argument(choice) for _ in range(choice.randint(0, 2))]
            stdin, content = random_bytes(choice, 8), random_bytes(choice, 8)
            self.run(args, stdin, [("A", content)])
            n_runs += 1
        return n_runs


def random_argument(choice):
    """At most three characters: sometimes the file's name, often an option."""
    if choice.random() < 0.2:
        return b"A"
    text = random_bytes(choice, choice.randint(0, 3))
    return (b"-" + text)[:3] if choice.random() < 0.4 else text


def random_bytes(choice, n):
    if choice.random() < 0.2:
        return bytes(choice.randint(1, 255) for _ in range(n))
    return bytes(choice.choice(PRINTABLE) for _ in range(n))
