# What can be done with the checkout; every target makes the virtual environment first if needed.
# `make` alone lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TEXTWORLD := $(VENV)/.ready-textworld
RAY := $(VENV)/.ready-ray
ADAPTERS := $(VENV)/.ready-adapters
SOURCES := hgpo_envs agents algorithms leaderboards harness benchmarks tests
WORKERS ?= 2
BENCH ?= runs/bench
BENCH_WEBSHOP ?= runs/bench-webshop
ZOO ?= runs/zoo
# of `make parity`: official data, other game files and folders, and how many games and steps
DATA ?= $(ALFWORLD_DATA)
ALSO ?=
GAMES ?= 400
GENERATED ?= 200
STEPS ?= 30
SEED ?= 0
PARITY ?= runs/parity
# of `make perf`, `make fuzz` and `make soak`; QUICK=1 measures a tenth and writes to runs/perf
QUICK ?=
PERF ?= $(if $(QUICK),runs/perf,docs)
ACTIONS ?= 1000000
RESETS ?= 100000
# of `make soak-workers`: episodes, and seconds between two kills
EPISODES ?= 10000
EVERY ?= 2
# of `make soak-crash`: how many processes are killed; SEED says when
KILLS ?= 200
OFFICIAL = $(if $(DATA),--data '$(DATA)')
# of `make perf-webshop`: folder of catalogues, a checkout of the original with its index, its Python
WEBSHOP ?= $(WEBSHOP_DATA)
ORIGINAL ?=
ORIGINAL_PYTHON ?= python3
PRODUCTS ?= 1200000

.PHONY: help setup setup-textworld setup-ray setup-adapters setup-browser bench bench-webshop zoo parity perf perf-alfworld perf-webshop perf-vector perf-algorithms perf-harness fuzz soak soak-workers soak-crash planner-check generator-stats nouns-check test check lint clean

help:
	@echo 'make setup   make the virtual environment $(VENV) with everything in it'
	@echo 'make setup-textworld  add the original engine, which tests compare ours with'
	@echo 'make setup-adapters  add the packages of others whose environments are adapted'
	@echo 'make setup-ray  add Ray, whose actors can be the workers that environments play in'
	@echo 'make setup-browser  add Chromium and its driver, from Debian, where they are missing; needs root'
	@echo 'make bench   compare the four algorithms on easy generated games (docs/bench.json);'
	@echo '             what is finished in $(BENCH) is kept: remove it to measure afresh'
	@echo 'make bench-webshop  compare them in the generated shop (docs/bench-webshop.json);'
	@echo '             what is finished in $(BENCH_WEBSHOP) is kept'
	@echo 'make zoo     train every algorithm on the same games, 5 seeds each, under a small budget:'
	@echo '             docs/zoo.md, about an hour; what is finished in $(ZOO) is kept'
	@echo 'make parity  compare our engine with the original one on your games: DATA=FOLDER_WITH_json_2.1.1'
	@echo '             ALSO=FILES_AND_FOLDERS GAMES=400 GENERATED=200 STEPS=30 SEED=0 WORKERS=2;'
	@echo '             what is finished in $(PARITY) is kept; the report is $(PARITY)/report.json'
	@echo 'make perf    all five of the following'
	@echo 'make perf-alfworld  measure speed and memory of both ALFWorld engines: docs/performance.md, about'
	@echo '             five minutes; DATA=FOLDER_WITH_json_2.1.1 (without it: generated games) GAMES=12 QUICK=1'
	@echo 'make perf-webshop  measure WebShop, up to 1,200,000 products: docs/performance-webshop.md, half'
	@echo '             an hour; WEBSHOP=FOLDER_OF_CATALOGUES ORIGINAL=CHECKOUT ORIGINAL_PYTHON=PYTHON'
	@echo '             (a set-up checkout of the original, without it only ours) PRODUCTS=N QUICK=1'
	@echo 'make perf-vector  measure group rollouts, in one process and in workers: docs/performance-vector.md,'
	@echo '             some minutes; DATA=... QUICK=1; nothing else should run on the machine'
	@echo 'make perf-algorithms  measure credit assignment, up to a million steps, beside plain loops:'
	@echo '             docs/performance-algorithms.md, ten seconds; QUICK=1'
	@echo 'make perf-harness  measure where the time of the quick preset goes: docs/performance-harness.md,'
	@echo '             some minutes; QUICK=1'
	@echo 'make fuzz    say a million hostile texts: DATA=... ACTIONS=1000000'
	@echo 'make soak    tell whether memory grows over many resets: DATA=... RESETS=100000'
	@echo 'make soak-workers  play EPISODES=10000 while a worker is killed every EVERY=2 seconds, and compare'
	@echo '             with a run that nothing disturbs; WORKERS=2, some minutes'
	@echo 'make soak-crash  kill a small comparison KILLS=200 times at random moments (SEED=0) and compare'
	@echo '             its end with the undisturbed one, byte for byte; some minutes'
	@echo 'make planner-check  find a shortest plan for every game of train and valid_seen and carry it'
	@echo '             out: DATA=FOLDER_WITH_json_2.1.1 WORKERS=2, about two minutes'
	@echo 'make generator-stats  compare generated games with the official ones: docs/alfworld-generator.md'
	@echo 'make nouns-check  find the nouns of titles with the language model that the original uses, in a'
	@echo '             virtual environment of its own, and compare with what was recorded'
	@echo 'make test    run all tests, the slow ones included'
	@echo 'make check   formatting, lint rules, types and the quick tests'
	@echo 'make lint    formatting, lint rules and types'
	@echo 'make clean   remove caches; the virtual environment and runs/ stay'

setup: $(READY)

