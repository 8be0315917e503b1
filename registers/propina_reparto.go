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
	"foliado/domain/plazos"
	"foliado/domain/propinas"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the distribution of tips.
var (
	// ErrSinCriterio: nobody said yet how tips are shared out.
	ErrSinCriterio = errors.New("todavía no hay un criterio de reparto")
	// ErrCriterioPropinas: there is no such criterio, or it was communicated.
	ErrCriterioPropinas = errors.New("no consta ese criterio de reparto, o ya se comunicó")
	// ErrRepartidas: the tips of a jornada of those were shared out.
	ErrRepartidas = errors.New("hay propinas de esas jornadas ya repartidas")
	// ErrSinPropinas: nothing was counted in those jornadas.
	ErrSinPropinas = errors.New("no hay propinas contadas en esas jornadas")
)

// SerieCriteriosPropinas numbers the criterios of an establecimiento.
const SerieCriteriosPropinas = "criterios-propinas"

// formatPuntos writes points as the books do: "cajero=8 crupier=10".
func formatPuntos(puntos map[domain.Cargo]int64) string {
	var parts []string
	for cargo, n := range puntos {
		if n > 0 {
			parts = append(parts, string(cargo)+"="+strconv.FormatInt(n, 10))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

func parsePuntos(s string) (map[domain.Cargo]int64, error) {
	m := map[domain.Cargo]int64{}
	for _, part := range strings.Fields(s) {
		cargo, text, _ := strings.Cut(part, "=")
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("read the points of the tips %q: %w", s, err)
		}
		m[domain.Cargo(cargo)] = n
	}
	return m, nil
}

// SetCriterioPropinas puts on record how tips are shared out from now on (art. 19.6). Its
// communication to the authority is due: five days, as art. 11.2 gives for other changes
// (criterio PLA-1).
func (c *Casa) SetCriterioPropinas(ctx context.Context, autor Autor, hora Hora, establecimiento string, f propinas.Criterio) (CriterioPropinas, error) {
	var k CriterioPropinas
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if _, err := findEstablecimiento(tx.DB(), establecimiento); err != nil {
			return err
		}
		if err := f.Check(); err != nil {
			return err
		}
		v := plazos.Madrid.AddDays(domain.FechaDe(diario.Instante(hora.Hecho)), diasCriterio)
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRegistro, Serie: SerieCriteriosPropinas, Tipo: TipoCriterioPropinas,
			Datos: []diario.Dato{datoEntero("empleados", f.Empleados), {Nombre: "puntos", Valor: formatPuntos(f.Puntos)},
				{Nombre: "vence_natural", Valor: string(v.Natural)}, {Nombre: "vence_habil", Valor: string(v.Habil)}}}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.NumeroSerie))
		k = CriterioPropinas{Criterio: f, Numero: a.NumeroSerie, Hora: a.Hecho, Vence: v, Posicion: a.Posicion}
		return err
	})
	return k, err
}

// CommunicateCriterio notes that a criterio was communicated to the authority, with its
// entry number there (art. 19.6). It returns ErrCriterioPropinas.
func (c *Casa) CommunicateCriterio(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, registro string) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if strings.TrimSpace(registro) == "" {
			return fmt.Errorf("%w: falta el número de registro de la presentación", ErrDatos)
		}
		f, ok, err := findOne[filaCriterioPropinas](tx.DB().Where("establecimiento = ? AND criterio = ? AND comunicado = 0", establecimiento, n))
		if err != nil || !ok {
			return errors.Join(ErrCriterioPropinas, err)
		}
		if diario.Instante(hora.Hecho).After(tx.Ahora()) || hora.Hecho.Before(fromMicros(f.Hora)) {
			return breachHora(ErrHoraTemprana)
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRegistro, Tipo: TipoComunicacionCriterio,
			Datos:    []diario.Dato{datoEntero("criterio", n)},
			Personal: []diario.ValorPersonal{{Nombre: valorRegistro, Valor: registro}}}
		hora.stamp(&b, autor)
		_, err = tx.Append(b)
		tx.Recurso(204, fmt.Sprint(n))
		return err
	})
	return err
}

