-- Counts of the caja central (arts. 36.5, 37.1) and the notices issued for each table (art.
-- 38.2). Projections of the log. Amounts in céntimos, instants in microseconds.

-- +goose Up
CREATE TABLE arqueos (
    establecimiento TEXT NOT NULL,
    folio           INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    motivo          TEXT NOT NULL,
    metalico        INTEGER NOT NULL,
    bloqueado       INTEGER NOT NULL,
    fichas          INTEGER NOT NULL, -- chips and plaques
    exigido         INTEGER NOT NULL,
    hora            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, folio)
) STRICT;
CREATE INDEX arqueos_jornada ON arqueos (establecimiento, jornada);

CREATE TABLE carteles (
    establecimiento TEXT NOT NULL,
    cartel          INTEGER NOT NULL,
    mesa            INTEGER NOT NULL,
    juego           TEXT NOT NULL,
    apuesta_minima  INTEGER NOT NULL,
    maximos         TEXT NOT NULL,
    anticipo        INTEGER NOT NULL,
    hora            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, cartel)
) STRICT;
CREATE INDEX carteles_mesa ON carteles (establecimiento, mesa, cartel);
