-- The seals of the wheels (arts. 133.e, 140.1) and the book of unsealing out of hours (art.
-- 140.3). Projections of the log.

-- +goose Up
CREATE TABLE precintos (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    medio           TEXT NOT NULL,
    numero          TEXT NOT NULL,
    estado          TEXT NOT NULL,
    hora            BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, mesa)
);

CREATE TABLE desprecintos (
    establecimiento TEXT NOT NULL,
    folio           BIGINT NOT NULL,
    mesa            BIGINT NOT NULL,
    motivo          TEXT NOT NULL,
    precinto        TEXT NOT NULL,
    hora            BIGINT NOT NULL,
    nuevo           TEXT NOT NULL,
    hora_nuevo      BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, folio)
);
