-- The numbers that the sensor of a roulette gave, batch by batch, for the maintenance of
-- its wheel. A projection of the log.

-- +goose Up
CREATE TABLE numeros_cilindro (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    lote            BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    cuantos         BIGINT NOT NULL,
    numeros         TEXT NOT NULL,
    fuente          TEXT NOT NULL,
    anotacion       BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, lote)
);
CREATE INDEX numeros_cilindro_mesa ON numeros_cilindro (establecimiento, mesa, anotacion);
