-- The depósito of cards, dice and sabots (arts. 43 to 46, 48.2, 149.2): suppliers, models of
-- pack, units with where each stands, and every movement they made. Projections of the log.

-- +goose Up
CREATE TABLE depositos (
    establecimiento TEXT NOT NULL,
    llave           TEXT NOT NULL,
    desde           BIGINT NOT NULL,
    armarios        BIGINT NOT NULL,
    resolucion      TEXT NOT NULL,
    apertura        BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento)
);

CREATE TABLE proveedores (
    establecimiento TEXT NOT NULL,
    inscripcion     TEXT NOT NULL,
    nombre          TEXT NOT NULL,
    calidad         TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, inscripcion)
);

CREATE TABLE modelos_baraja (
    establecimiento TEXT NOT NULL,
    fabricante      TEXT NOT NULL,
    referencia      TEXT NOT NULL,
    marca           TEXT NOT NULL,
    indices         BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, fabricante, referencia)
);

CREATE TABLE unidades_deposito (
    establecimiento TEXT NOT NULL,
    clase           TEXT NOT NULL,
    fabricante      TEXT NOT NULL,
    numero          TEXT NOT NULL,
    proveedor       TEXT NOT NULL,
    modelo          TEXT NOT NULL,
    mazos           BIGINT NOT NULL,
    indices         BIGINT NOT NULL,
    integro         BIGINT NOT NULL,
    automatico      BIGINT NOT NULL,
    homologacion    TEXT NOT NULL,
    estado          TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    recibida        BIGINT NOT NULL,
    folio_recepcion BIGINT NOT NULL,
    ultimo          BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, clase, fabricante, numero)
);
CREATE INDEX unidades_deposito_estado ON unidades_deposito (establecimiento, estado, mesa);

CREATE TABLE movimientos_deposito (
    establecimiento TEXT NOT NULL,
    folio           BIGINT NOT NULL,
    orden           BIGINT NOT NULL,
    clase           TEXT NOT NULL,
    fabricante      TEXT NOT NULL,
    numero          TEXT NOT NULL,
    movimiento      TEXT NOT NULL,
    estado          TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    cartas          BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    hora            BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (posicion, orden)
);
CREATE INDEX movimientos_deposito_unidad ON movimientos_deposito (establecimiento, clase, fabricante, numero);
CREATE INDEX movimientos_deposito_hora ON movimientos_deposito (establecimiento, hora);

CREATE TABLE incidencias_naipes (
    establecimiento TEXT NOT NULL,
    incidencia      BIGINT NOT NULL,
    fabricante      TEXT NOT NULL,
    numero          TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    defecto         TEXT NOT NULL,
    destinatario    TEXT NOT NULL,
    hora            BIGINT NOT NULL,
    comunicada      BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, incidencia)
);
