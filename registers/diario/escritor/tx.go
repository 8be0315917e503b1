package escritor

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/norma"
	"foliado/registers/diario"
)

// Tx is what an act sees of the transaction of its group. It ends with the act.
type Tx struct {
	g   *group
	job *job
	now time.Time
}

// Append numbers b, stamps it, formats its leaf, commits to its personal values and runs
// the projector of its Tipo, if it has one. A Hecho left out is the instant of its
// anotación; a later one is refused with ErrHechoFuturo (HOR-1); a folio not open, with
// ErrFolio; what the canonical text cannot hold, with diario.ErrFormato. A refused
// asiento takes no number. An error of the projector fails the act.
func (t *Tx) Append(b diario.Borrador) (diario.Asiento, error) {
	g, s := t.g, t.g.e.s
	if g.l.failed != nil {
		return diario.Asiento{}, g.l.failed
	}
	a, err := s.draft(&b, s.next(t.now))
	if err != nil {
		return diario.Asiento{}, err
	}
	if plazo := g.e.cfg.Plazo; plazo != nil && a.SuprimibleDesde == "" && len(b.Personal) > 0 {
		a.SuprimibleDesde = plazo(a.Clase, domain.FechaDe(a.Anotacion))
	}
	openings, err := commitTo(&a, b.Personal, g.e.azar)
	if err != nil {
		return diario.Asiento{}, err
	}
	texto, err := diario.Format(&a)
	if err != nil {
		return diario.Asiento{}, err
	}
	s.hashes = diario.JoinHashes(s.tree.Append(texto))
	s.last = a.Anotacion
	s.count(&a)
	g.buffer(&a, texto, openings)
	if project := g.e.cfg.Proyectores[a.Tipo]; project != nil {
		if err := project(g.l, &a, valuesOf(openings)); err != nil {
			return diario.Asiento{}, g.l.fail(fmt.Errorf("project %s: %w", a.Tipo, err))
		}
	}
	return a, nil
}

// draft is the asiento of b at the end of the log, with its numbers, which are not
// taken yet.
func (s *state) draft(b *diario.Borrador, now time.Time) (diario.Asiento, error) {
	a := diario.Asiento{
		Posicion:        s.tree.Tamano(),
		Establecimiento: b.Establecimiento,
		Libro:           b.Libro,
		Numero:          s.counters[counter{"libro", b.Establecimiento, b.Libro}] + 1,
		Serie:           b.Serie,
		Jornada:         b.Jornada,
		Hecho:           diario.Instante(b.Hecho),
		Anotacion:       now,
		Origen:          b.Origen,
		Autor:           b.Autor,
		Cargo:           b.Cargo,
		Clase:           b.Clase,
		SuprimibleDesde: b.SuprimibleDesde,
		Tipo:            b.Tipo,
		Datos:           sortedDatos(b.Datos),
		Firmas:          b.Firmas,
	}
	folio := s.counters[counter{"folio", b.Establecimiento, b.Libro}]
	switch {
	case b.NuevoFolio:
		a.Folio = folio + 1
	case b.Folio < 0 || b.Folio > folio:
		return a, fmt.Errorf("%w: folio %d de %s", ErrFolio, b.Folio, b.Libro)
	default:
		a.Folio = b.Folio
	}
	if b.Serie != "" {
		a.NumeroSerie = s.counters[counter{"serie", b.Establecimiento, b.Serie}] + 1
	}
	if b.Hecho.IsZero() {
		a.Hecho = now
	} else if a.Hecho.After(now) {
		return a, (&norma.Error{Err: ErrHechoFuturo}).Under("HOR-1")
	}
	return a, nil
}

// sortedDatos returns the datos in order, a copy when they were not.
func sortedDatos(datos []diario.Dato) []diario.Dato {
	byName := func(a, b diario.Dato) int { return strings.Compare(a.Nombre, b.Nombre) }
	if slices.IsSortedFunc(datos, byName) {
		return datos
	}
	datos = slices.Clone(datos)
	slices.SortFunc(datos, byName)
	return datos
}

// commitTo gives a the commitments to the personal values and returns their openings,
// in the same order.
func commitTo(a *diario.Asiento, personal []diario.ValorPersonal, azar io.Reader) ([]diario.Apertura, error) {
	if len(personal) == 0 {
		return nil, nil
	}
	byName := func(a, b diario.ValorPersonal) int { return strings.Compare(a.Nombre, b.Nombre) }
	if !slices.IsSortedFunc(personal, byName) {
		personal = slices.Clone(personal)
		slices.SortStableFunc(personal, byName)
	}
	openings := make([]diario.Apertura, len(personal))
	a.Valores = make([]diario.Compromiso, len(personal))
	for k, v := range personal {
		if !utf8.ValidString(v.Valor) || strings.IndexByte(v.Valor, 0) >= 0 {
			return nil, fmt.Errorf("%w: valor %s: UTF-8 no válido", diario.ErrFormato, v.Nombre)
		}
		if v.Sal == nil || v.HMAC == nil {
			var err error
			if v, err = v.Commit(azar); err != nil {
				return nil, err
			}
		}
		openings[k] = diario.Apertura{Posicion: a.Posicion, Nombre: v.Nombre, Valor: diario.NFC(v.Valor), Sal: *v.Sal}
		a.Valores[k] = diario.Compromiso{Nombre: v.Nombre, HMAC: *v.HMAC}
	}
	return openings, nil
}

