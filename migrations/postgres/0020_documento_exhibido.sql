-- What the desk saw of a document: its kind, its validity ('' none noted) and whether the
-- visitor showed the one of another day (criterio ADM-5).

-- +goose Up
ALTER TABLE comprobaciones ADD COLUMN exhibido TEXT NOT NULL DEFAULT '';
ALTER TABLE comprobaciones ADD COLUMN caducidad TEXT NOT NULL DEFAULT '';
ALTER TABLE comprobaciones ADD COLUMN mismo_documento SMALLINT NOT NULL DEFAULT 0;
