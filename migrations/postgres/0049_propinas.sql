-- Tips (art. 19): what was agreed about them, what was counted in the special boxes or given
-- back, the account of each day, and how it is shared out. Projections of the log. Amounts in
-- céntimos, instants in microseconds since 1970 UTC, dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE acuerdos_propinas (
    posicion        BIGINT PRIMARY KEY,
    establecimiento TEXT NOT NULL,
    admite          BIGINT NOT NULL, -- 1: tips are admitted
    consulta        TEXT NOT NULL, -- when the works council was asked; '' not
    acuerdo         TEXT NOT NULL,
    hora            BIGINT NOT NULL
);
CREATE INDEX acuerdos_propinas_establecimiento ON acuerdos_propinas (establecimiento, posicion);

CREATE TABLE movimientos_propinas (
    posicion        BIGINT PRIMARY KEY,
    establecimiento TEXT NOT NULL,
    clase           TEXT NOT NULL, -- parcial, devolucion
    folio           BIGINT NOT NULL, -- in the book of its class
    jornada         TEXT NOT NULL,
    caja            TEXT NOT NULL,
    importe         BIGINT NOT NULL,
    hora            BIGINT NOT NULL,
    copia           BIGINT NOT NULL, -- instant when the copy went into the box; 0 not yet
    acto            TEXT NOT NULL
);
CREATE INDEX movimientos_propinas_jornada ON movimientos_propinas (establecimiento, jornada);

CREATE TABLE recuentos_propinas (
    establecimiento TEXT NOT NULL,
    folio           BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    contado         BIGINT NOT NULL,
    parciales       BIGINT NOT NULL,
    devuelto        BIGINT NOT NULL,
    importe         BIGINT NOT NULL,
    hora            BIGINT NOT NULL,
    reparto         BIGINT NOT NULL, -- folio of the distribution; 0 not yet
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, folio)
);
CREATE UNIQUE INDEX recuentos_propinas_jornada ON recuentos_propinas (establecimiento, jornada);

CREATE TABLE criterios_propinas (
    establecimiento TEXT NOT NULL,
    criterio        BIGINT NOT NULL,
    empleados       BIGINT NOT NULL, -- ten-thousandths
    puntos          TEXT NOT NULL, -- 'crupier=10 cajero=8'
    hora            BIGINT NOT NULL,
    vence_natural   TEXT NOT NULL,
    vence_habil     TEXT NOT NULL,
    comunicado      BIGINT NOT NULL, -- 0 not yet
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, criterio)
);

CREATE TABLE repartos_propinas (
    establecimiento TEXT NOT NULL,
    folio           BIGINT NOT NULL,
    desde           TEXT NOT NULL,
    hasta           TEXT NOT NULL,
    criterio        BIGINT NOT NULL,
    total           BIGINT NOT NULL,
    empleados       BIGINT NOT NULL,
    otros           BIGINT NOT NULL,
    hora            BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, folio)
);
