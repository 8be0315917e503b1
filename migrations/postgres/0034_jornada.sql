-- Corrections of closing counts and closes put off: projections of the log. Amounts in
-- céntimos, instants in microseconds since 1970 UTC, dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE rectificaciones (
    posicion         BIGINT  NOT NULL PRIMARY KEY,
    establecimiento  TEXT    NOT NULL,
    jornada          TEXT    NOT NULL, -- in which it was signed
    mesa             BIGINT  NOT NULL,
    folio            BIGINT  NOT NULL, -- that it corrects
    jornada_original TEXT    NOT NULL,
    diferencia       BIGINT  NOT NULL,
    resultado        BIGINT  NOT NULL  -- of the session, corrected
);
CREATE INDEX rectificaciones_jornada ON rectificaciones (establecimiento, jornada);
CREATE INDEX rectificaciones_folio ON rectificaciones (establecimiento, mesa, folio);

CREATE TABLE prorrogas (
    posicion        BIGINT  NOT NULL PRIMARY KEY,
    establecimiento TEXT    NOT NULL,
    jornada         TEXT    NOT NULL,
    mesa            BIGINT  NOT NULL,
    hasta           BIGINT  NOT NULL,
    excepcional     BIGINT  NOT NULL,
    jugadores       BIGINT  NOT NULL
);
CREATE INDEX prorrogas_jornada ON prorrogas (establecimiento, jornada);
