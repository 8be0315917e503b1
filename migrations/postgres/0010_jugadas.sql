-- The jugadas put on record at a table, with what its engine says of what was paid, bet by
-- bet, and the actas of those disputed. Projections of the log: what people say is in the
-- vault alone. Amounts in céntimos, instants in microseconds since 1970 UTC, dates
-- YYYY-MM-DD text.

-- +goose Up
CREATE TABLE jugadas (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    jugada          BIGINT NOT NULL,
    sesion          BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    juego           TEXT NOT NULL,
    hecho           BIGINT NOT NULL,
    anotacion       BIGINT NOT NULL,
    autor           TEXT NOT NULL,
    veredicto       TEXT NOT NULL,
    articulo        TEXT NOT NULL,
    apostado        BIGINT NOT NULL,
    debido          BIGINT NOT NULL,
    pagado          BIGINT NOT NULL,
    diferencia      BIGINT NOT NULL,
    hoja            TEXT NOT NULL,
    camara          TEXT NOT NULL,
    conservar       TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, mesa, jugada)
);

CREATE TABLE lineas_jugada (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    jugada          BIGINT NOT NULL,
    linea           BIGINT NOT NULL,
    apuesta         TEXT NOT NULL,
    suerte          TEXT NOT NULL,
    resultado       TEXT NOT NULL,
    casilla         TEXT NOT NULL,
    jugador         TEXT NOT NULL,
    color           TEXT NOT NULL,
    apostado        BIGINT NOT NULL,
    debido          BIGINT NOT NULL,
    pagado          BIGINT NOT NULL,
    devuelto        BIGINT NOT NULL,
    conservado      BIGINT NOT NULL,
    diferencia      BIGINT NOT NULL,
    exacto          TEXT NOT NULL,
    articulo        TEXT NOT NULL,
    criterio        TEXT NOT NULL,
    PRIMARY KEY (establecimiento, mesa, jugada, linea)
);

CREATE TABLE actas_jugada (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    jugada          BIGINT NOT NULL,
    acto            TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, mesa, jugada)
);
