package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/domain/poquer"
	"foliado/domain/sorteo"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the waiting list of a table of círculo.
var (
	// ErrEspera: tables of contrapartida keep no list.
	ErrEspera = errors.New("llevan lista de espera las mesas de círculo")
	// ErrTurnoLista: another waits before.
	ErrTurnoLista = errors.New("las plazas se dan por el orden de la lista de espera")
	// ErrSorteoPuestos: the seats are drawn when the table begins, with nobody seated.
	ErrSorteoPuestos = errors.New("los puestos se sortean al empezar, sin nadie sentado; después los asigna el jefe de mesa")
	// ErrPuestoVacio: nobody sits there.
	ErrPuestoVacio = errors.New("ese puesto está vacío")
)

// Kinds of asiento of a waiting list, in the libro espera-{mesa} (arts. 71.2, 85.6, 114.2, 115.2).
const (
	TipoCompromisoSorteo = "CompromisoSorteo"
	TipoAspirante        = "Aspirante"
	TipoSorteoPuestos    = "SorteoPuestos"
	TipoAsignacionPuesto = "AsignacionPuesto"
	TipoSalidaPuesto     = "SalidaPuesto"
)

const (
	valorJugador = "jugador"
	valorSemilla = "semilla"
)

var proyectoresEspera = map[string]escritor.Proyector{
	TipoCompromisoSorteo: noRows, TipoAspirante: noRows, TipoSorteoPuestos: noRows, TipoAsignacionPuesto: noRows, TipoSalidaPuesto: noRows,
}

// LibroEspera is the book of the waiting list of a table of círculo.
func LibroEspera(mesa int) string { return "espera-" + strconv.Itoa(mesa) }

// Aspirante is who waits for a place, or has one.
type Aspirante struct {
	Orden   int    // in the list of the jornada, from 1
	Jugador string // "" once erased
	Hora    time.Time
	Puesto  int  // 0 while he waits
	Salio   bool // he left his place
}

// SorteoPuestos is a draw of seats, with what lets anybody repeat it: the commitment that stood
// from before the list began, the seed shown afterwards and the asunto.
type SorteoPuestos struct {
	Compromiso string
	Semilla    string
	Asunto     string
	Aspirantes []int // as they were in the list
	Orden      []int // the seat k is of the aspirante in place Orden[k-1] among those
	Hora       time.Time
}

// Espera is the waiting list of a table in a jornada. Compromiso is the SHA-256 of the seed of the
// next draw, "" when no list has begun.
type Espera struct {
	Compromiso string
	Aspirantes []Aspirante
	Sorteos    []SorteoPuestos
	semilla    string
	ultimo     time.Time
}

// Ocupados are the seats taken, in order.
func (e *Espera) Ocupados() []poquer.Puesto {
	var ps []poquer.Puesto
	for _, a := range e.Aspirantes {
		if a.Puesto != 0 && !a.Salio {
			ps = append(ps, poquer.Puesto(a.Puesto))
		}
	}
	slices.Sort(ps)
	return ps
}

// Esperan are those who wait, in the order of the list.
func (e *Espera) Esperan() []int {
	var os []int
	for _, a := range e.Aspirantes {
		if a.Puesto == 0 {
			os = append(os, a.Orden)
		}
	}
	return os
}

// EsperaDe returns the waiting list of a table in a jornada.
func (c *Casa) EsperaDe(ctx context.Context, m domain.Mesa, fecha domain.Fecha) (Espera, error) {
	return esperaOf(c.Escritor.Lectura().WithContext(ctx), m, fecha)
}

func esperaOf(db *gorm.DB, m domain.Mesa, fecha domain.Fecha) (Espera, error) {
	var e Espera
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND jornada = ?", m.Establecimiento, LibroEspera(m.Numero), string(fecha)))
	if err != nil {
		return e, err
	}
	for k := range hojas {
		values, err := readValores(db, &hojas[k])
		if err != nil {
			return e, err
		}
		if err := e.take(&hojas[k], porNombre(values)); err != nil {
			return e, err
		}
	}
	return e, nil
}

