-- Tournaments of games of círculo, with the declaration that each needs before it begins
-- (art. 1.5). A projection of the log; dates YYYY-MM-DD text, '' not yet.

-- +goose Up
CREATE TABLE torneos_circulo (
    establecimiento TEXT NOT NULL,
    torneo          BIGINT NOT NULL,
    nombre          TEXT NOT NULL,
    juego           TEXT NOT NULL,
    fecha           TEXT NOT NULL,
    bases           TEXT NOT NULL,
    condiciones     TEXT NOT NULL,
    presentada      TEXT NOT NULL,
    referencia      TEXT NOT NULL,
    inicio          BIGINT NOT NULL, -- microseconds since 1970 UTC, 0 not yet
    posicion        BIGINT NOT NULL, -- of its last asiento
    PRIMARY KEY (establecimiento, torneo)
);
