package registers

import (
	"context"
	"fmt"
	"time"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Kinds of asiento of the book of jugadas.
const (
	TipoJugada     = "Jugada"
	TipoActaJugada = "ActaJugada"
)

type filaJugada struct {
	Establecimiento string
	Mesa            int64
	Jugada          int64 // the folio of its book
	Sesion          int64 // the folio of the libro de anticipos
	Jornada         string
	Juego           string
	Hecho           int64
	Anotacion       int64
	Autor           string
	Veredicto       string
	Articulo        string // of a void one
	Apostado        int64
	Debido          int64
	Pagado          int64
	Diferencia      int64
	Hoja            string
	Camara          string
	Conservar       string
	Posicion        int64
}

func (filaJugada) TableName() string { return "jugadas" }

type filaLineaJugada struct {
	Establecimiento string
	Mesa            int64
	Jugada          int64
	Linea           int64
	Apuesta         string
	Suerte          string
	Resultado       string
	Casilla         string
	Jugador         string
	Color           string
	Apostado        int64
	Debido          int64
	Pagado          int64
	Devuelto        int64
	Conservado      int64
	Diferencia      int64
	Exacto          string
	Articulo        string
	Criterio        string
}

func (filaLineaJugada) TableName() string { return "lineas_jugada" }

// filaActaJugada is the acta of a disputed jugada, once it is signed.
type filaActaJugada struct {
	Establecimiento string
	Mesa            int64
	Jugada          int64
	Acto            string
	Posicion        int64
}

func (filaActaJugada) TableName() string { return "actas_jugada" }

var tablasJugada = []escritor.Tabla{
	{Nombre: "jugadas", Clave: []string{"establecimiento", "mesa", "jugada"}},
	{Nombre: "lineas_jugada", Clave: []string{"establecimiento", "mesa", "jugada", "linea"}},
	{Nombre: "actas_jugada", Clave: []string{"establecimiento", "mesa", "jugada"}},
}

var proyectoresJugada = map[string]escritor.Proyector{
	TipoJugada:     projectJugada,
	TipoActaJugada: projectActaJugada,

	TipoReclamacionJugada: projectReclamacionJugada,
}

func projectJugada(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaJugada{Establecimiento: a.Establecimiento, Mesa: d.entero("mesa"), Jugada: a.Folio, Sesion: d.entero("sesion"),
		Jornada: string(a.Jornada), Juego: d.texto("juego"), Hecho: micros(a.Hecho), Anotacion: micros(a.Anotacion), Autor: a.Autor,
		Veredicto: d.texto("veredicto"), Articulo: d.texto("nula.articulo"), Apostado: d.entero("apostado"), Debido: d.entero("debido"),
		Pagado: d.entero("pagado"), Diferencia: d.entero("diferencia"), Hoja: d.texto("hoja"), Camara: d.texto("camara"),
		Conservar: d.texto("camara.conservar"), Posicion: a.Posicion}
	if d.err != nil {
		return d.err
	}
	if err := l.Insert(f); err != nil {
		return err
	}
	for k, line := range d.lineasJugada() {
		fila := &filaLineaJugada{f.Establecimiento, f.Mesa, f.Jugada, int64(k + 1), line.Apuesta, line.Suerte, line.Resultado, line.Casilla,
			line.Jugador, line.Color, int64(line.Apostado), int64(line.Debido), int64(line.Pagado), int64(line.Devuelto),
			int64(line.Conservado), int64(line.Diferencia), line.Exacto, line.Articulo, line.Criterio}
		if d.err != nil {
			return d.err
		}
		if err := l.Insert(fila); err != nil {
			return err
		}
	}
	return d.err
}

func projectActaJugada(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaActaJugada{a.Establecimiento, d.entero("mesa"), d.entero("jugada"), d.texto(diario.DatoActo), a.Posicion}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

// LineaJugada is a bet of a jugada as its leaf has it, in céntimos. Debido is due on top of
// the stake and Devuelto of the stake itself, what stays pending included; Pagado and
// Conservado are what the table did. Exacto is what was rounded (criterio RED-1).
type LineaJugada struct {
	jugada.Postura
	Apuesta, Suerte, Resultado       string
	Apostado, Debido, Pagado         domain.Importe
	Devuelto, Conservado, Diferencia domain.Importe
	Exacto, Articulo, Criterio       string
}

// lineasJugada reads the bets of the leaf of a jugada, in order.
func (l *lector) lineasJugada() []LineaJugada {
	var lines []LineaJugada
	for n := 1; ; n++ {
		k := prefijoLinea(n)
		if l.texto(k+"apuesta") == "" {
			return lines
		}
		lines = append(lines, LineaJugada{
			Postura:    jugada.Postura{Casilla: l.texto(k + "casilla"), Jugador: l.texto(k + "jugador"), Color: l.texto(k + "color")},
			Apuesta:    l.texto(k + "apuesta"),
			Suerte:     l.texto(k + "suerte"),
			Resultado:  l.texto(k + "resultado"),
			Apostado:   l.importe(k + "apostado"),
			Debido:     l.importe(k + "debido"),
			Pagado:     l.importe(k + "pagado"),
			Devuelto:   l.importe(k + "devuelto"),
			Conservado: l.importe(k + "conservado"),
			Diferencia: l.importe(k + "diferencia"),
			Exacto:     l.texto(k + "exacto"),
			Articulo:   l.texto(k + "articulo"),
			Criterio:   l.texto(k + "criterio"),
		})
	}
}

// ResumenJugada is a line of the list of jugadas of a table.
type ResumenJugada struct {
	Numero     int64
	Mesa       int
	Sesion     int64 // folio of the libro de anticipos
	Jornada    domain.Fecha
	Juego      domain.Juego
	Hecho      time.Time
	Anotacion  time.Time
	Autor      string
	Veredicto  jugada.Veredicto
	Articulo   string // of a void one
	Apostado   domain.Importe
	Debido     domain.Importe
	Pagado     domain.Importe
	Diferencia domain.Importe
	Hoja       string // number of the hoja de reclamaciones; "" when nobody complains
	Camara     string
	Conservar  domain.Fecha // until when its recording is kept
	Acta       bool         // its acta is signed
}

func (f filaJugada) resumen() ResumenJugada {
	return ResumenJugada{Numero: f.Jugada, Mesa: int(f.Mesa), Sesion: f.Sesion, Jornada: domain.Fecha(f.Jornada), Juego: domain.Juego(f.Juego),
		Hecho: fromMicros(f.Hecho), Anotacion: fromMicros(f.Anotacion), Autor: f.Autor, Veredicto: jugada.Veredicto(f.Veredicto),
		Articulo: f.Articulo, Apostado: domain.Importe(f.Apostado), Debido: domain.Importe(f.Debido), Pagado: domain.Importe(f.Pagado),
		Diferencia: domain.Importe(f.Diferencia), Hoja: f.Hoja, Camara: f.Camara, Conservar: domain.Fecha(f.Conservar)}
}

// Jugadas lists the jugadas of a table from the last one down, below a number (0 from the
// last), at most max. It returns ErrEstablecimiento or ErrMesa.
func (c *Casa) Jugadas(ctx context.Context, establecimiento string, mesa int, below int64, max int) ([]ResumenJugada, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	if _, err := findEstablecimiento(db, establecimiento); err != nil {
		return nil, err
	}
	if _, err := findMesa(db, establecimiento, mesa); err != nil {
		return nil, err
	}
	q := db.Where("establecimiento = ? AND mesa = ?", establecimiento, mesa)
	if below > 0 {
		q = q.Where("jugada < ?", below)
	}
	var filas []filaJugada
	if err := q.Order("jugada DESC").Limit(max).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the jugadas of table %d of %s: %w", mesa, establecimiento, err)
	}
	var actas []int64
	err := db.Model(&filaActaJugada{}).Where("establecimiento = ? AND mesa = ?", establecimiento, mesa).Pluck("jugada", &actas).Error
	if err != nil {
		return nil, fmt.Errorf("list the actas of table %d of %s: %w", mesa, establecimiento, err)
	}
	signed := map[int64]bool{}
	for _, n := range actas {
		signed[n] = true
	}
	out := make([]ResumenJugada, 0, len(filas))
	for _, f := range filas {
		r := f.resumen()
		r.Acta = signed[r.Numero]
		out = append(out, r)
	}
	return out, nil
}
