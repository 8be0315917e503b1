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
    demostracion INTEGER NOT NULL,
    version      TEXT   NOT NULL,
    instante     INTEGER NOT NULL,
    posicion     INTEGER NOT NULL
) STRICT;

CREATE TABLE personas (
    persona         TEXT   NOT NULL PRIMARY KEY,
    usuario         TEXT   NOT NULL,
    cargo           TEXT   NOT NULL,
    establecimiento TEXT   NOT NULL, -- * in all
    nombre          TEXT   NOT NULL,
    apellidos       TEXT   NOT NULL,
    alta            INTEGER NOT NULL,
    baja            INTEGER NOT NULL,
    posicion        INTEGER NOT NULL  -- of its last asiento
) STRICT;
CREATE UNIQUE INDEX personas_usuario ON personas (usuario) WHERE baja = 0;

-- Which cargo each person held from each asiento on; '' once gone.
CREATE TABLE cargos (
    persona         TEXT   NOT NULL,
    posicion        INTEGER NOT NULL,
    desde           INTEGER NOT NULL,
    cargo           TEXT   NOT NULL,
    establecimiento TEXT   NOT NULL,
    PRIMARY KEY (persona, posicion)
) STRICT;

CREATE TABLE documentos_empleado (
    persona TEXT NOT NULL PRIMARY KEY,
    tipo    TEXT NOT NULL,
    numero  TEXT NOT NULL
) STRICT;
CREATE INDEX documentos_empleado_numero ON documentos_empleado (numero, tipo);

CREATE TABLE direcciones (
    posicion        INTEGER NOT NULL PRIMARY KEY,
    persona         TEXT   NOT NULL,
    calidad         TEXT   NOT NULL,
    establecimiento TEXT   NOT NULL, -- * in all
    desde           INTEGER NOT NULL,
    hasta           INTEGER NOT NULL,
    acuerdo         TEXT   NOT NULL,
    anotada         INTEGER NOT NULL
) STRICT;
CREATE INDEX direcciones_persona ON direcciones (persona);

CREATE TABLE claves (
    clave             TEXT   NOT NULL PRIMARY KEY,
    persona           TEXT   NOT NULL,
    publica           TEXT   NOT NULL,
    desde             INTEGER NOT NULL,
    posicion          INTEGER NOT NULL,
    revocada          INTEGER NOT NULL,
    revocada_posicion INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX claves_vigente ON claves (persona) WHERE revocada = 0;

CREATE TABLE actos (
    acto            TEXT   NOT NULL PRIMARY KEY,
    establecimiento TEXT   NOT NULL,
    numero          INTEGER NOT NULL,
    jornada         TEXT   NOT NULL,
    tipo            TEXT   NOT NULL,
    estado          TEXT   NOT NULL,
    huella          TEXT   NOT NULL,
    libro           TEXT   NOT NULL,
    folio           INTEGER NOT NULL,
    autor           TEXT   NOT NULL,
    cargo           TEXT   NOT NULL,
    hecho           INTEGER NOT NULL,
    propuesto       INTEGER NOT NULL,
    caduca          INTEGER NOT NULL,
    resuelto        INTEGER NOT NULL, -- closed, withdrawn or expired
    posicion        INTEGER NOT NULL, -- of the proposal
    cierre          INTEGER NOT NULL  -- position of what closed, withdrew or expired it
) STRICT;
CREATE INDEX actos_propuestos ON actos (establecimiento, jornada) WHERE estado = 'propuesto';
CREATE INDEX actos_jornada ON actos (establecimiento, jornada, numero);

-- Printed copies on which signatures were attested.
CREATE TABLE ejemplares (
    acto     TEXT   NOT NULL,
    plaza    INTEGER NOT NULL,
    ejemplar INTEGER NOT NULL,
    posicion INTEGER NOT NULL,
    PRIMARY KEY (acto, plaza)
) STRICT;

-- Private halves, sealed by PIN and badge.
CREATE TABLE claves_selladas (
    clave       TEXT   NOT NULL PRIMARY KEY,
    persona     TEXT   NOT NULL,
    publica     TEXT   NOT NULL,
    pasadas     INTEGER NOT NULL,
    memoria     INTEGER NOT NULL,
    hilos       INTEGER NOT NULL,
    sal         BLOB   NOT NULL,
    nonce       BLOB   NOT NULL,
    cifrado     BLOB   NOT NULL,
    comprobante BLOB   NOT NULL,
    vigente     INTEGER NOT NULL -- 0 until its act of enrolment closes
) STRICT;
CREATE INDEX claves_selladas_persona ON claves_selladas (persona);

CREATE TABLE usuarios (
    persona TEXT NOT NULL PRIMARY KEY,
    clave   TEXT NOT NULL -- argon2id digest
) STRICT;

-- Wrong PINs in a row.
CREATE TABLE intentos (
    persona TEXT   NOT NULL PRIMARY KEY,
    fallos  INTEGER NOT NULL,
    hasta   INTEGER NOT NULL
) STRICT;

-- Signatures of acts that are still open.
CREATE TABLE firmas (
    acto     TEXT   NOT NULL,
    plaza    INTEGER NOT NULL,
    persona  TEXT   NOT NULL,
    cargo    TEXT   NOT NULL,
    clave    TEXT   NOT NULL,
    modo     TEXT   NOT NULL,
    ejemplar INTEGER NOT NULL,
    instante INTEGER NOT NULL,
    firma    BLOB   NOT NULL,
    PRIMARY KEY (acto, plaza)
) STRICT;
CREATE INDEX firmas_persona ON firmas (persona);

CREATE TABLE sesiones (
    token  TEXT   NOT NULL PRIMARY KEY, -- SHA-256 of the token
    datos  BLOB   NOT NULL,
    caduca INTEGER NOT NULL
) STRICT;
CREATE INDEX sesiones_caduca ON sesiones (caduca);
