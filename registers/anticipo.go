package registers

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about what is handed to a table.
var (
	// ErrCantado: what the croupier called is not what the pieces add up to.
	ErrCantado = errors.New("lo cantado no es lo que suman las piezas: la mesa no se abre con descuadre")
	// ErrReceptor: the box is handed to the jefe de mesa and to nobody else.
	ErrReceptor = errors.New("la caja del anticipo la recibe un jefe de mesa")
)

// Entrega is how an anticipo reached the table. Caja is what its box carries, Cantado what
// the croupier called and Receptor the persona who took the box; each may be left out.
type Entrega struct {
	Anticipo domain.Piezas
	Caja     *domain.Importe
	Cantado  *domain.Importe
	Receptor string
	// Inspector says whether the authority's inspector was there; empty: no presente at an
	// opening, and at a reposición what the opening said.
	Inspector libros.Presencia
}

// check adds the anticipo up and judges its delivery (arts. 36.1, 36.2).
func (e *Entrega) check(db *gorm.DB) (domain.Importe, error) {
	total, err := e.Anticipo.Total()
	if err != nil {
		return 0, norma.Breach(art("36.2"), err)
	}
	if e.Inspector, err = libros.ParsePresencia(string(e.Inspector)); err != nil {
		return 0, err
	}
	if e.Caja != nil {
		if err := libros.CheckCajaAnticipo(*e.Caja, e.Anticipo); err != nil {
			return 0, err
		}
	}
	if e.Cantado != nil && *e.Cantado != total {
		return 0, norma.Errorf(art("36.2"), "%w: se cantan %s y las piezas suman %s", ErrCantado, *e.Cantado, total)
	}
	if e.Receptor != "" {
		p, err := findPersona(db, e.Receptor)
		if err != nil {
			return 0, err
		}
		if p.Cargo != domain.JefeMesa {
			return 0, norma.Breach(art("36.1"), ErrReceptor)
		}
	}
	return total, nil
}

func (e *Entrega) datos(total domain.Importe) []diario.Dato {
	ds := []diario.Dato{
		{Nombre: "anticipo", Valor: e.Anticipo.String()},
		datoEntero("importe", total),
		{Nombre: "inspector", Valor: string(e.Inspector)},
	}
	if e.Receptor != "" {
		ds = append(ds, diario.Dato{Nombre: "receptor", Valor: e.Receptor})
	}
	return ds
}

// AperturaFacts opens a table. Maximos is "bajo" or "alto" for a roulette, "50", "100" or
// "200" for black jack; for the other games the times of the minimum that their engine
// admits (see LimitesMesa), the lowest of the law when empty.
type AperturaFacts struct {
	Entrega
	ApuestaMinima domain.Importe
	Maximos       string
	Dotacion      *DotacionMesa // nil when nobody has said who serves it
}

// ProposeApertura proposes the act that opens a table with its initial anticipo, counted
// at the table (arts. 35.2, 36.1, 36.2). It closes, and the table opens, when who directs
// signs, and the authority's inspector if there and signing. Refused: a table already open
// (arts. 29.1, 29.6) or with an act pending, a game or a minimum not authorised, a
// roulette above the minimum planned for the caja central (art. 37.1), maxima that are
// not those of the game, less staff than it asks for, an anticipo below that of art. 35.2, an hour after the end of
// games (art. 29.5).
func (c *Casa) ProposeApertura(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f AperturaFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		total, err := s.checkApertura(tx, hora, &f)
		if err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoApertura, f.Inspector, hora)
		if err != nil {
			return err
		}
		avisos, err := s.avisosApertura(tx.DB(), hora, f, total)
		if err != nil {
			return err
		}
		p, err = s.propose(c, tx, autor, hora, ActoBorrador{
			NuevoFolio: true,
			Tipo:       TipoAnticipoInicial,
			Plazas:     plazas,
			Datos: append(append(f.datos(total), f.Dotacion.datos()...),
				datoEntero("mesa", s.mesa.Numero),
				diario.Dato{Nombre: "juego", Valor: string(s.mesa.Juego)},
				datoEntero("apuesta_minima", f.ApuestaMinima),
				diario.Dato{Nombre: "maximos", Valor: s.mesa.limites(f.ApuestaMinima, f.Maximos).Maximos}),
		}, avisos)
		return err
	})
	return p, err
}

