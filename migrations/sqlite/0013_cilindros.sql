-- The numbers that the sensor of a roulette gave, batch by batch, for the maintenance of
-- its wheel. A projection of the log.

-- +goose Up
CREATE TABLE numeros_cilindro (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    lote            INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    cuantos         INTEGER NOT NULL,
    numeros         TEXT NOT NULL,
    fuente          TEXT NOT NULL,
    anotacion       INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, lote)
) STRICT;
CREATE INDEX numeros_cilindro_mesa ON numeros_cilindro (establecimiento, mesa, anotacion);
