-- The door. visitantes, documentos, observaciones, tarjetas, denegaciones and listas are
-- projections of the log; comprobaciones (look-up records) and interdicciones (a list
-- from outside) are not. Amounts in céntimos, instants in microseconds since 1970 UTC,
-- dates YYYY-MM-DD text; -1 means no position.

-- +goose Up
CREATE TABLE visitantes (
    ficha            BIGINT PRIMARY KEY,
    nombre           TEXT    NOT NULL,
    apellidos        TEXT    NOT NULL,
    plegado          TEXT    NOT NULL,
    fecha_nacimiento TEXT    NOT NULL,
    posicion         BIGINT  NOT NULL
);
CREATE INDEX visitantes_plegado ON visitantes (plegado, fecha_nacimiento);

CREATE TABLE documentos (
    tipo   TEXT    NOT NULL,
    pais   TEXT    NOT NULL,
    numero TEXT    NOT NULL,
    ficha  BIGINT  NOT NULL,
    PRIMARY KEY (tipo, pais, numero)
);
CREATE INDEX documentos_ficha ON documentos (ficha);

CREATE TABLE observaciones (
    posicion BIGINT PRIMARY KEY,
    ficha    BIGINT  NOT NULL,
    instante BIGINT  NOT NULL,
    autor    TEXT    NOT NULL,
    texto    TEXT    NOT NULL
);
CREATE INDEX observaciones_ficha ON observaciones (ficha);

CREATE TABLE tarjetas (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    ficha           BIGINT  NOT NULL,
    jornada         TEXT    NOT NULL,
    precio          BIGINT  NOT NULL,
    validez         TEXT    NOT NULL,
    comprobacion    TEXT    NOT NULL,
    emitida         BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    token           TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    anulada         BIGINT  NOT NULL, -- position of the void
    anulada_visto   TEXT    NOT NULL, -- its second signer
    PRIMARY KEY (establecimiento, numero)
);
CREATE UNIQUE INDEX tarjetas_comprobacion ON tarjetas (comprobacion);
-- One card stands for each person and jornada; voids differ in their position.
CREATE UNIQUE INDEX tarjetas_persona ON tarjetas (ficha, establecimiento, jornada, anulada);
CREATE INDEX tarjetas_jornada ON tarjetas (establecimiento, jornada, numero);

CREATE TABLE denegaciones (
    establecimiento TEXT    NOT NULL,
    numero          BIGINT  NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        BIGINT  NOT NULL,
    autor           TEXT    NOT NULL,
    nombre          TEXT    NOT NULL,
    apellidos       TEXT    NOT NULL,
    documento       TEXT    NOT NULL,
    articulo        TEXT    NOT NULL,
    fundamento      TEXT    NOT NULL,
    posicion        BIGINT  NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
CREATE INDEX denegaciones_jornada ON denegaciones (establecimiento, jornada, numero);

CREATE TABLE comprobaciones (
    id               TEXT    NOT NULL PRIMARY KEY, -- in order of time
    establecimiento  TEXT    NOT NULL,
    jornada          TEXT    NOT NULL,
    veredicto        TEXT    NOT NULL,
    articulo         TEXT    NOT NULL,
    fundamento       TEXT    NOT NULL,
    tipo             TEXT    NOT NULL,
    pais             TEXT    NOT NULL,
    numero           TEXT    NOT NULL,
    nombre           TEXT    NOT NULL,
    apellidos        TEXT    NOT NULL,
    fecha_nacimiento TEXT    NOT NULL,
    ficha            BIGINT  NOT NULL,
    lista            TEXT    NOT NULL,
    lista_fuente     TEXT    NOT NULL,
    lista_instante   BIGINT  NOT NULL,
    instante         BIGINT  NOT NULL,
    autor            TEXT    NOT NULL
);
CREATE INDEX comprobaciones_consultar ON comprobaciones (establecimiento, jornada) WHERE veredicto = 'consultar';

CREATE TABLE listas (
    id       TEXT    NOT NULL PRIMARY KEY,
    huella   TEXT    NOT NULL,
    fuente   TEXT    NOT NULL,
    filas    BIGINT  NOT NULL,
    instante BIGINT  NOT NULL,
    posicion BIGINT  NOT NULL
);

CREATE TABLE interdicciones (
    lista            TEXT    NOT NULL,
    fila             BIGINT  NOT NULL,
    tipo             TEXT    NOT NULL,
    numero           TEXT    NOT NULL,
    nombre           TEXT    NOT NULL,
    apellidos        TEXT    NOT NULL,
    plegado          TEXT    NOT NULL,
    fecha_nacimiento TEXT    NOT NULL,
    hasta            TEXT    NOT NULL, -- last day barred; '' without end
    PRIMARY KEY (lista, fila)
);
CREATE INDEX interdicciones_numero ON interdicciones (lista, numero);
CREATE INDEX interdicciones_nacimiento ON interdicciones (lista, fecha_nacimiento);
