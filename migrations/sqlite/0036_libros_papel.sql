-- Bound books on paper, each with its diligencia (art. 39.2). A projection of the log;
-- dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE libros_papel (
    establecimiento TEXT NOT NULL,
    libro           TEXT NOT NULL,
    tomo            INTEGER NOT NULL,
    folios          INTEGER NOT NULL,
    diligencia      TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, libro, tomo)
) STRICT;
