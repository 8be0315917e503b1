package registers

import (
	"context"
	"strconv"
	"strings"
	"time"

	"foliado/domain"
)

// EmpleadoFolio is somebody of the house whom a folio names, with the name that the vault still
// holds.
type EmpleadoFolio struct {
	Persona string
	Nombre  string // "" once erased
}

// BancaFolio is a bank of the bacará a dos paños on a folio: whose and for how much (arts.
// 41.2.e, 86.1, 86.3).
type BancaFolio struct {
	EntradaFolio
	Talla             int
	Banquero          string // "" once erased
	Importe, Deposito domain.Importe
	Forma             string
}

// PozoFolio is the count of the pozo on a folio (arts. 41.3, 41.4), with the box of the
// cambista (art. 32.3).
type PozoFolio struct {
	EntradaFolio
	Pozo           domain.Piezas
	Importe        domain.Importe
	Cambista       bool // the table had one, and so his box
	Dotacion       domain.Importe
	Fichas, Dinero domain.Piezas
	Diferencia     domain.Importe
	Motivo, Nota   string
}

// FolioBeneficios is a folio of a libro de beneficios: a partida of a table of círculo, with
// every datum of art. 41.2.
type FolioBeneficios struct {
	Mesa          int
	Juego         domain.Juego
	Sesion        int // ordinal of the partida in the jornada of the table, from 1
	ApuestaMinima domain.Importe
	Modalidad     string
	Variante      string
	Jugadores     string // how many sat; by cloth at the dos paños
	Beneficio     *Beneficio
	Apertura      EntradaFolio
	Responsable   EmpleadoFolio
	Crupieres     []EmpleadoFolio
	Cambista      *EmpleadoFolio
	Interrupcion  []TramoFolio
	Bancas        []BancaFolio
	Movimientos   []MovimientoFolio
	Pozo          *PozoFolio      // nil while the partida goes on
	TotalDia      *domain.Importe // of the table, once the jornada is closed

	Rectificaciones []Rectificacion // of the pozo, signed later (criterio FIR-5)
}

// TramoFolio is a time in which the partida stopped; Hasta is zero when it did not go on.
type TramoFolio struct{ Desde, Hasta time.Time }

func (r *folioReader) beneficios(mesa int) (*FolioBeneficios, error) {
	f := &FolioBeneficios{Mesa: mesa}
	for k := range r.hojas {
		a := &r.hojas[k]
		d := lector{a: a}
		e, valores, err := r.entrada(a)
		if err != nil {
			return nil, err
		}
		if err := r.entry(f, &d, e, valores); err != nil {
			return nil, err
		}
		if d.err != nil {
			return nil, d.err
		}
	}
	var err error
	f.Sesion, f.TotalDia, err = r.dayOf(TipoAperturaCirculo, mesa)
	return f, err
}

// entry adds one leaf to the folio.
func (r *folioReader) entry(f *FolioBeneficios, d *lector, e EntradaFolio, valores map[string]string) error {
	switch d.a.Tipo {
	case TipoAperturaCirculo:
		f.Juego, f.ApuestaMinima, f.Modalidad = domain.Juego(d.texto("juego")), d.importe("apuesta_minima"), d.texto("modalidad")
		f.Variante, f.Jugadores, f.Apertura, f.Beneficio = d.texto("variante"), d.texto("jugadores"), e, d.beneficio()
		f.banca(d, e, valores)
		var err error
		if f.Responsable, err = r.empleado(d.texto("responsable")); err != nil {
			return err
		}
		return r.serve(f, d)
	case TipoAdjudicacionBanca:
		f.banca(d, e, valores)
	case TipoSuspensionMesa:
		f.Interrupcion = append(f.Interrupcion, TramoFolio{Desde: d.a.Hecho})
		f.Movimientos = append(f.Movimientos, d.movimientoFolio(e, valores))
	case TipoReanudacionMesa:
		if n := len(f.Interrupcion); n > 0 {
			f.Interrupcion[n-1].Hasta = d.a.Hecho
		}
		f.Movimientos = append(f.Movimientos, d.movimientoFolio(e, valores))
	case TipoClausuraMesa, TipoComprobacionMesa, TipoIncidenciaMesa:
		f.Movimientos = append(f.Movimientos, d.movimientoFolio(e, valores))
	case TipoRectificacionPozo:
		x := d.rectificacion(e, len(f.Rectificaciones)+1)
		x.Motivo = valores[valorMotivo]
		f.Rectificaciones = append(f.Rectificaciones, x)
	case TipoAperturaPozo:
		f.Pozo = d.pozoFolio(e)
		f.Pozo.Motivo, f.Pozo.Nota = valores[valorMotivo], valores[valorNota]
		return r.serve(f, d)
	}
	return nil
}

