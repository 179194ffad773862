# Farhaven. `make play` and `make test` set up all that they need; nothing else is to be done by hand.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml' | sort)
JOBS ?= 2

.PHONY: play test setup check bench clean help

help:
	@echo "make play    set up and play"
	@echo "make test    set up, then all checks and tests"
	@echo "make setup   only the set-up: environment in $(VENV), command $(BIN)/farhaven"
	@echo "make check   ruff, mypy --strict, import direction"
	@echo "make bench   speed, beside named peers"
	@echo "make clean   remove what the others made"

play: setup
	$(BIN)/farhaven play reworld

setup: $(VENV)/.installed

$(VENV)/.tools: pyproject.toml
	@echo "Setting up the environment in $(VENV) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --group build --group test
	@touch $@

$(VENV)/.installed: $(VENV)/.tools setup.py $(SOURCES)
	@echo "Installing farhaven; the rules are compiled, which takes about a minute …"
	@$(BIN)/python -m pip install --quiet --no-build-isolation --force-reinstall --no-deps .
	@$(BIN)/python -m pip install --quiet --no-build-isolation .
	@touch $@

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src tests benchmarks

test: check
	@echo "Tests, compiled …"
	$(BIN)/python -m pytest -n $(JOBS)
	@echo "Tests of the rules, interpreted …"
	PYTHONPATH=src $(BIN)/python -m pytest -n $(JOBS) tests/conformance tests/reworld

bench: setup
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
