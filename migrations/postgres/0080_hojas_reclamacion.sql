-- Sheets of complaints handed in (art. 38.3), with what was done about each. A projection of the
-- log. Dates YYYY-MM-DD, instants in microseconds since 1970 UTC, 0 not yet.

-- +goose Up
CREATE TABLE hojas_reclamacion (
    establecimiento TEXT NOT NULL,
    numero          BIGINT NOT NULL, -- in the register
    hoja            TEXT NOT NULL,    -- printed number of the official sheet
    mesa            BIGINT NOT NULL, -- 0: not about a table
    jornada         TEXT NOT NULL,
    hora            BIGINT NOT NULL,
    contestar_antes TEXT NOT NULL,
    remitir_antes   TEXT NOT NULL,
    contestada      BIGINT NOT NULL,
    remitida        BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, numero),
    UNIQUE (establecimiento, hoja)
);
