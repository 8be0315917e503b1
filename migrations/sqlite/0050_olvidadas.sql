-- Stakes without a known owner (art. 33), with what of each was given back. A projection of the
-- log. Amounts in céntimos, instants in microseconds since 1970 UTC.

-- +goose Up
CREATE TABLE olvidadas (
    establecimiento TEXT NOT NULL,
    folio           INTEGER NOT NULL, -- its number in the book
    jornada         TEXT NOT NULL,
    mesa            INTEGER NOT NULL, -- 0: elsewhere in the rooms
    clase           TEXT NOT NULL,
    importe         INTEGER NOT NULL,
    devuelto        INTEGER NOT NULL,
    hora            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, folio)
) STRICT;
CREATE INDEX olvidadas_hora ON olvidadas (establecimiento, hora);
