package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// SerieAlertas numbers the alerts of each establecimiento.
const SerieAlertas = "alertas"

// ErrAtendida: somebody closed the alert before.
var ErrAtendida = errors.New("esa alerta ya está atendida")

// Alerta tells that somebody who holds a card of the jornada may no longer be inside: a list
// or a ban of the house reached her afterwards (arts. 20.2, 21.1). Her card opens nothing from
// then on, unless it is only her name (criterio ADM-3).
type Alerta struct {
	Establecimiento string
	Numero          int64
	Jornada         domain.Fecha
	Instante        time.Time
	Tarjeta         int64
	Nombre          string // "" once erased
	Apellidos       string
	Causa           acceso.Causa
	Firme           bool // one of her documents, not just her name
	Bloquea         bool // the card opens nothing any more
	Lista           string
	ListaFuente     string
	Posicion        int64

	Salida   acceso.Salida // "" pending
	Atendida time.Time
	Atiende  string
	Motivo   string // what was done
}

type filaAlerta struct {
	Establecimiento string
	Numero          int64
	Jornada         string
	Instante        int64
	Tarjeta         int64
	Firme           int64
	Bloquea         int64
	Posicion        int64
	Salida          string
	Atendida        int64
	Atiende         string
	Fin             int64
}

func (filaAlerta) TableName() string { return "alertas" }

var proyectoresAlerta = map[string]escritor.Proyector{
	"Alerta":    projectAlerta,
	"FinAlerta": projectFinAlerta,
}

func projectAlerta(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	tarjeta, err := numero(a, "tarjeta")
	if err != nil {
		return err
	}
	firme := flag(a.Dato("firme") == "si")
	return l.Insert(&filaAlerta{Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Jornada: string(a.Jornada), Instante: a.Hecho.UnixMicro(),
		Tarjeta: tarjeta, Firme: firme, Bloquea: firme, Posicion: a.Posicion, Fin: -1})
}

func projectFinAlerta(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	n, err := numero(a, "alerta")
	if err != nil {
		return err
	}
	salida := a.Dato("salida")
	return l.Exec("UPDATE alertas SET salida = ?, bloquea = ?, atendida = ?, atiende = ?, fin = ? WHERE establecimiento = ? AND numero = ?",
		salida, flag(acceso.Salida(salida) == acceso.SaleDeSala), a.Hecho.UnixMicro(), a.Autor, a.Posicion, a.Establecimiento, n)
}

// presente is somebody who holds a card of the jornada, or came in with one in force.
type presente struct {
	persona
	tarjeta int64
}

// queryPresentes lists who is inside with every document of hers, a row each: not those
// whose card is void or blocked, nor those expelled. The last column says that an alert was
// raised on her already.
const queryPresentes = `SELECT t.numero, t.ficha, COALESCE(c.fundamento, ''), v.nombre, v.apellidos, v.fecha_nacimiento, d.tipo, d.pais, d.numero,
	EXISTS (SELECT 1 FROM alertas a WHERE a.establecimiento = @e AND a.tarjeta = t.numero)
	FROM (SELECT numero, ficha, comprobacion FROM tarjetas WHERE establecimiento = @e AND jornada = @j AND anulada < 0
		UNION SELECT x.numero, x.ficha, x.comprobacion FROM entradas n JOIN tarjetas x ON x.establecimiento = n.establecimiento AND x.numero = n.tarjeta
		WHERE n.establecimiento = @e AND n.jornada = @j AND x.anulada < 0) t
	JOIN visitantes v ON v.ficha = t.ficha JOIN documentos d ON d.ficha = t.ficha LEFT JOIN comprobaciones c ON c.id = t.comprobacion
	WHERE NOT EXISTS (SELECT 1 FROM alertas a WHERE a.establecimiento = @e AND a.tarjeta = t.numero AND a.bloquea = 1)
	AND NOT EXISTS (SELECT 1 FROM expulsiones x WHERE x.establecimiento = @e AND x.tarjeta = t.numero AND x.jornada = @j)
	ORDER BY t.numero`

