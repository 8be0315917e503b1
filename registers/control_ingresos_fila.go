package registers

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroControlIngresos is the libro registro de control de ingresos (art. 42).
const LibroControlIngresos = "control-ingresos"

// Kinds of asiento of the control de ingresos. ControlIngresos is written by the close of
// a jornada and by nothing else (art. 40.2).
const (
	TipoControlIngresos = "ControlIngresos"
	TipoCertificacion   = "Certificacion"
)

// ErrControlManual: the control de ingresos takes nothing but what the close of the day
// carries to it.
var ErrControlManual = errors.New("en el control de ingresos no se anota a mano: lo escribe el cierre de la jornada")

type filaControlIngresos struct {
	Establecimiento string
	Folio           int64
	Jornada         string
	Total           int64
	TotalLetra      string
	Certificado     int64
	Posicion        int64
}

func (filaControlIngresos) TableName() string { return "controles_ingresos" }

type filaResultadoMesa struct {
	Establecimiento string
	Folio           int64
	Mesa            int64
	Sesiones        int64
	Resultado       int64
}

func (filaResultadoMesa) TableName() string { return "resultados_mesa" }

var tablasControlIngresos = []escritor.Tabla{
	{Nombre: "controles_ingresos", Clave: []string{"establecimiento", "folio"}},
	{Nombre: "resultados_mesa", Clave: []string{"establecimiento", "folio", "mesa"}},
}

var proyectoresControlIngresos = map[string]escritor.Proyector{
	TipoControlIngresos: projectControl,
	TipoCertificacion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		err := l.Exec(`UPDATE controles_ingresos SET certificado = 1 WHERE establecimiento = ? AND folio = ?`, a.Establecimiento, a.Folio)
		if err != nil {
			return err
		}
		return l.Exec(`UPDATE jornadas SET fase = ? WHERE establecimiento = ? AND fecha = ?`,
			string(domain.FaseCertificada), a.Establecimiento, string(a.Jornada))
	},
}

func projectControl(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaControlIngresos{Establecimiento: a.Establecimiento, Folio: a.Folio, Jornada: string(a.Jornada),
		Total: d.entero("total"), TotalLetra: d.texto("total_letra"), Posicion: a.Posicion}
	lineas := d.lineasControl()
	if d.err != nil {
		return d.err
	}
	if err := checkTransferred(l.DB(), f, lineas); err != nil {
		return err
	}
	if err := l.Insert(f); err != nil {
		return err
	}
	for _, linea := range lineas {
		r := &filaResultadoMesa{a.Establecimiento, a.Folio, int64(linea.Mesa), int64(linea.Sesiones), int64(linea.Resultado)}
		if err := l.Insert(r); err != nil {
			return err
		}
	}
	return nil
}

// checkTransferred returns ErrControlManual unless the day is closed and each line is the
// sum of the closed sessions of its table: no program of ours can enter anything else,
// whatever it hands to the writer (art. 40.2).
func checkTransferred(db *gorm.DB, f *filaControlIngresos, lineas []libros.LineaControl) error {
	j, err := findJornada(db, f.Establecimiento, domain.Fecha(f.Jornada))
	if err != nil {
		return err
	}
	sesiones, err := sesionesOf(db, f.Establecimiento, domain.Fecha(f.Jornada))
	if err != nil {
		return err
	}
	type sum struct{ sesiones, resultado int64 }
	counted := map[int]sum{}
	total, open := int64(0), false
	for _, s := range sesiones {
		was := counted[s.Mesa]
		counted[s.Mesa] = sum{was.sesiones + 1, was.resultado + int64(s.Resultado)}
		total += int64(s.Resultado)
		open = open || s.Abierta
	}
	stated := map[int]sum{}
	for _, l := range lineas {
		stated[l.Mesa] = sum{int64(l.Sesiones), int64(l.Resultado)}
	}
	if j.Fase != domain.FaseCerrada || open || total != f.Total || !maps.Equal(counted, stated) {
		return norma.Breach(art("40.2"), ErrControlManual)
	}
	return nil
}

// Names of the datos of a table's line: mesa.<n>, mesa.<n>.sesiones, mesa.<n>.juego.
const (
	prefijoMesa    = "mesa."
	sufijoSesiones = ".sesiones"
	sufijoJuego    = ".juego"
)

func datosLinea(l libros.LineaControl) []diario.Dato {
	k := prefijoMesa + strconv.Itoa(l.Mesa)
	return []diario.Dato{
		datoEntero(k, l.Resultado),
		datoEntero(k+sufijoSesiones, l.Sesiones),
		{Nombre: k + sufijoJuego, Valor: string(l.Juego)},
	}
}

// lineasControl reads the lines of a control de ingresos, by table.
func (l *lector) lineasControl() []libros.LineaControl {
	var lines []libros.LineaControl
	for _, d := range l.a.Datos {
		rest, ok := strings.CutPrefix(d.Nombre, prefijoMesa)
		if !ok || strings.Contains(rest, ".") {
			continue
		}
		n, err := strconv.Atoi(rest)
		if err != nil {
			l.fail(d.Nombre, d.Valor)
		}
		lines = append(lines, libros.LineaControl{Mesa: n, Juego: domain.Juego(l.texto(d.Nombre + sufijoJuego)),
			Sesiones: int(l.entero(d.Nombre + sufijoSesiones)), Resultado: l.importe(d.Nombre)})
	}
	return lines
}

// findControl returns the control de ingresos of a jornada, and whether it is written.
func findControl(db *gorm.DB, establecimiento string, fecha domain.Fecha) (filaControlIngresos, bool, error) {
	f, ok, err := findOne[filaControlIngresos](db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha)))
	if err != nil {
		err = fmt.Errorf("read the control de ingresos of %s, %s: %w", establecimiento, fecha, err)
	}
	return f, ok, err
}
