-- Tips (art. 19): what was agreed about them, what was counted in the special boxes or given
-- back, the account of each day, and how it is shared out. Projections of the log. Amounts in
-- céntimos, instants in microseconds since 1970 UTC, dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE acuerdos_propinas (
    posicion        INTEGER PRIMARY KEY,
    establecimiento TEXT NOT NULL,
    admite          INTEGER NOT NULL, -- 1: tips are admitted
    consulta        TEXT NOT NULL, -- when the works council was asked; '' not
    acuerdo         TEXT NOT NULL,
    hora            INTEGER NOT NULL
) STRICT;
CREATE INDEX acuerdos_propinas_establecimiento ON acuerdos_propinas (establecimiento, posicion);

CREATE TABLE movimientos_propinas (
    posicion        INTEGER PRIMARY KEY,
    establecimiento TEXT NOT NULL,
    clase           TEXT NOT NULL, -- parcial, devolucion
    folio           INTEGER NOT NULL, -- in the book of its class
    jornada         TEXT NOT NULL,
    caja            TEXT NOT NULL,
    importe         INTEGER NOT NULL,
    hora            INTEGER NOT NULL,
    copia           INTEGER NOT NULL, -- instant when the copy went into the box; 0 not yet
    acto            TEXT NOT NULL
) STRICT;
CREATE INDEX movimientos_propinas_jornada ON movimientos_propinas (establecimiento, jornada);

CREATE TABLE recuentos_propinas (
    establecimiento TEXT NOT NULL,
    folio           INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    contado         INTEGER NOT NULL,
    parciales       INTEGER NOT NULL,
    devuelto        INTEGER NOT NULL,
    importe         INTEGER NOT NULL,
    hora            INTEGER NOT NULL,
    reparto         INTEGER NOT NULL, -- folio of the distribution; 0 not yet
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, folio)
) STRICT;
CREATE UNIQUE INDEX recuentos_propinas_jornada ON recuentos_propinas (establecimiento, jornada);

CREATE TABLE criterios_propinas (
    establecimiento TEXT NOT NULL,
    criterio        INTEGER NOT NULL,
    empleados       INTEGER NOT NULL, -- ten-thousandths
    puntos          TEXT NOT NULL, -- 'crupier=10 cajero=8'
    hora            INTEGER NOT NULL,
    vence_natural   TEXT NOT NULL,
    vence_habil     TEXT NOT NULL,
    comunicado      INTEGER NOT NULL, -- 0 not yet
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, criterio)
) STRICT;

CREATE TABLE repartos_propinas (
    establecimiento TEXT NOT NULL,
    folio           INTEGER NOT NULL,
    desde           TEXT NOT NULL,
    hasta           TEXT NOT NULL,
    criterio        INTEGER NOT NULL,
    total           INTEGER NOT NULL,
    empleados       INTEGER NOT NULL,
    otros           INTEGER NOT NULL,
    hora            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, folio)
) STRICT;
