-- The floor: establecimientos, what each is authorised to, gaming days, tables, their
-- sessions and anticipos, the caja central and the control de ingresos. All of them are
-- projections of the log. Amounts in céntimos, instants in microseconds since 1970 UTC
-- (0: not yet), dates YYYY-MM-DD text.

-- +goose Up
CREATE TABLE establecimientos (
    establecimiento TEXT PRIMARY KEY,
    nombre          TEXT NOT NULL,
    apendice        BIGINT NOT NULL,
    posicion        BIGINT NOT NULL
);

CREATE TABLE autorizaciones (
    establecimiento   TEXT NOT NULL,
    posicion          BIGINT NOT NULL,
    resolucion        TEXT NOT NULL,
    horario_apertura  TEXT NOT NULL,
    horario_cierre    TEXT NOT NULL,
    tarifa            BIGINT NOT NULL,
    resolucion_libros TEXT NOT NULL,
    resolucion_libros_fecha TEXT NOT NULL,
    PRIMARY KEY (establecimiento, posicion)
);

CREATE TABLE autorizacion_juegos (
    establecimiento TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    juego           TEXT NOT NULL,
    minimo          BIGINT NOT NULL,
    maximo          BIGINT NOT NULL,
    mesas           BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, posicion, juego)
);

CREATE TABLE autorizacion_parametros (
    establecimiento TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    parametro       TEXT NOT NULL,
    valor           TEXT NOT NULL,
    PRIMARY KEY (establecimiento, posicion, parametro)
);

CREATE TABLE horarios (
    establecimiento TEXT NOT NULL,
    tipo_dia        TEXT NOT NULL,
    apertura        TEXT NOT NULL,
    cierre          TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, tipo_dia)
);

CREATE TABLE mesas (
    establecimiento   TEXT NOT NULL,
    mesa              BIGINT NOT NULL,
    juego             TEXT NOT NULL,
    minimo_autorizado BIGINT NOT NULL,
    minimo_previsto   BIGINT NOT NULL,
    posicion          BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, mesa)
);

CREATE TABLE jornadas (
    establecimiento   TEXT NOT NULL,
    fecha             TEXT NOT NULL,
    fase              TEXT NOT NULL,
    metalico          BIGINT NOT NULL,
    bloqueado         BIGINT NOT NULL,
    exigido           BIGINT NOT NULL,
    minimo_previsto   BIGINT NOT NULL,
    tipo_dia          TEXT NOT NULL,
    apertura_prevista BIGINT NOT NULL,
    cierre_previsto   BIGINT NOT NULL,
    preparacion       BIGINT NOT NULL,
    apertura          BIGINT NOT NULL,
    fin_juegos        BIGINT NOT NULL,
    posicion          BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, fecha)
);

CREATE TABLE sesiones_mesa (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    folio           BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    juego           TEXT NOT NULL,
    apuesta_minima  BIGINT NOT NULL,
    maximos         TEXT NOT NULL,
    anticipo        BIGINT NOT NULL,
    anticipos       BIGINT NOT NULL,
    reposiciones    BIGINT NOT NULL,
    hora_apertura   BIGINT NOT NULL,
    abierta         BIGINT NOT NULL,
    existencias     BIGINT NOT NULL,
    resultado       BIGINT NOT NULL,
    hora_cierre     BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, mesa, folio)
);
CREATE UNIQUE INDEX sesiones_mesa_abierta ON sesiones_mesa (establecimiento, mesa) WHERE abierta = 1;
CREATE INDEX sesiones_mesa_jornada ON sesiones_mesa (establecimiento, jornada);

CREATE TABLE anticipos (
    establecimiento TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    folio           BIGINT NOT NULL,
    ordinal         BIGINT NOT NULL,
    importe         BIGINT NOT NULL,
    hora            BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, mesa, folio, ordinal)
);

CREATE TABLE asientos_caja (
    posicion        BIGINT PRIMARY KEY,
    establecimiento TEXT NOT NULL,
    numero          BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    mesa            BIGINT NOT NULL,
    folio           BIGINT NOT NULL,
    concepto        TEXT NOT NULL,
    importe         BIGINT NOT NULL,
    hora            BIGINT NOT NULL
);
CREATE INDEX asientos_caja_mesa ON asientos_caja (establecimiento, jornada, mesa, posicion);

CREATE TABLE controles_ingresos (
    establecimiento TEXT NOT NULL,
    folio           BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    total           BIGINT NOT NULL,
    total_letra     TEXT NOT NULL,
    certificado     BIGINT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, folio)
);
CREATE UNIQUE INDEX controles_ingresos_jornada ON controles_ingresos (establecimiento, jornada);

CREATE TABLE resultados_mesa (
    establecimiento TEXT NOT NULL,
    folio           BIGINT NOT NULL,
    mesa            BIGINT NOT NULL,
    sesiones        BIGINT NOT NULL,
    resultado       BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, folio, mesa)
);
