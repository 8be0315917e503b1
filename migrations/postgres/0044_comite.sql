-- The comité de dirección: who sits in it from each agreement on. A projection of the log.
-- Instants in microseconds since 1970 UTC, dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE comites (
    posicion        BIGINT  NOT NULL PRIMARY KEY,
    establecimiento TEXT    NOT NULL,
    acuerdo         TEXT    NOT NULL,
    miembros        TEXT    NOT NULL, -- ids of personas, with a space between
    anotada         BIGINT  NOT NULL
);
CREATE INDEX comites_establecimiento ON comites (establecimiento, posicion);
