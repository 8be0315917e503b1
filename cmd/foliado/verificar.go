package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"foliado/admission"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/verificador"
)

type verificarCmd struct {
	datosOpts
	Clave       string `help:"Fichero con la clave pública del diario que se conoce de antes, la de su acta fundacional." type:"existingfile" placeholder:"FICHERO"`
	Desde       string `help:"Fichero con el checkpoint que se guardó en la visita anterior." type:"existingfile" placeholder:"FICHERO"`
	JSON        bool   `name:"json" help:"Escribe el informe en JSON."`
	Exportacion string `arg:"" optional:"" help:"Exportación que se comprueba; sin ella, la base de --datos o --bd." type:"existingfile" placeholder:"EXPORTACIÓN"`
}

// Help tells what each answer means.
func (*verificarCmd) Help() string {
	return "Sale con 0 si el diario está íntegro, con 1 si no, y con 2 si no se pudo comprobar. Sin --clave ni --desde dice «íntegro por dentro; " +
		"autenticidad no comprobada»: que nada se ha roto, no que sea el diario de esa casa. De una base compara además las proyecciones, " +
		"rehechas desde los asientos. No escribe nada y puede hacerse con el servidor en marcha."
}

// Run verifies an export or the database, and answers by its exit code too.
func (v *verificarCmd) Run(env entorno) error {
	debug.SetGCPercent(verificador.GCPercent)
	bar := newBar(env, -1, "Verificando")
	options, progress, err := v.options(bar)
	if err != nil {
		return err
	}
	fuente, closeFuente, err := v.open(&options, progress)
	if err != nil {
		return err
	}
	defer closeFuente()
	informe, err := verificador.Verify(env.ctx, fuente, options)
	bar.Finish()
	if err != nil {
		return err
	}
	if v.JSON {
		out := json.NewEncoder(env.out)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		err = out.Encode(informe)
	} else {
		err = informe.WriteText(env.out)
	}
	if err == nil && !informe.Integro {
		return errNo
	}
	return err
}

func (v *verificarCmd) options(b bar) (o verificador.Options, contrast func(done, total int64), err error) {
	if v.Clave != "" {
		if o.Clave, err = os.ReadFile(v.Clave); err != nil {
			return o, nil, err
		}
	}
	if v.Desde != "" {
		if o.Desde, err = os.ReadFile(v.Desde); err != nil {
			return o, nil, err
		}
	}
	// The leaves are gone through twice, side by side: two halves of one bar.
	var halves [2]struct{ done, total atomic.Int64 }
	tell := func(k int) func(done, total int64) {
		return func(done, total int64) {
			halves[k].done.Store(done)
			halves[k].total.Store(total)
			b.ChangeMax64(halves[0].total.Load() + halves[1].total.Load())
			_ = b.Set64(halves[0].done.Load() + halves[1].done.Load())
		}
	}
	o.Progreso = tell(0)
	return o, tell(1), nil
}

// open opens what is to be verified; of a database, the projections are compared too.
func (v *verificarCmd) open(o *verificador.Options, progress func(done, total int64)) (verificador.Fuente, func(), error) {
	if v.Exportacion != "" {
		x, err := verificador.OpenExport(v.Exportacion)
		if err != nil {
			return nil, nil, err
		}
		return x, func() { _ = x.Close() }, nil
	}
	var base *verificador.BaseDatos
	var err error
	if v.BD != "" {
		base, err = verificador.OpenPostgres(v.BD)
	} else {
		ruta := filepath.Join(v.Datos, ficheroBD)
		if _, err := os.Stat(ruta); err != nil {
			return nil, nil, noHouse(v.Datos, err)
		}
		base, err = verificador.OpenSQLite(ruta)
	}
	if err != nil {
		return nil, nil, err
	}
	cfg := v.config()
	o.Proyecciones = func(ctx context.Context) ([]verificador.Diferencia, error) {
		found, err := escritor.Contrast(ctx, cfg, tablas(), progress)
		if no := (*escritor.NoSeRehacen)(nil); errors.As(err, &no) {
			return []verificador.Diferencia{{Motivo: no.Error()}}, nil
		}
		differences := diferencias(found)
		if err == nil {
			var lista []verificador.Diferencia
			lista, err = v.checkLista(ctx)
			differences = append(differences, lista...)
		}
		return differences, err
	}
	return base, func() { _ = base.Close() }, nil
}

// diferencias puts in words what a projection and the leaves disagree on.
// checkLista holds the barred list in force against its asiento: its rows are no
// projection, but their digest is on record.
func (v *verificarCmd) checkLista(ctx context.Context) ([]verificador.Diferencia, error) {
	db, closeDB, err := v.reader(ctx)
	if err != nil {
		return nil, err
	}
	defer closeDB()
	var opts *sql.TxOptions
	if v.BD != "" {
		opts = &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
	}
	err = admission.VerifyLista(ctx, db, opts)
	if errors.Is(err, admission.ErrListaAlterada) {
		return []verificador.Diferencia{{Tabla: "interdicciones", Motivo: err.Error()}}, nil
	}
	return nil, err
}

func diferencias(found []escritor.Diferencia) []verificador.Diferencia {
	out := make([]verificador.Diferencia, 0, len(found))
	for _, d := range found {
		motivo := "está en la base y los asientos no la dan"
		switch d.Clase {
		case escritor.DiferenciaFalta:
			motivo = "los asientos la dan y no está en la base"
		case escritor.DiferenciaDifiere:
			motivo = "no es la que dan los asientos: " + strings.Join(d.Columnas, ", ")
		}
		out = append(out, verificador.Diferencia{Tabla: d.Tabla, Fila: d.Clave, Motivo: motivo})
	}
	return out
}
