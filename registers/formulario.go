package registers

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the forms of contingency.
var (
	// ErrClaseFormulario: there are no forms for that.
	ErrClaseFormulario = errors.New("no hay formularios de esa clase")
	// ErrCuantos: too many forms at once, or none.
	ErrCuantos = errors.New("se emiten de 1 a 50 formularios de una vez")
	// ErrFormulario: the form was never issued, or is of another class.
	ErrFormulario = errors.New("no consta ese formulario de contingencia, o es de otra clase")
	// ErrFormularioUsado and ErrFormularioAnulado: its number is accounted for.
	ErrFormularioUsado   = errors.New("ese formulario ya se ha transcrito")
	ErrFormularioAnulado = errors.New("ese formulario está anulado")
)

// LibroContingencia holds the forms issued and those void: each number of theirs is
// accounted for (criterio HOR-2).
const LibroContingencia = "contingencia"

// SerieFormularios numbers the batches of forms of an establecimiento.
const SerieFormularios = "emisiones-formularios"

// Kinds of asiento about forms.
const (
	TipoEmisionFormularios  = "EmisionFormularios"
	TipoAnulacionFormulario = "AnulacionFormulario"
)

// ClaseFormulario is what a form is for.
type ClaseFormulario string

// The classes of forms of the floor, and those of the door.
const (
	FormularioApertura   ClaseFormulario = "apertura"
	FormularioReposicion ClaseFormulario = "reposicion"
	FormularioRecuento   ClaseFormulario = "recuento"
	FormularioMovimiento ClaseFormulario = "movimiento" // notes taken out, chips returned, a suspension
	FormularioControl    ClaseFormulario = "control"    // the control de ingresos certified on paper

	FormularioTarjeta    ClaseFormulario = "tarjeta"    // a card written by hand at the door
	FormularioDenegacion ClaseFormulario = "denegacion" // somebody refused at the door
)

// clasesFormulario is how the numbers of each class begin.
var clasesFormulario = map[ClaseFormulario]string{FormularioApertura: "AP", FormularioReposicion: "RE", FormularioRecuento: "RC",
	FormularioMovimiento: "MV", FormularioControl: "CI", FormularioTarjeta: "TJ", FormularioDenegacion: "DE"}

// ClasesFormulario lists the classes, in the order of a night.
var ClasesFormulario = []ClaseFormulario{FormularioApertura, FormularioReposicion, FormularioMovimiento, FormularioRecuento, FormularioControl,
	FormularioTarjeta, FormularioDenegacion}

// claseDeActo is the class of the form that each kind of asiento may come from.
func claseDeActo(tipo string) ClaseFormulario {
	switch tipo {
	case TipoAnticipoInicial, TipoAperturaCirculo:
		return FormularioApertura
	case TipoReposicion:
		return FormularioReposicion
	case TipoCierreMesa, TipoAperturaPozo:
		return FormularioRecuento
	case TipoCertificacion:
		return FormularioControl
	}
	return FormularioMovimiento
}

// EmisionFormularios is a batch of forms printed beforehand.
type EmisionFormularios struct {
	Establecimiento string
	Numero          int64
	Clase           ClaseFormulario
	Desde, Hasta    int64 // of the numbers of the establecimiento, all classes together
	Hora            time.Time
	Posicion        int64
}

// Formularios lists the numbers of the batch: "AP-17".
func (e EmisionFormularios) Formularios() []string {
	var out []string
	for n := e.Desde; n <= e.Hasta; n++ {
		out = append(out, clasesFormulario[e.Clase]+"-"+strconv.FormatInt(n, 10))
	}
	return out
}

