-- What happens to a card after its issue: reprints, loss, later entries of one that is good
-- for several days. Projections of the log.

-- +goose Up
CREATE INDEX tarjetas_varios ON tarjetas (ficha) WHERE validez > jornada;

CREATE TABLE reimpresiones (
    establecimiento TEXT    NOT NULL,
    tarjeta         INTEGER NOT NULL,
    ordinal         INTEGER NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, tarjeta, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE perdidas (
    establecimiento TEXT    NOT NULL,
    tarjeta         INTEGER NOT NULL,
    duplicado       INTEGER NOT NULL, -- number of the card that takes its place
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, tarjeta)
) STRICT, WITHOUT ROWID;

CREATE TABLE entradas (
    establecimiento TEXT    NOT NULL,
    tarjeta         INTEGER NOT NULL,
    jornada         TEXT    NOT NULL,
    ficha           INTEGER NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, tarjeta, jornada)
) STRICT, WITHOUT ROWID;
CREATE INDEX entradas_ficha ON entradas (ficha);
CREATE INDEX entradas_jornada ON entradas (establecimiento, jornada);
