-- What the house does with a person at the door or in the room (arts. 18.1.a, 21.2 to 21.5):
-- refuse her, expel her, bar her until a date, close the last hour, ask for a dress, let
-- staff in to work. All of them are projections of the log; -1 means no position.

-- +goose Up
ALTER TABLE denegaciones ADD COLUMN motivo TEXT NOT NULL DEFAULT '';

CREATE TABLE expulsiones (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    tarjeta         BIGINT  NOT NULL, -- 0: she showed none
    ficha           BIGINT  NOT NULL,
    nombre          TEXT    NOT NULL,
    apellidos       TEXT    NOT NULL,
    documento       TEXT    NOT NULL,
    articulo        TEXT    NOT NULL,
    fundamento      TEXT    NOT NULL,
    motivo          TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX expulsiones_jornada ON expulsiones (establecimiento, jornada);

CREATE TABLE prohibiciones (
    numero           BIGINT  NOT NULL PRIMARY KEY,
    ambito           TEXT    NOT NULL, -- establecimiento; * in all
    desde            BIGINT  NOT NULL,
    hasta            TEXT    NOT NULL, -- last day
    autor            TEXT    NOT NULL,
    ficha            BIGINT  NOT NULL, -- 0: none
    tipo             TEXT    NOT NULL,
    pais             TEXT    NOT NULL,
    documento        TEXT    NOT NULL,
    nombre           TEXT    NOT NULL,
    apellidos        TEXT    NOT NULL,
    plegado          TEXT    NOT NULL,
    fecha_nacimiento TEXT    NOT NULL,
    fundamento       TEXT    NOT NULL,
    motivo           TEXT    NOT NULL,
    posicion         BIGINT  NOT NULL,
    fin              BIGINT  NOT NULL  -- position of what ended it early
);
CREATE INDEX prohibiciones_hasta ON prohibiciones (hasta);

CREATE TABLE cortes_entrada (
    establecimiento TEXT    NOT NULL,
    jornada         TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    activo          BIGINT  NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    PRIMARY KEY (establecimiento, jornada, posicion)
);

CREATE TABLE vestimentas (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    texto           TEXT    NOT NULL,
    dias            TEXT    NOT NULL, -- 1 Monday … 7 Sunday; '' every day
    desde           TEXT    NOT NULL, -- dates; '' always
    hasta           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    fin             BIGINT  NOT NULL, -- position of what ended it
    PRIMARY KEY (establecimiento, numero)
);

CREATE TABLE acreditaciones (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    calidad         TEXT    NOT NULL,
    empresa         TEXT    NOT NULL,
    nombre          TEXT    NOT NULL,
    apellidos       TEXT    NOT NULL,
    documento       TEXT    NOT NULL,
    motivo          TEXT    NOT NULL,
    salida          BIGINT  NOT NULL, -- instant; 0: still inside
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX acreditaciones_jornada ON acreditaciones (establecimiento, jornada);
