-- What moves between a table and the caja besides its anticipos and its close (criterio
-- CAJ-C): notes taken out in their three moments (art. 31.5), and the chips of colour that
-- belong to each roulette (art. 134.1.b). Projections of the log.

-- +goose Up
CREATE TABLE extracciones (
    establecimiento TEXT NOT NULL,
    extraccion      BIGINT NOT NULL,
    mesa            BIGINT NOT NULL,
    folio           BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    caja            BIGINT NOT NULL,
    caja_relevo     BIGINT NOT NULL,
    autoriza        TEXT NOT NULL,
    estado          TEXT NOT NULL,
    importe         BIGINT NOT NULL,
    hora_relevo     BIGINT NOT NULL,
    hora_recuento   BIGINT NOT NULL,
    hora_copia      BIGINT NOT NULL,
    destino         TEXT NOT NULL,
    acto            TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, extraccion)
);
CREATE INDEX extracciones_mesa ON extracciones (establecimiento, jornada, mesa);

CREATE TABLE dotaciones_color (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    color           TEXT NOT NULL,
    piezas          BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, mesa, color)
);
