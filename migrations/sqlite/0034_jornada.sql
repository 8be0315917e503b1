-- Corrections of closing counts and closes put off: projections of the log. Amounts in
-- céntimos, instants in microseconds since 1970 UTC, dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE rectificaciones (
    posicion         INTEGER NOT NULL PRIMARY KEY,
    establecimiento  TEXT    NOT NULL,
    jornada          TEXT    NOT NULL, -- in which it was signed
    mesa             INTEGER NOT NULL,
    folio            INTEGER NOT NULL, -- that it corrects
    jornada_original TEXT    NOT NULL,
    diferencia       INTEGER NOT NULL,
    resultado        INTEGER NOT NULL  -- of the session, corrected
) STRICT;
CREATE INDEX rectificaciones_jornada ON rectificaciones (establecimiento, jornada);
CREATE INDEX rectificaciones_folio ON rectificaciones (establecimiento, mesa, folio);

CREATE TABLE prorrogas (
    posicion        INTEGER NOT NULL PRIMARY KEY,
    establecimiento TEXT    NOT NULL,
    jornada         TEXT    NOT NULL,
    mesa            INTEGER NOT NULL,
    hasta           INTEGER NOT NULL,
    excepcional     INTEGER NOT NULL,
    jugadores       INTEGER NOT NULL
) STRICT;
CREATE INDEX prorrogas_jornada ON prorrogas (establecimiento, jornada);
