-- Alerts about people who hold a card and whom a list or a ban reached afterwards (arts. 20.2,
-- 21.1, 22.4). A projection of the log; who she is and why are in the vault. Instants in
-- microseconds since 1970 UTC, 0 not yet; -1 means no position.

-- +goose Up
CREATE TABLE alertas (
    establecimiento TEXT NOT NULL,
    numero          BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    instante        BIGINT NOT NULL,
    tarjeta         BIGINT NOT NULL,
    firme           BIGINT NOT NULL, -- one of her documents, not just her name
    bloquea         BIGINT NOT NULL, -- the card opens nothing any more
    posicion        BIGINT NOT NULL,
    salida          TEXT NOT NULL, -- sale, otra_persona; '' pending
    atendida        BIGINT NOT NULL, -- when
    atiende         TEXT NOT NULL,
    fin             BIGINT NOT NULL, -- position of what closed it
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX alertas_tarjeta ON alertas (establecimiento, tarjeta);
CREATE INDEX alertas_jornada ON alertas (establecimiento, jornada);
