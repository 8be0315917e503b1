-- The log, what is kept beside it, and the state of its writer. docs/formato-diario.md
-- describes `texto`; the other columns of `asientos` repeat it, and differing is an
-- alteration. Instants are microseconds since 1970 UTC, dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE asientos (
    posicion         BIGINT PRIMARY KEY CHECK (posicion >= 0),
    establecimiento  TEXT   NOT NULL,
    libro            TEXT   NOT NULL,
    numero           BIGINT NOT NULL CHECK (numero >= 1),
    folio            BIGINT NOT NULL CHECK (folio >= 0),
    serie            TEXT   NOT NULL,
    numero_serie     BIGINT NOT NULL CHECK (CASE serie WHEN '' THEN numero_serie = 0 ELSE numero_serie >= 1 END),
    jornada          TEXT   NOT NULL,
    hecho            BIGINT NOT NULL,
    anotacion        BIGINT NOT NULL CHECK (anotacion >= hecho),
    formulario       TEXT   NOT NULL,
    transcriptor     TEXT   NOT NULL,
    autor            TEXT   NOT NULL,
    cargo            TEXT   NOT NULL,
    clase            TEXT   NOT NULL,
    suprimible_desde TEXT   NOT NULL,
    tipo             TEXT   NOT NULL,
    texto            BYTEA  NOT NULL, -- the canonical text: what is hashed
    hashes           BYTEA  NOT NULL, -- the stored hashes of the tree that the leaf completes
    UNIQUE (establecimiento, libro, numero)
);
CREATE UNIQUE INDEX asientos_serie ON asientos (establecimiento, serie, numero_serie) WHERE serie <> '';
CREATE INDEX asientos_folio ON asientos (establecimiento, libro, folio) WHERE folio > 0;
CREATE INDEX asientos_tipo ON asientos (tipo);
CREATE INDEX asientos_jornada ON asientos (jornada);

CREATE TABLE checkpoints (
    tamano BIGINT PRIMARY KEY CHECK (tamano >= 1), -- size of the log it covers
    nota   BYTEA NOT NULL                          -- the signed note, whole
);

-- Personal values and the salts that open their commitments, until their legal term.
CREATE TABLE boveda (
    posicion         BIGINT NOT NULL,
    nombre           TEXT   NOT NULL,
    valor            TEXT   NOT NULL,
    sal              BYTEA  NOT NULL,
    clase            TEXT   NOT NULL,
    suprimible_desde TEXT   NOT NULL,
    PRIMARY KEY (posicion, nombre)
);
CREATE INDEX boveda_suprimible ON boveda (suprimible_desde);

CREATE TABLE contadores (
    clave  TEXT   NOT NULL PRIMARY KEY, -- libro.<E>/<libro>, folio.<E>/<libro>, serie.<E>/<serie>
    ultimo BIGINT NOT NULL CHECK (ultimo >= 1)
);

-- Answers already given, by Idempotency-Key, until their jornada is certified.
CREATE TABLE idempotencia (
    usuario         TEXT   NOT NULL,
    ruta            TEXT   NOT NULL,
    clave           TEXT   NOT NULL,
    huella          TEXT   NOT NULL,
    estado          BIGINT NOT NULL,
    recurso         TEXT   NOT NULL,
    establecimiento TEXT   NOT NULL,
    jornada         TEXT   NOT NULL,
    instante        BIGINT NOT NULL,
    UNIQUE (usuario, ruta, clave)
);
CREATE INDEX idempotencia_jornada ON idempotencia (establecimiento, jornada);

CREATE TABLE meta (
    clave TEXT NOT NULL PRIMARY KEY,
    valor TEXT NOT NULL
);

-- The log only grows. Row triggers do not fire on TRUNCATE: these are per statement.

-- +goose StatementBegin
CREATE FUNCTION diario_solo_crece() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: el diario solo crece', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER asientos_no_update BEFORE UPDATE ON asientos FOR EACH STATEMENT EXECUTE FUNCTION diario_solo_crece();
CREATE TRIGGER asientos_no_delete BEFORE DELETE ON asientos FOR EACH STATEMENT EXECUTE FUNCTION diario_solo_crece();
CREATE TRIGGER asientos_no_truncate BEFORE TRUNCATE ON asientos FOR EACH STATEMENT EXECUTE FUNCTION diario_solo_crece();
CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints FOR EACH STATEMENT EXECUTE FUNCTION diario_solo_crece();
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints FOR EACH STATEMENT EXECUTE FUNCTION diario_solo_crece();
CREATE TRIGGER checkpoints_no_truncate BEFORE TRUNCATE ON checkpoints FOR EACH STATEMENT EXECUTE FUNCTION diario_solo_crece();
