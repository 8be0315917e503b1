package escritor

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"foliado/migrations"
)

// Errors of opening on PostgreSQL.
var (
	// ErrVersion: the schema is not that of this program: `foliado migrar`.
	ErrVersion = errors.New("la base de datos no está migrada a la versión de este programa: use «foliado migrar»")
	// ErrDueno: the connected role owns the log, so that it could alter it.
	ErrDueno = errors.New("el rol de la conexión es dueño del diario: use otro, con los permisos de «foliado migrar --rol»")
)

// checkPostgres checks the version of the schema and that the role may not do as the
// owner of the log does: neither owns it nor has the rights of who does.
func checkPostgres(ctx context.Context, db *sql.DB, permiteDueno bool) error {
	version, err := migrations.Version(ctx, db, migrations.Postgres)
	if err != nil {
		return err
	}
	if latest := migrations.Latest(migrations.Postgres); version != latest {
		return fmt.Errorf("%w (%d, y se espera %d)", ErrVersion, version, latest)
	}
	var owns bool
	err = db.QueryRowContext(ctx, `SELECT pg_has_role(current_user, relowner, 'USAGE')
		FROM pg_class WHERE oid = 'asientos'::regclass`).Scan(&owns)
	if err != nil {
		return fmt.Errorf("read the owner of the log: %w", err)
	}
	if owns && !permiteDueno {
		return ErrDueno
	}
	return nil
}

// appendOnly are the tables of which the role of the application may only add rows.
var appendOnly = map[string]bool{"asientos": true, "checkpoints": true}

// Grant gives an existing role of PostgreSQL what the server needs, and takes from it
// what it must not have: it adds to the log and reads it; it has the rest of the tables
// for itself. db is connected as the owner of the schema, who needs no CREATEROLE. It is
// run after every migration.
func Grant(ctx context.Context, db *sql.DB, rol string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("grant to %s: %w", rol, err)
	}
	defer tx.Rollback()
	var schema string
	if err := tx.QueryRowContext(ctx, `SELECT current_schema()`).Scan(&schema); err != nil {
		return fmt.Errorf("grant to %s: %w", rol, err)
	}
	tables, err := tablesOf(ctx, tx, schema)
	if err != nil {
		return fmt.Errorf("grant to %s: %w", rol, err)
	}
	to := quoteIdent(rol)
	statements := []string{"GRANT USAGE ON SCHEMA " + quoteIdent(schema) + " TO " + to}
	for _, table := range tables {
		rights := "SELECT, INSERT, UPDATE, DELETE"
		switch {
		case table == "goose_db_version":
			rights = "SELECT"
		case appendOnly[table]:
			rights = "SELECT, INSERT"
		}
		name := quoteIdent(schema) + "." + quoteIdent(table)
		statements = append(statements,
			"REVOKE ALL ON TABLE "+name+" FROM "+to,
			"GRANT "+rights+" ON TABLE "+name+" TO "+to)
	}
	statements = append(statements, "GRANT EXECUTE ON FUNCTION "+quoteIdent(schema)+".compactar(text) TO "+to)
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("grant to %s: %w", rol, err)
		}
	}
	return tx.Commit()
}

func tablesOf(ctx context.Context, tx *sql.Tx, schema string) ([]string, error) {
	rows, err := tx.QueryContext(ctx, `SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename`, schema)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		tables = append(tables, name)
	}
	return tables, rows.Err()
}

func quoteIdent(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