// serve reads who dealt and who changed; the count says it of the whole partida.
func (r *folioReader) serve(f *FolioBeneficios, d *lector) error {
	f.Crupieres, f.Cambista = nil, nil
	for _, id := range strings.Fields(d.texto("crupieres")) {
		p, err := r.empleado(id)
		if err != nil {
			return err
		}
		f.Crupieres = append(f.Crupieres, p)
	}
	id := d.texto("cambista")
	if id == "" {
		return nil
	}
	p, err := r.empleado(id)
	f.Cambista = &p
	return err
}

func (r *folioReader) empleado(id string) (EmpleadoFolio, error) {
	n, err := r.nombre(id, r.hojas[len(r.hojas)-1].Posicion)
	return EmpleadoFolio{id, n}, err
}

func (f *FolioBeneficios) banca(d *lector, e EntradaFolio, valores map[string]string) {
	if d.texto(prefijoDatoBanca+"talla") == "" {
		return
	}
	f.Bancas = append(f.Bancas, BancaFolio{EntradaFolio: e, Talla: int(d.entero(prefijoDatoBanca + "talla")), Banquero: valores[valorBanquero],
		Importe: d.importe(prefijoDatoBanca + "importe"), Deposito: d.importe(prefijoDatoBanca + "deposito"), Forma: d.texto(prefijoDatoBanca + "forma")})
}

func (l *lector) pozoFolio(e EntradaFolio) *PozoFolio {
	p := &PozoFolio{EntradaFolio: e, Pozo: l.piezas("pozo"), Importe: l.importe("importe"), Cambista: l.texto("cambista") != ""}
	if p.Cambista {
		p.Dotacion, p.Fichas, p.Dinero, p.Diferencia = l.importe("dotacion"), l.piezas("caja.fichas"), l.piezas("caja.dinero"), l.importe("caja.diferencia")
	}
	return p
}

// dayOf places a folio among those that its table opened in the jornada with that kind of
// asiento, and gives what they total once the jornada is closed (arts. 40.2, 42.1).
func (r *folioReader) dayOf(apertura string, mesa int) (int, *domain.Importe, error) {
	first := &r.hojas[0]
	hojas, err := readHojas(r.db.Where("jornada = ? AND establecimiento = ? AND libro IN ?", string(first.Jornada), first.Establecimiento,
		[]string{first.Libro, LibroControlIngresos}))
	if err != nil {
		return 0, nil, err
	}
	sesion := 0
	var total *domain.Importe
	for _, a := range hojas {
		switch {
		case a.Tipo == apertura && a.Posicion <= first.Posicion:
			sesion++
		case a.Tipo == TipoControlIngresos:
			d := lector{a: &a}
			t := d.importe(prefijoMesa + strconv.Itoa(mesa))
			total = &t
			if d.err != nil {
				return 0, nil, d.err
			}
		}
	}
	return sesion, total, nil
}

// Partida is what a session of a table of círculo was opened with, as its hands are judged by it.
type Partida struct {
	Modalidad string // of the bank, of the game or of the bets
	Variante  string // of a póquer
	Maximo    domain.Importe
	Beneficio *Beneficio // announced at a póquer
}

// PartidaOf returns what a session of a table of círculo was opened with.
func (c *Casa) PartidaOf(ctx context.Context, s SesionMesa) (Partida, error) {
	hojas, err := readHojas(c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ? AND libro = ? AND folio = ? AND tipo = ?",
		s.Establecimiento, LibroBeneficios(s.Mesa), s.Folio, TipoAperturaCirculo))
	if err != nil || len(hojas) == 0 {
		return Partida{}, err
	}
	d := lector{a: &hojas[0]}
	p := Partida{Modalidad: d.texto("modalidad"), Variante: d.texto("variante"), Maximo: domain.Importe(d.enteroOpcional("maximo")), Beneficio: d.beneficio()}
	return p, d.err
}