// CriteriosPropinas lists the criterios of an establecimiento, the one in force first.
func (c *Casa) CriteriosPropinas(ctx context.Context, establecimiento string) ([]CriterioPropinas, error) {
	return criteriosPropinasOf(c.Escritor.Lectura().WithContext(ctx), establecimiento)
}

func criteriosPropinasOf(db *gorm.DB, establecimiento string) ([]CriterioPropinas, error) {
	var filas []filaCriterioPropinas
	if err := db.Where("establecimiento = ?", establecimiento).Order("criterio DESC").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the criterios of tips of %s: %w", establecimiento, err)
	}
	out := make([]CriterioPropinas, 0, len(filas))
	for _, f := range filas {
		k, err := f.criterio()
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

// RepartoPropinasFacts share out the tips counted in the jornadas of some dates, by the
// criterio in force: Jornadas says how many count for each person.
type RepartoPropinasFacts struct {
	Desde, Hasta domain.Fecha
	Jornadas     map[string]int64 // persona → days
}

// DistributePropinas shares out what was counted (art. 19.6), to the céntimo. Nobody who was
// in the direction on any of those days takes part (art. 15.d), nor may the tips of a jornada
// be shared out twice. It returns ErrPersona, ErrDatos or a breach.
func (c *Casa) DistributePropinas(ctx context.Context, autor Autor, hora Hora, establecimiento string, f RepartoPropinasFacts) (HojaReparto, error) {
	var folio int64
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		if _, err := findEstablecimiento(db, establecimiento); err != nil {
			return err
		}
		ks, err := criteriosPropinasOf(db, establecimiento)
		if err != nil {
			return err
		}
		if len(ks) == 0 {
			return norma.Breach(art("19.6"), ErrSinCriterio)
		}
		total, err := f.total(db, establecimiento)
		if err != nil {
			return err
		}
		people, err := f.people(db, establecimiento)
		if err != nil {
			return err
		}
		r, err := propinas.Distribute(total, ks[0].Criterio, people)
		if err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroRepartosPropinas, NuevoFolio: true, Tipo: TipoRepartoPropinas,
			Datos: []diario.Dato{{Nombre: "desde", Valor: string(f.Desde)}, {Nombre: "hasta", Valor: string(f.Hasta)}, datoEntero("criterio", ks[0].Numero),
				datoEntero("total", total), datoEntero("empleados", r.Empleados), datoEntero("otros", r.Otros)}}
		for k, p := range r.Partes {
			line := fmt.Sprintf("parte.%04d.", k+1)
			b.Datos = append(b.Datos, diario.Dato{Nombre: line + "persona", Valor: p.Persona}, diario.Dato{Nombre: line + "cargo", Valor: string(p.Cargo)},
				datoEntero(line+"jornadas", p.Jornadas), datoEntero(line+"puntos", p.Puntos), datoEntero(line+"importe", p.Importe))
		}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		folio = a.Folio
		tx.Recurso(201, fmt.Sprint(a.Folio))
		return err
	})
	if err != nil {
		return HojaReparto{}, err
	}
	return c.RepartoPropinas(ctx, establecimiento, folio)
}

