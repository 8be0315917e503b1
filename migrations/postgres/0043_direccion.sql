-- The direction and the authority: visits, who takes over, what is to be communicated.
-- All are projections of the log. Instants in microseconds since 1970 UTC (0: not yet),
-- dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE inspecciones (
    inspeccion      BIGINT  NOT NULL PRIMARY KEY,
    persona         TEXT    NOT NULL,
    establecimiento TEXT    NOT NULL,
    desde           BIGINT  NOT NULL,
    caduca          BIGINT  NOT NULL,
    fin             BIGINT  NOT NULL,
    posicion        BIGINT  NOT NULL
);
CREATE INDEX inspecciones_persona ON inspecciones (persona);

-- Who directs an establecimiento from each asiento on; '' when left without direction.
CREATE TABLE relevos (
    posicion        BIGINT  NOT NULL PRIMARY KEY,
    establecimiento TEXT    NOT NULL,
    saliente        TEXT    NOT NULL,
    entrante        TEXT    NOT NULL,
    desde           BIGINT  NOT NULL,
    llave           BIGINT  NOT NULL, -- the key of the cards was handed over
    unilateral      BIGINT  NOT NULL
);
CREATE INDEX relevos_establecimiento ON relevos (establecimiento, posicion);

CREATE TABLE comunicaciones (
    posicion        BIGINT  NOT NULL PRIMARY KEY,
    asunto          TEXT    NOT NULL,
    persona         TEXT    NOT NULL,
    establecimiento TEXT    NOT NULL,
    desde           TEXT    NOT NULL, -- from which day it counts
    vence_natural   TEXT    NOT NULL,
    vence_habil     TEXT    NOT NULL,
    presentada      BIGINT  NOT NULL
);
