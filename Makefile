# Two commands do everything: `make play` and `make test`. Both set up a virtual environment in .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Processes of the tests: twice our two cores, since a third of their time they wait for a server or a browser.
JOBS ?= 4
# Options for the server of `make play`: make play SERVE="--port 8080"
SERVE ?=
# The tests that the coverage of the rules is measured by; measuring slows the others down for nothing, and in
# these the long ones that reach no line of their own, which are marked no_cover.
RULES := tests/conformance tests/games tests/golden tests/table tests/test_catalogue.py tests/test_rooms.py \
	$(sort $(wildcard tests/test_core_*.py tests/test_refusals*.py tests/test_troubles.py))

.DEFAULT_GOAL := help
.PHONY: help play test lint format golden docs dist book bench ladder load firstpage kills failures stranger conformance puzzles clean

help:  ## Show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'

# The environment is made anew where there is none, or only half of one, or one of an older Python.
FRESH = $(shell $(BIN)/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo no)
FIT = $(shell $(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit(1); import ensurepip, venv' 2>/dev/null && echo yes)
define ENVIRONMENT
$(if $(FRESH)$(FIT),,$(error korthus needs Python 3.11 or newer with venv (on Debian and Ubuntu the package python3-venv), and $(PYTHON) is $(or $(shell $(PYTHON) --version 2>&1 | grep -i '^python'),not there); name another, for instance make PYTHON=python3.12))
@$(if $(FRESH),true,$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; })
endef

# Both packages that are made from src/korthus. The house is named too, so that it is not copied, and last: asked for
# first, it looks for korthus in a registry, since pip before 23.3 does not see that '.[play]' is korthus.
PROJECTS := pyproject.toml packages/house/pyproject.toml
INSTALL = KORTHUS_RELEASE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check
HOUSE := -e packages/house

# The stamps make re-running quick: they are renewed only when a pyproject.toml changes. Python compiles what it
# imports; all of forty libraries would take 8 of the 23 s of processor time before the page (bench.first_page).
$(VENV)/.play: $(PROJECTS)
	$(ENVIRONMENT)
	@echo "Setting up korthus (once) …"
	@$(INSTALL) --no-compile -e '.[play]' $(HOUSE)
	@touch $@

$(VENV)/.dev: $(PROJECTS)
	$(ENVIRONMENT)
	@echo "Setting up korthus for development (once) …"
	@$(INSTALL) -e '.[dev]' $(HOUSE)
	@touch $@ $(VENV)/.play

# What checks the page's scripts and stylesheets: packages of npm, by the lock file, with the Node of the wheel.
JS := $(VENV)/js/node_modules/.bin
$(VENV)/js/.ready: $(VENV)/.dev tools/js/package.json tools/js/package-lock.json
	@echo "Installing what checks the page's scripts (once) …"
	@mkdir -p $(VENV)/js && cp tools/js/package.json tools/js/package-lock.json $(VENV)/js/
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix $(VENV)/js --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@
NODE = PATH="$(CURDIR)/$(BIN):$(CURDIR)/$(JS):$$PATH"

$(VENV)/.bench: $(VENV)/.dev
	@echo "Installing the peers we measure against (once) …"
	@$(BIN)/python -m bench.peers
	@touch $@

$(VENV)/.docs: $(VENV)/.dev
	@echo "Installing what builds the site of the docs (once) …"
	@$(INSTALL) -e '.[dev,docs]' $(HOUSE)
	@touch $@

# The tests play in a real browser, which is installed where that can be done without asking.
$(VENV)/.browser: $(VENV)/.dev tests/browser/chromium.py
	@$(BIN)/python -m tests.browser.chromium
	@touch $@

# Tests must not wait for a compiler; who plays need not wait either: the server compiles in the background.
COMPILED = $(foreach room,kernels bots solve envs,$(addprefix src/korthus/$(room)/,*.py */*.py */*.npz))
$(VENV)/.warm: $(wildcard $(COMPILED)) | $(VENV)/.dev
	@$(BIN)/korthus warm --envs
	@touch $@

play: $(VENV)/.play  ## Play in a browser (in the terminal instead: .venv/bin/korthus)
	@echo "To play in the terminal instead: $(BIN)/korthus"
	@$(BIN)/korthus serve $(SERVE)

test: lint $(VENV)/.warm $(VENV)/.browser  ## Check everything: style, types, rules, docs
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --cov --cov-report=term --cov-fail-under=95 $(RULES)
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests $(RULES:%=--ignore=%)

lint: $(VENV)/.dev $(VENV)/js/.ready  ## Check style and types, of Python and of the page
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(NODE) biome check --error-on-warnings
	@$(NODE) tsc --project tsconfig.json
	@$(BIN)/mypy

format: $(VENV)/.dev $(VENV)/js/.ready  ## Put the source into the house format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(NODE) biome check --write

golden: $(VENV)/.dev  ## Write the golden playthroughs anew
	@$(BIN)/python -m tests.golden.regenerate

docs: $(VENV)/.docs  ## Write the generated parts of the docs anew, and build their site into site/
	@$(BIN)/python -m tests.docs.regenerate
	@$(BIN)/python -m tools.diagrams
	@$(BIN)/python -m tools.site
	@$(BIN)/python -m zensical build --clean --strict
	@$(BIN)/python -m tools.site.built

dist: $(VENV)/.dev  ## Build wheel and source archive into dist/, and play a game from the wheel in a fresh environment
	@$(BIN)/python -m tools.package

book: $(VENV)/.dev  ## Make the pictures and tables of docs/mus-solved.md anew (a few minutes)
	@$(BIN)/python -m bench.mus_book

ladder: $(VENV)/.bench  ## Measure one scale of strength a game: a round robin of all players, with intervals
	@$(BIN)/python -m bench.ladder --deals 40

# Fewer runs, or some benches only: make bench BENCH="--runs 1 --only kernel_mus solve"
BENCH ?=
bench: $(VENV)/.bench $(VENV)/.warm  ## Measure every claim beside its peer, and write docs/benchmarks.md (a quiet hour)
	@$(BIN)/python -m bench.run_all $(BENCH); failed=$$?; \
	$(BIN)/python -m bench.write_page && $(BIN)/python -m tests.docs.regenerate && exit $$failed

load: $(VENV)/.dev  ## The web server under load: latency, largest rate, memory, restart
	@$(BIN)/python -m bench.load_web --find-largest
	@$(BIN)/python -m bench.load_web --restart 1000

firstpage: $(VENV)/.dev  ## A clean clone and `make play`: how long until the page opens
	@$(BIN)/python -m bench.first_page

kills: $(VENV)/.dev  ## Kill the web server fifty times under play: nothing acknowledged is lost
	@$(BIN)/python -m bench.kill_server --kills 50

failures: $(VENV)/.dev  ## Let the database fail a thousand times under play: every table goes on within five seconds
	@$(BIN)/python -m bench.injected_failures --failures 1000

stranger: $(VENV)/.dev  ## What one stranger can do to everybody else at the web server, attack by attack
	@$(BIN)/python -m bench.one_stranger

conformance: $(VENV)/.dev  ## The long proof: 1,000 random games of every game and preset
	@$(BIN)/python bench/conformance.py

puzzles: $(VENV)/.dev  ## Prove every shipped puzzle once more, searches with four times the work
	@$(BIN)/python -m bench.puzzles

clean:  ## Remove the virtual environment and caches
	rm -rf $(VENV) .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage site
