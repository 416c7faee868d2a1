# Everything a user or CI needs: `make demo`, `make test`. Both set themselves up.

CARGO ?= cargo
PATCHLIGHT = target/release/patchlight

.PHONY: setup build demo test lint test-long bench fuzz

build:
	@$(CARGO) build --release --quiet --bin patchlight

# Idempotent: the pinned compiler and solver, the binary, libc.
setup: build
	@$(PATCHLIGHT) setup

demo: setup
	@sh demo/run.sh $(PATCHLIGHT)

test: setup
	$(CARGO) test --workspace --release

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --release -- -D warnings

# The suites again with clang 16 and clang 19 (Debian's packages).
test-long: setup
	sh tools/test-clangs.sh

bench: setup
	python3 tools/bench.py $(PATCHLIGHT) $(BENCH)

fuzz:
	sh tools/fuzz.sh
