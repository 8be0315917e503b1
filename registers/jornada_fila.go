package registers

import (
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroJornadas is the book of the gaming days of an establecimiento and their phases.
const LibroJornadas = "jornadas"

// Kinds of asiento of a gaming day. The close is written together with its control de
// ingresos.
const (
	TipoJornada       = "Jornada"
	TipoFase          = "Fase"
	TipoCierreJornada = "CierreJornada"
)

// Jornada is a gaming day of an establecimiento, with the caja central it began with
// (art. 37.1) and the hours planned for it (art. 27). Amounts in céntimos, instants UTC.
type Jornada struct {
	domain.Jornada
	Metalico         domain.Importe
	Bloqueado        domain.Importe // blocked in a bank account
	Exigido          domain.Importe // least sum that art. 37.1 asked for
	MinimoPrevisto   domain.Importe // highest minimum planned for a roulette; 0 without roulettes
	TipoDia          TipoDia
	AperturaPrevista time.Time
	CierrePrevisto   time.Time
	Preparacion      time.Time // when it began
	Avisos           []Aviso   // of the act just done
}

type filaJornada struct {
	Establecimiento  string
	Fecha            string
	Fase             string
	Metalico         int64
	Bloqueado        int64
	Exigido          int64
	MinimoPrevisto   int64
	TipoDia          string
	AperturaPrevista int64
	CierrePrevisto   int64
	Preparacion      int64
	Apertura         int64
	FinJuegos        int64
	Posicion         int64
}

func (filaJornada) TableName() string { return "jornadas" }

func (f filaJornada) jornada() Jornada {
	return Jornada{
		Jornada: domain.Jornada{
			Establecimiento: f.Establecimiento,
			Fecha:           domain.Fecha(f.Fecha),
			Fase:            domain.Fase(f.Fase),
			Apertura:        fromMicros(f.Apertura),
			FinJuegos:       fromMicros(f.FinJuegos),
		},
		Metalico:         domain.Importe(f.Metalico),
		Bloqueado:        domain.Importe(f.Bloqueado),
		Exigido:          domain.Importe(f.Exigido),
		MinimoPrevisto:   domain.Importe(f.MinimoPrevisto),
		TipoDia:          TipoDia(f.TipoDia),
		AperturaPrevista: fromMicros(f.AperturaPrevista),
		CierrePrevisto:   fromMicros(f.CierrePrevisto),
		Preparacion:      fromMicros(f.Preparacion),
	}
}

var tablasJornada = []escritor.Tabla{{Nombre: "jornadas", Clave: []string{"establecimiento", "fecha"}}}

var proyectoresJornada = map[string]escritor.Proyector{
	TipoJornada:       projectJornada,
	TipoFase:          projectFase,
	TipoCierreJornada: projectFase,
}

func projectJornada(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaJornada{
		Establecimiento:  a.Establecimiento,
		Fecha:            string(a.Jornada),
		Fase:             string(domain.FasePreparacion),
		Metalico:         d.entero("metalico"),
		Bloqueado:        d.entero("bloqueado"),
		Exigido:          d.entero("exigido"),
		MinimoPrevisto:   d.entero("minimo_previsto"),
		TipoDia:          d.texto("tipo_dia"),
		AperturaPrevista: micros(d.instante("apertura_prevista")),
		CierrePrevisto:   micros(d.instante("cierre_previsto")),
		Preparacion:      micros(a.Hecho),
		Posicion:         a.Posicion,
	}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

func projectFase(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	fase := domain.Fase(a.Dato("fase"))
	set := ""
	args := []any{string(fase)}
	switch fase {
	case domain.FaseAbierta:
		set, args = ", apertura = ?", append(args, micros(a.Hecho))
	case domain.FaseFinJuegos:
		set, args = ", fin_juegos = ?", append(args, micros(a.Hecho))
	case domain.FaseRecuentos, domain.FaseCerrada:
	default:
		return fmt.Errorf("asiento %d: phase %q", a.Posicion, fase)
	}
	return l.Exec("UPDATE jornadas SET fase = ?"+set+" WHERE establecimiento = ? AND fecha = ?",
		append(args, a.Establecimiento, string(a.Jornada))...)
}

// LastJornada returns the last gaming day of an establecimiento, and whether it has had
// any. db is the read pool or that of a transaction.
func LastJornada(db *gorm.DB, establecimiento string) (Jornada, bool, error) {
	f, ok, err := findOne[filaJornada](db.Where("establecimiento = ?", establecimiento).Order("fecha DESC"))
	if err != nil {
		return Jornada{}, false, fmt.Errorf("read the last jornada of %s: %w", establecimiento, err)
	}
	return f.jornada(), ok, nil
}

func findJornada(db *gorm.DB, establecimiento string, fecha domain.Fecha) (Jornada, error) {
	f, ok, err := findOne[filaJornada](db.Where("establecimiento = ? AND fecha = ?", establecimiento, string(fecha)))
	if err != nil {
		return Jornada{}, fmt.Errorf("read jornada %s of %s: %w", fecha, establecimiento, err)
	}
	if !ok {
		return Jornada{}, ErrJornada
	}
	return f.jornada(), nil
}
