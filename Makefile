# Everything lives in .venv in this folder; nothing else on the machine changes, but for GNU Backgammon,
# which `make test` installs from the system's packages as an independent judge of legal moves.

PYTHON ?= python3
BIN := .venv/bin
# Two workers more than there are processors: many tests wait for a browser, a server or a clock.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
# Which Python this is; another one than that of .venv, given as in `make test PYTHON=python3.13`, makes .venv anew.
VERSION_OF = -c 'import sys; print(sys.version)' 2>/dev/null
ifneq ($(origin PYTHON),file)
ifneq ($(wildcard .venv/python),)
ifneq ($(shell $(PYTHON) $(VERSION_OF)),$(shell $(BIN)/python $(VERSION_OF)))
.PHONY: .venv/python
endif
endif
endif
# Images of Python often say that no bytecode is kept. Every test that starts a program would then compile all of
# sixprime again, and every worker all tests.
unexport PYTHONDONTWRITEBYTECODE
# What is compiled while the package is installed; the next command after a change does it again.
COMPILED_FROM = pyproject.toml hatch_build.py $(wildcard src/sixprime/locale/*/LC_MESSAGES/*.po)
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help play test test-quick coverage check format bench first-minute catalogues docs screenshots wheel clean

help:
	@echo "make play        install into .venv and play in the browser"
	@echo "make test        install what the tests need and run all of them"
	@echo "make test-quick  only the quick ones: no browser, server, cluster or oracle"
	@echo "make coverage    the same, and which lines the tests reach"
	@echo "make check       the gates: ruff, mypy, tsc"
	@echo "make format      let ruff tidy the code"
	@echo "make bench       measure speed beside other programs"
	@echo "make first-minute measure how long a newcomer waits, from nothing"
	@echo "make catalogues  collect texts for translation, and compile the translations"
	@echo "make docs        the documentation as a site, into build/docs"
	@echo "make screenshots pictures of the pages, into build/screenshots"
	@echo "make wheel       build the wheel and the source archive into dist, and check them"
	@echo "make clean       remove .venv and everything that can be made again"

.venv/python:
	@echo "==> Making a local Python environment in .venv"
	@sh scripts/make-venv $(PYTHON)
	@touch $@

.venv/play: .venv/python $(COMPILED_FROM)
	@echo "==> Installing sixprime into .venv (half a minute the first time; what is downloaded is listed)"
	@sh scripts/install-into $(BIN)/python -e .
	@$(BIN)/python -m compileall -q src/sixprime
	@touch $@

.venv/dev: .venv/python $(COMPILED_FROM)
	@echo "==> Installing sixprime with its test tools into .venv (a minute or two the first time)"
	@sh scripts/install-into $(BIN)/python -e ".[dev]"
	@touch $@ .venv/play

.venv/docs: .venv/python $(COMPILED_FROM)
	@echo "==> Installing sixprime with what the documentation needs into .venv"
	@sh scripts/install-into $(BIN)/python -e ".[docs]"
	@touch $@ .venv/play

.venv/oracles: .venv/dev scripts/install-oracles
	@sh scripts/install-oracles $(BIN)/python
	@touch $@

play: .venv/play
	@echo "==> Starting sixprime (Ctrl-C stops it); the engine is compiled meanwhile, once on this machine"
	@$(BIN)/sixprime

test: .venv/oracles
	@$(BIN)/sixprime compile
	@echo "==> Running all tests"
	@$(PYTEST) $(ARGS)

test-quick: .venv/dev
	@$(BIN)/sixprime compile
	@echo "==> Running the quick tests"
	@$(PYTEST) -m "not slow" $(ARGS)

coverage: .venv/oracles
	@echo "==> Running all tests, and noting which lines they reach"
	@$(PYTEST) --cov --cov-report=term $(ARGS)

check: .venv/dev
	@echo "==> ruff"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@echo "==> mypy --strict"
	@$(BIN)/mypy
	@echo "==> tsc --checkJs"
	@sh scripts/check-javascript

format: .venv/dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: .venv/oracles
	@$(BIN)/python benchmarks/moves.py
	@$(BIN)/python benchmarks/decisions.py
	@$(BIN)/python benchmarks/matchfiles.py --quick

docs: .venv/docs
	@echo "==> Making the documentation; a warning is an error"
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -d build/doctrees -b html docs build/docs
	@echo "build/docs/index.html"

first-minute: .venv/play
	@$(BIN)/python benchmarks/first_minute.py $(ARGS)

screenshots: .venv/oracles
	@$(BIN)/python scripts/screenshots build/screenshots

catalogues: .venv/dev
	@$(BIN)/python scripts/catalogues
	@touch .venv/dev .venv/play

wheel: .venv/dev
	@sh scripts/build-wheel $(BIN)/python dist

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .coverage* .hypothesis
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
	find src -name '*.mo' -delete
	rm -rf src/sixprime/web/static/bundles
