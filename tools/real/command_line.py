"""What the tools on real programs have in common on their command lines."""

import argparse
import pathlib

import compare


def parser(name, metavar):
    """`only` is what the tool is to take, all if it is empty."""
    options = argparse.ArgumentParser(prog=name)
    options.add_argument("patchlight", type=lambda path: pathlib.Path(path).resolve())
    options.add_argument("only", nargs="*", metavar=metavar, help="not all, but these")
    work = compare.cache() / "real"
    options.add_argument("--work", type=pathlib.Path, default=work, help="where to build")
    return options
