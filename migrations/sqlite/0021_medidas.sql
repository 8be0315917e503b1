-- What the house does with a person at the door or in the room (arts. 18.1.a, 21.2 to 21.5):
-- refuse her, expel her, bar her until a date, close the last hour, ask for a dress, let
-- staff in to work. All of them are projections of the log; -1 means no position.

-- +goose Up
ALTER TABLE denegaciones ADD COLUMN motivo TEXT NOT NULL DEFAULT '';

CREATE TABLE expulsiones (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    tarjeta         INTEGER NOT NULL, -- 0: she showed none
    ficha           INTEGER NOT NULL,
    nombre          TEXT    NOT NULL,
    apellidos       TEXT    NOT NULL,
    documento       TEXT    NOT NULL,
    articulo        TEXT    NOT NULL,
    fundamento      TEXT    NOT NULL,
    motivo          TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX expulsiones_jornada ON expulsiones (establecimiento, jornada);

CREATE TABLE prohibiciones (
    numero           INTEGER NOT NULL PRIMARY KEY,
    ambito           TEXT    NOT NULL, -- establecimiento; * in all
    desde            INTEGER NOT NULL,
    hasta            TEXT    NOT NULL, -- last day
    autor            TEXT    NOT NULL,
    ficha            INTEGER NOT NULL, -- 0: none
    tipo             TEXT    NOT NULL,
    pais             TEXT    NOT NULL,
    documento        TEXT    NOT NULL,
    nombre           TEXT    NOT NULL,
    apellidos        TEXT    NOT NULL,
    plegado          TEXT    NOT NULL,
    fecha_nacimiento TEXT    NOT NULL,
    fundamento       TEXT    NOT NULL,
    motivo           TEXT    NOT NULL,
    posicion         INTEGER NOT NULL,
    fin              INTEGER NOT NULL  -- position of what ended it early
) STRICT;
CREATE INDEX prohibiciones_hasta ON prohibiciones (hasta);

CREATE TABLE cortes_entrada (
    establecimiento TEXT    NOT NULL,
    jornada         TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    activo          INTEGER NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    PRIMARY KEY (establecimiento, jornada, posicion)
) STRICT, WITHOUT ROWID;

CREATE TABLE vestimentas (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    texto           TEXT    NOT NULL,
    dias            TEXT    NOT NULL, -- 1 Monday … 7 Sunday; '' every day
    desde           TEXT    NOT NULL, -- dates; '' always
    hasta           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    fin             INTEGER NOT NULL, -- position of what ended it
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;

CREATE TABLE acreditaciones (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    calidad         TEXT    NOT NULL,
    empresa         TEXT    NOT NULL,
    nombre          TEXT    NOT NULL,
    apellidos       TEXT    NOT NULL,
    documento       TEXT    NOT NULL,
    motivo          TEXT    NOT NULL,
    salida          INTEGER NOT NULL, -- instant; 0: still inside
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX acreditaciones_jornada ON acreditaciones (establecimiento, jornada);
