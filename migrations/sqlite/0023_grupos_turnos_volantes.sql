-- Groups registered beforehand, the till of the desk, and the volantes handed out when the
-- queue is long. Projections of the log; what names people stays in the vault.

-- +goose Up
CREATE TABLE grupos (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    fecha           TEXT    NOT NULL, -- jornada in which it is expected
    reduccion       TEXT    NOT NULL,
    precio          INTEGER NOT NULL,
    previstos       INTEGER NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    recibo          INTEGER NOT NULL, -- number of the one payment, 0 while it is not paid
    cobrado         INTEGER NOT NULL,
    cobrador        TEXT    NOT NULL,
    medio           TEXT    NOT NULL,
    importe         INTEGER NOT NULL,
    cobro           INTEGER NOT NULL, -- position of the payment, -1 none
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX grupos_fecha ON grupos (establecimiento, fecha);

CREATE TABLE miembros (
    establecimiento TEXT    NOT NULL,
    grupo           INTEGER NOT NULL,
    orden           INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    veredicto       TEXT    NOT NULL, -- of the last arrival, '' before any
    comprobacion    TEXT    NOT NULL,
    tarjeta         INTEGER NOT NULL, -- 0 none
    llegada         INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, grupo, orden)
) STRICT, WITHOUT ROWID;
CREATE INDEX miembros_tarjeta ON miembros (establecimiento, tarjeta) WHERE tarjeta > 0;

CREATE TABLE turnos (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    persona         TEXT    NOT NULL,
    jornada         TEXT    NOT NULL,
    fondo           INTEGER NOT NULL,
    abierto         INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    cerrado         INTEGER NOT NULL, -- 0 while it goes on
    cierre          INTEGER NOT NULL, -- position of the closing count, -1 while it goes on
    esperado        INTEGER NOT NULL,
    efectivo        INTEGER NOT NULL,
    otros           INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX turnos_jornada ON turnos (establecimiento, jornada);

CREATE TABLE volantes (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    tarjeta         INTEGER NOT NULL,
    jornada         TEXT    NOT NULL,
    documento       TEXT    NOT NULL, -- kind of the document in custody
    importe         INTEGER NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    entregado       INTEGER NOT NULL, -- when the card was handed over, 0 not yet
    entrega         INTEGER NOT NULL, -- its position, -1 not yet
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX volantes_jornada ON volantes (establecimiento, jornada);
