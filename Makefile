# One command for each chore. Everything lives in .venv; nothing outside this folder is touched.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: help demo test setup check lint types format lock readme picture snapshots clean

help:               ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(READY)      ## open the app with the embedded demo model (plays a scenario where there is no terminal)
	@$(BIN)/selu-lab demo

test: $(READY)      ## run the tests
	@$(BIN)/pytest -q -n auto

setup: $(READY)     ## set up .venv, nothing else

$(READY): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Selu Lab needs Python 3.11 or newer; set PYTHON=/path/to/python3.11."; exit 1; }
	@echo "Setting up .venv (about two minutes the first time) …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

check: lint types   ## lint, type check, import contracts, agent packages and scenarios
	@$(BIN)/selu-lab check
	@$(BIN)/selu-lab run scenarios

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports

types: $(READY)
	@$(BIN)/mypy

format: $(READY)    ## put the code into the house style
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock:               ## resolve the dependencies anew (needs uv)
	uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 -c requirements.lock \
	  pyproject.toml --group dev -o requirements-dev.lock

readme: $(READY)    ## write the parts of the README that code knows better
	@$(BIN)/python -m tests.readme

picture: $(READY)   ## take the README's picture anew
	@$(BIN)/python -m tests.tui.picture

snapshots: $(READY) ## accept the app's screens as they are now
	@$(BIN)/pytest -q tests/tui --snapshot-update

clean:              ## remove what can be made again
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache
