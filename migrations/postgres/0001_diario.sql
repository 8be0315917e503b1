-- The log, what is kept beside it, and the state of its writer. docs/formato-diario.md
-- describes `texto`; the other columns of `asientos` repeat it, and differing is an
-- alteration. Instants are microseconds since 1970 UTC, dates YYYY-MM-DD text. Texts are
-- ordered byte by byte, as on SQLite, whatever the language of the database.

-- +goose Up
CREATE TABLE asientos (
    posicion         BIGINT PRIMARY KEY CHECK (posicion >= 0),
    establecimiento  TEXT COLLATE "C" NOT NULL,
    libro            TEXT COLLATE "C" NOT NULL,
    numero           BIGINT NOT NULL CHECK (numero >= 1),
    folio            BIGINT NOT NULL CHECK (folio >= 0),
    serie            TEXT COLLATE "C" NOT NULL,
    numero_serie     BIGINT NOT NULL CHECK (CASE serie WHEN '' THEN numero_serie = 0 ELSE numero_serie >= 1 END),
    jornada          TEXT COLLATE "C" NOT NULL,
    hecho            BIGINT NOT NULL,
    anotacion        BIGINT NOT NULL CHECK (anotacion >= hecho),
    formulario       TEXT COLLATE "C" NOT NULL,
    transcriptor     TEXT COLLATE "C" NOT NULL,
    autor            TEXT COLLATE "C" NOT NULL,
    cargo            TEXT COLLATE "C" NOT NULL,
    clase            TEXT COLLATE "C" NOT NULL,
    suprimible_desde TEXT COLLATE "C" NOT NULL,
    tipo             TEXT COLLATE "C" NOT NULL,
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
    nombre           TEXT COLLATE "C" NOT NULL,
    valor            TEXT COLLATE "C" NOT NULL,
    sal              BYTEA  NOT NULL,
    clase            TEXT COLLATE "C" NOT NULL,
    suprimible_desde TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (posicion, nombre)
);

CREATE TABLE contadores (
    clave  TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- libro.<E>/<libro>, folio.<E>/<libro>, serie.<E>/<serie>
    ultimo BIGINT NOT NULL CHECK (ultimo >= 1)
);

-- Answers already given, by Idempotency-Key, until their jornada is certified.
CREATE TABLE idempotencia (
    usuario         TEXT COLLATE "C" NOT NULL,
    ruta            TEXT COLLATE "C" NOT NULL,
    clave           TEXT COLLATE "C" NOT NULL,
    huella          TEXT COLLATE "C" NOT NULL,
    estado          BIGINT NOT NULL,
    recurso         TEXT COLLATE "C" NOT NULL,
    establecimiento TEXT COLLATE "C" NOT NULL,
    jornada         TEXT COLLATE "C" NOT NULL,
    instante        BIGINT NOT NULL,
    UNIQUE (usuario, ruta, clave)
);
CREATE INDEX idempotencia_jornada ON idempotencia (establecimiento, jornada);

CREATE TABLE meta (
    clave TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    valor TEXT COLLATE "C" NOT NULL
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