// total adds up what was counted in the jornadas of the dates.
func (f RepartoPropinasFacts) total(db *gorm.DB, establecimiento string) (domain.Importe, error) {
	_, errDesde := domain.ParseFecha(string(f.Desde))
	_, errHasta := domain.ParseFecha(string(f.Hasta))
	if errDesde != nil || errHasta != nil || f.Hasta < f.Desde {
		return 0, fmt.Errorf("%w: las fechas del reparto", ErrDatos)
	}
	var filas []filaRecuentoPropinas
	if err := db.Where("establecimiento = ? AND jornada BETWEEN ? AND ?", establecimiento, string(f.Desde), string(f.Hasta)).Find(&filas).Error; err != nil {
		return 0, fmt.Errorf("read the accounts of tips of %s: %w", establecimiento, err)
	}
	if len(filas) == 0 {
		return 0, norma.Breach(art("19.6"), ErrSinPropinas)
	}
	var total domain.Importe
	for _, x := range filas {
		if x.Reparto != 0 {
			return 0, norma.Errorf(art("19.6"), "%w: la del %s", ErrRepartidas, domain.Fecha(x.Jornada).Larga())
		}
		var err error
		if total, err = total.Plus(domain.Importe(x.Importe)); err != nil {
			return 0, norma.Breach(art("19.6"), err)
		}
	}
	return total, nil
}

// people reads who takes part, in the order of the staff.
func (f RepartoPropinasFacts) people(db *gorm.DB, establecimiento string) ([]propinas.Participante, error) {
	from, to := f.Desde.Time(), f.Hasta.Time().AddDate(0, 0, 1).Add(12*time.Hour) // the last jornada ends by then
	comite, err := comiteBetween(db, establecimiento, from, to)
	if err != nil {
		return nil, err
	}
	out := make([]propinas.Participante, 0, len(f.Jornadas))
	ids := make([]string, 0, len(f.Jornadas))
	for id := range f.Jornadas {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, comparePersonas)
	for _, id := range ids {
		p, err := findPersona(db, id)
		if err != nil {
			return nil, err
		}
		var n int64
		err = db.Model(&filaDireccion{}).Where("persona = ? AND desde < ? AND (hasta = 0 OR hasta > ?)", id, micros(to), micros(from)).Count(&n).Error
		if err != nil {
			return nil, fmt.Errorf("read whether %s directed: %w", id, err)
		}
		out = append(out, propinas.Participante{Persona: id, Cargo: p.Cargo, Dirige: n > 0 || slices.Contains(comite, id), Jornadas: f.Jornadas[id]})
	}
	return out, nil
}

// comparePersonas orders ids p2, p10 by their number.
func comparePersonas(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// HojaReparto is a distribution with what each person gets.
type HojaReparto struct {
	AsientoFolio
	Reparto RepartoPropinas
	Partes  []propinas.Parte
	Nombres map[string]string // persona → name
}

// RepartoPropinas returns a distribution by its folio, or ErrPropina.
func (c *Casa) RepartoPropinas(ctx context.Context, establecimiento string, folio int64) (HojaReparto, error) {
	as, err := c.readAsientoFolio(ctx, establecimiento, LibroRepartosPropinas, folio, ErrPropina, TipoRepartoPropinas)
	if err != nil {
		return HojaReparto{}, err
	}
	d := lector{a: &as[0].hoja}
	h := HojaReparto{AsientoFolio: as[0], Nombres: map[string]string{}, Reparto: RepartoPropinas{folio, domain.Fecha(d.texto("desde")),
		domain.Fecha(d.texto("hasta")), d.entero("criterio"), d.importe("total"), d.importe("empleados"), d.importe("otros"), as[0].Hecho}}
	for n := 1; ; n++ {
		line := fmt.Sprintf("parte.%04d.", n)
		id := d.texto(line + "persona")
		if id == "" {
			return h, d.err
		}
		h.Partes = append(h.Partes, propinas.Parte{Participante: propinas.Participante{Persona: id, Cargo: domain.Cargo(d.texto(line + "cargo")),
			Jornadas: d.entero(line + "jornadas")}, Puntos: d.entero(line + "puntos"), Importe: d.importe(line + "importe")})
		p, err := c.Persona(ctx, id)
		if err != nil {
			return h, err
		}
		h.Nombres[id] = p.NombreCompleto()
	}
}