// take adds one leaf to the list.
func (e *Espera) take(a *diario.Asiento, valores map[string]string) error {
	d := lector{a: a}
	e.ultimo = a.Hecho
	switch a.Tipo {
	case TipoCompromisoSorteo:
		e.Compromiso, e.semilla = d.texto("compromiso"), valores[valorSemilla]
	case TipoAspirante:
		e.Aspirantes = append(e.Aspirantes, Aspirante{Orden: int(d.entero("orden")), Jugador: valores[valorJugador], Hora: a.Hecho})
	case TipoSorteoPuestos:
		s := SorteoPuestos{Compromiso: d.texto("compromiso"), Semilla: d.texto("semilla"), Asunto: d.texto("asunto"), Hora: a.Hecho,
			Aspirantes: d.enteros("aspirantes"), Orden: d.enteros("sorteado")}
		for k, n := range s.Orden {
			e.seat(s.Aspirantes[n-1], k+1)
		}
		e.Sorteos, e.Compromiso, e.semilla = append(e.Sorteos, s), "", ""
	case TipoAsignacionPuesto:
		e.seat(int(d.entero("orden")), int(d.entero("puesto")))
	case TipoSalidaPuesto:
		for k := range e.Aspirantes {
			if e.Aspirantes[k].Puesto == int(d.entero("puesto")) {
				e.Aspirantes[k].Salio = true
			}
		}
	}
	return d.err
}

func (e *Espera) seat(orden, puesto int) {
	for k := range e.Aspirantes {
		if e.Aspirantes[k].Orden == orden {
			e.Aspirantes[k].Puesto = puesto
		}
	}
}

// enteros reads numbers between blanks.
func (l *lector) enteros(nombre string) []int {
	var ns []int
	for _, text := range strings.Fields(l.texto(nombre)) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			l.fail(nombre, l.texto(nombre))
			return nil
		}
		ns = append(ns, n)
	}
	return ns
}

func juntos(ns []int) string { return strings.Trim(fmt.Sprint(ns), "[]") }

// onEspera judges and writes what happens to the list of a table.
func (c *Casa) onEspera(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, do func(s *sala, e Espera) ([]diario.Borrador, error)) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSalaPending(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if !s.mesa.Juego.Circulo() {
			return norma.Breach(art("114.2"), ErrEspera)
		}
		e, err := esperaOf(tx.DB(), s.mesa.Mesa, s.jornada.Fecha)
		if err != nil {
			return err
		}
		desde := s.jornada.Preparacion
		if e.ultimo.After(desde) {
			desde = e.ultimo
		}
		if err := hora.check(tx, desde, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		bs, err := do(&s, e)
		if err != nil {
			return err
		}
		for _, b := range bs {
			b.Establecimiento, b.Libro, b.Jornada = establecimiento, LibroEspera(mesa), s.jornada.Fecha
			b.Datos = append(b.Datos, datoEntero("mesa", mesa))
			hora.stamp(&b, autor)
			if _, err := tx.Append(b); err != nil {
				return err
			}
		}
		tx.Recurso(201, fmt.Sprint(mesa))
		return nil
	})
	return err
}

