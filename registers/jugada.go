package registers

import (
	"context"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"
	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// prefijoJugadas begins the name of the book of the jugadas of a table.
const prefijoJugadas = "jugadas-"

// LibroJugadas is the name of the book of the jugadas of a table: a folio for each.
func LibroJugadas(mesa int) string { return prefijoJugadas + strconv.Itoa(mesa) }

// Personal values of a jugada: who claims, and what both sides say.
const (
	valorReclamante         = "reclamante"
	valorDeclaracionCrupier = "declaracion_crupier"
	valorDeclaracionJugador = "declaracion_jugador"
)

// PagoJugada is whose a bet was and what the table did with it.
type PagoJugada struct {
	jugada.Postura
	jugada.Pago
}

// JugadaFacts are the facts of a jugada. Hechos are those of the schema of its game, in
// canonical JSON, and Liquidacion what its engine makes of them; Pagos says, bet by bet in
// that order, what the table did. With a Reclamacion it is disputed and gets its acta.
type JugadaFacts struct {
	Hechos             string
	Liquidacion        jugada.Liquidacion
	Pagos              []PagoJugada
	Crupier            string // persona; "" not said
	Reclamacion        *jugada.Reclamacion
	Reclamante         string // name of who complains; a personal value, as both statements
	DeclaracionCrupier string
	DeclaracionJugador string
}

// JugadaAnotada is a jugada just put on record. Acta is the act that disputes it, nil when
// nobody complains.
type JugadaAnotada struct {
	Numero   int64
	Dictamen jugada.Dictamen
	Acta     *Acto
	Avisos   []Aviso
}

// SesionAt returns the session of a table that went on at an hour, open or closed since:
// a table without its anticipo has no jugadas (art. 35.1). It returns ErrEstablecimiento,
// ErrMesa, or ErrMesaCerrada with its article.
func (c *Casa) SesionAt(ctx context.Context, establecimiento string, mesa int, hecho time.Time) (SesionMesa, error) {
	return sesionAt(c.Escritor.Lectura().WithContext(ctx), establecimiento, mesa, hecho)
}

func sesionAt(db *gorm.DB, establecimiento string, mesa int, hecho time.Time) (SesionMesa, error) {
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return SesionMesa{}, err
	}
	if _, err := findMesa(db, establecimiento, mesa); err != nil {
		return SesionMesa{}, err
	}
	t := micros(diario.Instante(hecho))
	f, ok, err := findOne[filaSesionMesa](db.Where("establecimiento = ? AND mesa = ? AND hora_apertura <= ? AND (abierta = 1 OR hora_cierre >= ?)",
		establecimiento, mesa, t, t).Order("folio DESC"))
	if err != nil {
		return SesionMesa{}, fmt.Errorf("read the session of table %d of %s: %w", mesa, establecimiento, err)
	}
	if !ok {
		return SesionMesa{}, norma.Errorf(art("35.1"), "%w a esa hora", ErrMesaCerrada)
	}
	return f.sesion(), nil
}

// RecordJugada puts a jugada of a table on record with what its engine says of what was
// paid: at the session that went on at its hour, open or closed since (the last ball, a
// complaint of the next day). A disputed one gets its acta, which a jefe de mesa and who
// directs sign, and the player by hand or refusing to (criterio FIR-4). It returns what
// SesionAt does, ErrDatos, ErrPersona, or a breach: of the hour, of what was paid, of the
// complaint (art. 38.3).
func (c *Casa) RecordJugada(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f JugadaFacts) (JugadaAnotada, error) {
	var out JugadaAnotada
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		var err error
		out, err = c.recordJugada(tx, autor, c.settle(tx, hora), establecimiento, mesa, f)
		return err
	})
	return out, err
}

