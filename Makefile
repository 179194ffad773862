# Farhaven. `make play` and `make test` set up all that they need; nothing else is to be done by hand.

PYTHON ?= python3
JOBS ?= 2
GAMES ?= 500
VENV := .venv
BIN := $(VENV)/bin
APP := src/farhaven/server/static
# One test at a time to whoever is free: some take a minute, most take none.
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --maxschedchunk 1
TOGETHER = $(MAKE) --no-print-directory --jobs $(JOBS) --output-sync
# Only what people write counts as a source: what a build or a check leaves beside it does not.
SOURCES := $(shell find src -path $(APP) -prune -o -type f \( -name '*.py' -o -name '*.toml' -o -name '*.mako' -o -name py.typed \) -print)
WEB_SOURCES := $(wildcard web/*.html web/*.json web/*.js web/*.ts web/scripts/*.js web/project.inlang/settings.json) \
	$(shell find web/messages web/public -type f) \
	$(shell find web/src \( -path web/src/paraglide -o -path web/src/sentences \) -prune -o -type f -print) \
	$(shell find src \( -path '*/messages/*.toml' -o -path '*/games/*/components.toml' \))

# Node comes with the environment; where it could not be had from there, one on the PATH serves.
export PATH := $(abspath $(BIN)):$(PATH)

.PHONY: play test test-web nightly setup check check-python check-web test-app bench clean help

help:
	@echo "make play    set up and play in the browser"
	@echo "make test    set up, then all checks and tests"
	@echo "make test-web  only the tests in a real browser: whole games, every screen"
	@echo "make nightly   thousands of whole games with searching bots, every record checked (an hour or more;"
	@echo "               GAMES=500 for each title and number of players)"
	@echo "make setup   only the set-up: environment in $(VENV), command $(BIN)/farhaven"
	@echo "make check   ruff, mypy --strict, svelte-check, generated types"
	@echo "make bench   speed, beside named peers"
	@echo "make clean   remove what the others made"

play: setup
	farhaven serve

setup: $(VENV)/.installed

$(VENV)/.tools: pyproject.toml
	@echo "Setting up the environment in $(VENV) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'], sep='\n')" > $(VENV)/needs.txt
	@$(BIN)/python -m pip install --quiet --group build --group test --requirement $(VENV)/needs.txt
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json $(VENV)/.tools
	@echo "Fetching what the web app is built with …"
	@cd web && npm ci --silent
	@touch $@

$(APP)/index.html: web/node_modules/.installed $(WEB_SOURCES)
	@echo "Building the web app …"
	@cd web && npm run --silent build
	@touch $@

$(VENV)/.installed: $(VENV)/.tools setup.py $(SOURCES) $(APP)/index.html
	@echo "Installing farhaven; with a C compiler the rules are compiled, which takes about a minute …"
	@rm -rf build/lib* # or modules that have moved since would be installed again
	@$(BIN)/python -m pip install --quiet --no-build-isolation .
	@touch $@

check:
	@$(TOGETHER) check-python check-web

check-python: $(VENV)/.tools
	ruff check .
	ruff format --check .
	mypy src tests benchmarks

check-web: $(APP)/index.html
	cd web && npm run --silent check

test-app: $(APP)/index.html
	cd web && npm run --silent test

# The compiler keeps one core busy for a while: checks go on beside it.
test:
	@$(TOGETHER) setup check-python check-web test-app
	@echo "Tests, compiled, with whole games and every screen in a browser …"
	$(PYTEST)
	@echo "Tests of the rules, interpreted …"
	PYTHONPATH=src $(PYTEST) tests/conformance tests/reworld tests/mars tests/golden

test-web: setup
	$(PYTEST) tests/web

nightly: setup
	$(BIN)/python -m tests.nightly --games $(GAMES) --jobs $(JOBS)

bench: setup
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build src/*.egg-info $(APP) web/node_modules .mypy_cache .ruff_cache .pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
