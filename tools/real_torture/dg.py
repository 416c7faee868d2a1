"""What the comments of gcc's tests ask for: `dg-` directives, for x86-64 Linux at -O0.

A test is skipped where it says so; otherwise it is compiled with the options that it names. What
gcc is asked about the machine (`dg-require-effective-target int128`) is taken to be there, unless
it is one of `ABSENT`: if that is wrong, the native compiler says so.
"""

import dataclasses
import fnmatch
import re

MACHINE = "x86_64-pc-linux-gnu"
LEVEL = "-O0"
# Of the words in selectors that are no names of machines, those that do not hold.
ABSENT = {
    "freestanding", "ia32", "ilp32", "newlib_nano_io", "vxworks_kernel", "avx_runtime",
    "int16", "word_mode_no_slow_unalign", "simulator", "no_alignment_constraints", "keeps_null_pointer_checks",
}
ABSENT_FAMILIES = re.compile(r"^(arm|aarch64|powerpc|mips|vmx|vsx|nvptx|avr|spu|s390|riscv|p8|p9|ppc|hard_dfp)")


@dataclasses.dataclass
class Wanted:
    # Why the test is not for this machine, if it is not.
    skipped: str
    # Options of the compiler, in order.
    flags: list


def wanted(text, by_default):
    """What a test wants; `by_default` is whether it is run without saying so."""
    is_run, flags = by_default, []
    for name, words in directives(text):
        if name == "dg-do":
            is_run = words[:1] == ["run"] and applies(words[1:])
        elif name in ("dg-options", "dg-additional-options") and words and applies(words[1:]):
            flags += flattened(words[0])
        elif name == "dg-require-effective-target" and words and not holds(words[0]):
            return Wanted(f"needs {flattened(words[0])}", [])
        elif name == "dg-skip-if" and len(words) > 1 and is_skipped(words):
            return Wanted(words[0] or "is skipped at -O0", [])
    return Wanted("" if is_run else "is only compiled", flags)


def directives(text):
    """Names of directives with their words, in Tcl's lists."""
    for start in re.finditer(r"\{\s*(dg-[a-z-]+)", text):
        words = parse(text, start.start())
        if words:
            yield words[0], words[1:]


def parse(text, position):
    """The list that begins with the brace at `position`; nothing if it does not end on its line."""
    stack, current = [], None
    for token in re.finditer(r'\{|\}|"((?:[^"\\\n]|\\.)*)"|[^\s{}"]+|\n', text[position:]):
        if token[0] == "\n":
            return None
        if token[0] == "{":
            stack.append(current)
            current = []
        elif token[0] == "}":
            done, current = current, stack.pop()
            if current is None:
                return done
            current.append(done)
        else:
            current.append(token[1] if token[1] is not None else token[0])
    return None


def flattened(words):
    if isinstance(words, str):
        return words.split()
    return [word for part in words for word in flattened(part)]


def applies(words):
    """Whether a directive with these words at its end is for this machine."""
    if not words or not isinstance(words[0], list) or words[0][:1] not in (["target"], ["xfail"]):
        return True
    return words[0][0] == "xfail" or holds(words[0][1:])


def is_skipped(words):
    included = flattened(words[2]) if len(words) > 2 else []
    excluded = flattened(words[3]) if len(words) > 3 else []
    is_meant = not included or "*" in included or LEVEL in included
    return holds(words[1]) and is_meant and LEVEL not in excluded


def holds(selector):
    """Whether a selector is true: one word, or an expression of `!`, `&&` and lists of machines."""
    if isinstance(selector, str):
        return word_holds(selector)
    if selector[:1] == ["!"]:
        return not holds(selector[1:])
    for operator, combine in (("||", any), ("&&", all)):
        if operator in selector:
            at = selector.index(operator)
            return combine([holds(selector[:at]), holds(selector[at + 1 :])])
    return any(map(holds, selector))


def word_holds(word):
    if "-" in word or "*" in word:
        return fnmatch.fnmatch(MACHINE, word)
    return word not in ABSENT and not ABSENT_FAMILIES.match(word)
