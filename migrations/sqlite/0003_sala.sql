-- The floor: establecimientos, what each is authorised to, gaming days, tables, their
-- sessions and anticipos, the caja central and the control de ingresos. All of them are
-- projections of the log. Amounts in céntimos, instants in microseconds since 1970 UTC
-- (0: not yet), dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE establecimientos (
    establecimiento TEXT PRIMARY KEY,
    nombre          TEXT NOT NULL,
    apendice        INTEGER NOT NULL,
    posicion        INTEGER NOT NULL
) STRICT;

CREATE TABLE autorizaciones (
    establecimiento   TEXT NOT NULL,
    posicion          INTEGER NOT NULL,
    resolucion        TEXT NOT NULL,
    horario_apertura  TEXT NOT NULL,
    horario_cierre    TEXT NOT NULL,
    tarifa            INTEGER NOT NULL,
    resolucion_libros TEXT NOT NULL,
    resolucion_libros_fecha TEXT NOT NULL,
    PRIMARY KEY (establecimiento, posicion)
) STRICT;

CREATE TABLE autorizacion_juegos (
    establecimiento TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    juego           TEXT NOT NULL,
    minimo          INTEGER NOT NULL,
    maximo          INTEGER NOT NULL,
    mesas           INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, posicion, juego)
) STRICT;

CREATE TABLE autorizacion_parametros (
    establecimiento TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    parametro       TEXT NOT NULL,
    valor           TEXT NOT NULL,
    PRIMARY KEY (establecimiento, posicion, parametro)
) STRICT;

CREATE TABLE horarios (
    establecimiento TEXT NOT NULL,
    tipo_dia        TEXT NOT NULL,
    apertura        TEXT NOT NULL,
    cierre          TEXT NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, tipo_dia)
) STRICT;

CREATE TABLE mesas (
    establecimiento   TEXT NOT NULL,
    mesa              INTEGER NOT NULL,
    juego             TEXT NOT NULL,
    minimo_autorizado INTEGER NOT NULL,
    minimo_previsto   INTEGER NOT NULL,
    posicion          INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, mesa)
) STRICT;

CREATE TABLE jornadas (
    establecimiento   TEXT NOT NULL,
    fecha             TEXT NOT NULL,
    fase              TEXT NOT NULL,
    metalico          INTEGER NOT NULL,
    bloqueado         INTEGER NOT NULL,
    exigido           INTEGER NOT NULL,
    minimo_previsto   INTEGER NOT NULL,
    tipo_dia          TEXT NOT NULL,
    apertura_prevista INTEGER NOT NULL,
    cierre_previsto   INTEGER NOT NULL,
    preparacion       INTEGER NOT NULL,
    apertura          INTEGER NOT NULL,
    fin_juegos        INTEGER NOT NULL,
    posicion          INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, fecha)
) STRICT;

CREATE TABLE sesiones_mesa (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    folio           INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    juego           TEXT NOT NULL,
    apuesta_minima  INTEGER NOT NULL,
    maximos         TEXT NOT NULL,
    anticipo        INTEGER NOT NULL,
    anticipos       INTEGER NOT NULL,
    reposiciones    INTEGER NOT NULL,
    hora_apertura   INTEGER NOT NULL,
    abierta         INTEGER NOT NULL,
    existencias     INTEGER NOT NULL,
    resultado       INTEGER NOT NULL,
    hora_cierre     INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, mesa, folio)
) STRICT;
CREATE UNIQUE INDEX sesiones_mesa_abierta ON sesiones_mesa (establecimiento, mesa) WHERE abierta = 1;
CREATE INDEX sesiones_mesa_jornada ON sesiones_mesa (establecimiento, jornada);

CREATE TABLE anticipos (
    establecimiento TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    folio           INTEGER NOT NULL,
    ordinal         INTEGER NOT NULL,
    importe         INTEGER NOT NULL,
    hora            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, mesa, folio, ordinal)
) STRICT;

CREATE TABLE asientos_caja (
    posicion        INTEGER PRIMARY KEY,
    establecimiento TEXT NOT NULL,
    numero          INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    mesa            INTEGER NOT NULL,
    folio           INTEGER NOT NULL,
    concepto        TEXT NOT NULL,
    importe         INTEGER NOT NULL,
    hora            INTEGER NOT NULL
) STRICT;
CREATE INDEX asientos_caja_mesa ON asientos_caja (establecimiento, jornada, mesa, posicion);

CREATE TABLE controles_ingresos (
    establecimiento TEXT NOT NULL,
    folio           INTEGER NOT NULL,
    jornada         TEXT NOT NULL,
    total           INTEGER NOT NULL,
    total_letra     TEXT NOT NULL,
    certificado     INTEGER NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, folio)
) STRICT;
CREATE UNIQUE INDEX controles_ingresos_jornada ON controles_ingresos (establecimiento, jornada);

CREATE TABLE resultados_mesa (
    establecimiento TEXT NOT NULL,
    folio           INTEGER NOT NULL,
    mesa            INTEGER NOT NULL,
    sesiones        INTEGER NOT NULL,
    resultado       INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, folio, mesa)
) STRICT;