func (c *Casa) recordJugada(tx *escritor.Tx, autor Autor, hora Hora, establecimiento string, mesa int, f JugadaFacts) (JugadaAnotada, error) {
	var out JugadaAnotada
	s, err := sesionAt(tx.DB(), establecimiento, mesa, hora.Hecho)
	if err != nil {
		return out, err
	}
	a, err := CurrentAutorizacion(tx.DB(), establecimiento)
	if err != nil {
		return out, err
	}
	if err := hora.check(tx, s.Apertura, a.Parametros.Margen()); err != nil {
		return out, err
	}
	if out.Dictamen, err = f.judge(tx.DB(), s, hora); err != nil {
		return out, err
	}
	m, err := findMesa(tx.DB(), establecimiento, mesa)
	if err != nil {
		return out, err
	}
	out.Avisos = avisosJugada(m, s, &f)
	b := diario.Borrador{
		Establecimiento: establecimiento,
		Libro:           LibroJugadas(mesa),
		NuevoFolio:      true,
		Jornada:         s.Jornada,
		Tipo:            TipoJugada,
		Datos:           withAvisos(out.Avisos, f.datos(s, out.Dictamen)...),
		Personal:        f.personal(),
	}
	hora.stamp(&b, autor)
	hoja, err := tx.Append(b)
	if err != nil {
		return out, err
	}
	out.Numero = hoja.Folio
	tx.Recurso(201, strconv.FormatInt(out.Numero, 10))
	if f.Reclamacion == nil {
		return out, nil
	}
	acta, err := c.proposeActaJugada(tx, autor, hora, hoja, *f.Reclamacion)
	out.Acta = &acta
	return out, err
}

// judge judges the facts against the session: its game, whose the bets were, what was
// paid, the complaint.
func (f *JugadaFacts) judge(db *gorm.DB, s SesionMesa, hora Hora) (jugada.Dictamen, error) {
	none := jugada.Dictamen{}
	if f.Liquidacion.Juego != s.Juego {
		return none, fmt.Errorf("%w: en la mesa se jugaba a %s", ErrDatos, s.Juego.Nombre())
	}
	if f.Crupier != "" {
		p, err := findPersona(db, f.Crupier)
		if err != nil {
			return none, err
		}
		if p.Cargo != domain.Crupier {
			return none, fmt.Errorf("%w: %s no es crupier", ErrDatos, p.ID)
		}
	}
	pagos := make([]jugada.Pago, 0, len(f.Pagos))
	for _, p := range f.Pagos {
		if err := p.Postura.Check(s.Juego); err != nil {
			return none, err
		}
		pagos = append(pagos, p.Pago)
	}
	if f.Reclamacion != nil {
		if err := f.Reclamacion.Complete(diario.Instante(hora.Hecho)); err != nil {
			return none, err
		}
	} else if f.Reclamante != "" {
		return none, norma.Breach(art("38.3"), jugada.ErrHoja)
	}
	return jugada.Judge(f.Liquidacion, pagos)
}

func (f *JugadaFacts) personal() []diario.ValorPersonal {
	var vs []diario.ValorPersonal
	for _, v := range []diario.ValorPersonal{
		{Nombre: valorReclamante, Valor: f.Reclamante},
		{Nombre: valorDeclaracionCrupier, Valor: f.DeclaracionCrupier},
		{Nombre: valorDeclaracionJugador, Valor: f.DeclaracionJugador},
	} {
		if v.Valor = strings.TrimSpace(v.Valor); v.Valor != "" {
			vs = append(vs, v)
		}
	}
	return vs
}

// datos are the facts of the leaf: what lay on the table, the sums, and each bet.
func (f *JugadaFacts) datos(s SesionMesa, d jugada.Dictamen) []diario.Dato {
	ds := []diario.Dato{
		datoEntero("mesa", s.Mesa),
		datoEntero("sesion", s.Folio),
		{Nombre: "juego", Valor: string(s.Juego)},
		{Nombre: "hechos", Valor: diario.NFC(f.Hechos)},
		{Nombre: "veredicto", Valor: string(d.Veredicto)},
		datoEntero("apostado", d.Apostado),
		datoEntero("debido", d.Debido),
		datoEntero("pagado", d.Pagado),
		datoEntero("diferencia", d.Diferencia),
	}
	if n := f.Liquidacion.Nula; n != nil {
		ds = appendTexto(ds, "nula.articulo", n.Articulo.Ref())
		ds = appendTexto(ds, "nula.criterio", n.Criterio)
	}
	ds = appendTexto(ds, "crupier", f.Crupier)
	if r := f.Reclamacion; r != nil {
		ds = append(ds, datosReclamacion(*r)...)
	}
	for k, l := range d.Lineas {
		ds = append(ds, datosApuesta(k+1, l, f.Pagos[k].Postura)...)
	}
	return ds
}