// IssueFormularios issues a batch of numbered forms of contingency, to be printed and kept at
// hand (criterio HOR-2). Numbers have no gaps: every one ends used, void or unused.
func (c *Casa) IssueFormularios(ctx context.Context, autor Autor, establecimiento string, clase ClaseFormulario, cuantos int) (EmisionFormularios, error) {
	var e EmisionFormularios
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if clasesFormulario[clase] == "" {
			return norma.Breach(art("36.2"), ErrClaseFormulario).Under("HOR-2")
		}
		if cuantos < 1 || cuantos > 50 {
			return norma.Breach(art("36.2"), ErrCuantos).Under("HOR-2")
		}
		if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
			return err
		}
		issued, _, err := readFormularios(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		e = EmisionFormularios{Establecimiento: establecimiento, Clase: clase, Desde: 1}
		if n := len(issued); n > 0 {
			e.Desde = issued[n-1].Hasta + 1
		}
		e.Hasta = e.Desde + int64(cuantos) - 1
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroContingencia, Serie: SerieFormularios, Tipo: TipoEmisionFormularios,
			Datos: []diario.Dato{{Nombre: "clase", Valor: string(clase)}, datoEntero("desde", e.Desde), datoEntero("hasta", e.Hasta)}}
		EnLinea(tx.Ahora()).stamp(&b, autor)
		a, err := tx.Append(b)
		e.Numero, e.Hora, e.Posicion = a.NumeroSerie, a.Hecho, a.Posicion
		tx.Recurso(201, fmt.Sprint(e.Numero))
		return err
	})
	return e, err
}

// readFormularios reads the batches issued in an establecimiento, in order, and the forms
// void with their positions, from the leaves.
func readFormularios(db *gorm.DB, establecimiento string) ([]EmisionFormularios, map[string]int64, error) {
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ?", establecimiento, LibroContingencia))
	if err != nil {
		return nil, nil, err
	}
	var issued []EmisionFormularios
	void := map[string]int64{}
	for k := range hojas {
		a := &hojas[k]
		d := lector{a: a}
		switch a.Tipo {
		case TipoEmisionFormularios:
			issued = append(issued, EmisionFormularios{establecimiento, a.NumeroSerie, ClaseFormulario(d.texto("clase")), d.entero("desde"), d.entero("hasta"), a.Hecho, a.Posicion})
		case TipoAnulacionFormulario:
			void[d.texto("formulario")] = a.Posicion
		}
		if d.err != nil {
			return nil, nil, d.err
		}
	}
	return issued, void, nil
}

// usedFormularios lists the forms that something in a book was transcribed from. An act
// proposed and not signed uses none.
func usedFormularios(db *gorm.DB, establecimiento string) (map[string]int64, error) {
	var rows []struct {
		Formulario string
		N          int64
	}
	err := db.Table("asientos").Select("formulario, min(posicion) AS n").Where("establecimiento = ? AND formulario <> '' AND libro <> ?", establecimiento, LibroActos).
		Group("formulario").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list the forms used in %s: %w", establecimiento, err)
	}
	used := make(map[string]int64, len(rows))
	for _, r := range rows {
		used[r.Formulario] = r.N
	}
	return used, nil
}

// checkFormulario judges the form that an act of the floor is transcribed from: one of its
// class that was issued, neither void nor used before (criterio HOR-2). A house that never
// issued any writes what its paper says.
func checkFormulario(db *gorm.DB, establecimiento, tipo, formulario string) error {
	if formulario == "" {
		return nil
	}
	issued, void, err := readFormularios(db, establecimiento)
	if err != nil || len(issued) == 0 {
		return err
	}
	return judgeFormulario(db, establecimiento, claseDeActo(tipo), formulario, issued, void)
}

// CheckFormulario judges the form of a class that something is transcribed from: it was issued
// and is neither void nor used before (criterio HOR-2). Errors: ErrFormulario,
// ErrFormularioAnulado and ErrFormularioUsado, each inside a *norma.Error.
func CheckFormulario(db *gorm.DB, establecimiento string, clase ClaseFormulario, formulario string) error {
	issued, void, err := readFormularios(db, establecimiento)
	if err != nil {
		return err
	}
	return judgeFormulario(db, establecimiento, clase, formulario, issued, void)
}

