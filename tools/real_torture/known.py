"""What is known to disagree: tests/real-torture/known.toml.

    [[known]]
    verdict = "refused by clang"
    reason = "what it is about"
    programs = ["suite/name", …]
    # Instead of names: what the result, or the sanitizers' report, must say, as regular expressions.
    says = "…"
    witness = "…"
"""

import dataclasses
import re
import tomllib

from judge import Verdict

# What is no disagreement.
FINE = (Verdict.AGREES, Verdict.NOT_NATIVE)


@dataclasses.dataclass
class Known:
    entries: list

    @classmethod
    def read(cls, path):
        entries = tomllib.loads(path.read_text()).get("known", []) if path.exists() else []
        return cls(entries)

    def entry_of(self, name, result):
        for entry in self.entries:
            is_named = name in entry.get("programs", [])
            says = "says" in entry and re.search(entry["says"], result.reason)
            witness = "witness" in entry and re.search(entry["witness"], result.witness)
            if entry["verdict"] == result.verdict.value and (is_named or says or witness):
                return entry
        return None

    def wrong(self, results, is_complete):
        """Lines about what is not as it is known to be."""
        wrong, seen = [], set()
        for name, result in results.items():
            if result.verdict in FINE:
                continue
            entry = self.entry_of(name, result)
            if entry is None:
                witness = f" [{result.witness}]" if result.witness else ""
                wrong.append(f"{result.verdict.value.upper()} {name}\n    {result.reason}{witness}")
            else:
                seen.add(id(entry))
        names = [name for entry in self.entries for name in entry.get("programs", [])]
        wrong += [f"NO LONGER SO {name}" for name in names if name in results and results[name].verdict in FINE]
        if is_complete:
            wrong += [f"NEVER SEEN {entry['reason']}" for entry in self.entries if id(entry) not in seen]
        return wrong
