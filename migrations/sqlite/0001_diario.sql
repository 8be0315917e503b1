-- The log, what is kept beside it, and the state of its writer. docs/formato-diario.md
-- describes `texto`; the other columns of `asientos` repeat it, and differing is an
-- alteration. Instants are microseconds since 1970 UTC, dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE asientos (
    posicion         INTEGER PRIMARY KEY CHECK (posicion >= 0),
    establecimiento  TEXT    NOT NULL,
    libro            TEXT    NOT NULL,
    numero           INTEGER NOT NULL CHECK (numero >= 1),
    folio            INTEGER NOT NULL CHECK (folio >= 0),
    serie            TEXT    NOT NULL,
    numero_serie     INTEGER NOT NULL CHECK (CASE serie WHEN '' THEN numero_serie = 0 ELSE numero_serie >= 1 END),
    jornada          TEXT    NOT NULL,
    hecho            INTEGER NOT NULL,
    anotacion        INTEGER NOT NULL CHECK (anotacion >= hecho),
    formulario       TEXT    NOT NULL,
    transcriptor     TEXT    NOT NULL,
    autor            TEXT    NOT NULL,
    cargo            TEXT    NOT NULL,
    clase            TEXT    NOT NULL,
    suprimible_desde TEXT    NOT NULL,
    tipo             TEXT    NOT NULL,
    texto            BLOB    NOT NULL, -- the canonical text: what is hashed
    hashes           BLOB    NOT NULL, -- the stored hashes of the tree that the leaf completes
    UNIQUE (establecimiento, libro, numero)
) STRICT;
CREATE UNIQUE INDEX asientos_serie ON asientos (establecimiento, serie, numero_serie) WHERE serie <> '';
CREATE INDEX asientos_folio ON asientos (establecimiento, libro, folio) WHERE folio > 0;
CREATE INDEX asientos_tipo ON asientos (tipo);
CREATE INDEX asientos_jornada ON asientos (jornada);

CREATE TABLE checkpoints (
    tamano INTEGER PRIMARY KEY CHECK (tamano >= 1), -- size of the log it covers
    nota   BLOB NOT NULL                            -- the signed note, whole
) STRICT;

-- Personal values and the salts that open their commitments, until their legal term.
CREATE TABLE boveda (
    posicion         INTEGER NOT NULL,
    nombre           TEXT    NOT NULL,
    valor            TEXT    NOT NULL,
    sal              BLOB    NOT NULL,
    clase            TEXT    NOT NULL,
    suprimible_desde TEXT    NOT NULL,
    PRIMARY KEY (posicion, nombre)
) STRICT, WITHOUT ROWID;

CREATE TABLE contadores (
    clave  TEXT    NOT NULL PRIMARY KEY, -- libro.<E>/<libro>, folio.<E>/<libro>, serie.<E>/<serie>
    ultimo INTEGER NOT NULL CHECK (ultimo >= 1)
) STRICT, WITHOUT ROWID;

-- Answers already given, by Idempotency-Key, until their jornada is certified.
CREATE TABLE idempotencia (
    usuario         TEXT    NOT NULL,
    ruta            TEXT    NOT NULL,
    clave           TEXT    NOT NULL,
    huella          TEXT    NOT NULL,
    estado          INTEGER NOT NULL,
    recurso         TEXT    NOT NULL,
    establecimiento TEXT    NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        INTEGER NOT NULL,
    UNIQUE (usuario, ruta, clave)
) STRICT;
CREATE INDEX idempotencia_jornada ON idempotencia (establecimiento, jornada);

CREATE TABLE meta (
    clave TEXT NOT NULL PRIMARY KEY,
    valor TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The log only grows. REPLACE deletes without firing the DELETE trigger unless
-- recursive_triggers is on: hence the triggers on INSERT.

-- +goose StatementBegin
CREATE TRIGGER asientos_no_update BEFORE UPDATE ON asientos
BEGIN SELECT RAISE(ABORT, 'asientos: el diario solo crece'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER asientos_no_delete BEFORE DELETE ON asientos
BEGIN SELECT RAISE(ABORT, 'asientos: el diario solo crece'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER asientos_no_replace BEFORE INSERT ON asientos
WHEN NEW.posicion <= (SELECT max(posicion) FROM asientos)
BEGIN SELECT RAISE(ABORT, 'asientos: el diario solo crece'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'checkpoints: el diario solo crece'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'checkpoints: el diario solo crece'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER checkpoints_no_replace BEFORE INSERT ON checkpoints
WHEN NEW.tamano <= (SELECT max(tamano) FROM checkpoints)
BEGIN SELECT RAISE(ABORT, 'checkpoints: el diario solo crece'); END;
-- +goose StatementEnd
