package registers

import (
	"errors"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Kinds of asiento that say what an establecimiento may do.
const (
	TipoAutorizacion = "Autorizacion"
	TipoHorario      = "Horario"
)

type filaAutorizacion struct {
	Establecimiento       string
	Posicion              int64
	Resolucion            string
	HorarioApertura       string
	HorarioCierre         string
	Tarifa                int64
	ResolucionLibros      string
	ResolucionLibrosFecha string
	Mesas                 int64
	ExentaMinimo          int64
}

func (filaAutorizacion) TableName() string { return "autorizaciones" }

type filaAutorizacionJuego struct {
	Establecimiento string
	Posicion        int64
	Juego           string
	Minimo          int64
	Maximo          int64
	Mesas           int64
	Maximos         string
}

func (filaAutorizacionJuego) TableName() string { return "autorizacion_juegos" }

type filaAutorizacionParametro struct {
	Establecimiento string
	Posicion        int64
	Parametro       string
	Valor           string
}

func (filaAutorizacionParametro) TableName() string { return "autorizacion_parametros" }

type filaHorario struct {
	Establecimiento string
	TipoDia         string
	Apertura        string
	Cierre          string
	Posicion        int64
}

func (filaHorario) TableName() string { return "horarios" }

var tablasAutorizacion = []escritor.Tabla{
	{Nombre: "autorizaciones", Clave: []string{"establecimiento", "posicion"}},
	{Nombre: "autorizacion_juegos", Clave: []string{"establecimiento", "posicion", "juego"}},
	{Nombre: "autorizacion_parametros", Clave: []string{"establecimiento", "posicion", "parametro"}},
	{Nombre: "horarios", Clave: []string{"establecimiento", "tipo_dia"}},
}

var proyectoresAutorizacion = map[string]escritor.Proyector{
	TipoAutorizacion: projectAutorizacion,
	TipoHorario:      projectHorario,
}

// prefijoJuego and prefijoParametro begin the names of the datos of an Autorizacion that
// speak of one game and of one parameter.
const (
	prefijoJuego     = "juego."
	prefijoParametro = "parametro."
)

func projectAutorizacion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaAutorizacion{
		Establecimiento:       a.Establecimiento,
		Posicion:              a.Posicion,
		Resolucion:            d.texto("resolucion"),
		HorarioApertura:       d.texto("horario_apertura"),
		HorarioCierre:         d.texto("horario_cierre"),
		Tarifa:                d.entero("tarifa"),
		ResolucionLibros:      d.texto("resolucion_libros"),
		ResolucionLibrosFecha: d.texto("resolucion_libros_fecha"),
		Mesas:                 d.enteroOpcional("mesas"),
	}
	if d.texto("exenta_minimo") == "si" {
		f.ExentaMinimo = 1
	}
	if d.err != nil {
		return d.err
	}
	if err := l.Insert(f); err != nil {
		return err
	}
	for _, juego := range strings.Fields(d.texto("juegos")) {
		k := prefijoJuego + juego
		j := &filaAutorizacionJuego{Establecimiento: a.Establecimiento, Posicion: a.Posicion, Juego: juego,
			Minimo: d.entero(k + ".minimo"), Maximo: d.entero(k + ".maximo"), Mesas: d.entero(k + ".mesas"), Maximos: d.texto(k + ".maximos")}
		if d.err != nil {
			return d.err
		}
		if err := l.Insert(j); err != nil {
			return err
		}
	}
	for _, dato := range a.Datos {
		nombre, ok := strings.CutPrefix(dato.Nombre, prefijoParametro)
		if !ok {
			continue
		}
		p := &filaAutorizacionParametro{a.Establecimiento, a.Posicion, nombre, dato.Valor}
		if err := l.Insert(p); err != nil {
			return err
		}
	}
	return nil
}

func projectHorario(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	f := &filaHorario{Establecimiento: a.Establecimiento, TipoDia: a.Dato("tipo_dia"), Apertura: a.Dato("apertura"),
		Cierre: a.Dato("cierre"), Posicion: a.Posicion}
	err := l.Exec(`DELETE FROM horarios WHERE establecimiento = ? AND tipo_dia = ?`, f.Establecimiento, f.TipoDia)
	if err != nil {
		return err
	}
	return l.Insert(f)
}

// CurrentAutorizacion returns the authorisation in force of an establecimiento, or
// ErrAutorizacion. db is the read pool or that of a transaction.
func CurrentAutorizacion(db *gorm.DB, establecimiento string) (Autorizacion, error) {
	f, ok, err := findOne[filaAutorizacion](db.Where("establecimiento = ?", establecimiento).Order("posicion DESC"))
	if err != nil {
		return Autorizacion{}, fmt.Errorf("read the authorisation of %s: %w", establecimiento, err)
	}
	if !ok {
		return Autorizacion{}, ErrAutorizacion
	}
	a := Autorizacion{
		AutorizacionFacts: AutorizacionFacts{
			Resolucion: f.Resolucion,
			Tarifa:     domain.Importe(f.Tarifa),
			Mesas:      int(f.Mesas),
			Exenta:     f.ExentaMinimo == 1,
			Libros:     libros.Resolucion{Referencia: f.ResolucionLibros, Fecha: domain.Fecha(f.ResolucionLibrosFecha)},
		},
		Establecimiento: establecimiento,
		Posicion:        f.Posicion,
	}
	if a.Horario, err = parseHorario(f.HorarioApertura, f.HorarioCierre); err != nil {
		return Autorizacion{}, err
	}
	var juegos []filaAutorizacionJuego
	err = db.Where("establecimiento = ? AND posicion = ?", establecimiento, f.Posicion).Order("juego").Find(&juegos).Error
	if err != nil {
		return Autorizacion{}, fmt.Errorf("read the games authorised to %s: %w", establecimiento, err)
	}
	for _, j := range juegos {
		a.Juegos = append(a.Juegos, JuegoAutorizado{Juego: domain.Juego(j.Juego), Minimo: domain.Importe(j.Minimo),
			Maximo: domain.Importe(j.Maximo), Mesas: int(j.Mesas), Maximos: j.Maximos})
	}
	var parametros []filaAutorizacionParametro
	err = db.Where("establecimiento = ? AND posicion = ?", establecimiento, f.Posicion).Find(&parametros).Error
	if err != nil {
		return Autorizacion{}, fmt.Errorf("read the parameters of %s: %w", establecimiento, err)
	}
	for _, p := range parametros {
		if err := a.Parametros.set(p.Parametro, p.Valor); err != nil {
			return Autorizacion{}, err
		}
	}
	return a, nil
}

func parseHorario(abre, cierra string) (libros.Horario, error) {
	a, err1 := libros.ParseHora(abre)
	c, err2 := libros.ParseHora(cierra)
	return libros.Horario{Abre: a, Cierra: c}, errors.Join(err1, err2)
}

func readHorarios(db *gorm.DB, establecimiento string) (map[TipoDia]libros.Horario, error) {
	var filas []filaHorario
	if err := db.Where("establecimiento = ?", establecimiento).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("read the hours of %s: %w", establecimiento, err)
	}
	hs := make(map[TipoDia]libros.Horario, len(filas))
	for _, f := range filas {
		h, err := parseHorario(f.Apertura, f.Cierre)
		if err != nil {
			return nil, fmt.Errorf("read the hours of %s: %w", establecimiento, err)
		}
		hs[TipoDia(f.TipoDia)] = h
	}
	return hs, nil
}