// present lists who is inside, and which of them candidates are no news of.
func (p *Puerta) present(ctx context.Context, a *abierta) ([]presente, map[int64]bool, error) {
	rows, err := p.w.Lectura().WithContext(ctx).Raw(queryPresentes, map[string]any{"e": a.Establecimiento, "j": string(a.Fecha)}).Rows()
	if err != nil {
		return nil, nil, fmt.Errorf("list who is in %s: %w", a.Establecimiento, err)
	}
	defer rows.Close()
	var out []presente
	known := map[int64]bool{}
	for rows.Next() {
		var q presente
		var d identidad.Documento
		var fundamento string
		var alerted bool
		if err := rows.Scan(&q.tarjeta, &q.ficha, &fundamento, &q.Nombre, &q.Apellidos, &q.FechaNacimiento, &d.Tipo, &d.Pais, &d.Numero, &alerted); err != nil {
			return nil, nil, fmt.Errorf("list who is in %s: %w", a.Establecimiento, err)
		}
		if n := len(out) - 1; n >= 0 && out[n].tarjeta == q.tarjeta {
			out[n].documentos = append(out[n].documentos, d)
			continue
		}
		q.documentos, q.plegado = []identidad.Documento{d}, identidad.Fold(q.Nombre, q.Apellidos)
		known[q.tarjeta] = alerted || acceso.Causa(fundamento) == acceso.CausaCandidato // ruled out at the door
		out = append(out, q)
	}
	return out, known, rows.Err()
}

// Watch looks again at everybody who is inside, in every establecimiento that is open, by the
// list in force and the bans of the house, and raises an alert on each who may no longer be
// (arts. 20.2, 21.1). It returns how many it raised.
func (p *Puerta) Watch(ctx context.Context) (int, error) {
	houses, err := p.casa.Establecimientos(ctx)
	if err != nil {
		return 0, err
	}
	raised := 0
	for _, e := range houses {
		a, err := p.readAbierta(ctx, e.ID)
		if errors.Is(err, ErrCerrado) || errors.Is(err, ErrNoExiste) {
			continue
		}
		if err != nil {
			return raised, err
		}
		n, err := p.watch(ctx, a)
		if raised += n; err != nil {
			return raised, err
		}
	}
	return raised, nil
}

func (p *Puerta) watch(ctx context.Context, a *abierta) (int, error) {
	inside, known, err := p.present(ctx, a)
	if err != nil {
		return 0, err
	}
	raised := 0
	for _, q := range inside {
		q.relate(a)
		l, hits, err := p.Search(ctx, q.documentos, q.plegado, q.FechaNacimiento)
		if err != nil {
			return raised, err
		}
		d, err := acceso.Dentro(acceso.Hechos{Nacimiento: q.FechaNacimiento, Instante: p.w.Ahora(), Interdicciones: hits.Interdicciones,
			Candidatos: append(hits.Candidatos, q.homonimos...), CandidatosDescartados: known[q.tarjeta], Prohibiciones: q.prohibiciones}, a.Parametros)
		if err != nil {
			return raised, err
		}
		if d.Veredicto == acceso.PuedeEntrar {
			continue
		}
		if err := p.raise(ctx, a, q.tarjeta, d, l); err != nil {
			return raised, err
		}
		raised++
	}
	return raised, nil
}

// raise puts an alert on record, unless another replica has just done it.
func (p *Puerta) raise(ctx context.Context, a *abierta, tarjeta int64, d acceso.Decision, l *Lista) error {
	firme := d.Veredicto == acceso.NoPuedeEntrar
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		var same int64
		err := t.DB().Model(&filaAlerta{}).Where("establecimiento = ? AND tarjeta = ? AND firme >= ?", a.Establecimiento, tarjeta, flag(firme)).Count(&same).Error
		if err != nil || same > 0 {
			return err
		}
		return appendAlerta(t, a, tarjeta, d, l)
	})
	return err
}

func appendAlerta(t *escritor.Tx, a *abierta, tarjeta int64, d acceso.Decision, l *Lista) error {
	b := borrador(t, a.Establecimiento, Libro, "Alerta", registers.AutorSistema)
	b.Serie, b.Jornada = SerieAlertas, a.Fecha
	b.Datos = []diario.Dato{dato("firme", siNo(d.Veredicto == acceso.NoPuedeEntrar))}
	if l != nil {
		b.Datos = append(b.Datos, dato("lista", l.Huella), dato("lista_fuente", l.Fuente), dato("lista_instante", diario.FormatInstante(l.Instante)))
	}
	b.Datos = append(b.Datos, entero("tarjeta", tarjeta))
	b.Personal = []diario.ValorPersonal{{Nombre: "fundamento", Valor: string(d.Fundamentos[0].Causa)}}
	_, err := t.Append(b)
	return err
}

func siNo(b bool) string {
	if b {
		return "si"
	}
	return "no"
}

