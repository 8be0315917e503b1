-- The depósito of cards, dice and sabots (arts. 43 to 46, 48.2, 149.2): suppliers, models of
-- pack, units with where each stands, and every movement they made. Projections of the log.

-- +goose Up
CREATE TABLE depositos (
    establecimiento TEXT NOT NULL,
    llave           TEXT NOT NULL,
    desde           INTEGER NOT NULL,
    armarios        INTEGER NOT NULL,
    resolucion      TEXT NOT NULL,
    apertura        INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento)
) STRICT;

CREATE TABLE proveedores (
    establecimiento TEXT NOT NULL,
    inscripcion     TEXT NOT NULL,
    nombre          TEXT NOT NULL,
    calidad         TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, inscripcion)
) STRICT;

CREATE TABLE modelos_baraja (
    establecimiento TEXT NOT NULL,
    fabricante      TEXT NOT NULL,
    referencia      TEXT NOT NULL,
    marca           TEXT NOT NULL,
    indices         INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, fabricante, referencia)
) STRICT;

CREATE TABLE unidades_deposito (
    establecimiento TEXT NOT NULL,
    clase           TEXT NOT NULL,
    fabricante      TEXT NOT NULL,
    numero          TEXT NOT NULL,
    proveedor       TEXT NOT NULL,
    modelo          TEXT NOT NULL,
    mazos           INTEGER NOT NULL,
    indices         INTEGER NOT NULL,
    integro         INTEGER NOT NULL,
    automatico      INTEGER NOT NULL,
    homologacion    TEXT NOT NULL,
    estado          TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    recibida        INTEGER NOT NULL,
    folio_recepcion INTEGER NOT NULL,
    ultimo          INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, clase, fabricante, numero)
) STRICT;
CREATE INDEX unidades_deposito_estado ON unidades_deposito (establecimiento, estado, mesa);

CREATE TABLE movimientos_deposito (
    establecimiento TEXT NOT NULL,
    folio           INTEGER NOT NULL,
    orden           INTEGER NOT NULL,
    clase           TEXT NOT NULL,
    fabricante      TEXT NOT NULL,
    numero          TEXT NOT NULL,
    movimiento      TEXT NOT NULL,
    estado          TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    cartas          INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    hora            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (posicion, orden)
) STRICT;
CREATE INDEX movimientos_deposito_unidad ON movimientos_deposito (establecimiento, clase, fabricante, numero);
CREATE INDEX movimientos_deposito_hora ON movimientos_deposito (establecimiento, hora);

CREATE TABLE incidencias_naipes (
    establecimiento TEXT NOT NULL,
    incidencia      INTEGER NOT NULL,
    fabricante      TEXT NOT NULL,
    numero          TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    defecto         TEXT NOT NULL,
    destinatario    TEXT NOT NULL,
    hora            INTEGER NOT NULL,
    comunicada      INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, incidencia)
) STRICT;
