-- Rondas of signature at closing time. rondas and llaves_ronda are projections of the
-- log; llaves_ronda_selladas and rondas_uso are not. Instants are microseconds since 1970
-- UTC; 0 means not yet.

-- +goose Up
CREATE TABLE rondas (
    ronda           TEXT    NOT NULL PRIMARY KEY, -- the act that opened it
    establecimiento TEXT    NOT NULL,
    jornada         TEXT    NOT NULL,
    tipos           TEXT    NOT NULL, -- kinds of act that it signs
    desde           INTEGER NOT NULL,
    caduca          INTEGER NOT NULL,
    fin             INTEGER NOT NULL, -- ended before its hour
    posicion        INTEGER NOT NULL
) STRICT;
CREATE INDEX rondas_jornada ON rondas (establecimiento, jornada);

-- Its ephemeral keys, one for each of the two who opened it.
CREATE TABLE llaves_ronda (
    clave   TEXT    NOT NULL PRIMARY KEY,
    ronda   TEXT    NOT NULL,
    persona TEXT    NOT NULL,
    plaza   INTEGER NOT NULL
) STRICT;
CREATE INDEX llaves_ronda_ronda ON llaves_ronda (ronda);

-- Private halves, sealed by the badge alone; gone with the ronda.
CREATE TABLE llaves_ronda_selladas (
    clave   TEXT NOT NULL PRIMARY KEY,
    ronda   TEXT NOT NULL,
    nonce   BLOB NOT NULL,
    cifrado BLOB NOT NULL
) STRICT;

-- When each was last used: it locks by itself.
CREATE TABLE rondas_uso (
    ronda  TEXT    NOT NULL PRIMARY KEY,
    ultimo INTEGER NOT NULL
) STRICT;
