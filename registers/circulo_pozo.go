package registers

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/poquer"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// partida is an open folio of a libro de beneficios, as the leaves written so far have it.
type partida struct {
	folio       libros.FolioBeneficios
	dotacion    domain.Importe
	maximoBanca domain.Importe
	banca       domain.Importe // the last awarded
	tallas      int            // banks awarded so far
	sesionLibre int
	ultimo      time.Time // hour of the last leaf
	sinPuntos   time.Time // since when it is suspended for want of players; zero: it is not
}

// readFolioBeneficios is the sheet that the leaves of one folio make. Bankers are counted, not
// named: their names are in the vault, and each award has one.
func readFolioBeneficios(hojas []diario.Asiento) (libros.FolioBeneficios, error) {
	p, err := readPartida(hojas)
	return p.folio, err
}

func readPartida(hojas []diario.Asiento) (partida, error) {
	var p partida
	f := &p.folio
	for k := range hojas {
		a := &hojas[k]
		d := lector{a: a}
		p.ultimo = a.Hecho
		switch a.Tipo {
		case TipoAperturaCirculo:
			f.Juego, f.Mesa, f.Libro, f.Fecha, f.Apertura = domain.Juego(d.texto("juego")), int(d.entero("mesa")), mesaDeLibro(a.Libro), a.Jornada, a.Hecho
			f.Crupieres, f.Cambista = strings.Fields(d.texto("crupieres")), d.texto("cambista")
			p.dotacion = d.importe("dotacion")
			p.maximoBanca, p.sesionLibre = domain.Importe(d.enteroOpcional("maximo_banca")), int(d.enteroOpcional("sesion_libre"))
			p.award(&d)
		case TipoAdjudicacionBanca:
			p.award(&d)
		case TipoSuspensionMesa:
			f.Interrupciones = append(f.Interrupciones, libros.Interrupcion{Desde: a.Hecho})
			if Causa(d.texto("causa")) == CausaSinJugadores {
				p.sinPuntos = a.Hecho
			}
		case TipoReanudacionMesa:
			if n := len(f.Interrupciones); n > 0 {
				f.Interrupciones[n-1].Hasta = a.Hecho
			}
			p.sinPuntos = time.Time{}
		case TipoAperturaPozo:
			f.Cierre, f.Pozo, f.Cantado = a.Hecho, d.piezas("pozo"), d.importe("cantado")
			f.Crupieres, f.Cambista = strings.Fields(d.texto("crupieres")), d.texto("cambista")
		}
		if d.err != nil {
			return p, d.err
		}
	}
	return p, nil
}

// award takes the bank that a leaf names, if it names one.
func (p *partida) award(d *lector) {
	if d.texto(prefijoDatoBanca+"talla") == "" {
		return
	}
	p.tallas, p.banca = int(d.entero(prefijoDatoBanca+"talla")), d.importe(prefijoDatoBanca+"importe")
	p.folio.Banqueros = append(p.folio.Banqueros, prefijoDatoBanca+d.texto(prefijoDatoBanca+"talla"))
}

// partida reads the open folio of the table.
func (s *sala) partida(db *gorm.DB) (partida, error) {
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND folio = ?",
		s.mesa.Establecimiento, LibroBeneficios(s.mesa.Numero), s.sesion.Folio))
	if err != nil {
		return partida{}, err
	}
	return readPartida(hojas)
}

// PozoFacts is the count of the pozo when a partida ends: its pieces, what the croupier called,
// who dealt and changed (nil and "": those of the opening), and what the box of the cambista
// holds, in chips and in money. Nota explains a difference of that box.
type PozoFacts struct {
	Pozo           domain.Piezas
	Cantado        domain.Importe
	Crupieres      []string
	Cambista       string
	Fichas, Dinero domain.Piezas
	Nota           string
	Motivo         string // why it ends before its hour
}

