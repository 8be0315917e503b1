# Throw-away PostgreSQL for tests and measurements. Sourced by bash, never run.
#
#   pg_start         makes a cluster in a temp dir, starts it on a free port of
#                    127.0.0.1 and sets PG_DIR, PG_PORT, PG_OWNER and
#                    FOLIADO_TEST_PG (DSN of its superuser, exported)
#   pg_stop          stops it at once and removes its folder
#
# Durability is left as in production (fsync, full_page_writes and
# synchronous_commit on): the tests count fsyncs and kill processes under load.

# pg_bindir prints the folder of the newest server on this machine.
pg_bindir() {
    local initdb
    initdb=$(ls -1d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1)
    [ -n "$initdb" ] || initdb=$(command -v initdb) || return 1
    dirname "$(readlink -f "$initdb")"
}

# pg_as runs a command as the owner of the cluster: initdb and postgres refuse
# to run as root.
pg_as() {
    if [ "$(id -u)" -ne 0 ]; then
        "$@"
    elif command -v setpriv >/dev/null; then
        (cd / && setpriv --reuid="$PG_OWNER" --regid="$(id -g "$PG_OWNER")" --init-groups "$@")
    elif command -v runuser >/dev/null; then
        (cd / && runuser -u "$PG_OWNER" -- "$@")
    else
        (cd / && su -s /bin/sh "$PG_OWNER" -c "$(printf '%q ' "$@")")
    fi
}

# pg_tempdir makes the folder of the cluster where its owner can reach it; the
# path stays short because a socket's may not exceed 107 bytes.
pg_tempdir() {
    local base
    for base in "${TMPDIR:-/tmp}" /tmp /var/tmp; do
        PG_DIR=$(mktemp -d "$base/foliado-pg.XXXXXX") || continue
        chown "$PG_OWNER" "$PG_DIR" 2>/dev/null
        if [ ${#PG_DIR} -lt 80 ] && pg_as test -w "$PG_DIR"; then
            return 0
        fi
        rm -rf "$PG_DIR"
    done
    PG_DIR=
    return 1
}

# pg_init makes the cluster. Its collation is the Spanish one of ICU, not the
# byte order of SQLite: a query that leans on the order of text shows at once.
pg_init() {
    local common=(-D "$PG_DIR/data" -U postgres --encoding=UTF8 --auth=scram-sha-256
        --pwfile="$PG_DIR/clave" --no-instructions)
    pg_as "$PG_BIN/initdb" "${common[@]}" --locale=C.UTF-8 \
        --locale-provider=icu --icu-locale=es-ES >"$PG_DIR/initdb.log" 2>&1 && return 0
    rm -rf "$PG_DIR/data"
    pg_as "$PG_BIN/initdb" "${common[@]}" --locale=C >"$PG_DIR/initdb.log" 2>&1
}

# pg_launch starts the server on the first free port of a few tried at random.
pg_launch() {
    local i
    for i in 1 2 3 4 5 6 7 8 9 10; do
        PG_PORT=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
        if pg_as "$PG_BIN/pg_ctl" -D "$PG_DIR/data" -l "$PG_DIR/servidor.log" -w -t 60 -s \
            -o "-p $PG_PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories=$PG_DIR" \
            -o "-c max_connections=200 -c fsync=on -c synchronous_commit=on -c full_page_writes=on" \
            start >"$PG_DIR/pg_ctl.log" 2>&1 </dev/null; then
            return 0
        fi
    done
    return 1
}

pg_start() {
    local password
    PG_BIN=$(pg_bindir) || { echo "postgres.sh: no PostgreSQL server on this machine" >&2; return 1; }
    PG_OWNER=$(id -un)
    if [ "$(id -u)" -eq 0 ]; then
        PG_OWNER=postgres
        id -u postgres >/dev/null 2>&1 || PG_OWNER=nobody
    fi
    pg_tempdir || { echo "postgres.sh: no temp dir that $PG_OWNER can write" >&2; return 1; }
    password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    (umask 077 && printf '%s\n' "$password" >"$PG_DIR/clave") && chown "$PG_OWNER" "$PG_DIR/clave"
    if ! pg_init || ! pg_launch; then
        echo "postgres.sh: PostgreSQL did not start:" >&2
        tail -n 20 "$PG_DIR"/*.log >&2
        rm -rf "$PG_DIR"
        PG_DIR=
        return 1
    fi
    export FOLIADO_TEST_PG="postgres://postgres:$password@127.0.0.1:$PG_PORT/postgres?sslmode=disable"
}

pg_stop() {
    [ -n "${PG_DIR:-}" ] || return 0
    pg_as "$PG_BIN/pg_ctl" -D "$PG_DIR/data" -m immediate -w -t 30 -s stop >/dev/null 2>&1
    rm -rf "$PG_DIR"
    PG_DIR=
}
