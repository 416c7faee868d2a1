# Everything a user or CI needs: `make demo`, `make test`. Both set themselves up.

CARGO ?= cargo
PATCHLIGHT = target/release/patchlight
CACHE = $${PATCHLIGHT_CACHE:-$${XDG_CACHE_HOME:-$$HOME/.cache}/patchlight}
BENCH ?= bench/concrete
QUERIES ?= crates/solver/tests/queries

.PHONY: setup build install uninstall dist demo test lint advisories test-long real real-explore real-record real-shadow real-patches real-reach real-torture bench bench-explore bench-shadow bench-solver fuzz sanitize

build:
	@$(CARGO) build --release --quiet --bin patchlight

# Where `make install` puts the binary, completions and manual pages; DESTDIR is for packagers. Root may
# lack a toolchain: `make build && sudo make install CARGO=true`.
PREFIX ?= /usr/local
DESTDIR ?=
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
BASH_COMPLETION = $(SHARE)/bash-completion/completions/patchlight
ZSH_COMPLETION = $(SHARE)/zsh/site-functions/_patchlight
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/patchlight.fish
MANUAL = $(SHARE)/man/man1

install: build
	install -D -m 755 $(PATCHLIGHT) "$(BIN)/patchlight"
	install -d "$(dir $(BASH_COMPLETION))" "$(dir $(ZSH_COMPLETION))" "$(dir $(FISH_COMPLETION))" "$(MANUAL)"
	$(PATCHLIGHT) completions bash >"$(BASH_COMPLETION)"
	$(PATCHLIGHT) completions zsh >"$(ZSH_COMPLETION)"
	$(PATCHLIGHT) completions fish >"$(FISH_COMPLETION)"
	$(PATCHLIGHT) man --out "$(MANUAL)"

uninstall:
	rm -f "$(BIN)/patchlight" "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)"
	rm -f "$(MANUAL)/patchlight.1" "$(MANUAL)"/patchlight-*.1

# An archive with a binary that needs no library of the system, for other distributions.
DIST = patchlight-$(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)-x86_64-linux
DIST_TARGET = x86_64-unknown-linux-gnu
DIST_PATCHLIGHT = target/dist/$(DIST_TARGET)/release/patchlight

dist:
	RUSTFLAGS="-C target-feature=+crt-static" $(CARGO) build --locked --release --bin patchlight \
		--target $(DIST_TARGET) --target-dir target/dist
	rm -rf "target/$(DIST)"
	$(MAKE) install CARGO=true PATCHLIGHT="$(DIST_PATCHLIGHT)" DESTDIR= PREFIX="$(CURDIR)/target/$(DIST)"
	cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "target/$(DIST)"
	tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -czf "target/$(DIST).tar.gz" -C target "$(DIST)"
	@echo "target/$(DIST).tar.gz"

# Idempotent: the pinned compiler and solver, the binary, libc.
setup: build
	@$(PATCHLIGHT) setup

demo: setup
	@sh demo/run.sh $(PATCHLIGHT)

# Z3 is the oracle of the solver's tests.
WITH_Z3 = PATCHLIGHT_Z3=$$($(PATCHLIGHT) setup --path z3)

# Generated tests are the same in every run; without the seed they are others.
test: setup
	$(WITH_Z3) PROPTEST_RNG_SEED=1 $(CARGO) test --workspace --release --lib --bins --tests --examples

# From crates.io, unoptimised and without LTO: 2 minutes of one core instead of 5, and it runs for
# seconds. In the cache, since it is the same for all checkouts.
DENY_VERSION = 0.20.2
TOOLS = $(or $(PATCHLIGHT_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/patchlight)/tools
DENY = $(TOOLS)/cargo-deny-$(DENY_VERSION)/bin/cargo-deny

$(DENY):
	CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
		$(CARGO) install cargo-deny --quiet --locked --no-track --force --version $(DENY_VERSION) \
		--root "$(TOOLS)/cargo-deny-$(DENY_VERSION)" --target-dir target/tools
	rm -rf target/tools

lint: $(DENY)
	$(CARGO) fmt --all --check
	$(DENY) --locked check --hide-inclusion-graph licenses bans sources
	$(CARGO) clippy --workspace --all-targets --release -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --release

# Known vulnerabilities of dependencies. Not a part of `lint`: the database is on github.com, which not
# every machine reaches, and it changes without a commit here.
advisories: $(DENY)
	$(DENY) --locked check advisories

# The solver's tests with more queries, explorations and tests of a patch killed at 20 moments, a
# minute of exploding, all mutants and refactorings, hostile programs in all modes, the engine's tests under sanitizers, the suites
# again with clang 16 and clang 19 (Debian's packages), reports against their schemas and report.html in
# Chromium (Debian's, with npm's packages).
test-long: setup
	$(WITH_Z3) PATCHLIGHT_TEST_LONG=1 $(CARGO) test --release -p patchlight-solver --test oracle
	PATCHLIGHT_TEST_LONG=1 $(CARGO) test --release -p patchlight-cli --test suite -- \
		explore_limits unify_ projects::a_test_that_is_killed
	PATCHLIGHT_TEST_LONG=1 $(CARGO) test --release -p patchlight-replay --test hostile
	sh tools/sanitize.sh
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

# gcc's tests that are run and random programs of csmith, natively and under Patchlight. ONLY: a suite, a
# program or a pattern, such as `csmith` or `'gcc.dg/torture/pr9*'`. docs/real-torture.md.
real-torture: setup
	python3 tools/real_torture $(PATCHLIGHT) $(ONLY)

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

# AddressSanitizer, debug assertions and overflow checks; Debian's valgrind.
sanitize:
	sh tools/sanitize.sh
