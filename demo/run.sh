#!/bin/sh
# The demo: a C program natively and under Patchlight, and one with a memory error.
set -eu
patchlight=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
text="the quick brown fox jumps over the lazy dog and the cat"

echo "== words.c natively"
cc -O0 -o "$scratch/words" words.c
echo "$text" | "$scratch/words" 2 | tee "$scratch/native"

echo "== words.c under Patchlight"
echo "$text" | "$patchlight" run words.c -- 2 | tee "$scratch/patchlight"
cmp "$scratch/native" "$scratch/patchlight"
echo "== the same output"

echo
echo "== fields.c natively: nothing to see"
cc -O0 -o "$scratch/fields" fields.c
"$scratch/fields" a,b,c,d,e,f

echo "== fields.c under Patchlight"
status=0
"$patchlight" run fields.c -- a,b,c,d,e,f || status=$?
if [ "$status" -ne 99 ]; then
	echo "demo: expected the error to be found (exit code 99), got $status" >&2
	exit 1
fi
