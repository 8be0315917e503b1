-- What else goes through the door: officials on duty, points where a card is read, cards
-- asked for in the room, private rooms with their invitations, and what is published there.
-- Projections of the log; what names people stays in the vault.

-- +goose Up
CREATE TABLE visitas_oficiales (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    jornada         TEXT    NOT NULL, -- '' between jornadas
    cuerpo          TEXT    NOT NULL,
    entrada         INTEGER NOT NULL,
    salida          INTEGER NOT NULL, -- 0 while inside
    anotada         INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX visitas_oficiales_dentro ON visitas_oficiales (establecimiento) WHERE salida = 0;

CREATE TABLE puntos_control (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    nombre          TEXT    NOT NULL,
    sala            TEXT    NOT NULL, -- general, circulo, privada
    sala_privada    INTEGER NOT NULL, -- its number, 0 when the room is not private
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;

CREATE TABLE controles_tarjeta (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        INTEGER NOT NULL,
    solicita        TEXT    NOT NULL, -- empleado, inspector
    tarjeta         INTEGER NOT NULL, -- 0 none was shown
    salida          INTEGER NOT NULL, -- when she left the room, 0 she showed it
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX controles_tarjeta_jornada ON controles_tarjeta (establecimiento, jornada);

CREATE TABLE salas_privadas (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    nombre          TEXT    NOT NULL,
    prevista        TEXT    NOT NULL, -- date from which it would work
    presentada      TEXT    NOT NULL, -- date of its declaración responsable, '' not yet
    referencia      TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    declaracion     INTEGER NOT NULL, -- its position, -1 not yet
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;

CREATE TABLE invitaciones (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    sala            INTEGER NOT NULL,
    fecha           TEXT    NOT NULL,
    ficha           INTEGER NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX invitaciones_ficha ON invitaciones (establecimiento, sala, fecha, ficha);

CREATE TABLE publicaciones (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    tipo            TEXT    NOT NULL,
    huella          TEXT    NOT NULL, -- digest of what it says
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
