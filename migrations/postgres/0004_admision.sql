-- +goose Up
-- The door: cards, fichas, refusals are projections of the log; comprobaciones and
-- the barred list are not (look-up records and an outside list).
CREATE TABLE visitantes (
    ficha            BIGINT PRIMARY KEY,
    nombre           TEXT NOT NULL,
    apellidos        TEXT NOT NULL,
    plegado          TEXT NOT NULL,
    fecha_nacimiento TEXT NOT NULL,
    posicion         BIGINT NOT NULL
);
CREATE INDEX visitantes_plegado ON visitantes (plegado, fecha_nacimiento);

CREATE TABLE documentos (
    tipo   TEXT NOT NULL,
    pais   TEXT NOT NULL,
    numero TEXT NOT NULL,
    ficha  BIGINT NOT NULL,
    PRIMARY KEY (tipo, pais, numero)
);
CREATE INDEX documentos_ficha ON documentos (ficha);

CREATE TABLE tarjetas (
    establecimiento TEXT NOT NULL,
    numero          BIGINT NOT NULL,
    ficha           BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    precio          BIGINT NOT NULL,
    validez         TEXT NOT NULL,
    comprobacion    TEXT NOT NULL UNIQUE,
    emitida         BIGINT NOT NULL,
    autor           TEXT NOT NULL,
    token           TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    anulada         BIGINT NOT NULL,
    anulada_visto   TEXT NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);
CREATE UNIQUE INDEX tarjetas_persona ON tarjetas (establecimiento, jornada, ficha) WHERE anulada < 0;
CREATE INDEX tarjetas_ficha ON tarjetas (ficha);
CREATE INDEX tarjetas_jornada ON tarjetas (establecimiento, jornada, numero);

CREATE TABLE denegaciones (
    establecimiento TEXT NOT NULL,
    numero          BIGINT NOT NULL,
    jornada         TEXT NOT NULL,
    instante        BIGINT NOT NULL,
    autor           TEXT NOT NULL,
    nombre          TEXT NOT NULL,
    apellidos       TEXT NOT NULL,
    documento       TEXT NOT NULL,
    articulo        TEXT NOT NULL,
    fundamento      TEXT NOT NULL,
    posicion        BIGINT NOT NULL,
    PRIMARY KEY (establecimiento, numero)
);

CREATE TABLE comprobaciones (
    id               TEXT PRIMARY KEY,
    establecimiento  TEXT NOT NULL,
    jornada          TEXT NOT NULL,
    veredicto        TEXT NOT NULL,
    articulo         TEXT NOT NULL,
    fundamento       TEXT NOT NULL,
    tipo             TEXT NOT NULL,
    pais             TEXT NOT NULL,
    numero           TEXT NOT NULL,
    nombre           TEXT NOT NULL,
    apellidos        TEXT NOT NULL,
    fecha_nacimiento TEXT NOT NULL,
    ficha            BIGINT NOT NULL,
    lista            TEXT NOT NULL,
    lista_fuente     TEXT NOT NULL,
    lista_instante   BIGINT NOT NULL,
    instante         BIGINT NOT NULL,
    autor            TEXT NOT NULL
);
CREATE INDEX comprobaciones_jornada ON comprobaciones (establecimiento, jornada, veredicto);

CREATE TABLE listas (
    id       TEXT PRIMARY KEY,
    huella   TEXT NOT NULL,
    fuente   TEXT NOT NULL,
    filas    BIGINT NOT NULL,
    instante BIGINT NOT NULL,
    posicion BIGINT NOT NULL
);

CREATE TABLE interdicciones (
    lista            TEXT NOT NULL,
    fila             BIGINT NOT NULL,
    tipo             TEXT NOT NULL,
    numero           TEXT NOT NULL,
    nombre           TEXT NOT NULL,
    apellidos        TEXT NOT NULL,
    plegado          TEXT NOT NULL,
    fecha_nacimiento TEXT NOT NULL,
    hasta            TEXT NOT NULL,
    PRIMARY KEY (lista, fila)
);
CREATE INDEX interdicciones_numero ON interdicciones (lista, numero);
CREATE INDEX interdicciones_nombre ON interdicciones (lista, plegado, fecha_nacimiento);

-- +goose Down
DROP TABLE interdicciones;
DROP TABLE listas;
DROP TABLE comprobaciones;
DROP TABLE denegaciones;
DROP TABLE tarjetas;
DROP TABLE documentos;
DROP TABLE visitantes;
