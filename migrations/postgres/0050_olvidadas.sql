-- Stakes without a known owner (art. 33), with what of each was given back. A projection of the
-- log. Amounts in céntimos, instants in microseconds since 1970 UTC.

-- +goose Up
CREATE TABLE olvidadas (
    establecimiento TEXT NOT NULL,
    folio           BIGINT NOT NULL, -- its number in the book
    jornada         TEXT NOT NULL,
    mesa            BIGINT NOT NULL, -- 0: elsewhere in the rooms
    clase           TEXT NOT NULL,
    importe         BIGINT NOT NULL,
    devuelto        BIGINT NOT NULL,
    hora            BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, folio)
);
CREATE INDEX olvidadas_hora ON olvidadas (establecimiento, hora);
