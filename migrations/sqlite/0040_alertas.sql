-- Alerts about people who hold a card and whom a list or a ban reached afterwards (arts. 20.2,
-- 21.1, 22.4). A projection of the log; who she is and why are in the vault. Instants in
-- microseconds since 1970 UTC, 0 not yet; -1 means no position.

-- +goose Up
CREATE TABLE alertas (
    establecimiento TEXT NOT NULL,
    numero          INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    instante        INTEGER NOT NULL,
    tarjeta         INTEGER NOT NULL,
    firme           INTEGER NOT NULL, -- one of her documents, not just her name
    bloquea         INTEGER NOT NULL, -- the card opens nothing any more
    posicion        INTEGER NOT NULL,
    salida          TEXT NOT NULL, -- sale, otra_persona; '' pending
    atendida        INTEGER NOT NULL, -- when
    atiende         TEXT NOT NULL,
    fin             INTEGER NOT NULL, -- position of what closed it
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX alertas_tarjeta ON alertas (establecimiento, tarjeta);
CREATE INDEX alertas_jornada ON alertas (establecimiento, jornada);
