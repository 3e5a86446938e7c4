# SPDX-License-Identifier: Apache-2.0
# `make test` and `make demo` need Python 3.11 or newer, its venv module and a
# C++ compiler; everything else comes from the package registry into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= auto
CXX_SOURCES = $(shell find core memory ops jit linalg collectives python/src python/tenorite/include \
	tests/cpp tests/python/extension benchmarks examples/extension \
	-name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh')
PATH := $(CURDIR)/$(BIN):$(PATH)
export PATH
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Without a GPU nobody runs the CUDA part here, and it is compiled to PTX alone, in
# about half the time; a driver would do the rest. `make wheels` has its own list.
ifndef TENORITE_CUDA_ARCHITECTURES
TENORITE_CUDA_ARCHITECTURES := $(if $(shell nvidia-smi -L 2>/dev/null),,90-virtual)
endif
build packagetest: export TENORITE_CUDA_ARCHITECTURES := $(TENORITE_CUDA_ARCHITECTURES)

.PHONY: all setup build test pytest cpptest packagetest wheels demo site lint stubs \
	format check-includes check-waits clean

all: build

# All that a contributor needs: the built library, the tools, the hooks of git.
setup: build $(VENV)/extra-test $(VENV)/extra-lint
	@if git rev-parse --git-dir >/dev/null 2>&1; then $(BIN)/pre-commit install; fi
	$(BIN)/python -m tenorite

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	    f"Python 3.11 or newer is needed, {sys.executable} is older: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

# What the build needs, as pyproject.toml lists it.
$(VENV)/build-tools: pyproject.toml | $(BIN)/python
	$(BIN)/python tools/requirements.py build | xargs $(BIN)/pip install -q
	touch $@

# Compiles what changed. The package itself is installed once, as links here.
build: $(VENV)/build-tools
	$(BIN)/python setup.py -q build_ext --inplace
	@test $(VENV)/package -nt pyproject.toml || \
	    { $(BIN)/pip install -q --no-build-isolation -e . && touch $(VENV)/package; }

# Python compiles what is imported, less than pip would.
$(VENV)/extra-%: pyproject.toml | $(BIN)/python
	$(BIN)/python tools/requirements.py $* | xargs $(BIN)/pip install -q --no-compile
	touch $@

test: cpptest pytest packagetest

# Hundreds of processes import the package, whose bytecode is kept. Each worker has
# files of its own, so that what a file compiles for its tests is compiled once.
pytest: export PYTHONDONTWRITEBYTECODE :=
pytest: build $(VENV)/extra-test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/python

cpptest: build
	@tools/cpp_tests.sh

# Both distributions as they are published, into dist, for all architectures of GPUs:
# most of an hour on two cores. For other versions of Python too where they are named,
# PYTHONS="python3.12 python3.13". Then their tests.
wheels: build $(VENV)/extra-test
	$(BIN)/python tools/make_wheels.py --output dist $(PYTHONS:%=--python %)
	TENORITE_WHEELS=dist TENORITE_WHEEL_PYTHONS="$(PYTHONS)" \
	    $(BIN)/python -m pytest tests/package

# Wheels of this build and the sdist, built and installed in bare environments.
packagetest: build $(VENV)/extra-test
	$(BIN)/python -m pytest tests/package

demo: build $(VENV)/extra-demo
	$(BIN)/python examples/demo

# build/site/html; warnings and links that lead nowhere are errors.
site: build $(VENV)/extra-docs
	$(BIN)/python tools/website

lint: $(VENV)/build-tools $(VENV)/extra-lint check-waits
	$(BIN)/clang-format --dry-run --Werror $(CXX_SOURCES)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python tools/check_types.py

# What is made from the built package and kept: docstrings of methods in C++, the
# stubs, and what is asserted about them.
stubs: build $(VENV)/extra-lint
	$(BIN)/python tools/make_method_docs.py
	$(BIN)/python tools/make_stubs.py
	$(BIN)/python tools/make_type_assertions.py

format: $(VENV)/extra-lint
	$(BIN)/clang-format -i $(CXX_SOURCES)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

check-includes:
	@$(PYTHON) tools/check_includes.py
	@$(PYTHON) tools/check_imports.py

# Every place that waits has let go of the interpreter's lock.
check-waits:
	@$(PYTHON) tools/check_waits.py

clean:
	rm -rf build python/tenorite/_core*.so
