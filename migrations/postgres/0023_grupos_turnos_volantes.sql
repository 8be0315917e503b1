-- Groups registered beforehand, the till of the desk, and the volantes handed out when the
-- queue is long. Projections of the log; what names people stays in the vault.

-- +goose Up
CREATE TABLE grupos (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    fecha           TEXT    NOT NULL, -- jornada in which it is expected
    reduccion       TEXT    NOT NULL,
    precio          BIGINT  NOT NULL,
    previstos       BIGINT  NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    recibo          BIGINT  NOT NULL, -- number of the one payment, 0 while it is not paid
    cobrado         BIGINT  NOT NULL,
    cobrador        TEXT    NOT NULL,
    medio           TEXT    NOT NULL,
    importe         BIGINT  NOT NULL,
    cobro           BIGINT  NOT NULL, -- position of the payment, -1 none
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX grupos_fecha ON grupos (establecimiento, fecha);

CREATE TABLE miembros (
    establecimiento TEXT    NOT NULL,
    grupo           BIGINT  NOT NULL,
    orden           BIGINT  NOT NULL,
    posicion        BIGINT  NOT NULL,
    veredicto       TEXT    NOT NULL, -- of the last arrival, '' before any
    comprobacion    TEXT    NOT NULL,
    tarjeta         BIGINT  NOT NULL, -- 0 none
    llegada         BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, grupo, orden)
);
CREATE INDEX miembros_tarjeta ON miembros (establecimiento, tarjeta) WHERE tarjeta > 0;

CREATE TABLE turnos (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    persona         TEXT    NOT NULL,
    jornada         TEXT    NOT NULL,
    fondo           BIGINT  NOT NULL,
    abierto         BIGINT  NOT NULL,
    posicion        BIGINT  NOT NULL,
    cerrado         BIGINT  NOT NULL, -- 0 while it goes on
    cierre          BIGINT  NOT NULL, -- position of the closing count, -1 while it goes on
    esperado        BIGINT  NOT NULL,
    efectivo        BIGINT  NOT NULL,
    otros           BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX turnos_jornada ON turnos (establecimiento, jornada);

CREATE TABLE volantes (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    tarjeta         BIGINT  NOT NULL,
    jornada         TEXT    NOT NULL,
    documento       TEXT    NOT NULL, -- kind of the document in custody
    importe         BIGINT  NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    entregado       BIGINT  NOT NULL, -- when the card was handed over, 0 not yet
    entrega         BIGINT  NOT NULL, -- its position, -1 not yet
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX volantes_jornada ON volantes (establecimiento, jornada);
