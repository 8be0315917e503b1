package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"foliado/migrations"
	"foliado/registers/diario"
)

// fresh reports whether there is no house yet. One that is no demonstration is refused.
func (d *demoCmd) fresh(ctx context.Context) (bool, error) {
	key, err1 := exists(filepath.Join(d.Datos, ficheroClave))
	told, err2 := exists(d.fichero())
	if err := errors.Join(err1, err2); err != nil {
		return false, err
	}
	if d.BD != "" {
		if err := d.migrate(ctx); err != nil {
			return false, err
		}
	}
	switch {
	case key && told:
		return false, nil
	case key:
		return false, d.explainUntold(ctx)
	case told:
		return false, fmt.Errorf("en %s está %s, pero no las claves de su casa: elija otra carpeta con --datos", d.Datos, ficheroDemo)
	}
	return true, d.checkNoLog(ctx)
}

func exists(name string) (bool, error) {
	_, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// explainUntold is why a house without demo.json is left alone.
func (d *demoCmd) explainUntold(ctx context.Context) error {
	acta, err := d.leaf(ctx, "ASC")
	switch {
	case err != nil:
		return err
	case acta.Dato("demostracion") == "si":
		return fmt.Errorf("la demostración de %s quedó a medio crear, o perdió su %s: borre la carpeta, o elija otra con --datos", d.Datos, ficheroDemo)
	}
	return fmt.Errorf("la casa de %s no es de demostración: elija otra carpeta con --datos", d.Datos)
}

// migrate takes a PostgreSQL database to the version of the program.
func (d *demoCmd) migrate(ctx context.Context) error {
	db, err := sql.Open("pgx", d.BD)
	if err != nil {
		return err
	}
	defer db.Close()
	if v, err := migrations.Version(ctx, db, migrations.Postgres); err == nil && v == migrations.Latest(migrations.Postgres) {
		return nil
	}
	return migrations.Up(ctx, db, migrations.Postgres)
}

// checkNoLog refuses a database that holds a log whose keys are not here.
func (d *demoCmd) checkNoLog(ctx context.Context) error {
	if d.BD == "" {
		if made, err := d.made(ctx); err != nil || !made {
			return err
		}
	}
	last, err := d.lastInstant(ctx)
	if err == nil && !last.IsZero() {
		err = errors.New("la base ya guarda el diario de una casa cuyas claves no están aquí")
	}
	return err
}

// made reports whether the SQLite file is there, with the table of the log.
func (d *demoCmd) made(ctx context.Context) (bool, error) {
	if there, err := exists(filepath.Join(d.Datos, ficheroBD)); err != nil || !there {
		return false, err
	}
	db, closeDB, err := d.reader(ctx)
	if err != nil {
		return false, err
	}
	defer closeDB()
	var n int
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'asientos'").Scan(&n)
	return n > 0, err
}

// lastInstant is the annotation of the last asiento; zero in an empty log.
func (d datosOpts) lastInstant(ctx context.Context) (time.Time, error) {
	a, err := d.leaf(ctx, "DESC")
	return a.Anotacion, err
}

// leaf is the first asiento in that order; zero in an empty log.
func (d datosOpts) leaf(ctx context.Context, order string) (diario.Asiento, error) {
	db, closeDB, err := d.reader(ctx)
	if err != nil {
		return diario.Asiento{}, err
	}
	defer closeDB()
	var texto []byte
	err = db.QueryRowContext(ctx, "SELECT texto FROM asientos ORDER BY posicion "+order+" LIMIT 1").Scan(&texto)
	if errors.Is(err, sql.ErrNoRows) {
		return diario.Asiento{}, nil
	}
	if err != nil {
		return diario.Asiento{}, err
	}
	return diario.Parse(texto)
}
