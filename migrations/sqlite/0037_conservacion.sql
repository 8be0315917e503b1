-- What is kept apart and what must be kept on: the archivo PBC (criterio ADM-1) and the
-- retenciones, orders not to erase. Projections of the log. Dates YYYY-MM-DD text, instants in
-- microseconds since 1970 UTC; -1 means no position.

-- +goose Up
CREATE TABLE archivo_pbc (
    posicion         INTEGER PRIMARY KEY, -- of the card whose name and document are kept apart
    establecimiento  TEXT    NOT NULL,
    tarjeta          INTEGER NOT NULL,
    ficha            INTEGER NOT NULL,
    instante         INTEGER NOT NULL, -- of the entry
    pase             INTEGER NOT NULL, -- position of the asiento that passed it
    destruible_desde TEXT    NOT NULL
) STRICT;
CREATE INDEX archivo_pbc_ficha ON archivo_pbc (ficha);
CREATE INDEX archivo_pbc_destruible ON archivo_pbc (destruible_desde);

CREATE TABLE retenciones_datos (
    numero    INTEGER PRIMARY KEY,
    ficha     INTEGER NOT NULL, -- 0: the person has none
    asientos  TEXT    NOT NULL, -- positions held besides, as runs
    instante  INTEGER NOT NULL,
    autor     TEXT    NOT NULL,
    posicion  INTEGER NOT NULL,
    levantada INTEGER NOT NULL  -- position of what lifted it
) STRICT;
