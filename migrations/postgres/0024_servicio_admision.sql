-- What else goes through the door: officials on duty, points where a card is read, cards
-- asked for in the room, private rooms with their invitations, and what is published there.
-- Projections of the log; what names people stays in the vault.

-- +goose Up
CREATE TABLE visitas_oficiales (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    jornada         TEXT    NOT NULL, -- '' between jornadas
    cuerpo          TEXT    NOT NULL,
    entrada         BIGINT  NOT NULL,
    salida          BIGINT  NOT NULL, -- 0 while inside
    anotada         BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX visitas_oficiales_dentro ON visitas_oficiales (establecimiento) WHERE salida = 0;

CREATE TABLE puntos_control (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    nombre          TEXT    NOT NULL,
    sala            TEXT    NOT NULL, -- general, circulo, privada
    sala_privada    BIGINT  NOT NULL, -- its number, 0 when the room is not private
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);

CREATE TABLE controles_tarjeta (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        BIGINT  NOT NULL,
    solicita        TEXT    NOT NULL, -- empleado, inspector
    tarjeta         BIGINT  NOT NULL, -- 0 none was shown
    salida          BIGINT  NOT NULL, -- when she left the room, 0 she showed it
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX controles_tarjeta_jornada ON controles_tarjeta (establecimiento, jornada);

CREATE TABLE salas_privadas (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    nombre          TEXT    NOT NULL,
    prevista        TEXT    NOT NULL, -- date from which it would work
    presentada      TEXT    NOT NULL, -- date of its declaración responsable, '' not yet
    referencia      TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    declaracion     BIGINT  NOT NULL, -- its position, -1 not yet
    PRIMARY KEY (establecimiento, numero)
);

CREATE TABLE invitaciones (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    sala            BIGINT  NOT NULL,
    fecha           TEXT    NOT NULL,
    ficha           BIGINT  NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
CREATE UNIQUE INDEX invitaciones_ficha ON invitaciones (establecimiento, sala, fecha, ficha);

CREATE TABLE publicaciones (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    tipo            TEXT    NOT NULL,
    huella          TEXT    NOT NULL, -- digest of what it says
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
