-- What happens to a card after its issue: reprints, loss, later entries of one that is good
-- for several days. Projections of the log.

-- +goose Up
CREATE INDEX tarjetas_varios ON tarjetas (ficha) WHERE validez > jornada;

CREATE TABLE reimpresiones (
    establecimiento TEXT    NOT NULL,
    tarjeta         BIGINT  NOT NULL,
    ordinal         BIGINT  NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, tarjeta, ordinal)
);

CREATE TABLE perdidas (
    establecimiento TEXT    NOT NULL,
    tarjeta         BIGINT  NOT NULL,
    duplicado       BIGINT  NOT NULL, -- number of the card that takes its place
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, tarjeta)
);

CREATE TABLE entradas (
    establecimiento TEXT    NOT NULL,
    tarjeta         BIGINT  NOT NULL,
    jornada         TEXT    NOT NULL,
    ficha           BIGINT  NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, tarjeta, jornada)
);
CREATE INDEX entradas_ficha ON entradas (ficha);
CREATE INDEX entradas_jornada ON entradas (establecimiento, jornada);
