"""What is known to differ, and what Patchlight rightly warns of: tests/real/deviations.toml.

    [[deviation]]
    reason = "what differs, and why"
    lines = ["package/program: command line", …]

    [[finding]]
    place = "package: file:line"
    reason = "what the program does there"
"""

import dataclasses
import re
import tomllib

BEGIN = "<!-- deviations: from tests/real/deviations.toml -->"
END = "<!-- end of deviations -->"


@dataclasses.dataclass
class Known:
    # Reasons by the name of the case.
    deviations: dict
    # Reasons by place.
    findings: dict


def read(path):
    tables = tomllib.loads(path.read_text())
    deviations = {
        line: table["reason"] for table in tables.get("deviation", []) for line in table["lines"]
    }
    findings = {table["place"]: table["reason"] for table in tables.get("finding", [])}
    return Known(deviations, findings)


def name_of(case):
    return f"{case.package}/{case.program}: {case.line}"


def place_of(case, warning):
    """Where the program does what a warning tells, from its first `in FUNCTION at PLACE`."""
    place = re.search(r" at (\S+?:\d+)(:\d+)?$", warning, re.MULTILINE)
    return f"{case.package}: {place[1] if place else warning}"


def as_markdown(known):
    lines = ["Differences:", ""]
    for reason in dict.fromkeys(known.deviations.values()):
        lines.append(f"- {reason}")
        same = [line for line, why in known.deviations.items() if why == reason]
        lines += [f"  - `` {line} ``" for line in same]
    lines += ["- none"] if not known.deviations else []
    lines += ["", "Warnings of Patchlight that are right:", ""]
    lines += [f"- `{place}`: {reason}" for place, reason in known.findings.items()]
    return "\n".join(lines)


def in_documentation(known, text):
    """`text` with the lists between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{as_markdown(known)}\n{END}{after}"
