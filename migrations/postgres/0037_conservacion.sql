-- What is kept apart and what must be kept on: the archivo PBC (criterio ADM-1) and the
-- retenciones, orders not to erase. Projections of the log. Dates YYYY-MM-DD text, instants in
-- microseconds since 1970 UTC; -1 means no position.

-- +goose Up
CREATE TABLE archivo_pbc (
    posicion         BIGINT PRIMARY KEY, -- of the card whose name and document are kept apart
    establecimiento  TEXT COLLATE "C" NOT NULL,
    tarjeta          BIGINT NOT NULL,
    ficha            BIGINT NOT NULL,
    instante         BIGINT NOT NULL, -- of the entry
    pase             BIGINT NOT NULL, -- position of the asiento that passed it
    destruible_desde TEXT COLLATE "C" NOT NULL
);
CREATE INDEX archivo_pbc_ficha ON archivo_pbc (ficha);
CREATE INDEX archivo_pbc_destruible ON archivo_pbc (destruible_desde);

CREATE TABLE retenciones_datos (
    numero    BIGINT PRIMARY KEY,
    ficha     BIGINT NOT NULL, -- 0: the person has none
    asientos  TEXT COLLATE "C" NOT NULL, -- positions held besides, as runs
    instante  BIGINT NOT NULL,
    autor     TEXT COLLATE "C" NOT NULL,
    posicion  BIGINT NOT NULL,
    levantada BIGINT NOT NULL  -- position of what lifted it
);

-- The planner keeps samples of what columns hold, in a catalogue that nobody but a superuser
-- may write again: of what people are called it is to keep none.
ALTER TABLE boveda
    ALTER COLUMN valor SET STATISTICS 0,
    ALTER COLUMN sal SET STATISTICS 0;
ALTER TABLE visitantes
    ALTER COLUMN nombre SET STATISTICS 0,
    ALTER COLUMN apellidos SET STATISTICS 0,
    ALTER COLUMN plegado SET STATISTICS 0,
    ALTER COLUMN fecha_nacimiento SET STATISTICS 0;
ALTER TABLE documentos
    ALTER COLUMN numero SET STATISTICS 0;
ALTER TABLE observaciones
    ALTER COLUMN texto SET STATISTICS 0;
ALTER TABLE tarjetas
    ALTER COLUMN token SET STATISTICS 0;
ALTER TABLE denegaciones
    ALTER COLUMN nombre SET STATISTICS 0,
    ALTER COLUMN apellidos SET STATISTICS 0,
    ALTER COLUMN documento SET STATISTICS 0,
    ALTER COLUMN articulo SET STATISTICS 0,
    ALTER COLUMN fundamento SET STATISTICS 0,
    ALTER COLUMN motivo SET STATISTICS 0;
ALTER TABLE expulsiones
    ALTER COLUMN nombre SET STATISTICS 0,
    ALTER COLUMN apellidos SET STATISTICS 0,
    ALTER COLUMN documento SET STATISTICS 0,
    ALTER COLUMN articulo SET STATISTICS 0,
    ALTER COLUMN fundamento SET STATISTICS 0,
    ALTER COLUMN motivo SET STATISTICS 0;
ALTER TABLE prohibiciones
    ALTER COLUMN documento SET STATISTICS 0,
    ALTER COLUMN nombre SET STATISTICS 0,
    ALTER COLUMN apellidos SET STATISTICS 0,
    ALTER COLUMN plegado SET STATISTICS 0,
    ALTER COLUMN fecha_nacimiento SET STATISTICS 0,
    ALTER COLUMN fundamento SET STATISTICS 0,
    ALTER COLUMN motivo SET STATISTICS 0;
ALTER TABLE acreditaciones
    ALTER COLUMN empresa SET STATISTICS 0,
    ALTER COLUMN nombre SET STATISTICS 0,
    ALTER COLUMN apellidos SET STATISTICS 0,
    ALTER COLUMN documento SET STATISTICS 0,
    ALTER COLUMN motivo SET STATISTICS 0;
ALTER TABLE comprobaciones
    ALTER COLUMN numero SET STATISTICS 0,
    ALTER COLUMN nombre SET STATISTICS 0,
    ALTER COLUMN apellidos SET STATISTICS 0,
    ALTER COLUMN fecha_nacimiento SET STATISTICS 0,
    ALTER COLUMN articulo SET STATISTICS 0,
    ALTER COLUMN fundamento SET STATISTICS 0;
ALTER TABLE personas
    ALTER COLUMN nombre SET STATISTICS 0,
    ALTER COLUMN apellidos SET STATISTICS 0;
ALTER TABLE documentos_empleado
    ALTER COLUMN numero SET STATISTICS 0;

-- The role of the application owns nothing, and what VACUUM leaves in a page is still there
-- to be read. This writes one of the tables that hold personal values again, without its dead
-- rows, with the rights of the owner; foliado migrar grants it.
-- +goose StatementBegin
CREATE FUNCTION compactar(tabla text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    esquema text := current_schema();
    indice text;
BEGIN
    IF tabla NOT IN ('boveda', 'visitantes', 'documentos', 'observaciones', 'tarjetas', 'denegaciones', 'expulsiones',
        'prohibiciones', 'acreditaciones', 'comprobaciones', 'personas', 'documentos_empleado') THEN
        RAISE EXCEPTION 'compactar: %', tabla;
    END IF;
    SELECT x.relname INTO STRICT indice
        FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
            JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary JOIN pg_class x ON x.oid = i.indexrelid
        WHERE n.nspname = esquema AND t.relname = tabla;
    EXECUTE format('CLUSTER %I.%I USING %I', esquema, tabla, indice);
END
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION compactar(text) FROM PUBLIC;
