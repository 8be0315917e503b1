package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"foliado/migrations"
	"foliado/registers/diario/escritor"
)

type migrarCmd struct {
	BD  string `name:"bd" help:"DSN del dueño de la base PostgreSQL." required:"" env:"FOLIADO_BD" placeholder:"DSN"`
	Rol string `help:"Rol, ya existente, con el que servirá la aplicación." placeholder:"ROL"`
}

// Run migrates a PostgreSQL database and grants the application's role what it needs.
func (m *migrarCmd) Run(env entorno) error {
	db, err := sql.Open("pgx", m.BD)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := migrations.Up(env.ctx, db, migrations.Postgres); err != nil {
		return err
	}
	v, err := migrations.Version(env.ctx, db, migrations.Postgres)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.out, "Base en la versión %d.\n", v)
	if m.Rol == "" {
		return nil
	}
	if err := escritor.Grant(env.ctx, db, m.Rol); err != nil {
		return err
	}
	fmt.Fprintf(env.out, "El rol %s puede servir: lee y añade en el diario; no puede cambiarlo ni borrarlo.\n", m.Rol)
	return nil
}

// reader opens the database for reading only, beside the server if it runs.
func (d datosOpts) reader(ctx context.Context) (*sql.DB, func(), error) {
	driver, dsn := "pgx", d.BD
	if d.BD == "" {
		ruta := filepath.Join(d.Datos, ficheroBD)
		if _, err := os.Stat(ruta); err != nil {
			return nil, nil, noHouse(d.Datos, err)
		}
		driver, dsn = "sqlite", "file:"+(&url.URL{Path: ruta}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(5000)&_pragma=query_only(1)"
	}
	db, err := sql.Open(driver, dsn)
	if err != nil {
		return nil, nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("la base no se puede abrir: %w", err), db.Close())
	}
	return db, func() { _ = db.Close() }, nil
}
