# The two commands of the README are `make demo` and `make test`. Both need Python 3.11 or newer, make and a package index, and install only
# into .venv/ here.

PYTHON ?= python3
# torch is installed first and by version: later packages then find it installed, and pip prefers a CPU build of this version, where one is
# available, to the newest CUDA build. Any pip arguments may stand here: make demo TORCH="torch --index-url ...".
TORCH ?= torch==2.13.0
# Worker processes of the test run.
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Each worker runs a contiguous part of the tests, whose games it loads once, and steals from the other when it is done.
SPREAD := -n $(JOBS) --dist worksteal
RUN := runs/demo
# Games of each team in the demo's table, minutes of its training, its quest.
DEMO_GAMES ?= 400
DEMO_MINUTES ?= 4
DEMO_QUEST ?= big_game_hunting
# How many times the examples of a test run `make fuzz` tries.
FUZZ ?= 1000
# States that `make soak` checks, and further options: make soak SOAK="--games black_plague --every 20".
CHECKS ?= 10000000
SOAK ?=

.DEFAULT_GOAL := help
.PHONY: help report demo test quick clients cluster extras lint types tests warm fuzz soak docs pictures site dist lowest bench clean oracle

help: ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | awk -F'\t' '{printf "  make %-8s %s\n", $$1, $$2}'

# ---- set-up: two stamps, so that the demo does not wait for the developers' tools
$(VENV)/.base: pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "python -m venv failed; on Debian: apt-get install python3-venv"; exit 1; }
	$(PIP) install --quiet $(TORCH)
	$(PIP) install --quiet agents/zombicide_checkpoints ./zombicide_env/play/page --editable '.[all]'
	@touch $@

$(VENV)/.dev: $(VENV)/.base
	$(PIP) install --quiet --editable '.[dev]'
	@touch $@

# ---- what users do
demo: $(VENV)/.base ## train a team, compare it with the baselines, watch it win a game (seven to eight minutes on two cores)
	$(BIN)/zombicide warm black_plague
	rm -rf $(RUN)
	$(BIN)/zombicide train --quest $(DEMO_QUEST) --out $(RUN) --minutes $(DEMO_MINUTES) --final-games 0
	$(BIN)/zombicide evaluate --quest $(DEMO_QUEST) --teams checkpoint:$(RUN) greedy random --games $(DEMO_GAMES) --output $(RUN)/evaluation.json
	$(BIN)/zombicide play --quest $(DEMO_QUEST) --seats checkpoint:$(RUN) --seed 0 --until-won 20 --record $(RUN)/game.replay
	$(BIN)/zombicide record $(RUN)/game.replay --out $(RUN)/game.webp --scale 0.7 --seconds 0.3 --pictures 150
	@printf '%s\n' '' 'This team was trained just now. What next:' \
	  '  watch the game         open $(RUN)/game.webp in a browser, or: $(BIN)/zombicide replay $(RUN)/game.replay --board round' \
	  '  play with the team     $(BIN)/zombicide serve --agents trained=checkpoint:$(RUN)' \
	  '  train longer           $(BIN)/zombicide train --resume --out $(RUN) --minutes 30' \
	  '  let your agent play    $(BIN)/zombicide evaluate --quest $(DEMO_QUEST) --teams mine.py:Mine checkpoint:$(RUN)' \
	  '                         (a class with one method: zombicide_env/docs/your_policy.md)'

warm: $(VENV)/.base ## compile the games into the cache
	$(BIN)/zombicide warm

bench: $(VENV)/.base ## measure speed; writes benchmarks/results/
	$(BIN)/zombicide benchmark

# ---- what developers do
test: $(VENV)/.dev lint ## everything that must hold: ruff, mypy, pytest (25 minutes on two cores)
	@$(MAKE) --no-print-directory -j2 types warm # on a core each
	@$(MAKE) --no-print-directory tests

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

tests: $(VENV)/.dev
	$(BIN)/zombicide warm
	$(BIN)/python -m pytest $(SPREAD)

quick: $(VENV)/.dev lint ## the fast part of the tests
	$(BIN)/python -m pytest $(SPREAD) -m "not slow and not train" -q

