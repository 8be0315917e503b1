package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/bacara"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/poquer"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about tables of círculo.
var (
	// ErrPuestoMesa: who is named does not hold the post in which he would serve.
	ErrPuestoMesa = errors.New("esa persona no tiene el puesto en que se la nombra")
	// ErrResponsable: the table has nobody who answers for it.
	ErrResponsable = errors.New("la mesa tiene quien la dirige: un inspector de mesa en el bacará, un jefe de mesa en el póquer")
	// ErrBanquero: bankers are named at the bacará a dos paños alone, and there always.
	ErrBanquero = errors.New("el banquero se nombra en el bacará a dos paños, y solo en él")
	// ErrFormaDeposito: the banker's deposit is in cash or by a cheque drawn by a bank.
	ErrFormaDeposito = errors.New("la banca se deposita en efectivo o con cheque librado por un banco")
	// ErrOtroBeneficio: the take is announced at the póquer alone: elsewhere the law fixes it.
	ErrOtroBeneficio = errors.New("la forma del beneficio se elige solo en el póquer de círculo")
)

// Kinds of asiento of the libro de beneficios (arts. 41, 86, 113.3) and of the sum of the
// cambista's box (art. 32.3), which is of the registro.
const (
	TipoAperturaCirculo   = "AperturaCirculo"
	TipoAdjudicacionBanca = "AdjudicacionBanca"
	TipoAperturaPozo      = "AperturaPozo"
	TipoAnuncioBeneficio  = "AnuncioBeneficio"
	TipoDotacionCambista  = "DotacionCambista"
	valorBanquero         = "banquero"
	separadorPersonas     = " "
	prefijoDatoBanca      = "banca."
)

var proyectoresCirculo = map[string]escritor.Proyector{
	TipoAperturaCirculo:   projectAperturaCirculo,
	TipoAperturaPozo:      projectPozo,
	TipoAdjudicacionBanca: noRows, // these are read from their leaves
	TipoAnuncioBeneficio:  noRows,
	TipoDotacionCambista:  noRows,
}

func noRows(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil }

func projectAperturaCirculo(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaSesionMesa{
		Establecimiento: a.Establecimiento,
		Mesa:            d.entero("mesa"),
		Folio:           a.Folio,
		Jornada:         string(a.Jornada),
		Juego:           d.texto("juego"),
		ApuestaMinima:   d.entero("apuesta_minima"),
		Maximos:         d.texto("modalidad"),
		HoraApertura:    micros(a.Hecho),
		Abierta:         1,
		Servicio:        string(EnServicio),
		Posicion:        a.Posicion,
	}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

func projectPozo(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	mesa, importe := d.entero("mesa"), d.entero("importe")
	if d.err != nil {
		return d.err
	}
	return l.Exec(`UPDATE sesiones_mesa SET abierta = 0, existencias = ?, resultado = ?, hora_cierre = ? WHERE establecimiento = ? AND mesa = ? AND folio = ?`,
		importe, importe, micros(a.Hecho), a.Establecimiento, mesa, a.Folio)
}

// PersonalCirculo is who serves a table of círculo, each by the id of the persona: who answers
// for it (arts. 71.1, 84, 114.1), its croupiers and its cambista (arts. 32.3, 71.4), "" at a
// póquer without one. Auxiliares are counted (art. 71.5).
type PersonalCirculo struct {
	Responsable string
	Crupieres   []string
	Cambista    string
	Auxiliares  int
}

// check judges the staff of a table of that game, with so many tables of it open besides.
func (p PersonalCirculo) check(db *gorm.DB, j domain.Juego, otras int) error {
	if err := libros.CheckCambista(p.Crupieres, p.Cambista); err != nil {
		return err
	}
	all := bacara.Personal{Inspector: p.Responsable != "", Crupier: len(p.Crupieres) > 0, Cambista: p.Cambista != ""}
	responsable, a := domain.InspectorMesa, art("71.1")
	var err error
	switch j {
	case domain.BacaraChemin:
		if err = bacara.CheckPersonal(all); err == nil {
			err = bacara.CheckAuxiliares(p.Auxiliares, otras+1)
		}
	case domain.BacaraDosPanos:
		a = art("84")
		err = bacara.CheckPersonalPanos(all)
	default:
		responsable, a = domain.JefeMesa, art("114.1")
		if !all.Inspector || !all.Crupier {
			err = norma.Breach(a, ErrResponsable)
		}
	}
	if err != nil {
		return err
	}
	if err := holds(db, p.Responsable, responsable, a); err != nil {
		return err
	}
	return p.checkEmpleados(db)
}

// checkEmpleados judges that croupiers and cambista hold those posts (art. 32.3).
func (p PersonalCirculo) checkEmpleados(db *gorm.DB) error {
	for _, c := range p.Crupieres {
		if err := holds(db, c, domain.Crupier, art("41.2.d")); err != nil {
			return err
		}
	}
	if p.Cambista == "" {
		return nil
	}
	return holds(db, p.Cambista, domain.Cambista, art("32.3"))
}

// holds returns nil when the persona holds that cargo; the breach cites a.
func holds(db *gorm.DB, persona string, cargo domain.Cargo, a norma.Articulo) error {
	p, err := findPersona(db, persona)
	if errors.Is(err, ErrPersona) || err == nil && p.Cargo != cargo {
		return norma.Errorf(a, "%w: %s", ErrPuestoMesa, strings.ToLower(cargo.Nombre()))
	}
	return err
}

// Banca is a bank of the bacará a dos paños as it is awarded (arts. 86.1 to 86.3): to whom, for
// how much, what he has deposited and how. Validada says that the direction has found enough
// the deposit of an open bank (art. 88.2). PorDias: awarded by days, not by tallas. Salta: the
// banker goes on after his bank was won of him (art. 86.4). Pujas are the bids, if it was sold.
type Banca struct {
	Banquero string
	Importe  domain.Importe
	Deposito domain.Importe
	Forma    string // efectivo or cheque_bancario; entidad, of an open bank alone
	Validada bool
	PorDias  bool
	Salta    bool
	Pujas    []domain.Importe
}

// Ways of depositing a bank (arts. 86.3, 88.2).
const (
	DepositoEfectivo = "efectivo"
	DepositoCheque   = "cheque_bancario"
	DepositoEntidad  = "entidad_admitida"
)

// check judges a bank that is about to begin.
func (b Banca) check(m bacara.Modalidad, maximo, inicial domain.Importe, dirige bool) error {
	if err := bacara.CheckApertura(strings.TrimSpace(b.Banquero) != "", b.Importe); err != nil {
		return err
	}
	if len(b.Pujas) > 0 {
		if _, _, err := bacara.AdjudicaPanos(b.Pujas); err != nil {
			return err
		}
		if b.Importe != slices.Max(b.Pujas) {
			return norma.Breach(art("86.2"), bacara.ErrNoAnunciad)
		}
	}
	if err := (bacara.Limites{Modalidad: m, MaximoBanca: maximo}).CheckAdjudicada(b.Importe); err != nil {
		return err
	}
	if b.Salta {
		if err := bacara.CheckRepone(inicial, b.Deposito); err != nil {
			return err
		}
	}
	if err := bacara.CheckDuracion(b.PorDias, dirige); err != nil {
		return err
	}
	if b.Forma != DepositoEfectivo && b.Forma != DepositoCheque && (b.Forma != DepositoEntidad || m != bacara.Abierta) {
		return norma.Breach(art("86.3"), ErrFormaDeposito)
	}
	if err := bacara.CheckDeposito(b.Importe, b.Deposito); err != nil {
		return err
	}
	if m == bacara.Abierta {
		return bacara.CheckJustifica(b.Validada && dirige)
	}
	return nil
}

func (b Banca) datos(talla int) []diario.Dato {
	ds := []diario.Dato{
		datoEntero(prefijoDatoBanca+"talla", talla),
		datoEntero(prefijoDatoBanca+"importe", b.Importe),
		datoEntero(prefijoDatoBanca+"deposito", b.Deposito),
		{Nombre: prefijoDatoBanca + "forma", Valor: b.Forma},
		datoSi(prefijoDatoBanca+"validada", b.Validada),
		datoSi(prefijoDatoBanca+"por_dias", b.PorDias),
	}
	if b.Salta {
		ds = append(ds, datoSi(prefijoDatoBanca+"salta", true))
	}
	if len(b.Pujas) > 0 {
		pujas := make([]string, 0, len(b.Pujas))
		for _, p := range b.Pujas {
			pujas = append(pujas, fmt.Sprint(int64(p)))
		}
		ds = append(ds, diario.Dato{Nombre: prefijoDatoBanca + "pujas", Valor: strings.Join(pujas, " ")})
	}
	return ds
}

// AperturaCirculoFacts open a table of círculo. Jugadores are those seated, at the bacará a dos
// paños by cloth. Modalidad is "libre" or "cuadro" at the chemin de fer (art. 69.2), "limitada"
// or "libre" at the dos paños (art. 82), the limit of the bets at the póquer (art. 117.3.a).
type AperturaCirculoFacts struct {
	PersonalCirculo
	ApuestaMinima domain.Importe
	Modalidad     string
	Maximo        domain.Importe // of a bet; 0 where the modality has none
	MaximoBanca   domain.Importe // of a limited bank of dos paños
	Ante          domain.Importe // of a póquer
	Variante      poquer.Nombre  // of a póquer
	Jugadores     []int
	Cena          bool   // a dinner stands between this session of an open bank and the first
	Banca         *Banca // of a dos paños
}

// OpenCirculo opens a table of círculo: it has no anticipo and nobody signs, but who directs
// finds that there are players enough (art. 29.4). Refused: what AperturaCirculoFacts lacks of
// arts. 32.3, 71.1, 77, 82 to 90.1, 111 to 118.1; a game or a minimum not authorised; a table
// open already, closed down, or with an act pending; a póquer whose beneficio nobody announced
// in the jornada (art. 113.3); a season whose box of the cambista nobody fixed (art. 32.3).
func (c *Casa) OpenCirculo(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f AperturaCirculoFacts) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if !s.mesa.Juego.Circulo() {
			return norma.Breach(art("41.1"), libros.ErrContrapartida)
		}
		if s.abierta {
			return norma.Breach(art("29.1"), ErrMesaAbierta)
		}
		if err := checkDirige(tx.DB(), autor, establecimiento, hora, art("29.4")); err != nil {
			return err
		}
		if err := s.checkAbre(tx, hora); err != nil {
			return err
		}
		datos, err := s.checkCirculo(tx.DB(), f)
		if err != nil {
			return err
		}
		if err := s.checkDeposito(tx.DB()); err != nil {
			return err
		}
		b := diario.Borrador{NuevoFolio: true, Tipo: TipoAperturaCirculo, Datos: datos}
		if f.Banca != nil {
			b.Personal = []diario.ValorPersonal{{Nombre: valorBanquero, Valor: strings.TrimSpace(f.Banca.Banquero)}}
		}
		_, err = s.appendHoja(tx, autor, hora, b)
		tx.Recurso(201, fmt.Sprint(mesa))
		return err
	})
	return err
}

