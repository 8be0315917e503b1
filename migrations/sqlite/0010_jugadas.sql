-- The jugadas put on record at a table, with what its engine says of what was paid, bet by
-- bet, and the actas of those disputed. Projections of the log: what people say is in the
-- vault alone. Amounts in céntimos, instants in microseconds since 1970 UTC, dates
-- YYYY-MM-DD text.

-- +goose Up
CREATE TABLE jugadas (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    jugada          INTEGER NOT NULL,
    sesion          INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    juego           TEXT NOT NULL,
    hecho           INTEGER NOT NULL,
    anotacion       INTEGER NOT NULL,
    autor           TEXT NOT NULL,
    veredicto       TEXT NOT NULL,
    articulo        TEXT NOT NULL,
    apostado        INTEGER NOT NULL,
    debido          INTEGER NOT NULL,
    pagado          INTEGER NOT NULL,
    diferencia      INTEGER NOT NULL,
    hoja            TEXT NOT NULL,
    camara          TEXT NOT NULL,
    conservar       TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, mesa, jugada)
) STRICT;

CREATE TABLE lineas_jugada (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    jugada          INTEGER NOT NULL,
    linea           INTEGER NOT NULL,
    apuesta         TEXT NOT NULL,
    suerte          TEXT NOT NULL,
    resultado       TEXT NOT NULL,
    casilla         TEXT NOT NULL,
    jugador         TEXT NOT NULL,
    color           TEXT NOT NULL,
    apostado        INTEGER NOT NULL,
    debido          INTEGER NOT NULL,
    pagado          INTEGER NOT NULL,
    devuelto        INTEGER NOT NULL,
    conservado      INTEGER NOT NULL,
    diferencia      INTEGER NOT NULL,
    exacto          TEXT NOT NULL,
    articulo        TEXT NOT NULL,
    criterio        TEXT NOT NULL,
    PRIMARY KEY (establecimiento, mesa, jugada, linea)
) STRICT;

CREATE TABLE actas_jugada (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    jugada          INTEGER NOT NULL,
    acto            TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, mesa, jugada)
) STRICT;
