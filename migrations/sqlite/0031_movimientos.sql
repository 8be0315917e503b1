-- What moves between a table and the caja besides its anticipos and its close (criterio
-- CAJ-C): notes taken out in their three moments (art. 31.5), and the chips of colour that
-- belong to each roulette (art. 134.1.b). Projections of the log.

-- +goose Up
CREATE TABLE extracciones (
    establecimiento TEXT NOT NULL,
    extraccion      INTEGER NOT NULL,
    mesa            INTEGER NOT NULL,
    folio           INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    caja            INTEGER NOT NULL,
    caja_relevo     INTEGER NOT NULL,
    autoriza        TEXT NOT NULL,
    estado          TEXT NOT NULL,
    importe         INTEGER NOT NULL,
    hora_relevo     INTEGER NOT NULL,
    hora_recuento   INTEGER NOT NULL,
    hora_copia      INTEGER NOT NULL,
    destino         TEXT NOT NULL,
    acto            TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, extraccion)
) STRICT;
CREATE INDEX extracciones_mesa ON extracciones (establecimiento, jornada, mesa);

CREATE TABLE dotaciones_color (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    color           TEXT NOT NULL,
    piezas          INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, mesa, color)
) STRICT;