// appendTexto adds a dato that may be left out.
func appendTexto(ds []diario.Dato, nombre, valor string) []diario.Dato {
	if valor == "" {
		return ds
	}
	return append(ds, diario.Dato{Nombre: nombre, Valor: valor})
}

func datosReclamacion(r jugada.Reclamacion) []diario.Dato {
	ds := []diario.Dato{{Nombre: "hoja", Valor: r.Hoja}}
	if r.Camara != "" {
		ds = append(ds, diario.Dato{Nombre: "camara", Valor: r.Camara},
			datoInstante("camara.desde", diario.Instante(r.Desde)), datoInstante("camara.hasta", diario.Instante(r.Hasta)),
			diario.Dato{Nombre: "camara.conservar", Valor: string(r.Conservar)})
	}
	return ds
}

// prefijoLinea names the datos of the n-th bet, so that they stay in order.
func prefijoLinea(n int) string { return fmt.Sprintf("linea.%03d.", n) }

func datosApuesta(n int, l jugada.Linea, p jugada.Postura) []diario.Dato {
	k := prefijoLinea(n)
	ds := []diario.Dato{
		{Nombre: k + "apuesta", Valor: l.Nombre},
		{Nombre: k + "suerte", Valor: l.Suerte},
		{Nombre: k + "resultado", Valor: l.Resultado},
		datoEntero(k+"apostado", l.Apostado),
		datoEntero(k+"debido", l.Debido),
		datoEntero(k+"pagado", l.Pagado),
		datoEntero(k+"devuelto", l.Devuelto),
		datoEntero(k+"conservado", l.Conservado),
		datoEntero(k+"diferencia", l.Diferencia),
	}
	ds = appendTexto(ds, k+"exacto", l.Exacto())
	ds = appendTexto(ds, k+"articulo", l.Articulo.Ref())
	ds = appendTexto(ds, k+"criterio", l.Criterio)
	ds = appendTexto(ds, k+"casilla", p.Casilla)
	ds = appendTexto(ds, k+"jugador", p.Jugador)
	return appendTexto(ds, k+"color", p.Color)
}

// proposeActaJugada proposes the acta of a disputed jugada. It binds the very leaf, with
// the statements it commits to, by the leaf's hash; queja binds likewise the leaf of a
// complaint that came later.
func (c *Casa) proposeActaJugada(tx *escritor.Tx, autor Autor, hora Hora, hoja diario.Asiento, r jugada.Reclamacion, queja ...diario.Dato) (Acto, error) {
	texto, err := diario.Format(&hoja)
	if err != nil {
		return Acto{}, err
	}
	hash := tlog.RecordHash(texto)
	b := ActoBorrador{
		Establecimiento: hoja.Establecimiento,
		Libro:           hoja.Libro,
		Folio:           hoja.Folio,
		Jornada:         hoja.Jornada,
		Tipo:            TipoActaJugada,
		Plazas: []firma.Plaza{
			{Quien: firma.QuienJefeMesa},
			{Quien: firma.QuienDirector},
			{Quien: firma.QuienJugador, Modos: []diario.Modo{diario.ModoManuscrita, diario.ModoSeNiega}},
		},
		Datos: append(append(datosReclamacion(r), queja...),
			diario.Dato{Nombre: "mesa", Valor: hoja.Dato("mesa")},
			datoEntero("jugada", hoja.Folio),
			datoEntero("jugada.asiento", hoja.Posicion),
			diario.Dato{Nombre: "jugada.hoja", Valor: hex.EncodeToString(hash[:])},
			diario.Dato{Nombre: "juego", Valor: hoja.Dato("juego")},
			diario.Dato{Nombre: "veredicto", Valor: hoja.Dato("veredicto")},
			diario.Dato{Nombre: "debido", Valor: hoja.Dato("debido")},
			diario.Dato{Nombre: "pagado", Valor: hoja.Dato("pagado")},
			diario.Dato{Nombre: "diferencia", Valor: hoja.Dato("diferencia")}),
	}
	hora.Motivo = "" // the leaf of the jugada, or of the complaint, says why it came late
	hora.stampActo(&b, autor)
	return c.proposeTx(tx, b)
}
