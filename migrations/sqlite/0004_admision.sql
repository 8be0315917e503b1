-- The door. visitantes, documentos, observaciones, tarjetas, denegaciones and listas are
-- projections of the log; comprobaciones (look-up records) and interdicciones (a list
-- from outside) are not. Amounts in céntimos, instants in microseconds since 1970 UTC,
-- dates YYYY-MM-DD text; -1 means no position.

-- +goose Up
CREATE TABLE visitantes (
    ficha            INTEGER PRIMARY KEY,
    nombre           TEXT    NOT NULL,
    apellidos        TEXT    NOT NULL,
    plegado          TEXT    NOT NULL,
    fecha_nacimiento TEXT    NOT NULL,
    posicion         INTEGER NOT NULL
) STRICT;
CREATE INDEX visitantes_plegado ON visitantes (plegado, fecha_nacimiento);

CREATE TABLE documentos (
    tipo   TEXT    NOT NULL,
    pais   TEXT    NOT NULL,
    numero TEXT    NOT NULL,
    ficha  INTEGER NOT NULL,
    PRIMARY KEY (tipo, pais, numero)
) STRICT, WITHOUT ROWID;
CREATE INDEX documentos_ficha ON documentos (ficha);

CREATE TABLE observaciones (
    posicion INTEGER PRIMARY KEY,
    ficha    INTEGER NOT NULL,
    instante INTEGER NOT NULL,
    autor    TEXT    NOT NULL,
    texto    TEXT    NOT NULL
) STRICT;
CREATE INDEX observaciones_ficha ON observaciones (ficha);

CREATE TABLE tarjetas (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    ficha           INTEGER NOT NULL,
    jornada         TEXT    NOT NULL,
    precio          INTEGER NOT NULL,
    validez         TEXT    NOT NULL,
    comprobacion    TEXT    NOT NULL,
    emitida         INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    token           TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    anulada         INTEGER NOT NULL, -- position of the void
    anulada_visto   TEXT    NOT NULL, -- its second signer
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tarjetas_comprobacion ON tarjetas (comprobacion);
-- One card stands for each person and jornada; voids differ in their position.
CREATE UNIQUE INDEX tarjetas_persona ON tarjetas (ficha, establecimiento, jornada, anulada);
CREATE INDEX tarjetas_jornada ON tarjetas (establecimiento, jornada, numero);

CREATE TABLE denegaciones (
    establecimiento TEXT    NOT NULL,
    numero          INTEGER NOT NULL,
    jornada         TEXT    NOT NULL,
    instante        INTEGER NOT NULL,
    autor           TEXT    NOT NULL,
    nombre          TEXT    NOT NULL,
    apellidos       TEXT    NOT NULL,
    documento       TEXT    NOT NULL,
    articulo        TEXT    NOT NULL,
    fundamento      TEXT    NOT NULL,
    posicion        INTEGER NOT NULL,
    PRIMARY KEY (establecimiento, numero)
) STRICT, WITHOUT ROWID;
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
    ficha            INTEGER NOT NULL,
    lista            TEXT    NOT NULL,
    lista_fuente     TEXT    NOT NULL,
    lista_instante   INTEGER NOT NULL,
    instante         INTEGER NOT NULL,
    autor            TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX comprobaciones_consultar ON comprobaciones (establecimiento, jornada) WHERE veredicto = 'consultar';

CREATE TABLE listas (
    id       TEXT    NOT NULL PRIMARY KEY,
    huella   TEXT    NOT NULL,
    fuente   TEXT    NOT NULL,
    filas    INTEGER NOT NULL,
    instante INTEGER NOT NULL,
    posicion INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE interdicciones (
    lista            TEXT    NOT NULL,
    fila             INTEGER NOT NULL,
    tipo             TEXT    NOT NULL,
    numero           TEXT    NOT NULL,
    nombre           TEXT    NOT NULL,
    apellidos        TEXT    NOT NULL,
    plegado          TEXT    NOT NULL,
    fecha_nacimiento TEXT    NOT NULL,
    hasta            TEXT    NOT NULL, -- last day barred; '' without end
    PRIMARY KEY (lista, fila)
) STRICT, WITHOUT ROWID;
CREATE INDEX interdicciones_numero ON interdicciones (lista, numero);
CREATE INDEX interdicciones_nacimiento ON interdicciones (lista, fecha_nacimiento);