// Attend closes an alert: she left, or it was somebody else, and what was done (arts. 21.1,
// 22.4). It returns the alert as it then is. Errors: ErrNoExiste, ErrAtendida; those of
// acceso.CheckSalida.
func (p *Puerta) Attend(ctx context.Context, establecimiento string, n int64, s acceso.Salida, motivo string, autor Autor) (Alerta, error) {
	motivo, err := identidad.NFC(motivo)
	if err != nil {
		return Alerta{}, norma.Breach(art("21.1"), err)
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findNumero[filaAlerta](t.DB(), "the alert", establecimiento, n)
		if err != nil {
			return err
		}
		if f.Fin >= 0 {
			return ErrAtendida
		}
		if err := acceso.CheckSalida(s, motivo, f.Firme != 0); err != nil {
			return err
		}
		b := borrador(t, establecimiento, Libro, "FinAlerta", autor)
		b.Jornada = domain.Fecha(f.Jornada)
		b.Datos = []diario.Dato{entero("alerta", n), dato("salida", string(s))}
		b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}}
		t.Recurso(200, strconv.FormatInt(n, 10))
		_, err = t.Append(b)
		return err
	})
	if err != nil {
		return Alerta{}, err
	}
	return p.Alerta(ctx, establecimiento, n)
}

// Alerta returns an alert. Errors: ErrNoExiste.
func (p *Puerta) Alerta(ctx context.Context, establecimiento string, n int64) (Alerta, error) {
	db := p.w.Lectura().WithContext(ctx)
	f, err := findNumero[filaAlerta](db, "the alert", establecimiento, n)
	if err != nil {
		return Alerta{}, err
	}
	return f.alerta(db)
}

// Alertas lists the alerts of a jornada, the latest first; or only those that nobody has
// attended.
func (p *Puerta) Alertas(ctx context.Context, establecimiento string, jornada domain.Fecha, pendientes bool) ([]Alerta, error) {
	db := p.w.Lectura().WithContext(ctx)
	q := db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(jornada))
	if pendientes {
		q = q.Where("fin < 0")
	}
	var filas []filaAlerta
	if err := q.Order("numero DESC").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the alerts of %s: %w", establecimiento, err)
	}
	out := make([]Alerta, 0, len(filas))
	for _, f := range filas {
		a, err := f.alerta(db)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// CountAlertas says how many alerts of a jornada nobody has attended yet.
func (p *Puerta) CountAlertas(ctx context.Context, establecimiento string, jornada domain.Fecha) (n int64, err error) {
	err = p.w.Lectura().WithContext(ctx).Model(&filaAlerta{}).
		Where("establecimiento = ? AND jornada = ? AND fin < 0", establecimiento, string(jornada)).Count(&n).Error
	if err != nil {
		err = fmt.Errorf("count the alerts of %s: %w", establecimiento, err)
	}
	return n, err
}

// alerta reads what the leaves of an alert say, and whose card it is.
func (f *filaAlerta) alerta(db *gorm.DB) (Alerta, error) {
	leaf, v, err := registers.ReadHoja(db, f.Posicion)
	if err != nil {
		return Alerta{}, err
	}
	a := Alerta{Establecimiento: f.Establecimiento, Numero: f.Numero, Jornada: domain.Fecha(f.Jornada), Instante: instante(f.Instante),
		Tarjeta: f.Tarjeta, Causa: acceso.Causa(v["fundamento"]), Firme: f.Firme != 0, Bloquea: f.Bloquea != 0,
		Lista: leaf.Dato("lista"), ListaFuente: leaf.Dato("lista_fuente"), Posicion: f.Posicion, Salida: acceso.Salida(f.Salida), Atiende: f.Atiende}
	card, err := findTarjeta(db, f.Establecimiento, f.Tarjeta)
	if err != nil {
		return Alerta{}, err
	}
	who, err := findVisitante(db, card.Ficha)
	if err != nil && !errors.Is(err, ErrNoExiste) {
		return Alerta{}, err
	}
	a.Nombre, a.Apellidos = who.Nombre, who.Apellidos
	if f.Fin >= 0 {
		a.Atendida = instante(f.Atendida)
		if _, v, err = registers.ReadHoja(db, f.Fin); err != nil {
			return Alerta{}, err
		}
		a.Motivo = v["motivo"]
	}
	return a, nil
}

// sinBloqueo is the condition that no alert has blocked a card.
const sinBloqueo = ` AND NOT EXISTS (SELECT 1 FROM alertas a WHERE a.establecimiento = tarjetas.establecimiento AND a.tarjeta = tarjetas.numero AND a.bloquea = 1)`

// isBlocked reports whether an alert has blocked a card.
func isBlocked(db *gorm.DB, establecimiento string, tarjeta int64) (bool, error) {
	var n int64
	err := db.Model(&filaAlerta{}).Where("establecimiento = ? AND tarjeta = ? AND bloquea = 1", establecimiento, tarjeta).Count(&n).Error
	if err != nil {
		return false, fmt.Errorf("look for an alert on card %d of %s: %w", tarjeta, establecimiento, err)
	}
	return n > 0, nil
}
