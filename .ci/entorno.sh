# What the tests and measurements need on the machine. Sourced by bash, never run.

command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin
export LC_ALL=C.UTF-8

# gofiles prints, with NULs between, every Go file of the tree that git does not
# ignore.
gofiles() {
    git ls-files -coz --exclude-standard -- '*.go' 2>/dev/null ||
        find . -name '*.go' -not -path './build/*' -not -path '*/node_modules/*' -print0
}

# commands prints the packages of commands kept beside this file: "./..." does
# not reach a folder that begins with a dot.
commands() {
    local dir
    for dir in .ci/*/; do
        ls "$dir"*.go >/dev/null 2>&1 && printf './%s\n' "${dir%/}"
    done
    return 0
}

# missing prints the Debian packages that hold what this machine lacks.
missing() {
    command -v gcc >/dev/null || echo gcc
    [ -e /usr/include/stdlib.h ] || echo libc6-dev
    pg_bindir >/dev/null || echo postgresql
    command -v chromium >/dev/null || echo chromium
    command -v pdftotext >/dev/null && command -v pdfsig >/dev/null || echo poppler-utils
    command -v qpdf >/dev/null || echo qpdf
    command -v zbarimg >/dev/null || echo zbar-tools
    command -v strace >/dev/null || echo strace
}

# install_missing installs them, or says what to install where it cannot.
install_missing() {
    local packages sudo=()
    packages=$(missing | xargs)
    [ -n "$packages" ] || return 0
    if ! command -v apt-get >/dev/null; then
        echo "The tests need what Debian packages as: $packages" >&2
        echo "Install that with this system's own tools and run again." >&2
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "The tests need: apt-get install $packages (as root)" >&2
            return 1
        fi
        sudo=(sudo)
    fi
    echo "installing: $packages"
    mkdir -p build
    # shellcheck disable=SC2086 # one word per package
    if ! { "${sudo[@]}" apt-get update -q &&
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends $packages; } >build/apt.log 2>&1 </dev/null; then
        tail -n 30 build/apt.log >&2
        return 1
    fi
    packages=$(missing | xargs)
    [ -z "$packages" ] || { echo "installed, and still missing: $packages" >&2; return 1; }
}
