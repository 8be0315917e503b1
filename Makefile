# The commands of README.md. Each says what it does in .ci/ or below.

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null)
LDFLAGS := -s -w $(if $(VERSION),-X main.version=$(VERSION))
ARGS :=

.PHONY: run test bench mutantes lint build clean

# The demonstration house, listening; ARGS="--direccion 127.0.0.1:9000" and the like.
run: build
	exec build/foliado demo $(ARGS)

# One static binary, without cgo.
build:
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o build/foliado ./cmd/foliado

# Installs what the tests need (Debian), starts a PostgreSQL of its own, runs all.
test:
	@bash .ci/probar

# Writes docs/rendimiento.md.
bench:
	@bash .ci/medir $(ARGS)

# Changes each number of the law by one and writes docs/mutantes.tsv: which changes a test
# of the provision notices. ARGS="domain/ruleta" measures that package alone.
mutantes:
	go run ./.ci/mutantes $(ARGS)

lint:
	@bash .ci/lint

clean:
	rm -rf build
