package registers

import (
	"errors"
	"fmt"
	"maps"
	"slices"
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
	lineas, correcciones := d.mesasControl(), d.lineasRectificacion()
	if d.err != nil {
		return d.err
	}
	if err := checkTransferred(l.DB(), f, lineas, correcciones); err != nil {
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

// checkTransferred returns ErrControlManual unless the day is closed, each line is the sum
// of the closed sessions of its table, and each correction was signed that day: no program
// of ours can enter anything else, whatever it hands to the writer (art. 40.2).
func checkTransferred(db *gorm.DB, f *filaControlIngresos, lineas []libros.LineaControl, correcciones []libros.LineaRectificacion) error {
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
	signed, err := rectificacionesOf(db, f.Establecimiento, domain.Fecha(f.Jornada))
	if err != nil {
		return err
	}
	for _, r := range signed {
		total += int64(r.Diferencia)
	}
	stated := map[int]sum{}
	for _, l := range lineas {
		stated[l.Mesa] = sum{int64(l.Sesiones), int64(l.Resultado)}
	}
	if j.Fase != domain.FaseCerrada || open || total != f.Total || !maps.Equal(counted, stated) || !slices.Equal(signed, correcciones) {
		return norma.Breach(art("40.2"), ErrControlManual)
	}
	return nil
}

// Names of the datos of a table's line: mesa.<n>, mesa.<n>.sesiones, mesa.<n>.juego.
const (
	prefijoMesa       = "mesa."
	prefijoReversible = "reversible."
	sufijoSesiones    = ".sesiones"
	sufijoJuego       = ".juego"
)

// datosLineas are the datos of the lines of a control, one a table: its result, its sessions,
// the game it last opened for. A reversible table that was opened for both of its games
// (art. 30.4) says besides what each made: reversible.<n>.<juego>.
func datosLineas(lineas []libros.LineaControl, last map[int]domain.Juego) ([]diario.Dato, error) {
	var ds []diario.Dato
	for k := 0; k < len(lineas); {
		mesa, sesiones, resultado := lineas[k].Mesa, 0, domain.Importe(0)
		n := k
		for ; n < len(lineas) && lineas[n].Mesa == mesa; n++ {
			var err error
			if resultado, err = resultado.Plus(lineas[n].Resultado); err != nil {
				return nil, norma.Breach(art("42.1"), err)
			}
			sesiones += lineas[n].Sesiones
		}
		name := prefijoMesa + strconv.Itoa(mesa)
		ds = append(ds, datoEntero(name, resultado), datoEntero(name+sufijoSesiones, sesiones),
			diario.Dato{Nombre: name + sufijoJuego, Valor: string(last[mesa])})
		for _, l := range lineas[k:n] {
			if n-k > 1 {
				own := prefijoReversible + strconv.Itoa(mesa) + "." + string(l.Juego)
				ds = append(ds, datoEntero(own, l.Resultado), datoEntero(own+sufijoSesiones, l.Sesiones))
			}
		}
		k = n
	}
	return ds, nil
}

// mesasControl reads the lines of a control de ingresos, one a table.
func (l *lector) mesasControl() []libros.LineaControl {
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

// lineasControl is mesasControl with a line for each game of a reversible table.
func (l *lector) lineasControl() []libros.LineaControl {
	var lines []libros.LineaControl
	for _, m := range l.mesasControl() {
		n := len(lines)
		for _, juego := range []domain.Juego{domain.BlackJack, domain.PoquerSinDescarte} {
			own := prefijoReversible + strconv.Itoa(m.Mesa) + "." + string(juego)
			if l.texto(own) != "" {
				lines = append(lines, libros.LineaControl{Mesa: m.Mesa, Juego: juego, Sesiones: int(l.entero(own + sufijoSesiones)), Resultado: l.importe(own)})
			}
		}
		if len(lines) == n {
			lines = append(lines, m)
		}
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
