-- The markers of the colours of a ruleta americana: what each chip of a colour is worth, by
-- hour (arts. 134.1.b, 139.4). A projection of the log; valor 0 is a colour handed back.

-- +goose Up
CREATE TABLE marcadores (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    sesion          INTEGER NOT NULL,
    color           TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    valor           INTEGER NOT NULL,
    declarado       INTEGER NOT NULL,
    hecho           INTEGER NOT NULL,
    numero          INTEGER NOT NULL,
    autor           TEXT NOT NULL,
    PRIMARY KEY (establecimiento, posicion)
) STRICT;
CREATE INDEX marcadores_mesa ON marcadores (establecimiento, mesa, sesion, hecho);
