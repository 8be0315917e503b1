package registers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/domain/plazos"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about sheets of complaints.
var (
	// ErrReclamacion: no sheet of complaints of that number.
	ErrReclamacion = errors.New("no consta esa hoja de reclamaciones")
	// ErrHojaAnotada: a sheet with that printed number is on record.
	ErrHojaAnotada = errors.New("esa hoja de reclamaciones ya está anotada")
	// ErrTramiteHecho: what is noted about the sheet is on record.
	ErrTramiteHecho = errors.New("ese trámite de la reclamación ya está anotado")
)

// LibroReclamaciones is the register of the sheets of complaints of an establecimiento, and
// SerieReclamaciones what numbers them (art. 38.3).
const (
	LibroReclamaciones = "reclamaciones"
	SerieReclamaciones = "reclamaciones"
)

// Kinds of asiento of that register.
const (
	TipoHojaReclamacion    = "HojaReclamacion"
	TipoTramiteReclamacion = "TramiteReclamacion"
)

const (
	valorHechos     = "hechos"
	valorReferencia = "referencia"
)

// Reclamacion is a sheet of complaints handed in. Hechos and Reclamante are empty once the
// vault does not hold them, and in a list.
type Reclamacion struct {
	libros.HojaReclamacion
	Numero               int64 // in the register
	Mesa                 int   // 0: not about a table
	Jornada              domain.Fecha
	Hora                 time.Time
	Contestada, Remitida time.Time // zero not yet
}

// RecordReclamacion notes a sheet of complaints: its printed number, the table, the hour, what
// is complained of and by when it must be answered and sent (art. 38.3). It returns
// ErrHojaAnotada, ErrMesa, ErrSinJornada or a breach.
func (c *Casa) RecordReclamacion(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, h libros.HojaReclamacion) (Reclamacion, error) {
	var r Reclamacion
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		d, err := loadUltimo(tx, establecimiento)
		if err != nil {
			return err
		}
		if err := h.Check(domain.FechaDe(hora.Hecho)); err != nil {
			return err
		}
		if mesa != 0 {
			if _, err := findMesa(tx.DB(), establecimiento, mesa); err != nil {
				return err
			}
		}
		_, twice, err := findOne[filaReclamacion](tx.DB().Where("establecimiento = ? AND hoja = ?", establecimiento, h.Hoja))
		if err != nil {
			return err
		}
		if twice {
			return norma.Breach(art("38.3"), ErrHojaAnotada)
		}
		if err := d.check(tx, hora); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroReclamaciones, Serie: SerieReclamaciones, Jornada: d.jornada.Fecha, Tipo: TipoHojaReclamacion,
			Datos: []diario.Dato{{Nombre: "hoja", Valor: h.Hoja}, datoEntero("mesa", mesa), {Nombre: "contestar_antes", Valor: string(h.ContestarAntes)},
				{Nombre: "remitir_antes", Valor: string(h.RemitirAntes)}},
			Personal: []diario.ValorPersonal{{Nombre: valorHechos, Valor: h.Hechos}, {Nombre: valorReclamante, Valor: h.Reclamante}}}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.NumeroSerie))
		r = Reclamacion{HojaReclamacion: h, Numero: a.NumeroSerie, Mesa: mesa, Jornada: a.Jornada, Hora: a.Hecho}
		return err
	})
	return r, err
}

// FileReclamacion notes that a sheet was answered, or sent to the authority, and under which
// reference: another asiento, which refers to the first (art. 38.3). It returns
// ErrReclamacion, ErrTramiteHecho or a breach.
func (c *Casa) FileReclamacion(ctx context.Context, autor Autor, hora Hora, establecimiento string, numero int64, t libros.Tramite, referencia string) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		d, err := loadUltimo(tx, establecimiento)
		if err != nil {
			return err
		}
		f, ok, err := findOne[filaReclamacion](tx.DB().Where("establecimiento = ? AND numero = ?", establecimiento, numero))
		if err != nil || !ok {
			return errors.Join(ErrReclamacion, err)
		}
		if err := libros.CheckTramite(t, referencia); err != nil {
			return err
		}
		if (t == libros.TramiteContestada && f.Contestada != 0) || (t == libros.TramiteRemitida && f.Remitida != 0) {
			return norma.Breach(art("38.3"), ErrTramiteHecho)
		}
		if err := hora.check(tx, fromMicros(f.Hora), d.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroReclamaciones, Jornada: d.jornada.Fecha, Tipo: TipoTramiteReclamacion,
			Datos:    []diario.Dato{datoEntero("hoja", numero), {Nombre: "tramite", Valor: string(t)}},
			Personal: []diario.ValorPersonal{{Nombre: valorReferencia, Valor: referencia}}}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(204, fmt.Sprint(a.Numero))
		return err
	})
	return err
}