// JoinEspera puts somebody at the end of the waiting list of a table, with the hour (arts. 71.2,
// 85.6, 114.2). The first of a póquer commits the house to the seed of the draw of seats, before
// anybody is on the list (art. 115.2).
func (c *Casa) JoinEspera(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, jugador string) error {
	semilla, err := sorteo.NewSemilla(c.opts.Azar)
	if err != nil {
		return err
	}
	return c.onEspera(ctx, autor, hora, establecimiento, mesa, func(s *sala, e Espera) ([]diario.Borrador, error) {
		if strings.TrimSpace(jugador) == "" {
			return nil, fmt.Errorf("%w: falta quién espera", ErrDatos)
		}
		var bs []diario.Borrador
		if s.mesa.Juego == domain.PoquerCirculo && e.Compromiso == "" && len(e.Ocupados()) == 0 {
			bs = append(bs, diario.Borrador{Tipo: TipoCompromisoSorteo, Datos: []diario.Dato{{Nombre: "compromiso", Valor: semilla.Compromiso()}},
				Personal: []diario.ValorPersonal{{Nombre: valorSemilla, Valor: semilla.String()}}})
		}
		return append(bs, diario.Borrador{Tipo: TipoAspirante, Datos: []diario.Dato{datoEntero("orden", len(e.Aspirantes)+1)},
			Personal: []diario.ValorPersonal{{Nombre: valorJugador, Valor: strings.TrimSpace(jugador)}}}), nil
	})
}

// DrawPuestos draws by lot the seats of a póquer that begins, among those on its list, ten at most
// (arts. 113.2, 115.2), and shows the seed. Refused: fewer than four (art. 118.1), somebody seated.
func (c *Casa) DrawPuestos(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int) error {
	return c.onEspera(ctx, autor, hora, establecimiento, mesa, func(s *sala, e Espera) ([]diario.Borrador, error) {
		who := e.Esperan()
		if s.mesa.Juego != domain.PoquerCirculo || len(e.Ocupados()) > 0 {
			return nil, norma.Breach(art("115.2"), ErrSorteoPuestos)
		}
		who = who[:min(len(who), poquer.MaxPuestos)]
		if err := poquer.CheckMano(len(who)); err != nil {
			return nil, err
		}
		semilla, err := sorteo.ParseSemilla(e.semilla)
		if err != nil {
			return nil, norma.Breach(art("115.2"), err)
		}
		if err := semilla.Check(e.Compromiso); err != nil {
			return nil, norma.Breach(art("115.2"), err)
		}
		asunto := fmt.Sprintf("%s, jornada %s, mesa %d: puestos de %s", establecimiento, s.jornada.Fecha, mesa, juntos(who))
		return []diario.Borrador{{Tipo: TipoSorteoPuestos, Datos: []diario.Dato{
			{Nombre: "compromiso", Valor: e.Compromiso}, {Nombre: "semilla", Valor: e.semilla}, {Nombre: "asunto", Valor: asunto},
			{Nombre: "aspirantes", Valor: juntos(who)}, {Nombre: "sorteado", Valor: juntos(semilla.Orden(asunto, len(who)))}}}}, nil
	})
}

// AssignPuesto gives a free place to the first of the list (arts. 114.2, 115.2, 116.j).
func (c *Casa) AssignPuesto(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa, orden, puesto int) error {
	return c.onEspera(ctx, autor, hora, establecimiento, mesa, func(_ *sala, e Espera) ([]diario.Borrador, error) {
		who := e.Esperan()
		if len(who) == 0 || who[0] != orden {
			return nil, norma.Breach(art("114.2"), ErrTurnoLista)
		}
		if err := poquer.CheckAsiento(poquer.Puesto(puesto), e.Ocupados(), false); err != nil {
			return nil, err
		}
		return []diario.Borrador{{Tipo: TipoAsignacionPuesto, Datos: []diario.Dato{datoEntero("orden", orden), datoEntero("puesto", puesto)}}}, nil
	})
}

// LeavePuesto records that a place falls vacant: it goes to the first of the list (art. 114.2).
func (c *Casa) LeavePuesto(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa, puesto int) error {
	return c.onEspera(ctx, autor, hora, establecimiento, mesa, func(_ *sala, e Espera) ([]diario.Borrador, error) {
		if !slices.Contains(e.Ocupados(), poquer.Puesto(puesto)) {
			return nil, norma.Breach(art("114.2"), ErrPuestoVacio)
		}
		return []diario.Borrador{{Tipo: TipoSalidaPuesto, Datos: []diario.Dato{datoEntero("puesto", puesto)}}}, nil
	})
}