func judgeFormulario(db *gorm.DB, establecimiento string, clase ClaseFormulario, formulario string, issued []EmisionFormularios, void map[string]int64) error {
	breach := func(err error) error { return norma.Errorf(art("36.2"), "%w: %s", err, formulario).Under("HOR-2") }
	prefix, number, _ := strings.Cut(formulario, "-")
	n, err := strconv.ParseInt(number, 10, 64)
	known := false
	for _, e := range issued {
		known = known || err == nil && n >= e.Desde && n <= e.Hasta && prefix == clasesFormulario[e.Clase] && e.Clase == clase
	}
	if !known {
		return breach(ErrFormulario)
	}
	if _, is := void[formulario]; is {
		return breach(ErrFormularioAnulado)
	}
	used, err := usedFormularios(db, establecimiento)
	if err != nil {
		return err
	}
	if _, is := used[formulario]; is {
		return breach(ErrFormularioUsado)
	}
	return nil
}

// VoidFormulario puts on record that a form was spoilt or lost, with the reason (criterio
// HOR-2): its number is not used again.
func (c *Casa) VoidFormulario(ctx context.Context, autor Autor, establecimiento, formulario, motivo string) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		if strings.TrimSpace(motivo) == "" {
			return norma.Breach(art("36.2"), ErrSinMotivo).Under("HOR-2")
		}
		issued, void, err := readFormularios(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		used, err := usedFormularios(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		switch estadoFormulario(issued, void, used, formulario) {
		case "":
			return norma.Breach(art("36.2"), ErrFormulario).Under("HOR-2")
		case FormularioUsado:
			return norma.Breach(art("36.2"), ErrFormularioUsado).Under("HOR-2")
		case FormularioAnulado:
			return norma.Breach(art("36.2"), ErrFormularioAnulado).Under("HOR-2")
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroContingencia, Tipo: TipoAnulacionFormulario,
			Datos: []diario.Dato{{Nombre: "formulario", Valor: formulario}}, Personal: []diario.ValorPersonal{{Nombre: valorMotivo, Valor: motivo}}}
		EnLinea(tx.Ahora()).stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.Numero))
		return err
	})
	return err
}

// EstadoFormulario says what became of a form.
type EstadoFormulario string

// What becomes of a form.
const (
	FormularioLibre   EstadoFormulario = "sin_usar"
	FormularioUsado   EstadoFormulario = "usado"
	FormularioAnulado EstadoFormulario = "anulado"
)

func estadoFormulario(issued []EmisionFormularios, void, used map[string]int64, formulario string) EstadoFormulario {
	for _, e := range issued {
		for _, f := range e.Formularios() {
			if f != formulario {
				continue
			}
			if _, is := used[f]; is {
				return FormularioUsado
			}
			if _, is := void[f]; is {
				return FormularioAnulado
			}
			return FormularioLibre
		}
	}
	return ""
}

// Formulario is a form with what became of it.
type Formulario struct {
	Formulario string
	Emision    int64
	Clase      ClaseFormulario
	Estado     EstadoFormulario
	Emitido    domain.Fecha
	Asiento    int64 // position of what used it or voided it; -1 while unused
}

// Formularios lists every form issued in an establecimiento, in order, each accounted for
// (criterio HOR-2), with its batches.
func (c *Casa) Formularios(ctx context.Context, establecimiento string) ([]Formulario, []EmisionFormularios, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	issued, void, err := readFormularios(db, establecimiento)
	if err != nil {
		return nil, nil, err
	}
	used, err := usedFormularios(db, establecimiento)
	if err != nil {
		return nil, nil, err
	}
	var out []Formulario
	for _, e := range issued {
		for _, f := range e.Formularios() {
			k := Formulario{f, e.Numero, e.Clase, FormularioLibre, domain.FechaDe(e.Hora), -1}
			if at, is := void[f]; is {
				k.Estado, k.Asiento = FormularioAnulado, at
			}
			if at, is := used[f]; is {
				k.Estado, k.Asiento = FormularioUsado, at
			}
			out = append(out, k)
		}
	}
	return out, issued, nil
}

// proyectoresFormulario write no row: forms are few and are read from their leaves.
var proyectoresFormulario = map[string]escritor.Proyector{
	TipoEmisionFormularios:  func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
	TipoAnulacionFormulario: func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
}