func valuesOf(openings []diario.Apertura) map[string]string {
	values := make(map[string]string, len(openings))
	for _, o := range openings {
		values[o.Nombre] = o.Valor
	}
	return values
}

// count takes the numbers of a.
func (s *state) count(a *diario.Asiento) {
	s.set(counter{"libro", a.Establecimiento, a.Libro}, a.Numero)
	if k := (counter{"folio", a.Establecimiento, a.Libro}); a.Folio > s.counters[k] {
		s.set(k, a.Folio)
	}
	if a.Serie != "" {
		s.set(counter{"serie", a.Establecimiento, a.Serie}, a.NumeroSerie)
	}
}

// buffer keeps the rows of the leaf and of its vault for the flush.
func (g *group) buffer(a *diario.Asiento, texto []byte, openings []diario.Apertura) {
	asientos, boveda := g.l.buffers[0], g.l.buffers[1]
	g.l.touch(asientos)
	asientos.add(a.Posicion, a.Establecimiento, a.Libro, a.Numero, a.Folio, a.Serie, a.NumeroSerie,
		string(a.Jornada), a.Hecho.UnixMicro(), a.Anotacion.UnixMicro(), a.Origen.Formulario, a.Origen.Transcriptor,
		a.Autor, string(a.Cargo), string(a.Clase), string(a.SuprimibleDesde), a.Tipo, texto,
		g.e.s.hashes)
	if len(openings) > 0 {
		g.l.touch(boveda)
	}
	for _, o := range openings {
		boveda.add(o.Posicion, o.Nombre, o.Valor, o.Sal[:], string(a.Clase), string(a.SuprimibleDesde))
	}
}

// Insert buffers a row that is no projection (session, comprobación).
func (t *Tx) Insert(row any) error { return t.g.l.Insert(row) }

// Exec flushes, then executes on rows that are no projection.
func (t *Tx) Exec(sql string, args ...any) error { return t.g.l.Exec(sql, args...) }

// DB flushes the buffers and returns a handle for reads inside the transaction.
func (t *Tx) DB() *gorm.DB { return t.g.l.DB() }

// Once returns what load reads, kept for the acts of the same transaction until any of
// them writes in a table that load read. load reads through its handle alone.
func (t *Tx) Once(key string, load func(*gorm.DB) (any, error)) (any, error) {
	l := t.g.l
	if read, ok := l.reads[key]; ok {
		return read.value, nil
	}
	db := l.DB()
	outer := l.c.reads
	var statements []string
	l.c.reads = &statements
	defer func() {
		if l.c.reads = outer; outer != nil {
			*outer = append(*outer, statements...)
		}
	}()
	value, err := load(db)
	if err != nil {
		return nil, err
	}
	l.version++
	l.reads[key] = onceRead{value, statements}
	return value, nil
}

// Ahora is the instant of this act, UTC at microseconds: the hora de anotación of the
// first asiento that it appends.
func (t *Tx) Ahora() time.Time { return t.now }

// Sola reports whether the act runs again alone after a failed group.
func (t *Tx) Sola() bool { return t.g.sola }

// Ultimo is the last number given in a series of an establecimiento, 0 when none was.
func (t *Tx) Ultimo(establecimiento, serie string) int64 {
	return t.g.e.s.counters[counter{"serie", establecimiento, serie}]
}

// UltimoFolio is the last folio opened in a book, 0 when none was.
func (t *Tx) UltimoFolio(establecimiento, libro string) int64 {
	return t.g.e.s.counters[counter{"folio", establecimiento, libro}]
}

// Contadores returns every counter and its last number, named as EstadoDeSeries states
// them: libro.<E>/<libro>, folio.<E>/<libro>, serie.<E>/<serie>.
func (t *Tx) Contadores() map[string]int64 {
	all := make(map[string]int64, len(t.g.e.s.counters))
	for k, n := range t.g.e.s.counters {
		all[k.String()] = n
	}
	return all
}

// Tamano is the position that the next asiento will take.
func (t *Tx) Tamano() int64 { return t.g.e.s.tree.Tamano() }

// Recurso says what an idempotent replay answers with: HTTP status and reference.
func (t *Tx) Recurso(estado int, ref string) { t.job.estado, t.job.recurso = estado, ref }

// alarma is an asiento of the writer itself.
func alarma(tipo string, datos ...diario.Dato) diario.Borrador {
	return diario.Borrador{
		Establecimiento: diario.Entidad,
		Libro:           "alarmas",
		Autor:           string(domain.Sistema),
		Cargo:           domain.Sistema,
		Clase:           diario.ClasePermanente,
		Tipo:            tipo,
		Datos:           datos,
	}
}

func relojAtrasado(behind time.Duration) diario.Borrador {
	return alarma("RelojAtrasado", diario.Dato{Nombre: "retraso_us", Valor: strconv.FormatInt(behind.Microseconds(), 10)})
}
