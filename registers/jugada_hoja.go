package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/jugada"
)

// ErrJugada: the table has no jugada of that number.
var ErrJugada = errors.New("no existe esa jugada")

// Jugada is a jugada with all that its page, its PDF and the API show, made from its
// leaves.
type Jugada struct {
	ResumenJugada
	Establecimiento domain.Establecimiento
	Cargo           domain.Cargo // in which its author put it on record
	Formulario      string       // contingency form it was transcribed from (HOR-2)
	Crupier         string       // persona; "" not said
	Hechos          string       // canonical JSON of the schema of the game
	Criterio        string       // of a void one
	Lineas          []LineaJugada
	Avisos          []string  // provisions that the program warned of (MAQ-1)
	Desde, Hasta    time.Time // of the recording to keep
	Posicion        int64
	Asiento         int64 // number in its book

	// Personal values, while the vault holds them.
	AutorNombre, CrupierNombre             string
	Demora, Reclamante                     string
	DeclaracionCrupier, DeclaracionJugador string

	Queja       *EntradaFolio // the asiento of a complaint that came later, nil without one
	Acto        *Acto         // of its acta, nil when nobody complains
	Cierre      *EntradaFolio // the closing asiento of the acta, nil until it is signed
	Checkpoint  []byte        // signed note of the commit of its last asiento
	Completitud Completitud
}

// Citas are the provisions that its settlement rests on and the declared readings that
// decide it, each once, in the order of the bets.
func (j *Jugada) Citas() (articulos, criterios []string) {
	articulos, criterios = []string{}, []string{}
	add := func(list *[]string, ref string) {
		if ref != "" && !slices.Contains(*list, ref) {
			*list = append(*list, ref)
		}
	}
	add(&articulos, j.Articulo)
	add(&criterios, j.Criterio)
	for _, l := range j.Lineas {
		add(&articulos, l.Articulo)
		add(&criterios, l.Criterio)
		if l.Exacto != "" {
			add(&criterios, "RED-1")
		}
	}
	return articulos, criterios
}

// Jugada returns a jugada of a table. It returns ErrEstablecimiento, ErrMesa or ErrJugada.
func (c *Casa) Jugada(ctx context.Context, establecimiento string, mesa int, n int64) (Jugada, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	e, err := findEstablecimiento(db, establecimiento)
	if err != nil {
		return Jugada{}, err
	}
	if _, err := findMesa(db, establecimiento, mesa); err != nil {
		return Jugada{}, err
	}
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND folio = ? AND folio > 0", establecimiento, LibroJugadas(mesa), n))
	if err != nil {
		return Jugada{}, err
	}
	if len(hojas) == 0 {
		return Jugada{}, ErrJugada
	}
	r := folioReader{db: db, hojas: hojas, names: map[string]string{}}
	j, err := r.jugada()
	if err != nil {
		return Jugada{}, err
	}
	j.Establecimiento = e
	if err := j.loadActo(db); err != nil {
		return Jugada{}, err
	}
	last := &hojas[len(hojas)-1]
	if j.Checkpoint, err = c.Escritor.CheckpointAfter(ctx, last.Posicion); err != nil {
		return Jugada{}, err
	}
	j.Completitud, err = c.completitud(ctx, last, last, 1)
	return j, err
}

// jugada reads the leaves of a jugada: its own, those of complaints that came later, and the
// one that closes its acta.
func (r *folioReader) jugada() (Jugada, error) {
	a := &r.hojas[0]
	d := lector{a: a}
	e, valores, err := r.entrada(a)
	if err != nil {
		return Jugada{}, err
	}
	j := Jugada{
		ResumenJugada: ResumenJugada{Numero: a.Folio, Mesa: int(d.entero("mesa")), Sesion: d.entero("sesion"), Jornada: a.Jornada,
			Juego: domain.Juego(d.texto("juego")), Hecho: a.Hecho, Anotacion: a.Anotacion, Autor: a.Autor,
			Veredicto: jugada.Veredicto(d.texto("veredicto")), Articulo: d.texto("nula.articulo"), Apostado: d.importe("apostado"),
			Debido: d.importe("debido"), Pagado: d.importe("pagado"), Diferencia: d.importe("diferencia")},
		Cargo: a.Cargo, Formulario: a.Origen.Formulario, Crupier: d.texto("crupier"), Hechos: d.texto("hechos"), Criterio: d.texto("nula.criterio"),
		Lineas: d.lineasJugada(), Posicion: a.Posicion, Asiento: a.Numero,
		Avisos: e.Avisos, Demora: e.Demora,
	}
	if d.err != nil {
		return Jugada{}, d.err
	}
	if err := j.claim(a, valores); err != nil {
		return Jugada{}, err
	}
	if j.AutorNombre, err = r.nombre(j.Autor, a.Posicion); err != nil {
		return Jugada{}, err
	}
	if j.Crupier != "" {
		if j.CrupierNombre, err = r.nombre(j.Crupier, a.Posicion); err != nil {
			return Jugada{}, err
		}
	}
	for k := range r.hojas[1:] {
		next := &r.hojas[k+1]
		e, valores, err := r.entrada(next)
		switch {
		case err != nil:
			return Jugada{}, err
		case next.Tipo != TipoReclamacionJugada:
			j.Cierre, j.Acta = &e, true
			continue
		}
		if err := j.claim(next, valores); err != nil {
			return Jugada{}, err
		}
		j.Queja = &e
	}
	return j, nil
}

// loadActo finds the act of the acta: the last one of that folio, whatever became of it.
func (j *Jugada) loadActo(db *gorm.DB) error {
	if j.Hoja == "" {
		return nil
	}
	f, ok, err := findOne[filaActo](db.Where("establecimiento = ? AND libro = ? AND folio = ? AND tipo = ?",
		j.Establecimiento.ID, LibroJugadas(j.Mesa), j.Numero, TipoActaJugada).Order("numero DESC"))
	if err != nil {
		return fmt.Errorf("read the acta of jugada %d of table %d: %w", j.Numero, j.Mesa, err)
	}
	if !ok {
		return fmt.Errorf("the disputed jugada %d of table %d has no act: %w", j.Numero, j.Mesa, ErrActo)
	}
	a, err := loadActo(db, f.Acto)
	j.Acto = &a
	return err
}