// Reclamaciones lists the sheets of complaints, the latest first, at most 500.
func (c *Casa) Reclamaciones(ctx context.Context, establecimiento string) ([]Reclamacion, error) {
	var filas []filaReclamacion
	q := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento).Order("numero DESC").Limit(500)
	if err := q.Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the complaints of %s: %w", establecimiento, err)
	}
	out := make([]Reclamacion, 0, len(filas))
	for _, f := range filas {
		out = append(out, f.reclamacion())
	}
	return out, nil
}

// Reclamacion returns a sheet of complaints with what it says, or ErrReclamacion.
func (c *Casa) Reclamacion(ctx context.Context, establecimiento string, numero int64) (Reclamacion, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	f, ok, err := findOne[filaReclamacion](db.Where("establecimiento = ? AND numero = ?", establecimiento, numero))
	if err != nil || !ok {
		return Reclamacion{}, errors.Join(ErrReclamacion, err)
	}
	r := f.reclamacion()
	a, err := readAsiento(db, f.Posicion)
	if err != nil {
		return Reclamacion{}, err
	}
	folios := folioReader{db: db, names: map[string]string{}}
	_, valores, err := folios.entrada(&a)
	r.Hechos, r.Reclamante = valores[valorHechos], valores[valorReclamante]
	return r, err
}

// pendingReclamaciones lists what is still to be done about the sheets of complaints by a
// day, whatever their number.
func (c *Casa) pendingReclamaciones(ctx context.Context, establecimiento string) ([]Deber, error) {
	var filas []filaReclamacion
	err := c.Escritor.Lectura().WithContext(ctx).Where(`establecimiento = ? AND ((contestada = 0 AND contestar_antes <> '')
		OR (remitida = 0 AND remitir_antes <> ''))`, establecimiento).Order("numero").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the complaints due of %s: %w", establecimiento, err)
	}
	var out []Deber
	for _, f := range filas {
		due := func(what, day string, done int64) {
			if day == "" || done != 0 {
				return
			}
			out = append(out, Deber{Clase: DeberReclamacion, Numero: f.Numero, Mesa: int(f.Mesa), Asunto: what + " la reclamación " + f.Hoja, Articulo: art("38.3"),
				Suceso: domain.FechaDe(fromMicros(f.Hora)), Vence: plazos.Vencimiento{Natural: domain.Fecha(day), Habil: domain.Fecha(day)}})
		}
		due("contestar", f.ContestarAntes, f.Contestada)
		due("remitir", f.RemitirAntes, f.Remitida)
	}
	return out, nil
}

type filaReclamacion struct {
	Establecimiento string
	Numero          int64
	Hoja            string
	Mesa            int64
	Jornada         string
	Hora            int64
	ContestarAntes  string
	RemitirAntes    string
	Contestada      int64
	Remitida        int64
	Posicion        int64
}

func (filaReclamacion) TableName() string { return "hojas_reclamacion" }

func (f *filaReclamacion) reclamacion() Reclamacion {
	r := Reclamacion{HojaReclamacion: libros.HojaReclamacion{Hoja: f.Hoja, ContestarAntes: domain.Fecha(f.ContestarAntes), RemitirAntes: domain.Fecha(f.RemitirAntes)},
		Numero: f.Numero, Mesa: int(f.Mesa), Jornada: domain.Fecha(f.Jornada), Hora: fromMicros(f.Hora)}
	if f.Contestada != 0 {
		r.Contestada = fromMicros(f.Contestada)
	}
	if f.Remitida != 0 {
		r.Remitida = fromMicros(f.Remitida)
	}
	return r
}

var tablasReclamacion = []escritor.Tabla{{Nombre: "hojas_reclamacion", Clave: []string{"establecimiento", "numero"}}}

var proyectoresReclamacion = map[string]escritor.Proyector{
	TipoHojaReclamacion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaReclamacion{Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Hoja: d.texto("hoja"), Mesa: d.entero("mesa"), Jornada: string(a.Jornada),
			Hora: micros(a.Hecho), ContestarAntes: a.Dato("contestar_antes"), RemitirAntes: a.Dato("remitir_antes"), Posicion: a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoTramiteReclamacion: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		n, tramite := d.entero("hoja"), d.texto("tramite")
		if d.err != nil {
			return d.err
		}
		column := "contestada"
		if tramite == string(libros.TramiteRemitida) {
			column = "remitida"
		}
		return l.Exec(`UPDATE hojas_reclamacion SET `+column+` = ? WHERE establecimiento = ? AND numero = ?`, micros(a.Hecho), a.Establecimiento, n)
	},
}
