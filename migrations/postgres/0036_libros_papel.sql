-- Bound books on paper, each with its diligencia (art. 39.2). A projection of the log;
-- dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE libros_papel (
    establecimiento TEXT NOT NULL,
    libro           TEXT NOT NULL,
    tomo            BIGINT NOT NULL,
    folios          BIGINT NOT NULL,
    diligencia      TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, libro, tomo)
);