func (s *sala) checkApertura(tx *escritor.Tx, hora Hora, f *AperturaFacts) (domain.Importe, error) {
	if err := s.checkContrapartida(); err != nil {
		return 0, err
	}
	if s.abierta {
		if f.ApuestaMinima != s.sesion.ApuestaMinima || s.mesa.limites(f.ApuestaMinima, f.Maximos).Maximos != s.sesion.Maximos {
			return 0, libros.CheckCambioLimites(s.mesa.Juego, true)
		}
		return 0, norma.Breach(art("29.1"), ErrMesaAbierta)
	}
	if err := s.checkAbre(tx, hora); err != nil {
		return 0, err
	}
	if err := f.Dotacion.check(s.mesa.Juego); err != nil {
		return 0, err
	}
	if err := f.Dotacion.checkJefe(tx, s); err != nil {
		return 0, err
	}
	if err := s.checkLimites(tx.DB(), f.ApuestaMinima, f.Maximos); err != nil {
		return 0, err
	}
	total, err := f.check(tx.DB())
	if err != nil {
		return 0, err
	}
	if err := libros.CheckAnticipoInicial(s.mesa.Juego, f.ApuestaMinima, s.mesa.MinimoAutorizado, total); err != nil {
		return 0, err
	}
	if err := s.checkPrecinto(tx.DB()); err != nil {
		return 0, err
	}
	return total, s.checkDeposito(tx.DB())
}

// checkAbre judges whether the table, closed, may open at that hour: not closed down in the
// jornada (art. 29.2), nor before its last session ended, nor after the end of games.
func (s *sala) checkAbre(tx *escritor.Tx, hora Hora) error {
	last, err := s.lastSesion(tx.DB())
	if err != nil {
		return err
	}
	if last.Servicio == Clausurada && last.Jornada == s.jornada.Fecha {
		return norma.Breach(art("29.2"), ErrMesaClausurada)
	}
	desde := s.jornada.Preparacion
	if last.Cierre.After(desde) {
		desde = last.Cierre
	}
	if err := hora.check(tx, desde, s.autorizacion.Parametros.Margen()); err != nil {
		return err
	}
	return s.checkFinJuegos(hora)
}

// lastSesion returns the last session of the table, the zero one when it has had none.
func (s *sala) lastSesion(db *gorm.DB) (SesionMesa, error) {
	f, _, err := findOne[filaSesionMesa](db.Where("establecimiento = ? AND mesa = ?", s.mesa.Establecimiento, s.mesa.Numero).Order("folio DESC"))
	return f.sesion(), err
}

// checkLimites judges the limits that a table opens with. For a roulette the plan comes
// before the band: what is missing is money in the caja central.
func (s *sala) checkLimites(db *gorm.DB, minimo domain.Importe, maximos string) error {
	j, ok := s.autorizacion.Juego(s.mesa.Juego)
	if !ok {
		return norma.Breach(art("9.c"), ErrJuegoNoAutorizado)
	}
	err := libros.CheckApuestaMinima(s.mesa.Juego, j.bandaOf(s.mesa), minimo)
	if err != nil && !errors.Is(err, libros.ErrBanda) {
		return err
	}
	if s.mesa.Juego.Ruleta() {
		if err := s.checkCajaCentral(db, minimo); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return j.checkMaximosDe(s.mesa.limites(minimo, maximos))
}

// checkCajaCentral judges art. 37.1 for a roulette that opens with that minimum: not above
// the highest planned; and when the plan was raised after the day began, the caja central
// is judged again, by its last count if there was one (criterio CAJ-D).
func (s *sala) checkCajaCentral(db *gorm.DB, minimo domain.Importe) error {
	if minimo <= s.jornada.MinimoPrevisto {
		return nil
	}
	_, previsto, err := plannedRuletas(db, s.mesa.Establecimiento)
	if err != nil {
		return err
	}
	if err := libros.CheckMinimoPrevisto(max(previsto, s.jornada.MinimoPrevisto), minimo); err != nil {
		return err
	}
	metalico, bloqueado, err := enCaja(db, s.jornada)
	if err != nil {
		return err
	}
	_, err = libros.CheckCajaCentral([]libros.Ruleta{{Minimo: minimo}}, metalico, bloqueado)
	var e *norma.Error
	if errors.As(err, &e) {
		return e.Under("CAJ-D")
	}
	return err
}

// avisosApertura are the warnings of an opening: a notice on the wall that says otherwise
// (art. 38.2), past the hour planned for the close (art. 29.5), or no table of the game at its authorised minimum (art. 132.4.b).
func (s *sala) avisosApertura(db *gorm.DB, hora Hora, f AperturaFacts, total domain.Importe) ([]Aviso, error) {
	var avisos []Aviso
	minimo := f.ApuestaMinima
	k, has, err := lastCartel(db, s.mesa.Establecimiento, s.mesa.Numero)
	if err != nil {
		return nil, err
	}
	if a, warns := k.Aviso(SesionMesa{Juego: s.mesa.Juego, Anticipo: total, ApuestaMinima: minimo, Maximos: s.mesa.limites(minimo, f.Maximos).Maximos}); has && warns {
		avisos = append(avisos, a)
	}
	if err := libros.CheckHoraLimite(diario.Instante(hora.Hecho), s.jornada.CierrePrevisto); err != nil {
		avisos = append(avisos, avisoDe(err))
	}
	dados, err := s.avisosDados(db)
	if err != nil {
		return nil, err
	}
	avisos = append(avisos, dados...)
	if !s.mesa.Juego.Ruleta() && s.mesa.Juego != domain.BlackJack {
		return avisos, nil
	}
	var minimos []domain.Importe
	err = db.Model(&filaSesionMesa{}).Where("establecimiento = ? AND juego = ? AND abierta = 1", s.mesa.Establecimiento, string(s.mesa.Juego)).
		Pluck("apuesta_minima", &minimos).Error
	if err != nil {
		return nil, err
	}
	j, _ := s.autorizacion.Juego(s.mesa.Juego)
	if err := libros.CheckMinimos(j.Minimo, append(minimos, minimo), s.autorizacion.Exenta); err != nil {
		avisos = append(avisos, avisoDe(err))
	}
	return avisos, nil
}

// ReposicionFacts replenishes a table.
type ReposicionFacts struct{ Entrega }

// ProposeReposicion proposes another anticipo for an open table, equal to the initial one
// (art. 35.1, criterio CAJ-A) and counted and signed like it (art. 36.2). It counts when
// its act closes. Refused: a table not open, or with an act pending.
func (c *Casa) ProposeReposicion(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f ReposicionFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if f.Inspector == "" {
			if f.Inspector, err = s.declaredInspector(tx.DB()); err != nil {
				return err
			}
		}
		total, err := s.checkReposicion(tx, hora, &f)
		if err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoReposicion, f.Inspector, hora)
		if err != nil {
			return err
		}
		p, err = s.propose(c, tx, autor, hora, ActoBorrador{
			Folio:  s.sesion.Folio,
			Tipo:   TipoReposicion,
			Plazas: plazas,
			Datos: append(f.datos(total),
				datoEntero("mesa", s.mesa.Numero),
				datoEntero("ordinal", s.sesion.Reposiciones+1)),
		}, nil)
		return err
	})
	return p, err
}

