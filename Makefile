# `make demo` and `make test` are all that is needed: they set up .venv when missing or out of date.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
LIGHT_STAMP := $(VENV)/.runs
DOCS_STAMP := $(VENV)/.docs-ready
CODE := $(wildcard src tests examples benchmarks mutation)

.DEFAULT_GOAL := help
.PHONY: help setup demo pictures test lint types format pytest thorough mutants bench ladder docs clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## Create .venv with everything needed for development

# pip itself comes first: dependency groups need one newer than Python 3.11 brings along.
$(LIGHT_STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ttrkit needs Python 3.11 or newer")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group build
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --no-build-isolation --editable ".[cli]"
	touch $@

$(STAMP): $(LIGHT_STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group dev
	touch $@

demo: $(LIGHT_STAMP) ## Watch bots play one game of every edition
	$(BIN)/python examples/demo.py --page demo.html

pictures: $(STAMP) ## Draw the pictures of the documentation anew
	$(BIN)/python -m tests.docs.make_pictures

test: lint types pytest ## Lint, types and tests: what must be green before a commit

lint: $(STAMP) ## Ruff: rules and formatting; import-linter: the layers
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/lint-imports --no-logo --no-cache --config .importlinter-types.toml

types: $(STAMP) ## mypy, strict
	$(BIN)/mypy $(CODE)

pytest: $(STAMP) ## The tests alone, on all cores
	$(BIN)/pytest -n auto

format: $(STAMP) ## Format the code and apply ruff's safe fixes
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

thorough: $(STAMP) ## The tests in the thorough profile (long)
	TTRKIT_PROFILE=thorough $(BIN)/pytest -n auto

mutants: $(STAMP) ## Put small faults into the sources, see which no test notices (long); ARGS="--help"
	@$(BIN)/python -m mutation $(ARGS)

bench: $(STAMP) ## Measure speed and memory; ARGS="--help" tells what else it can
	@$(BIN)/python -m benchmarks $(ARGS)

ladder: $(STAMP) ## Rate the bots on all editions, for the documentation (long); ARGS="--blocks 20"
	@$(BIN)/python -m benchmarks.ladder $(ARGS)

docs: $(DOCS_STAMP) ## Build the documentation as a site, in site/
	$(BIN)/zensical build --clean --strict

$(DOCS_STAMP): $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group docs
	touch $@

clean: ## Remove .venv, caches and build products
	rm -rf $(VENV) build dist site demo.html .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
