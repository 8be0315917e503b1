-- The house and its people. fundacion, personas, cargos, documentos_empleado,
-- direcciones, claves, actos and ejemplares are projections of the log; claves_selladas, usuarios,
-- intentos, firmas and sesiones are not. Instants are microseconds since 1970 UTC; 0
-- means never and -1 no position.

-- +goose Up
CREATE TABLE fundacion (
    instalacion  TEXT   NOT NULL PRIMARY KEY,
    origen       TEXT   NOT NULL,
    clave_diario TEXT   NOT NULL,
    entidad      TEXT   NOT NULL,
    demostracion BIGINT NOT NULL,
    version      TEXT   NOT NULL,
    instante     BIGINT NOT NULL,
    posicion     BIGINT NOT NULL
);

CREATE TABLE personas (
    persona         TEXT   NOT NULL PRIMARY KEY,
    usuario         TEXT   NOT NULL,
    cargo           TEXT   NOT NULL,
    establecimiento TEXT   NOT NULL, -- * in all
    nombre          TEXT   NOT NULL,
    apellidos       TEXT   NOT NULL,
    alta            BIGINT NOT NULL,
    baja            BIGINT NOT NULL,
    posicion        BIGINT NOT NULL  -- of its last asiento
);
CREATE UNIQUE INDEX personas_usuario ON personas (usuario) WHERE baja = 0;

-- Which cargo each person held from each asiento on; '' once gone.
CREATE TABLE cargos (
    persona         TEXT   NOT NULL,
    posicion        BIGINT NOT NULL,
    desde           BIGINT NOT NULL,
    cargo           TEXT   NOT NULL,
    establecimiento TEXT   NOT NULL,
    PRIMARY KEY (persona, posicion)
);

CREATE TABLE documentos_empleado (
    persona TEXT NOT NULL PRIMARY KEY,
    tipo    TEXT NOT NULL,
    numero  TEXT NOT NULL
);
CREATE INDEX documentos_empleado_numero ON documentos_empleado (numero, tipo);

CREATE TABLE direcciones (
    posicion        BIGINT NOT NULL PRIMARY KEY,
    persona         TEXT   NOT NULL,
    calidad         TEXT   NOT NULL,
    establecimiento TEXT   NOT NULL, -- * in all
    desde           BIGINT NOT NULL,
    hasta           BIGINT NOT NULL,
    acuerdo         TEXT   NOT NULL,
    anotada         BIGINT NOT NULL
);
CREATE INDEX direcciones_persona ON direcciones (persona);

CREATE TABLE claves (
    clave             TEXT   NOT NULL PRIMARY KEY,
    persona           TEXT   NOT NULL,
    publica           TEXT   NOT NULL,
    desde             BIGINT NOT NULL,
    posicion          BIGINT NOT NULL,
    revocada          BIGINT NOT NULL,
    revocada_posicion BIGINT NOT NULL
);
CREATE UNIQUE INDEX claves_vigente ON claves (persona) WHERE revocada = 0;

CREATE TABLE actos (
    acto            TEXT   NOT NULL PRIMARY KEY,
    establecimiento TEXT   NOT NULL,
    numero          BIGINT NOT NULL,
    jornada         TEXT   NOT NULL,
    tipo            TEXT   NOT NULL,
    estado          TEXT   NOT NULL,
    huella          TEXT   NOT NULL,
    libro           TEXT   NOT NULL,
    folio           BIGINT NOT NULL,
    autor           TEXT   NOT NULL,
    cargo           TEXT   NOT NULL,
    hecho           BIGINT NOT NULL,
    propuesto       BIGINT NOT NULL,
    caduca          BIGINT NOT NULL,
    resuelto        BIGINT NOT NULL, -- closed, withdrawn or expired
    posicion        BIGINT NOT NULL, -- of the proposal
    cierre          BIGINT NOT NULL  -- position of what closed, withdrew or expired it
);
CREATE INDEX actos_propuestos ON actos (establecimiento, jornada) WHERE estado = 'propuesto';
CREATE INDEX actos_jornada ON actos (establecimiento, jornada, numero);

-- Printed copies on which signatures were attested.
CREATE TABLE ejemplares (
    acto     TEXT   NOT NULL,
    plaza    BIGINT NOT NULL,
    ejemplar BIGINT NOT NULL,
    posicion BIGINT NOT NULL,
    PRIMARY KEY (acto, plaza)
);

-- Private halves, sealed by PIN and badge.
CREATE TABLE claves_selladas (
    clave       TEXT   NOT NULL PRIMARY KEY,
    persona     TEXT   NOT NULL,
    publica     TEXT   NOT NULL,
    pasadas     BIGINT NOT NULL,
    memoria     BIGINT NOT NULL,
    hilos       BIGINT NOT NULL,
    sal         BYTEA  NOT NULL,
    nonce       BYTEA  NOT NULL,
    cifrado     BYTEA  NOT NULL,
    comprobante BYTEA  NOT NULL,
    vigente     BIGINT NOT NULL -- 0 until its act of enrolment closes
);
CREATE INDEX claves_selladas_persona ON claves_selladas (persona);

CREATE TABLE usuarios (
    persona TEXT NOT NULL PRIMARY KEY,
    clave   TEXT NOT NULL -- argon2id digest
);

-- Wrong PINs in a row.
CREATE TABLE intentos (
    persona TEXT   NOT NULL PRIMARY KEY,
    fallos  BIGINT NOT NULL,
    hasta   BIGINT NOT NULL
);

-- Signatures of acts that are still open.
CREATE TABLE firmas (
    acto     TEXT   NOT NULL,
    plaza    BIGINT NOT NULL,
    persona  TEXT   NOT NULL,
    cargo    TEXT   NOT NULL,
    clave    TEXT   NOT NULL,
    modo     TEXT   NOT NULL,
    ejemplar BIGINT NOT NULL,
    instante BIGINT NOT NULL,
    firma    BYTEA  NOT NULL,
    PRIMARY KEY (acto, plaza)
);
CREATE INDEX firmas_persona ON firmas (persona);

CREATE TABLE sesiones (
    token  TEXT   NOT NULL PRIMARY KEY, -- SHA-256 of the token
    datos  BYTEA  NOT NULL,
    caduca BIGINT NOT NULL
);
CREATE INDEX sesiones_caduca ON sesiones (caduca);
