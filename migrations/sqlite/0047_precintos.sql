-- The seals of the wheels (arts. 133.e, 140.1) and the book of unsealing out of hours (art.
-- 140.3). Projections of the log.

-- +goose Up
CREATE TABLE precintos (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    medio           TEXT NOT NULL,
    numero          TEXT NOT NULL,
    estado          TEXT NOT NULL,
    hora            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, mesa)
) STRICT;

CREATE TABLE desprecintos (
    establecimiento TEXT NOT NULL,
    folio           INTEGER NOT NULL,
    mesa            INTEGER NOT NULL,
    motivo          TEXT NOT NULL,
    precinto        TEXT NOT NULL,
    hora            INTEGER NOT NULL,
    nuevo           TEXT NOT NULL,
    hora_nuevo      INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, folio)
) STRICT;