// checkCirculo judges what a table of círculo would open with, and gives the datos of its
// asiento.
func (s *sala) checkCirculo(db *gorm.DB, f AperturaCirculoFacts) ([]diario.Dato, error) {
	j, ok := s.autorizacion.Juego(s.mesa.Juego)
	if !ok {
		return nil, norma.Breach(art("9.c"), ErrJuegoNoAutorizado)
	}
	if err := libros.CheckApuestaMinima(s.mesa.Juego, j.bandaOf(s.mesa), f.ApuestaMinima); err != nil {
		return nil, err
	}
	dotacion, err := dotacionCambista(db, s.mesa.Establecimiento)
	if err != nil {
		return nil, err
	}
	if err := libros.CheckDotacionCambista(dotacion.Importe); err != nil {
		return nil, err
	}
	open, err := countOpen(db, s.mesa.Establecimiento, s.mesa.Juego)
	if err != nil {
		return nil, err
	}
	if err := f.PersonalCirculo.check(db, s.mesa.Juego, open); err != nil {
		return nil, err
	}
	propios, err := s.checkJuegoCirculo(db, f)
	if err != nil {
		return nil, err
	}
	jugadores := make([]string, 0, len(f.Jugadores))
	for _, n := range f.Jugadores {
		jugadores = append(jugadores, fmt.Sprint(n))
	}
	return append([]diario.Dato{
		{Nombre: "juego", Valor: string(s.mesa.Juego)},
		datoEntero("apuesta_minima", f.ApuestaMinima),
		{Nombre: "modalidad", Valor: f.Modalidad},
		{Nombre: "jugadores", Valor: strings.Join(jugadores, separadorPersonas)},
		{Nombre: "responsable", Valor: f.Responsable},
		{Nombre: "crupieres", Valor: strings.Join(f.Crupieres, separadorPersonas)},
		{Nombre: "cambista", Valor: f.Cambista},
		datoEntero("auxiliares", f.Auxiliares),
		datoEntero("dotacion", dotacion.Importe),
	}, propios...), nil
}