// ProposePozo proposes the act with which the partida of a table of círculo ends: the croupier
// opens the pozo before who directs and a cajero, counts it and calls its total (art. 41.3),
// which is entered at once and signed by the three: who directs or stands in (art. 41.5), a
// cajero and an employee of the table (art. 41.4, criterio FIR-1). Its whole is the result of
// the table. Refused: a table not open or with an act pending, a count or a datum of art. 41.2
// that is missing, a póquer suspended for want of players for less than fifteen minutes (art.
// 118.1), a box of the cambista that does not add up without a note (art. 32.3).
func (c *Casa) ProposePozo(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f PozoFacts) (Propuesta, error) {
	var out Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		p, err := s.checkPozo(tx, hora, f)
		if err != nil {
			return err
		}
		datos, err := p.datosPozo(f)
		if err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoPozo, libros.NoPresente, hora)
		if err != nil {
			return err
		}
		avisos, err := s.avisosCierre(tx.DB(), hora, CierreMesaFacts{Motivo: f.Motivo})
		if err != nil {
			return err
		}
		out, err = s.propose(c, tx, autor, hora, ActoBorrador{
			Folio:    s.sesion.Folio,
			Tipo:     TipoAperturaPozo,
			Plazas:   plazas,
			Datos:    append(datos, datoEntero("mesa", s.mesa.Numero), diario.Dato{Nombre: "juego", Valor: string(s.mesa.Juego)}),
			Personal: CierreMesaFacts{Motivo: f.Motivo, Nota: f.Nota}.personal(),
		}, avisos)
		out.Resultado = p.folio.Cantado
		return err
	})
	return out, err
}

// checkPozo judges the count and returns the partida that it would end.
func (s *sala) checkPozo(tx *escritor.Tx, hora Hora, f PozoFacts) (partida, error) {
	if !s.mesa.Juego.Circulo() {
		return partida{}, norma.Breach(art("41.1"), libros.ErrContrapartida)
	}
	if !s.abierta {
		return partida{}, norma.Breach(art("41.3"), ErrMesaCerrada)
	}
	p, err := s.partida(tx.DB())
	if err != nil {
		return p, err
	}
	if err := hora.check(tx, p.ultimo, s.autorizacion.Parametros.Margen()); err != nil {
		return p, err
	}
	if err := s.checkEspera(p, hora); err != nil {
		return p, err
	}
	if len(f.Crupieres) > 0 {
		p.folio.Crupieres = f.Crupieres
	}
	if f.Cambista != "" {
		p.folio.Cambista = f.Cambista
	}
	if err := (PersonalCirculo{Crupieres: f.Crupieres, Cambista: f.Cambista}).checkEmpleados(tx.DB()); err != nil {
		return p, err
	}
	p.folio.Cierre, p.folio.Pozo, p.folio.Cantado = diario.Instante(hora.Hecho), f.Pozo, f.Cantado
	return p, p.folio.Check()
}

// checkEspera judges the close of a póquer that stopped for want of players: who directs may
// close it a quarter of an hour later (art. 118.1), unless the games have ended.
func (s *sala) checkEspera(p partida, hora Hora) error {
	if s.mesa.Juego != domain.PoquerCirculo || s.sesion.Servicio != Suspendida || p.sinPuntos.IsZero() || !s.jornada.FinJuegos.IsZero() {
		return nil
	}
	return poquer.CheckCierre(0, diario.Instante(hora.Hecho).Sub(p.sinPuntos))
}

func (p *partida) datosPozo(f PozoFacts) ([]diario.Dato, error) {
	ds := []diario.Dato{
		{Nombre: "pozo", Valor: f.Pozo.String()},
		datoEntero("importe", p.folio.Cantado),
		datoEntero("cantado", f.Cantado),
		{Nombre: "crupieres", Valor: strings.Join(p.folio.Crupieres, separadorPersonas)},
		{Nombre: "cambista", Valor: p.folio.Cambista},
	}
	if p.folio.Cambista == "" {
		return ds, nil
	}
	diferencia, err := libros.CheckCajaCambista(p.dotacion, f.Fichas, f.Dinero, f.Nota)
	return append(ds, datoEntero("dotacion", p.dotacion),
		diario.Dato{Nombre: "caja.fichas", Valor: f.Fichas.String()},
		diario.Dato{Nombre: "caja.dinero", Valor: f.Dinero.String()},
		datoEntero("caja.diferencia", diferencia)), err
}

func init() {
	validaciones[TipoAperturaPozo] = func(tx *escritor.Tx, a *Acto) error { return checkStill(tx, a, true) }
	cierres[TipoAperturaPozo] = func(tx *escritor.Tx, a *Acto, hoja diario.Asiento) error {
		return appendCaja(tx, a, hoja, libros.MovimientoCierre, "importe")
	}
}
