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

// Errors about gaming days.
var (
	// ErrJornada: the establecimiento has no gaming day of that date.
	ErrJornada = errors.New("no existe esa jornada")
	// ErrFaseReservada: the phase is reached by closing or by certifying, not by itself.
	ErrFaseReservada = errors.New("a esa fase se llega cerrando o certificando la jornada")
	// ErrFueraDeHora: what was done falls outside the hours planned.
	ErrFueraDeHora = errors.New("fuera de la hora prevista")
	// ErrSinRuletas: no table of roulette from which to reckon the caja central.
	ErrSinRuletas = errors.New("no hay ruletas con las que calcular la suma de la caja central")
)

// JornadaFacts begins a gaming day. TipoDia may be empty: the day of the week decides.
type JornadaFacts struct {
	Fecha     domain.Fecha
	Metalico  domain.Importe // cash in the caja central, céntimos
	Bloqueado domain.Importe // blocked in a bank account, céntimos
	TipoDia   TipoDia
}

// CreateJornada begins a gaming day in phase preparacion. It is refused before the former
// one is certified (art. 42.2, criterio JOR-2) and unless the caja central holds what
// art. 37.1 asks for with the highest minimum planned for the roulettes (criterio CAJ-D).
// Other errors: ErrEstablecimiento, ErrAutorizacion, ErrDatos, those of the hour.
func (c *Casa) CreateJornada(ctx context.Context, autor Autor, hora Hora, establecimiento string, f JornadaFacts) (Jornada, error) {
	var j Jornada
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		var err error
		if j, err = createJornada(tx, autor, c.settle(tx, hora), establecimiento, f); err != nil {
			return err
		}
		tx.Recurso(201, j.ID())
		return nil
	})
	return j, err
}

func createJornada(tx *escritor.Tx, autor Autor, hora Hora, establecimiento string, f JornadaFacts) (Jornada, error) {
	if _, err := domain.ParseFecha(string(f.Fecha)); err != nil {
		return Jornada{}, fmt.Errorf("%w: %w", ErrDatos, err)
	}
	if f.TipoDia == "" {
		f.TipoDia = tipoDiaDe(f.Fecha)
	}
	if !f.TipoDia.Valid() {
		return Jornada{}, norma.Breach(art("27.1"), ErrTipoDia)
	}
	db := tx.DB()
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return Jornada{}, err
	}
	ultima, has, err := LastJornada(db, establecimiento)
	if err != nil {
		return Jornada{}, err
	}
	if has {
		if err := libros.CheckNuevaJornada(&ultima.Jornada, f.Fecha); err != nil {
			return Jornada{}, err
		}
	}
	a, err := CurrentAutorizacion(db, establecimiento)
	if err != nil {
		return Jornada{}, err
	}
	if err := hora.check(tx, ultima.FinJuegos, a.Parametros.Margen()); err != nil {
		return Jornada{}, err
	}
	j := Jornada{
		Jornada:   domain.Jornada{Establecimiento: establecimiento, Fecha: f.Fecha, Fase: domain.FasePreparacion},
		Metalico:  f.Metalico,
		Bloqueado: f.Bloqueado,
		TipoDia:   f.TipoDia,
	}
	if err := j.plan(db, a); err != nil {
		return Jornada{}, err
	}
	if err := j.judgeCaja(db); err != nil {
		return Jornada{}, err
	}
	return j, j.append(tx, autor, hora)
}

// plan sets the hours of the day: those kept on its kind of day, else those of a working
// day, else the authorised ones. The night that repeats an hour is cut at sixteen elapsed
// hours (art. 27.2, criterio JOR-1), with a warning.
func (j *Jornada) plan(db *gorm.DB, a Autorizacion) error {
	horarios, err := readHorarios(db, j.Establecimiento)
	if err != nil {
		return err
	}
	h, ok := horarios[j.TipoDia]
	if !ok {
		if h, ok = horarios[Laborable]; !ok {
			h = a.Horario
		}
	}
	abre, cierra := h.On(j.Fecha)
	if err := libros.CheckHorasDiarias(abre, cierra); err != nil {
		cierra = abre.Add(libros.MaximoDiario)
		j.Avisos = append(j.Avisos, avisoDe(err))
	}
	j.AperturaPrevista, j.CierrePrevisto = abre.UTC(), cierra.UTC()
	return nil
}

