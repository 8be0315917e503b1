package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about tournaments of games of círculo.
var (
	// ErrTorneo: there is no tournament of that number.
	ErrTorneo = errors.New("no existe ese torneo")
	// ErrTorneoDeclarado: its declaration is on record as presented.
	ErrTorneoDeclarado = errors.New("la declaración responsable de ese torneo ya consta presentada")
)

// LibroTorneosCirculo holds the tournaments of games of círculo; SerieTorneosCirculo numbers them.
const (
	LibroTorneosCirculo = "torneos-circulo"
	SerieTorneosCirculo = "torneos-circulo"
)

// Kinds of asiento of those tournaments (art. 1.5).
const (
	TipoTorneoCirculo     = "TorneoCirculo"
	TipoDeclaracionTorneo = "DeclaracionTorneo"
	TipoInicioTorneo      = "InicioTorneoCirculo"
)

// TorneoCirculo is a tournament of a game of círculo (art. 1.5). Inicio is zero until it begins.
type TorneoCirculo struct {
	libros.Torneo
	Establecimiento string
	Numero          int64
	Nombre          string
	Referencia      string // with which its declaration was presented
	Inicio          time.Time
	Posicion        int64 // of its last asiento
}

type filaTorneoCirculo struct {
	Establecimiento string
	Torneo          int64
	Nombre          string
	Juego           string
	Fecha           string
	Bases           string
	Condiciones     string
	Presentada      string
	Referencia      string
	Inicio          int64
	Posicion        int64
}

func (filaTorneoCirculo) TableName() string { return "torneos_circulo" }

func (f filaTorneoCirculo) torneo() TorneoCirculo {
	return TorneoCirculo{
		Torneo: libros.Torneo{Juego: domain.Juego(f.Juego), Fecha: domain.Fecha(f.Fecha), Bases: f.Bases, Condiciones: f.Condiciones,
			Presentada: domain.Fecha(f.Presentada), Empezado: f.Inicio != 0},
		Establecimiento: f.Establecimiento, Numero: f.Torneo, Nombre: f.Nombre, Referencia: f.Referencia, Inicio: fromMicros(f.Inicio), Posicion: f.Posicion}
}

var tablasTorneoCirculo = []escritor.Tabla{{Nombre: "torneos_circulo", Clave: []string{"establecimiento", "torneo"}}}

var proyectoresTorneoCirculo = map[string]escritor.Proyector{
	TipoTorneoCirculo: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Insert(&filaTorneoCirculo{Establecimiento: a.Establecimiento, Torneo: a.NumeroSerie, Nombre: a.Dato("nombre"), Juego: a.Dato("juego"),
			Fecha: a.Dato("fecha"), Bases: a.Dato("bases"), Condiciones: a.Dato("condiciones"), Posicion: a.Posicion})
	},
	TipoDeclaracionTorneo: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		n := d.entero("torneo")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE torneos_circulo SET presentada = ?, referencia = ?, posicion = ? WHERE establecimiento = ? AND torneo = ?`,
			d.texto("presentada"), d.texto("referencia"), a.Posicion, a.Establecimiento, n)
	},
	TipoInicioTorneo: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		n := d.entero("torneo")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE torneos_circulo SET inicio = ?, posicion = ? WHERE establecimiento = ? AND torneo = ?`,
			micros(a.Hecho), a.Posicion, a.Establecimiento, n)
	},
}

// TorneoFacts are what a tournament is planned with. Bases and Condiciones may come later, in
// the plan of another: without them there is no declaration.
type TorneoFacts struct {
	Nombre      string
	Juego       domain.Juego
	Fecha       domain.Fecha
	Bases       string
	Condiciones string
}

// PlanTorneo puts a tournament on record. Refused (art. 1.5): a game that is not of círculo, or
// not authorised. It warns from now on until its declaration is presented.
func (c *Casa) PlanTorneo(ctx context.Context, autor Autor, hora Hora, establecimiento string, f TorneoFacts) (TorneoCirculo, error) {
	var n int64
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		a, err := CurrentAutorizacion(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		_, granted := a.Juego(f.Juego)
		if err := (libros.Torneo{Juego: f.Juego, Fecha: f.Fecha}).Check(granted); err != nil {
			return err
		}
		if strings.TrimSpace(f.Nombre) == "" || f.Fecha == "" {
			return fmt.Errorf("%w: el torneo lleva nombre y día", ErrDatos)
		}
		leaf, err := appendTorneo(tx, autor, hora, establecimiento, a, diario.Borrador{Tipo: TipoTorneoCirculo, Serie: SerieTorneosCirculo, Datos: []diario.Dato{
			{Nombre: "nombre", Valor: strings.TrimSpace(f.Nombre)}, {Nombre: "juego", Valor: string(f.Juego)}, {Nombre: "fecha", Valor: string(f.Fecha)},
			{Nombre: "bases", Valor: strings.TrimSpace(f.Bases)}, {Nombre: "condiciones", Valor: strings.TrimSpace(f.Condiciones)}}})
		n = leaf.NumeroSerie
		tx.Recurso(201, fmt.Sprint(n))
		return err
	})
	if err != nil {
		return TorneoCirculo{}, err
	}
	return c.TorneoCirculo(ctx, establecimiento, n)
}

