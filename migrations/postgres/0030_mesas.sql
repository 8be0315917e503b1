-- What the authorisation says of the tables beyond each game (arts. 9.c, 9.d, 132.4.b),
-- tables that change game (art. 30.4), sessions that are suspended or closed down (arts.
-- 29.2, 29.3) and what left a table before its close (art. 31.5, criterio CAJ-C).
-- Projections of the log. Amounts in céntimos, instants in microseconds since 1970 UTC.

-- +goose Up
ALTER TABLE autorizaciones ADD COLUMN mesas BIGINT NOT NULL DEFAULT 0;         -- in all; 0 no limit of its own
ALTER TABLE autorizaciones ADD COLUMN exenta_minimo BIGINT NOT NULL DEFAULT 0; -- of the table at the minimum
ALTER TABLE autorizacion_juegos ADD COLUMN maximos TEXT NOT NULL DEFAULT '';    -- choices granted; '' those of the law
ALTER TABLE mesas ADD COLUMN reversible BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sesiones_mesa ADD COLUMN servicio TEXT NOT NULL DEFAULT 'en_servicio';
ALTER TABLE sesiones_mesa ADD COLUMN extraido BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sesiones_mesa ADD COLUMN devuelto BIGINT NOT NULL DEFAULT 0;

CREATE TABLE clausuras (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    folio           BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    juego           TEXT NOT NULL,
    acto            TEXT NOT NULL,
    hora            BIGINT NOT NULL,
    vence_natural   TEXT NOT NULL,
    vence_habil     TEXT NOT NULL, -- '' when the table of holidays is missing
    comunicada      BIGINT NOT NULL, -- 0 not yet
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, mesa, folio)
);
