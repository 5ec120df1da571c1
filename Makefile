# Two commands on a fresh machine (Python 3.11 or newer, gcc, make):  make demo  and  make test.  `make help` lists the rest.
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help demo serve test check bench bench-peer lock docs realmodel clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 14

demo: .venv/.core  ## send over-sharing tool calls through the proxy and show before and after
	$(BIN)/toolminimize demo

serve: .venv/.core  ## start the proxy on 127.0.0.1:8000
	$(BIN)/toolminimize serve

test: .venv/.dev  ## run the tests
	$(BIN)/python -m pytest -q -rs

check: .venv/.dev  ## style, types, direction of imports, mirror of tests, sizes, documents
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m checks.mirror
	$(BIN)/python -m checks.sizes
	$(BIN)/python -m checks.frame
	$(BIN)/python -m checks.docs

bench: .venv/.dev  ## measure speed: every row of the budgets, with medians and ratios (a minute or two)
	$(BIN)/python -m benchmarks.speed

bench-peer: .venv-litellm/.ready  ## install LiteLLM's own proxy in .venv-litellm, so that `make bench` measures it as well

docs: .venv/.dev  ## write the generated reference pages anew
	$(BIN)/python -m llmproxy.commands.reference docs/reference

lock: .venv/.dev  ## resolve the lock files anew (asks the package registry)
	$(BIN)/python -m checks.lock

realmodel: .venv/.realmodel  ## run the test that has a real language model on the wire
	$(BIN)/python -m pytest -q -m realmodel tests

clean:  ## remove the environment and what tools left
	rm -rf .venv .venv-litellm .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ...")'
	$(PYTHON) -m venv .venv

# Everything comes from hashed locks; the project itself is installed editable, with the build tools of the lock.
.venv/.core: requirements/core.lock requirements/build.lock pyproject.toml | .venv/bin/python
	$(PIP) install --require-hashes --requirement requirements/core.lock
	$(PIP) install --require-hashes --requirement requirements/build.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: requirements/dev.lock .venv/.core
	$(PIP) install --require-hashes --requirement requirements/dev.lock
	@touch $@

.venv/.realmodel: requirements/realmodel.lock .venv/.dev
	$(PIP) install --no-deps --require-hashes --requirement requirements/realmodel.lock
	@touch $@

.venv-litellm/.ready: requirements/peer-litellm.lock
	$(PYTHON) -m venv .venv-litellm
	.venv-litellm/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement $<
	@touch $@
