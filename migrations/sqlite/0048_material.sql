-- The play material and the admission system, each with its homologation (arts. 20.2, 140.2).
-- A projection of the log.

-- +goose Up
CREATE TABLE material (
    establecimiento TEXT NOT NULL,
    clase           TEXT NOT NULL,
    identificador   TEXT NOT NULL,
    fabricante      TEXT NOT NULL,
    distribuidor    TEXT NOT NULL,
    homologacion    TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, clase, identificador)
) STRICT;
