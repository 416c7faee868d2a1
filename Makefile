# Everything a user or CI needs: `make demo`, `make test`. Both set themselves up.

CARGO ?= cargo
PATCHLIGHT = target/release/patchlight
CACHE = $${PATCHLIGHT_CACHE:-$${XDG_CACHE_HOME:-$$HOME/.cache}/patchlight}
BENCH ?= bench/concrete
QUERIES ?= crates/solver/tests/queries

.PHONY: setup build demo test lint test-long real real-explore real-record real-shadow real-patches real-reach bench bench-explore bench-shadow bench-solver fuzz

build:
	@$(CARGO) build --release --quiet --bin patchlight

# Idempotent: the pinned compiler and solver, the binary, libc.
setup: build
	@$(PATCHLIGHT) setup

demo: setup
	@sh demo/run.sh $(PATCHLIGHT)

# Z3 is the oracle of the solver's tests.
WITH_Z3 = PATCHLIGHT_Z3=$$($(PATCHLIGHT) setup --path z3)

test: setup
	$(WITH_Z3) $(CARGO) test --workspace --release

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --release -- -D warnings

# The solver's tests with more queries, explorations and tests of a patch killed at 20 moments, a
# minute of exploding, all mutants and refactorings, the suites again with clang 16 and clang 19
# (Debian's packages), reports against their schemas and report.html in Chromium (Debian's, with npm's packages).
test-long: setup
	$(WITH_Z3) PATCHLIGHT_TEST_LONG=1 $(CARGO) test --release -p patchlight-solver --test oracle
	PATCHLIGHT_TEST_LONG=1 $(CARGO) test --release -p patchlight-cli --test suite -- \
		explore_limits unify_ projects::a_test_that_is_killed
	sh tools/test-reports.sh $(PATCHLIGHT)
	sh tools/test-clangs.sh

# Debian's source packages, built with `patchlight cc`; natively and under Patchlight.
# ONLY: packages or programs, such as `sqlite coreutils/sort`. docs/real-programs.md.
real: setup
	python3 tools/real $(PATCHLIGHT) $(ONLY)

# Symbolic execution of coreutils beside random testing and upstream's tests, by gcov.
# ONLY: tools, such as `cut seq`. docs/explore.md.
real-explore: setup
	python3 tools/real_explore $(PATCHLIGHT) $(ONLY)

# The suite of coreutils, with and without recorders. docs/record.md.
real-record: setup
	python3 tools/real_record $(PATCHLIGHT) $(ONLY)

# Two of coreutils with a small patch each, as two versions at once. ONLY: `echo` or `cut`. docs/shadow.md.
real-shadow: setup
	python3 tools/real_shadow $(PATCHLIGHT) $(ONLY)

# Patches of Debian's packages: the versions before and after each. ONLY: names in tests/real-patches,
# such as `dash`. docs/real-patches.md.
real-patches: setup
	python3 tools/real_patches $(PATCHLIGHT) $(ONLY)

# Changed lines and blocks of three of Debian's programs that their suites do not execute. ONLY: `diff`,
# `find` or `sed`. docs/reach.md.
real-reach: setup
	python3 tools/real_reach $(PATCHLIGHT) $(ONLY)

bench: setup
	python3 tools/bench.py $(PATCHLIGHT) $(BENCH)
	$(CARGO) bench --quiet -p patchlight-llvm --bench front_end -- $$(ls -td $(CACHE)/libc-text-* | head -n 1)
	$(CARGO) bench --quiet -p patchlight-replay --bench throughput

# Explorations beside KLEE's figures; `tools/bench-explore.py --replay` also runs all tests natively.
bench-explore: setup
	python3 tools/bench-explore.py $(PATCHLIGHT)

# What running two versions at once costs, in instructions (Debian's valgrind) and memory.
bench-shadow: setup
	python3 tools/bench-shadow.py $(PATCHLIGHT)

# QUERIES: a directory or .tar.xz of .smt2 files. Beside Bitwuzla and Z3, in one run.
bench-solver: setup
	python3 -m venv target/bench-env
	target/bench-env/bin/pip install --quiet --require-hashes -r tools/bench-requirements.txt
	target/bench-env/bin/python tools/bench-solver.py $(PATCHLIGHT) $(QUERIES)

fuzz:
	sh tools/fuzz.sh
