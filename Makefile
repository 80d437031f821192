# The only entry point: everything a person or a machine does to this project
# is a target here. `make` alone lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# One version for daemon and plugin: the plugin's manifest holds it.
VERSION := $(shell sed -n 's/.*"version": *"\([^"]*\)".*/\1/p' plugin/manifest.json)
PACKAGE := github.com/ibid-notes/ibid
LDFLAGS := -s -w -X $(PACKAGE)/daemon/internal/config.Version=$(VERSION)
GOBUILD := CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)'
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

# The race detector needs a C compiler; without one the tests run without it.
RACE := $(shell command -v $${CC:-cc} >/dev/null 2>&1 && echo -race)

GOLANGCI := bin/tools/golangci-lint
GOLANGCI_VERSION := v2.15.0

# Of one's own vault only its owner knows what to ask.
ifndef VAULT
NO_VAULT := yes
VAULT := vaultindex/testdata/vault
Q ?= How do I ask Ibid a question?
endif
# As it was typed: a question may be about $5.
override Q := $(value Q)
NOTES ?= 1000,10000

# Handed on in the environment, where quotes in them are only text. Not every
# shell expands the ~ of VAULT=~/Notes.
export VAULT Q
VAULT_DIR = "$${VAULT/\#\~\//$$HOME/}"

.PHONY: help build daemon plugin demo test test-go test-ts test-browser check lint gen bench cross install-plugin named-vault clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

build: daemon plugin ## build the daemon (bin/ibid) and the plugin (plugin/main.js)

daemon:
	$(GOBUILD) -o bin/ibid ./daemon

plugin: node_modules/.package-lock.json
	npm run --silent build

node_modules/.package-lock.json: package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

demo: build ## answer a question from the sample vault: make demo VAULT=~/Notes Q="…"
	@go run ./daemon/e2e/demo -daemon bin/ibid -vault $(VAULT_DIR) -question "$$Q"

test: test-go test-ts test-browser ## run every test: Go, TypeScript, and the plugin in a real browser

test-go: daemon node_modules/.package-lock.json
	go test $(RACE) -timeout 30m ./...

test-ts: build
	npm run --silent test
	npm run --silent test:acp

test-browser: build
	@scripts/with-chromium.sh npm run --silent test:browser

check: lint ## everything but the tests: format, vet, lint, types, generated files
	go vet ./...
	GOOS=windows go vet ./...
	GOOS=darwin go vet ./...
	npm run --silent typecheck
	npm run --silent lint

lint: $(GOLANGCI) node_modules/.package-lock.json ## lint the Go code
	@test -z "$$(gofmt -l daemon tools vaultindex protocol)" || { echo 'not formatted:'; gofmt -l daemon tools vaultindex protocol; exit 1; }
	$(GOLANGCI) run ./...

$(GOLANGCI):
	GOBIN=$(CURDIR)/bin/tools go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)

gen: ## write the generated files anew (a test compares them)
	go run ./protocol/gen

bench: ## measure: ratios beside a peer run in the same command (NOTES=1000,10000)
	go test -run '^$$' -bench . -benchtime 1x ./protocol ./vaultindex/note ./vaultindex/graph ./vaultindex/fulltext
	cd vaultindex/bench && go run . -notes $(NOTES) -seed 1

cross: ## build the daemon for all six platforms
	@for p in $(PLATFORMS); do \
		ext=; [ "$${p%/*}" = windows ] && ext=.exe; \
		echo "$$p"; \
		GOOS=$${p%/*} GOARCH=$${p#*/} $(GOBUILD) -o dist/ibid-$${p%/*}-$${p#*/}$$ext ./daemon || exit 1; \
	done

install-plugin: named-vault build ## copy the plugin into a vault: make install-plugin VAULT=~/Notes
	@scripts/install-plugin.sh $(VAULT_DIR)

named-vault:
	@test -z "$(NO_VAULT)" || { echo 'Which vault? Name it: make install-plugin VAULT=~/Notes' >&2; exit 1; }

clean: ## remove what was built
	rm -rf bin dist plugin/main.js plugin/test-results