# torch comes first and alone: it is the bulk, and a change of ours must not fetch it again.
$(READY): pyproject.toml
	@echo 'setting up $(VENV) (a minute or two the first time) ...'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check 'torch==2.13.0'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[train,tune,wandb,mlflow,site,browser,dev]'
	@touch $(READY)

setup-textworld: $(TEXTWORLD)

# Two of its parts may come as sources; their build wants cmake, a C++ compiler, and a command
# `python`, which the path of the virtual environment has.
$(TEXTWORLD): $(READY)
	@echo 'adding the original engine to $(VENV) (a few minutes where it has to be built) ...'
	@PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m pip install -qq --disable-pip-version-check \
		-e '.[train,textworld]'
	@touch $(TEXTWORLD)

setup-adapters: $(ADAPTERS)

$(ADAPTERS): $(READY)
	@echo 'adding the environments of others to $(VENV) (a minute) ...'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check \
		-e '.[train,textarena,scienceworld,miniwob]'
	@touch $(ADAPTERS)

setup-ray: $(RAY)

$(RAY): $(READY)
	@echo 'adding Ray to $(VENV) (half a minute) ...'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[train,ray]'
	@touch $(RAY)

# Chromium and its driver are Debian's: the two must be of one version, which pip can't see to.
setup-browser: $(READY)
	@if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then exit 0; fi; \
	if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo 'Chromium or its driver is missing. Install the packages chromium and chromium-driver' \
			'(Debian: sudo apt-get install chromium chromium-driver), then say this again.' >&2; \
		exit 1; \
	fi; \
	echo 'adding Chromium and its driver (a minute or two) ...'; \
	export DEBIAN_FRONTEND=noninteractive; \
	apt-get update -qq && apt-get install -y -qq --no-install-recommends \
		chromium chromium-driver fonts-liberation >/dev/null

bench: $(READY)
	@$(BIN)/hgpo compare +preset=quick run.dir=$(BENCH) --json docs/bench.json

bench-webshop: $(READY)
	@$(BIN)/hgpo compare +preset=quick env=webshopgen run.dir=$(BENCH_WEBSHOP) \
		--json docs/bench-webshop.json

zoo: $(READY)
	@$(BIN)/python -m benchmarks.zoo --run $(ZOO)

parity: $(TEXTWORLD)
	@$(BIN)/python -m hgpo_envs.alfworld.parity --data $(DATA) --games $(GAMES) --also $(ALSO) \
		--generated $(GENERATED) --steps $(STEPS) --seed $(SEED) --workers $(WORKERS) \
		--transcripts $(PARITY) --json $(PARITY)/report.json

perf:
	@$(MAKE) --no-print-directory perf-alfworld
	@$(MAKE) --no-print-directory perf-webshop
	@$(MAKE) --no-print-directory perf-vector
	@$(MAKE) --no-print-directory perf-algorithms
	@$(MAKE) --no-print-directory perf-harness

perf-alfworld: GAMES = 12
perf-alfworld: $(TEXTWORLD)
	@$(BIN)/python -m benchmarks $(OFFICIAL) --games $(GAMES) --out $(PERF) $(if $(QUICK),--quick)

perf-webshop: $(READY)
	@$(BIN)/python -m benchmarks.webshop $(if $(WEBSHOP),--data '$(WEBSHOP)') --out $(PERF) \
		$(if $(ORIGINAL),--original '$(ORIGINAL)' --original-python '$(ORIGINAL_PYTHON)') \
		--products $(PRODUCTS) $(if $(QUICK),--quick)

perf-vector: $(READY)
	@$(BIN)/python -m benchmarks.vector $(OFFICIAL) --out $(PERF) $(if $(QUICK),--quick)

perf-algorithms: $(READY)
	@OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.algorithms --out $(PERF) $(if $(QUICK),--quick)

perf-harness: $(READY)
	@OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.harness --out $(PERF) $(if $(QUICK),--quick)

fuzz: $(READY)
	@$(BIN)/python -m benchmarks.fuzz $(OFFICIAL) --actions $(ACTIONS)

soak: $(READY)
	@$(BIN)/python -m benchmarks.soak $(OFFICIAL) --resets $(RESETS)

soak-workers: $(READY)
	@$(BIN)/python -m benchmarks.vector.soak --episodes $(EPISODES) --every $(EVERY) --workers $(WORKERS)

soak-crash: $(READY)
	@$(BIN)/python -m benchmarks.crash --kills $(KILLS) --seed $(SEED)

planner-check: $(READY)
	$(BIN)/python -m hgpo_envs.alfworld.planner $(if $(DATA),'$(DATA)') --workers $(WORKERS)

generator-stats: $(READY)
	@$(BIN)/python -m benchmarks.generator_statistics

test: $(TEXTWORLD) $(RAY) $(ADAPTERS) setup-browser
	$(BIN)/python -m pytest -q -n $(WORKERS) -m 'slow or not slow'

lint: $(READY)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/mypy

check: lint
	$(BIN)/python -m pytest -q -n $(WORKERS)

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

# In an environment of its own: where spaCy is installed, new stores are judged with it.
NOUNS := .venv-nouns/.ready

$(NOUNS): pyproject.toml
	@echo 'setting up .venv-nouns (a minute the first time) ...'
	@test -x .venv-nouns/bin/python || $(PYTHON) -m venv .venv-nouns
	@.venv-nouns/bin/python -m pip install -qq --disable-pip-version-check -e '.[nouns]' \
		'hypothesis>=6.100' 'pytest>=8'
	@touch $(NOUNS)

nouns-check: $(NOUNS)
	@.venv-nouns/bin/python -m pytest -q -m '' tests/hgpo_envs/webshop/nouns