// declaredInspector is what the opening of the session said of the authority's inspector:
// a reposición that says nothing follows the same formality (art. 36.2).
func (s *sala) declaredInspector(db *gorm.DB) (libros.Presencia, error) {
	if !s.abierta {
		return libros.NoPresente, nil
	}
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND folio = ? AND tipo = ?",
		s.mesa.Establecimiento, LibroAnticipos(s.mesa.Numero), s.sesion.Folio, TipoAnticipoInicial))
	if err != nil || len(hojas) == 0 {
		return libros.NoPresente, err
	}
	return libros.Presencia(hojas[0].Dato("inspector")), nil
}

func (s *sala) checkReposicion(tx *escritor.Tx, hora Hora, f *ReposicionFacts) (domain.Importe, error) {
	if err := s.checkContrapartida(); err != nil {
		return 0, err
	}
	if err := s.checkServicio(art("35.1")); err != nil {
		return 0, err
	}
	anticipos, err := anticiposOf(tx.DB(), s.sesion)
	if err != nil {
		return 0, err
	}
	if err := hora.check(tx, s.desde(anticipos), s.autorizacion.Parametros.Margen()); err != nil {
		return 0, err
	}
	if err := s.checkFinJuegos(hora); err != nil {
		return 0, err
	}
	total, err := f.check(tx.DB())
	if err != nil {
		return 0, err
	}
	return total, libros.CheckReposicion(s.sesion.Anticipo, total)
}

func init() {
	validaciones[TipoAnticipoInicial] = func(tx *escritor.Tx, a *Acto) error { return checkStill(tx, a, false) }
	validaciones[TipoReposicion] = func(tx *escritor.Tx, a *Acto) error { return checkStill(tx, a, true) }
	validaciones[TipoCierreMesa] = func(tx *escritor.Tx, a *Acto) error { return checkStill(tx, a, true) }
	cierres[TipoAnticipoInicial] = func(tx *escritor.Tx, a *Acto, hoja diario.Asiento) error {
		return appendCaja(tx, a, hoja, libros.MovimientoAnticipo, "importe")
	}
	cierres[TipoReposicion] = func(tx *escritor.Tx, a *Acto, hoja diario.Asiento) error {
		return appendCaja(tx, a, hoja, libros.MovimientoReposicion, "importe")
	}
	cierres[TipoCierreMesa] = func(tx *escritor.Tx, a *Acto, hoja diario.Asiento) error {
		return appendCaja(tx, a, hoja, libros.MovimientoCierre, "a_caja")
	}
}

// checkStill judges again, when the last signature comes, that the table and its day are
// as they were when the act was proposed.
func checkStill(tx *escritor.Tx, a *Acto, open bool) error {
	d := lector{a: &a.propuesta}
	mesa := int(d.entero("mesa"))
	if d.err != nil {
		return d.err
	}
	j, _, err := LastJornada(tx.DB(), a.Establecimiento)
	if err != nil {
		return err
	}
	s, abierta, err := openSesion(tx.DB(), a.Establecimiento, mesa)
	switch {
	case err != nil:
		return err
	case j.Fecha != a.Jornada || !j.AdmiteRecuentos():
		return ErrSinJornada
	case open && (!abierta || s.Folio != a.Folio):
		return norma.Breach(art("35.1"), ErrMesaCerrada)
	case !open && abierta:
		return norma.Breach(art("29.1"), ErrMesaAbierta)
	}
	return nil
}