// appendTorneo writes an asiento of the book of tournaments.
func appendTorneo(tx *escritor.Tx, autor Autor, hora Hora, establecimiento string, a Autorizacion, b diario.Borrador) (diario.Asiento, error) {
	if err := hora.check(tx, hora.Hecho, a.Parametros.Margen()); err != nil {
		return diario.Asiento{}, err
	}
	b.Establecimiento, b.Libro = establecimiento, LibroTorneosCirculo
	hora.stamp(&b, autor)
	return tx.Append(b)
}

// onTorneo judges and writes what happens to a tournament.
func (c *Casa) onTorneo(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, do func(tx *escritor.Tx, hora Hora, t TorneoCirculo) (diario.Borrador, error)) (TorneoCirculo, error) {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		a, err := CurrentAutorizacion(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		t, err := findTorneoCirculo(tx.DB(), establecimiento, n)
		if err != nil {
			return err
		}
		b, err := do(tx, hora, t)
		if err != nil {
			return err
		}
		b.Datos = append(b.Datos, datoEntero("torneo", n))
		tx.Recurso(201, fmt.Sprint(n))
		_, err = appendTorneo(tx, autor, hora, establecimiento, a, b)
		return err
	})
	if err != nil {
		return TorneoCirculo{}, err
	}
	return c.TorneoCirculo(ctx, establecimiento, n)
}

// DeclareTorneo records that the declaración responsable of a tournament was presented to the
// regulator on a date, with its reference there (art. 1.5). Refused: without bases or
// conditions, begun, or already declared. It returns ErrTorneo.
func (c *Casa) DeclareTorneo(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, presentada domain.Fecha, referencia string) (TorneoCirculo, error) {
	return c.onTorneo(ctx, autor, hora, establecimiento, n, func(tx *escritor.Tx, _ Hora, t TorneoCirculo) (diario.Borrador, error) {
		if t.Presentada != "" {
			return diario.Borrador{}, ErrTorneoDeclarado
		}
		if err := t.CheckDeclaracion(); err != nil {
			return diario.Borrador{}, err
		}
		if presentada == "" || presentada > domain.FechaDe(tx.Ahora()) || strings.TrimSpace(referencia) == "" {
			return diario.Borrador{}, norma.Errorf(art("1.5"), "%w: la presentación lleva su fecha, que ya ha llegado, y su referencia", ErrDatos)
		}
		return diario.Borrador{Tipo: TipoDeclaracionTorneo, Datos: []diario.Dato{{Nombre: "presentada", Valor: string(presentada)},
			{Nombre: "referencia", Valor: strings.TrimSpace(referencia)}}}, nil
	})
}

// StartTorneo records that a tournament begins; without its declaration presented it does not
// (art. 1.5). Who directs decides it. It returns ErrTorneo.
func (c *Casa) StartTorneo(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64) (TorneoCirculo, error) {
	return c.onTorneo(ctx, autor, hora, establecimiento, n, func(tx *escritor.Tx, hora Hora, t TorneoCirculo) (diario.Borrador, error) {
		if err := t.CheckInicio(domain.FechaDe(diario.Instante(hora.Hecho))); err != nil {
			return diario.Borrador{}, err
		}
		return diario.Borrador{Tipo: TipoInicioTorneo}, checkDirige(tx.DB(), autor, establecimiento, hora, art("1.5"))
	})
}

func findTorneoCirculo(db *gorm.DB, establecimiento string, n int64) (TorneoCirculo, error) {
	f, ok, err := findOne[filaTorneoCirculo](db.Where("establecimiento = ? AND torneo = ?", establecimiento, n))
	if err != nil || !ok {
		return TorneoCirculo{}, errors.Join(ErrTorneo, err)
	}
	return f.torneo(), nil
}

// TorneoCirculo returns a tournament, or ErrTorneo.
func (c *Casa) TorneoCirculo(ctx context.Context, establecimiento string, n int64) (TorneoCirculo, error) {
	return findTorneoCirculo(c.Escritor.Lectura().WithContext(ctx), establecimiento, n)
}

// TorneosCirculo lists the tournaments of an establecimiento, the latest planned first.
func (c *Casa) TorneosCirculo(ctx context.Context, establecimiento string) ([]TorneoCirculo, error) {
	return torneosCirculo(c.Escritor.Lectura().WithContext(ctx), establecimiento)
}

func torneosCirculo(db *gorm.DB, establecimiento string) ([]TorneoCirculo, error) {
	var filas []filaTorneoCirculo
	if err := db.Where("establecimiento = ?", establecimiento).Order("torneo DESC").Limit(200).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the tournaments of %s: %w", establecimiento, err)
	}
	out := make([]TorneoCirculo, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.torneo())
	}
	return out, nil
}

// avisosTorneo are the warnings that stand until each tournament is declared (art. 1.5).
func (t *Tablero) avisosTorneo(db *gorm.DB) ([]Aviso, error) {
	ts, err := torneosCirculo(db, t.Establecimiento.ID)
	if err != nil {
		return nil, err
	}
	var avisos []Aviso
	for _, x := range ts {
		if a, warns := x.Aviso(); warns {
			avisos = append(avisos, Aviso{Articulo: a.Articulo, Texto: a.Texto})
		}
	}
	return avisos, nil
}
