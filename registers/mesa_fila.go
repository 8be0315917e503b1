package registers

import (
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// TipoMesa is the kind of asiento that records a table, and again its planned minimum.
const TipoMesa = "Mesa"

// Mesa is a table of an establecimiento. Its number is that of its libro de anticipos
// (art. 40.1.b).
type Mesa struct {
	domain.Mesa
	MinimoPrevisto domain.Importe // minimum stake planned for its next session, céntimos
	Reversible     bool           // art. 30.4
	Posicion       int64          // of its last asiento
}

type filaMesa struct {
	Establecimiento  string
	Mesa             int64
	Juego            string
	MinimoAutorizado int64
	MinimoPrevisto   int64
	Reversible       int64
	Posicion         int64
}

func (filaMesa) TableName() string { return "mesas" }

func (f filaMesa) mesa() Mesa {
	return Mesa{
		Mesa: domain.Mesa{
			Establecimiento:  f.Establecimiento,
			Numero:           int(f.Mesa),
			Juego:            domain.Juego(f.Juego),
			MinimoAutorizado: domain.Importe(f.MinimoAutorizado),
		},
		MinimoPrevisto: domain.Importe(f.MinimoPrevisto),
		Reversible:     f.Reversible == 1,
		Posicion:       f.Posicion,
	}
}

var tablasMesa = []escritor.Tabla{{Nombre: "mesas", Clave: []string{"establecimiento", "mesa"}}}

var proyectoresMesa = map[string]escritor.Proyector{TipoMesa: projectMesa}

func projectMesa(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaMesa{Establecimiento: a.Establecimiento, Mesa: d.entero("mesa"), Juego: d.texto("juego"),
		MinimoAutorizado: d.entero("minimo_autorizado"), MinimoPrevisto: d.entero("minimo_previsto"), Posicion: a.Posicion}
	if d.texto("reversible") == "si" {
		f.Reversible = 1
	}
	if d.err != nil {
		return d.err
	}
	if err := l.Exec(`DELETE FROM mesas WHERE establecimiento = ? AND mesa = ?`, f.Establecimiento, f.Mesa); err != nil {
		return err
	}
	return l.Insert(f)
}

func findMesa(db *gorm.DB, establecimiento string, numero int) (Mesa, error) {
	f, ok, err := findOne[filaMesa](db.Where("establecimiento = ? AND mesa = ?", establecimiento, numero))
	if err != nil {
		return Mesa{}, fmt.Errorf("read table %d of %s: %w", numero, establecimiento, err)
	}
	if !ok {
		return Mesa{}, ErrMesa
	}
	return f.mesa(), nil
}

// plannedRuletas returns the roulettes of an establecimiento with their planned minimum,
// as art. 37.1 looks at them, and the highest of those minima.
func plannedRuletas(db *gorm.DB, establecimiento string) ([]libros.Ruleta, domain.Importe, error) {
	var filas []filaMesa
	if err := db.Where("establecimiento = ?", establecimiento).Find(&filas).Error; err != nil {
		return nil, 0, fmt.Errorf("read the tables of %s: %w", establecimiento, err)
	}
	var ruletas []libros.Ruleta
	var highest domain.Importe
	for _, f := range filas {
		if m := f.mesa(); m.Juego.Ruleta() {
			ruletas = append(ruletas, libros.Ruleta{Minimo: m.MinimoPrevisto})
			highest = max(highest, m.MinimoPrevisto)
		}
	}
	return ruletas, highest, nil
}

// SesionMesa is the session of a table, from its opening to its close: a folio of its
// libro de anticipos (art. 40.2). Amounts in céntimos, instants UTC.
type SesionMesa struct {
	Establecimiento string
	Mesa            int
	Folio           int64
	Jornada         domain.Fecha
	Juego           domain.Juego
	ApuestaMinima   domain.Importe
	Maximos         string
	Anticipo        domain.Importe // the initial one
	Anticipos       domain.Importe // all of them
	Reposiciones    int
	Apertura        time.Time // hora del hecho
	Abierta         bool
	Servicio        Servicio       // while open: in service, suspended or closed down
	Extraido        domain.Importe // notes that actas of art. 31.5 took out
	Devuelto        domain.Importe // chips returned to the caja before the close (criterio CAJ-C)
	Existencias     domain.Importe // of the closing count
	Resultado       domain.Importe // criterio CAJ-B
	Cierre          time.Time      // hora del hecho; zero while open
}

type filaSesionMesa struct {
	Establecimiento string
	Mesa            int64
	Folio           int64
	Jornada         string
	Juego           string
	ApuestaMinima   int64
	Maximos         string
	Anticipo        int64
	Anticipos       int64
	Reposiciones    int64
	HoraApertura    int64
	Abierta         int64
	Existencias     int64
	Resultado       int64
	HoraCierre      int64
	Posicion        int64
	Servicio        string
	Extraido        int64
	Devuelto        int64
}

func (filaSesionMesa) TableName() string { return "sesiones_mesa" }

func (f filaSesionMesa) sesion() SesionMesa {
	return SesionMesa{
		Establecimiento: f.Establecimiento,
		Mesa:            int(f.Mesa),
		Folio:           f.Folio,
		Jornada:         domain.Fecha(f.Jornada),
		Juego:           domain.Juego(f.Juego),
		ApuestaMinima:   domain.Importe(f.ApuestaMinima),
		Maximos:         f.Maximos,
		Anticipo:        domain.Importe(f.Anticipo),
		Anticipos:       domain.Importe(f.Anticipos),
		Reposiciones:    int(f.Reposiciones),
		Apertura:        fromMicros(f.HoraApertura),
		Abierta:         f.Abierta == 1,
		Existencias:     domain.Importe(f.Existencias),
		Resultado:       domain.Importe(f.Resultado),
		Cierre:          fromMicros(f.HoraCierre),
		Servicio:        Servicio(f.Servicio),
		Extraido:        domain.Importe(f.Extraido),
		Devuelto:        domain.Importe(f.Devuelto),
	}
}

// openSesion returns the open session of a table, and whether it has one.
func openSesion(db *gorm.DB, establecimiento string, mesa int) (SesionMesa, bool, error) {
	f, ok, err := findOne[filaSesionMesa](db.Where("establecimiento = ? AND mesa = ? AND abierta = 1", establecimiento, mesa))
	if err != nil {
		return SesionMesa{}, false, fmt.Errorf("read the session of table %d of %s: %w", mesa, establecimiento, err)
	}
	return f.sesion(), ok, nil
}

// sesionesOf lists the sessions of a jornada, table by table.
func sesionesOf(db *gorm.DB, establecimiento string, fecha domain.Fecha) ([]SesionMesa, error) {
	var filas []filaSesionMesa
	err := db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha)).Order("mesa, folio").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("read the sessions of %s, %s: %w", establecimiento, fecha, err)
	}
	ss := make([]SesionMesa, 0, len(filas))
	for _, f := range filas {
		ss = append(ss, f.sesion())
	}
	return ss, nil
}