// judgeCaja judges the caja central with the roulettes of the establecimiento and their
// planned minima (art. 37.1).
func (j *Jornada) judgeCaja(db *gorm.DB) error {
	ruletas, previsto, err := plannedRuletas(db, j.Establecimiento)
	if err != nil {
		return err
	}
	if len(ruletas) == 0 {
		if j.Metalico < 0 || j.Bloqueado < 0 {
			return norma.Breach(art("37.1"), libros.ErrImporte)
		}
		j.Avisos = append(j.Avisos, Aviso{Articulo: art("37.1"), Texto: ErrSinRuletas.Error()})
		return nil
	}
	e, err := libros.CheckCajaCentral(ruletas, j.Metalico, j.Bloqueado)
	if err != nil {
		return err
	}
	j.Exigido, j.MinimoPrevisto = e.Suma, previsto
	return nil
}

func (j *Jornada) append(tx *escritor.Tx, autor Autor, hora Hora) error {
	b := diario.Borrador{
		Establecimiento: j.Establecimiento,
		Libro:           LibroJornadas,
		Jornada:         j.Fecha,
		Tipo:            TipoJornada,
		Datos: withAvisos(j.Avisos,
			diario.Dato{Nombre: "fecha", Valor: string(j.Fecha)},
			datoEntero("metalico", j.Metalico),
			datoEntero("bloqueado", j.Bloqueado),
			datoEntero("exigido", j.Exigido),
			datoEntero("minimo_previsto", j.MinimoPrevisto),
			diario.Dato{Nombre: "tipo_dia", Valor: string(j.TipoDia)},
			datoInstante("apertura_prevista", j.AperturaPrevista),
			datoInstante("cierre_previsto", j.CierrePrevisto)),
	}
	hora.stamp(&b, autor)
	a, err := tx.Append(b)
	j.Preparacion = a.Hecho
	return err
}

// withAvisos adds to the datos the provisions that the program warned of.
func withAvisos(avisos []Aviso, datos ...diario.Dato) []diario.Dato {
	if len(avisos) == 0 {
		return datos
	}
	refs := make([]string, 0, len(avisos))
	for _, a := range avisos {
		refs = append(refs, a.Articulo.Ref())
	}
	return append(datos, diario.Dato{Nombre: "avisos", Valor: strings.Join(refs, " ")})
}

// AdvanceFase takes a gaming day to its next phase: abierta (to the public), fin_juegos
// or recuentos (criterio JOR-0). An hour other than the planned one is a warning, not a
// refusal (arts. 27.2, 27.3, 27.4; criterio MAQ-1). It returns ErrJornada, domain.ErrFase,
// ErrFaseReservada or the errors of the hour.
func (c *Casa) AdvanceFase(ctx context.Context, autor Autor, hora Hora, establecimiento string, fecha domain.Fecha, fase domain.Fase) (Jornada, error) {
	var j Jornada
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		var err error
		if j, err = findJornada(tx.DB(), establecimiento, fecha); err != nil {
			return err
		}
		if fase.Orden() >= domain.FaseCerrada.Orden() {
			return ErrFaseReservada
		}
		if err := j.Fase.Advance(fase); err != nil {
			return err
		}
		tx.Recurso(200, j.ID())
		return j.advance(tx, autor, c.settle(tx, hora), fase)
	})
	return j, err
}

func (j *Jornada) advance(tx *escritor.Tx, autor Autor, hora Hora, fase domain.Fase) error {
	return j.advanceFor(tx, autor, hora, fase, nil, nil)
}

