# `make demo` and `make test` do everything from a fresh clone on Debian 12 with Swift 6.3.
.DEFAULT_GOAL := help
.PHONY: help setup build serve demo gallery test test-serve nightly fuzz lint format bench bench-mattes install deb docs clean

PREFIX ?= /usr/local
# The scripts read it too.
export SWIFT ?= swift
export SWIFT_BACKTRACE ?= enable=no

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install the dependencies of the build, unless they are installed
	@Scripts/setup

build: setup ## build mattetool, optimised
	@$(SWIFT) build -c release --static-swift-stdlib --product mattetool

serve: build ## build mattetool-serve, the service behind `mattetool serve`, a package of its own in Server/
	@$(SWIFT) build --package-path Server -c release --static-swift-stdlib --product mattetool-serve
	@ln -sf "$(CURDIR)/Server/.build/release/mattetool-serve" .build/release/mattetool-serve

demo: build ## every effect on a sample portrait, and its mattes: pictures in demo/
	@Scripts/demo

gallery: build ## a picture of every effect, and their reference: Documentation/Effects.md
	@Scripts/setup --test
	@Scripts/gallery

test: ## set up, build and run all tests
	@Scripts/setup --test
	@Scripts/test

test-serve: ## the tests of Server/, which take minutes to build
	@$(SWIFT) test --package-path Server

nightly: ## the slow checks: the programs of Scripts/nightly.d, or ONLY="NAME ..."
	@Scripts/setup --test
	@Scripts/nightly $(ONLY)

SECONDS ?= 60
fuzz: ## fuzz every reader of untrusted files, SECONDS=60 for each target: see Fuzz/
	@Scripts/setup
	@Fuzz/run $(SECONDS) $(TARGETS)

lint: setup ## check formatting, imports, warnings of C, and the pixel kernels with sanitizers and for ARM
	@$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Models Fuzz Server/Package.swift Server/Sources Server/Tests
	@Scripts/check-imports
	@Scripts/check-warnings
	@Scripts/check-kernels

format: ## format the Swift code
	@$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Models Fuzz Server/Package.swift Server/Sources Server/Tests

bench: build ## measure the tool and its peers: see Benchmarks/
	@Benchmarks/run

DATA ?= ../shared/data
bench-mattes: build ## measure the mattes and their teachers on the picture sets in DATA: see Benchmarks/Mattes
	@Benchmarks/Mattes/run "$(DATA)" $(ARGUMENTS)

# If the service has been built before, it is rebuilt with the tool.
SERVER = Server/.build/release/mattetool-serve
install: $(if $(wildcard $(SERVER)),serve,build) ## copy the tool (and mattetool-serve after `make serve`), and the networks and OpenVINO for every program, below PREFIX (/usr/local)
	@Scripts/install "$(PREFIX)"

deb: $(if $(wildcard $(SERVER)),serve,build) ## a Debian package of the tool (and one of mattetool-serve after `make serve`): .build/mattetool_VERSION_ARCHITECTURE.deb
	@Scripts/package-debian

docs: ## the documentation of all public modules as pages to browse: .build/docs
	@Scripts/setup
	@Scripts/docs

clean: ## remove build products (not what was installed)
	@rm -rf .build demo
