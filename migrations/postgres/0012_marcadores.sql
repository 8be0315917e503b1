-- The markers of the colours of a ruleta americana: what each chip of a colour is worth, by
-- hour (arts. 134.1.b, 139.4). A projection of the log; valor 0 is a colour handed back.

-- +goose Up
CREATE TABLE marcadores (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    sesion          BIGINT NOT NULL,
    color           TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    valor           BIGINT NOT NULL,
    declarado       BIGINT NOT NULL,
    hecho           BIGINT NOT NULL,
    numero          BIGINT NOT NULL,
    autor           TEXT NOT NULL,
    PRIMARY KEY (establecimiento, posicion)
);
CREATE INDEX marcadores_mesa ON marcadores (establecimiento, mesa, sesion, hecho);
