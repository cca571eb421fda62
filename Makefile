# Everything runs from .venv, which the first command sets up; nothing is installed elsewhere.

VENV  := .venv
BIN   := $(VENV)/bin
READY := $(VENV)/.ready

# The tests of a file run in one process, one after the other, so that no fixture of a file is made twice.
PYTEST := $(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder
PIP    := $(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt

# The pinned packages exist for these versions of Python.
PYTHONS  := $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)
SUITABLE := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))

# An environment works only where it was made, and only as long as its Python and packages are there.
INSTALLED := import sys; from importlib.util import find_spec; \
             sys.exit(not all(map(find_spec, "turnwright numba scipy matplotlib typer ray pyarrow psycopg fastapi pytest xdist mypy ruff importlinter pyrimaa pyspiel gymnasium pettingzoo markdown yaml mcp nbclient pandas".split())))
WORKING := $(shell [ "$$(cat $(READY) 2>/dev/null)" = "$(CURDIR)" ] && [ -x $(BIN)/turnwright ] && \
                   $(BIN)/python -c '$(INSTALLED)' 2>/dev/null && echo yes)

.DEFAULT_GOAL := help
.PHONY: help demo play test test-slow compiled-hero_academy compiled-locm compiled-pairs browser database proxies docs lint clean

help:
	@echo "make demo        play a small tournament and print its table; 'turnwright demo --game arimaa' or amazons plays another game"
	@echo "make play        start the web app and open it in the browser"
	@echo "make test        check style, types and import directions, then run the tests"
	@echo "make test-slow   run the tests that take minutes"
	@echo "make browser     install Chromium and Playwright for the browser tests"
	@echo "make database    install PostgreSQL for the tests of the store"
	@echo "make proxies     install Caddy and nginx for the tests of their examples"
	@echo "make docs        build the documentation site in build/site; a broken link is an error"
	@echo "make lint        only check style, types and import directions"
	@echo "make clean       remove .venv and everything built or cached in this folder"
	@echo
	@echo "Each target creates .venv when needed; PYTHON=… selects the Python (3.11 to 3.14)."

demo: $(READY)
	@$(BIN)/turnwright demo

play: $(READY)
	@$(BIN)/turnwright serve

# Most of the time goes into compiling: what many tests need is compiled side by side, and before any of them.
COMPILED   := hero_academy locm pairs
GAME_pairs := examples/pairs.py:Pairs
PARTS_hero_academy := --part states --part perft --part agents --part neat
PARTS_locm := --part states --part perft --part agents --agents random,greedy_action,oep,reply
PARTS_pairs := --part states --part agents

test: $(READY)
	@$(MAKE) --no-print-directory -j 2 $(COMPILED:%=compiled-%) lint
	@echo "Running the tests …"
	@$(PYTEST)

$(COMPILED:%=compiled-%): compiled-%: $(READY)
	@echo "Compiling $* for the tests …"
	@TURNWRIGHT_CACHE=$(CURDIR)/.cache $(BIN)/turnwright compile $(or $(GAME_$*),$*) $(PARTS_$*) >/dev/null 2>&1 || { \
	    echo "$* does not compile; 'turnwright compile $(or $(GAME_$*),$*)' says why." >&2; exit 1; }

# Schemathesis gives all requests of a test one name, and workers that group tests by name would run one of them.
FUZZING := tests/web/test_fuzzing_api.py
test-slow: $(READY)
	@echo "Running the slow tests …"
	@$(PYTEST) -m slow --ignore $(FUZZING)
	@echo "Fuzzing the web app …"
	@$(PYTEST) --dist load -m slow $(FUZZING)

browser: $(READY)
	@$(PIP) --no-build-isolation -e '.[dev,browser]'
	@command -v chromium >/dev/null || { \
	    echo "Installing Chromium …"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } || { \
	    echo "Chromium could not be installed, for the reason above; on Debian, 'apt-get install chromium' as root." >&2; \
	    exit 1; }

database: $(READY)
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	    echo "Installing PostgreSQL …"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } || { \
	    echo "PostgreSQL could not be installed, for the reason above; on Debian, 'apt-get install postgresql' as root." >&2; \
	    exit 1; }

proxies: $(READY)
	@{ command -v caddy && PATH=$$PATH:/usr/sbin command -v nginx && command -v openssl; } >/dev/null || { \
	    echo "Installing Caddy and nginx …"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends caddy nginx-light openssl; } || { \
	    echo "Caddy and nginx could not be installed, for the reason above; on Debian, 'apt-get install caddy nginx-light openssl' as root." >&2; \
	    exit 1; }

# Zensical keeps its pages in .cache under plain numbers, beside our machine code. Pages from there would not be checked again.
docs: $(READY)
	@$(BIN)/python -c 'import zensical, mkdocstrings_handlers.python' 2>/dev/null || $(PIP) --no-build-isolation -e '.[dev,docs]' || { \
	    echo "What builds the documentation could not be installed, for the reason above." >&2; exit 1; }
	@echo "Building the documentation …"
	@rm -rf build/site .cache/[0-9]*
	@PYTHONPATH=tools $(BIN)/python -m zensical build --strict
	@echo "The documentation starts at build/site/index.html."

lint: $(READY)
	@echo "Checking style …"
	@$(BIN)/python -m ruff check
	@$(BIN)/python -m ruff format --check
	@echo "Checking types …"
	@$(BIN)/python -m mypy
	@echo "Checking directions …"
	@$(BIN)/lint-imports --no-logo || { echo "A package imports from its own layer or a higher one; see tool.importlinter in pyproject.toml." >&2; exit 1; }

clean:
	@rm -rf $(VENV) .cache build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

ifeq ($(WORKING),yes)

# No stamp while packages change: an interrupted update starts afresh. One that merely failed (no network,
# say) changed nothing: it is stamped as outdated and tried again.
$(READY): pyproject.toml constraints.txt
	@echo "Updating $(VENV) …"
	@rm -f $@
	@$(PIP) --no-build-isolation -e '.[dev]' || { \
	    echo "$(VENV) could not be updated, for the reason above; 'make clean' starts afresh." >&2; \
	    echo "$(CURDIR)" >$@; touch -t 200001010000 $@; exit 1; }
	@echo "$(CURDIR)" >$@

else

.PHONY: $(READY)
$(READY):
	@found=; for python in $(PYTHONS); do \
	    if $$python -c '$(SUITABLE)' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "Turnwright needs Python 3.11 to 3.14 with its venv module (Debian: python3-venv), and none of" \
	         "'$(PYTHONS)' is one: install it, or name it with 'make PYTHON=…'." >&2; \
	    exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$($$found --version) (once, a minute or two; downloads about 300 MB) …"; \
	rm -rf $(VENV) && $$found -m venv $(VENV)
	@$(PIP) hatchling && $(PIP) --no-build-isolation -e '.[dev]' || { \
	    echo "The packages could not be installed, for the reason above; the first set-up needs the network." >&2; \
	    exit 1; }
	@echo "$(CURDIR)" >$@
	@echo "$(VENV) is ready."

endif