// checkJuegoCirculo judges what is of each game alone, and gives its datos.
func (s *sala) checkJuegoCirculo(db *gorm.DB, f AperturaCirculoFacts) ([]diario.Dato, error) {
	if (f.Banca != nil) != (s.mesa.Juego == domain.BacaraDosPanos) {
		return nil, norma.Breach(art("86.1"), ErrBanquero)
	}
	if want := map[bool]int{false: 1, true: 2}[s.mesa.Juego == domain.BacaraDosPanos]; len(f.Jugadores) != want {
		return nil, fmt.Errorf("%w: los jugadores se cuentan por mesa, y en dos paños por paño", ErrDatos)
	}
	switch s.mesa.Juego {
	case domain.BacaraChemin:
		if err := bacara.CheckModo(bacara.Modo(f.Modalidad), true); err != nil {
			return nil, err
		}
		return nil, bacara.CheckJugadores(f.Jugadores[0])
	case domain.BacaraDosPanos:
		return s.checkPanos(db, f)
	}
	return s.checkPoquer(db, f)
}

// checkPanos judges a table of two cloths (arts. 82 to 90.1).
func (s *sala) checkPanos(db *gorm.DB, f AperturaCirculoFacts) ([]diario.Dato, error) {
	m := bacara.Modalidad(f.Modalidad)
	limites := bacara.Limites{Modalidad: m, Minimo: f.ApuestaMinima, Maximo: f.Maximo, MaximoBanca: f.MaximoBanca}
	if err := limites.Check(); err != nil {
		return nil, err
	}
	if err := bacara.CheckMinimoPanos(f.Jugadores[0], f.Jugadores[1]); err != nil {
		return nil, err
	}
	if err := f.Banca.check(m, f.MaximoBanca, 0, true); err != nil { // who directs opens
		return nil, err
	}
	datos := append(f.Banca.datos(1), datoEntero("maximo", f.Maximo), datoEntero("maximo_banca", f.MaximoBanca))
	if m != bacara.Abierta {
		return datos, nil
	}
	sesion, err := s.checkLibre(db, f.Cena)
	return append(datos, datoEntero("sesion_libre", sesion), datoSi("cena", f.Cena)), err
}