// advanceFor is advance with the cause of ending games before their hour, and what it
// warns of.
func (j *Jornada) advanceFor(tx *escritor.Tx, autor Autor, hora Hora, fase domain.Fase, causa *Suspension, aviso error) error {
	a, err := CurrentAutorizacion(tx.DB(), j.Establecimiento)
	if err != nil {
		return err
	}
	if err := hora.check(tx, j.lastHecho(), a.Parametros.Margen()); err != nil {
		return err
	}
	hecho := diario.Instante(hora.Hecho)
	switch fase {
	case domain.FaseAbierta:
		j.Apertura = hecho
		j.Avisos = j.avisosApertura(hecho)
	case domain.FaseFinJuegos:
		ps, err := prorrogasOf(tx.DB(), j.Establecimiento, j.Fecha)
		if err != nil {
			return err
		}
		j.FinJuegos = hecho
		j.Avisos = j.avisosFinJuegos(hecho, closing(ps, j.CierrePrevisto, 0), causa != nil)
		if aviso != nil {
			j.Avisos = append(j.Avisos, avisoDe(aviso))
		}
	}
	j.Fase = fase
	b := diario.Borrador{
		Establecimiento: j.Establecimiento,
		Libro:           LibroJornadas,
		Jornada:         j.Fecha,
		Tipo:            TipoFase,
		Datos:           withAvisos(j.Avisos, diario.Dato{Nombre: "fase", Valor: string(fase)}),
	}
	if causa != nil {
		datos, personal := causa.datos()
		b.Datos, b.Personal = append(b.Datos, datos...), personal
	}
	hora.stamp(&b, autor)
	_, err = tx.Append(b)
	return err
}

// lastHecho is the hour of the last phase that has one of its own.
func (j *Jornada) lastHecho() time.Time {
	for _, t := range []time.Time{j.FinJuegos, j.Apertura} {
		if !t.IsZero() {
			return t
		}
	}
	return j.Preparacion
}

func (j *Jornada) avisosApertura(hecho time.Time) []Aviso {
	if hecho.Before(j.AperturaPrevista) || !hecho.Before(j.CierrePrevisto) {
		return []Aviso{avisoDe(norma.Errorf(art("27.4"), "%w: se abre a las %s y el horario es de %s a %s", ErrFueraDeHora,
			horaLocal(hecho), horaLocal(j.AperturaPrevista), horaLocal(j.CierrePrevisto)).Under("MAQ-1"))}
	}
	return nil
}

// avisosFinJuegos are the warnings of the end of games: sixteen hours (art. 27.2), but for
// what was put off; twenty (art. 27.3); another hour than the planned one without a cause
// (arts. 27.4, 27.5).
func (j *Jornada) avisosFinJuegos(hecho, cierre time.Time, conCausa bool) []Aviso {
	var avisos []Aviso
	for k, err := range []error{libros.CheckHorasDiarias(j.Apertura, hecho), libros.CheckHorasSeguidas(j.Apertura, hecho)} {
		if err != nil && (k > 0 || hecho.After(cierre) || !cierre.After(j.CierrePrevisto)) {
			avisos = append(avisos, avisoDe(err))
		}
	}
	if hecho.Before(j.CierrePrevisto) && !conCausa {
		avisos = append(avisos, avisoDe(norma.Errorf(art("27.4"), "%w: los juegos acaban a las %s y estaba previsto a las %s",
			ErrFueraDeHora, horaLocal(hecho), horaLocal(j.CierrePrevisto)).Under("MAQ-1")))
	}
	return avisos
}

// Jornada returns a gaming day, or ErrJornada.
func (c *Casa) Jornada(ctx context.Context, establecimiento string, fecha domain.Fecha) (Jornada, error) {
	return findJornada(c.Escritor.Lectura().WithContext(ctx), establecimiento, fecha)
}

// LastJornada returns the last gaming day of an establecimiento, or ErrJornada when it has
// had none.
func (c *Casa) LastJornada(ctx context.Context, establecimiento string) (Jornada, error) {
	j, ok, err := LastJornada(c.Escritor.Lectura().WithContext(ctx), establecimiento)
	if err == nil && !ok {
		err = ErrJornada
	}
	return j, err
}

// Jornadas lists the gaming days of an establecimiento, the latest first, before a date
// ("" from the last one), at most max.
func (c *Casa) Jornadas(ctx context.Context, establecimiento string, before domain.Fecha, max int) ([]Jornada, error) {
	q := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento)
	if before != "" {
		q = q.Where("fecha < ?", string(before))
	}
	var filas []filaJornada
	if err := q.Order("fecha DESC").Limit(max).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the jornadas of %s: %w", establecimiento, err)
	}
	js := make([]Jornada, 0, len(filas))
	for _, f := range filas {
		js = append(js, f.jornada())
	}
	return js, nil
}