oracle: $(VENV)/.dev ## the independent oracles of the rules at length (half an hour)
	ORACLE=1 $(BIN)/python -m pytest $(SPREAD) -q tests/games/zombicide -k "oracle"

# Environments of their own: these libraries ask for versions of others that do not go together. A run that failed resumes where it failed
# when it is repeated; CLIENTS names some of them: make clients CLIENTS="tianshou or agilerl". 5: none of those is in this environment.
clients: ## train with the libraries of docs/trainers.md and show what they win (an hour)
	for extra in clients clients-benchmarl clients-agilerl; do \
	  { test -x $(VENV)-$$extra/bin/python || { $(PYTHON) -m venv $(VENV)-$$extra && \
	    $(VENV)-$$extra/bin/python -m pip install --quiet $(TORCH); }; } && \
	  $(VENV)-$$extra/bin/python -m pip install --quiet --editable ".[$$extra]" pytest && \
	  $(VENV)-$$extra/bin/python -m pytest -m clients -k "$${extra#clients-} and ($(or $(CLIENTS),clients))" --stepwise tests/clients \
	  || [ $$? -eq 5 ] || exit 1; \
	done

cluster: $(VENV)/.dev ## play and train on a cluster of processes of this machine, some of which are killed (ten minutes)
	$(PIP) install --quiet --editable '.[ray]'
	$(BIN)/python -m pytest -m cluster tests/cluster

extras: ## install the package with each extra alone, and import what its commands need (a quarter of an hour)
	TORCH="$(TORCH)" $(PYTHON) tests/extras.py $(EXTRAS)

fuzz: $(VENV)/.dev ## try hostile saves and files, kill commands at random moments, FUZZ times as many as the tests do (an hour)
	FUZZ=$(FUZZ) $(BIN)/python -m pytest $(SPREAD) tests/hostile tests/test_faults.py tests/test_killed.py tests/replay/test_long.py

soak: $(VENV)/.base ## play all games with every index and state checked; writes benchmarks/results/soak.json (an hour)
	NUMBA_BOUNDSCHECK=1 ZOMBICIDE_CACHE_DIR=$(CURDIR)/runs/soak-cache $(BIN)/python -m zombicide_benchmarks.soak --checks $(CHECKS) $(SOAK)

site: $(VENV)/.base ## build the site of the documentation into runs/site/site
	$(PIP) install --quiet --editable '.[docs]'
	$(BIN)/zombicide docs --site runs/site
	$(BIN)/zensical build --strict --config-file runs/site/zensical.toml

dist: $(VENV)/.dev ## build wheel and sdist of the package, its checkpoints and its page into dist/ and check them
	rm -rf dist
	$(BIN)/python -m build --installer pip
	$(BIN)/python -m build --installer pip --outdir dist agents/zombicide_checkpoints
	$(BIN)/python -m build --installer pip --outdir dist zombicide_env/play/page
	$(BIN)/twine check --strict dist/*

# The lowest versions that pyproject.toml allows, in an environment of their own.
lowest: ## the fast tests with the lowest versions that are supported
	$(PYTHON) -m venv $(VENV)-lowest
	$(VENV)-lowest/bin/python -m pip install --quiet $(TORCH) uv
	$(VENV)-lowest/bin/uv pip install --quiet --python $(VENV)-lowest/bin/python --resolution lowest-direct --editable '.[dev]'
	$(VENV)-lowest/bin/python -m pytest $(SPREAD) -m "not slow and not train" -q

report: $(VENV)/.dev ## print the report as runs/report.pdf; needs Chromium
	$(PIP) install --quiet markdown
	$(BIN)/python -m zombicide_benchmarks.printing

pictures: $(VENV)/.base ## make the pictures of the README and the documentation
	$(BIN)/python -m zombicide_benchmarks.gallery

docs: $(VENV)/.base ## write the reference pages from the code
	$(BIN)/zombicide docs

clean: ## remove the virtual environment, caches of tools and demo runs
	rm -rf $(VENV) $(VENV)-lowest $(VENV)-clients* .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist $(RUN)