// checkLibre judges another session of an open bank in the jornada: on the one table that had
// it, and the second after the dinner (art. 88.3). It returns which session it is.
func (s *sala) checkLibre(db *gorm.DB, cena bool) (int, error) {
	sesiones, err := sesionesOf(db, s.mesa.Establecimiento, s.jornada.Fecha)
	if err != nil {
		return 0, err
	}
	mesas, sesion := map[int]bool{s.mesa.Numero: true}, 1
	for _, x := range sesiones {
		if x.Juego == domain.BacaraDosPanos && x.Maximos == string(bacara.Abierta) {
			mesas[x.Mesa] = true
			sesion++
		}
	}
	return sesion, bacara.CheckLibre(len(mesas), sesion, 1, cena)
}

// checkPoquer judges a table of póquer (arts. 111 to 118.1).
func (s *sala) checkPoquer(db *gorm.DB, f AperturaCirculoFacts) ([]diario.Dato, error) {
	if _, err := poquer.FindVariante(f.Variante); err != nil {
		return nil, err
	}
	if _, _, err := poquer.MaximoApuesta(poquer.Modo(f.Modalidad), 0); err != nil {
		return nil, err
	}
	if poquer.Modo(f.Modalidad) != poquer.BoteSinLimite {
		if err := poquer.CheckMinimo(f.Maximo, f.ApuestaMinima); err != nil {
			return nil, err
		}
	}
	if err := poquer.CheckAnte(f.ApuestaMinima, f.Ante); err != nil {
		return nil, err
	}
	if err := poquer.CheckMano(f.Jugadores[0]); err != nil {
		return nil, err
	}
	b, announced, err := beneficioAnunciado(db, s.mesa.Mesa, s.jornada.Fecha)
	if err != nil {
		return nil, err
	}
	if !announced {
		return nil, norma.Breach(art("113.3"), poquer.ErrAnuncio)
	}
	return append(b.datos(), diario.Dato{Nombre: "variante", Valor: string(f.Variante)},
		datoEntero("maximo", f.Maximo), datoEntero("ante", f.Ante)), nil
}

// countOpen counts the open tables of a game.
func countOpen(db *gorm.DB, establecimiento string, j domain.Juego) (int, error) {
	var n int64
	err := db.Model(&filaSesionMesa{}).Where("establecimiento = ? AND juego = ? AND abierta = 1", establecimiento, string(j)).Count(&n).Error
	if err != nil {
		return 0, fmt.Errorf("count the open tables of %s: %w", establecimiento, err)
	}
	return int(n), nil
}

// AwardBanca records that the bank of an open table of dos paños passes to another banker, or
// goes on with another talla (arts. 86.1 to 86.5). Of an open bank each award is a talla: two a
// session (art. 88.3). Refused: a table not in service, a bank without its deposit.
func (c *Casa) AwardBanca(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, b Banca) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if s.mesa.Juego != domain.BacaraDosPanos {
			return norma.Breach(art("86.1"), ErrBanquero)
		}
		if err := s.checkServicio(art("86.1")); err != nil {
			return err
		}
		p, err := s.partida(tx.DB())
		if err != nil {
			return err
		}
		if err := hora.check(tx, p.ultimo, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		if err := s.checkFinJuegos(hora); err != nil {
			return err
		}
		dirige, err := actsAsDirector(tx.DB(), autor.Persona, establecimiento, diario.Instante(hora.Hecho))
		if err != nil {
			return err
		}
		modalidad := bacara.Modalidad(s.sesion.Maximos)
		if modalidad == bacara.Abierta {
			if err := bacara.CheckLibre(1, p.sesionLibre, p.tallas+1, true); err != nil {
				return err
			}
		}
		if err := b.check(modalidad, p.maximoBanca, p.banca, dirige); err != nil {
			return err
		}
		_, err = s.appendHoja(tx, autor, hora, diario.Borrador{Tipo: TipoAdjudicacionBanca, Datos: b.datos(p.tallas + 1),
			Personal: []diario.ValorPersonal{{Nombre: valorBanquero, Valor: strings.TrimSpace(b.Banquero)}}})
		return err
	})
	return err
}
