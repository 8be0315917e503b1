-- Counts of the caja central (arts. 36.5, 37.1) and the notices issued for each table (art.
-- 38.2). Projections of the log. Amounts in céntimos, instants in microseconds.

-- +goose Up
CREATE TABLE arqueos (
    establecimiento TEXT NOT NULL,
    folio           BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    motivo          TEXT NOT NULL,
    metalico        BIGINT NOT NULL,
    bloqueado       BIGINT NOT NULL,
    fichas          BIGINT NOT NULL, -- chips and plaques
    exigido         BIGINT NOT NULL,
    hora            BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, folio)
);
CREATE INDEX arqueos_jornada ON arqueos (establecimiento, jornada);

CREATE TABLE carteles (
    establecimiento TEXT NOT NULL,
    cartel          BIGINT NOT NULL,
    mesa            BIGINT NOT NULL,
    juego           TEXT NOT NULL,
    apuesta_minima  BIGINT NOT NULL,
    maximos         TEXT NOT NULL,
    anticipo        BIGINT NOT NULL,
    hora            BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, cartel)
);
CREATE INDEX carteles_mesa ON carteles (establecimiento, mesa, cartel);
