package registers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// ErrOlvidada: no forgotten stake of that number.
var ErrOlvidada = errors.New("no consta esa apuesta olvidada")

// LibroOlvidadas is the special book of stakes without a known owner, a folio each (art. 33.1).
const LibroOlvidadas = "olvidadas"

// Kinds of asiento of that book.
const (
	TipoOlvidada           = "Olvidada"
	TipoDevolucionOlvidada = "DevolucionOlvidada"
)

const (
	valorDomicilio = "domicilio"
	valorPruebas   = "pruebas"
)

// OlvidadaFacts are a stake without a known owner that goes to the caja. Mesa is 0 when it was
// not at a table.
type OlvidadaFacts struct {
	libros.ApuestaOlvidada
	Mesa int
}

// RecordOlvidada enters a stake without a known owner in its book (arts. 33.1, 33.2): what
// counts is the initial stake. It is no income of the house (disp. final 4.ª).
func (c *Casa) RecordOlvidada(ctx context.Context, autor Autor, hora Hora, establecimiento string, f OlvidadaFacts) (Olvidada, error) {
	var o Olvidada
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		d, err := loadDia(tx, establecimiento)
		if err != nil {
			return err
		}
		if f.Mesa != 0 {
			if _, err := findMesa(tx.DB(), establecimiento, f.Mesa); err != nil {
				return err
			}
		}
		importe, err := f.Check()
		if err != nil {
			return err
		}
		if err := d.check(tx, hora); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroOlvidadas, NuevoFolio: true, Jornada: d.jornada.Fecha, Tipo: TipoOlvidada,
			Datos: []diario.Dato{datoEntero("mesa", f.Mesa), {Nombre: "clase", Valor: string(f.Clase)}, datoEntero("importe", importe), datoEntero("crecida", f.Crecida)}}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(201, fmt.Sprint(a.Folio))
		o = Olvidada{Folio: a.Folio, Jornada: a.Jornada, Mesa: f.Mesa, Clase: f.Clase, Importe: importe, Hora: a.Hecho}
		return err
	})
	return o, err
}

// ReturnOlvidada gives a forgotten stake, or a part of what is pending of it, back to who
// proves her right (art. 33.3): another asiento of the same folio, which refers to the first
// and leaves it as it is. It returns ErrOlvidada or a breach.
func (c *Casa) ReturnOlvidada(ctx context.Context, autor Autor, hora Hora, establecimiento string, folio int64, f libros.DevolucionOlvidada) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		d, err := loadUltimo(tx, establecimiento)
		if err != nil {
			return err
		}
		fila, ok, err := findOne[filaOlvidada](tx.DB().Where("establecimiento = ? AND folio = ?", establecimiento, folio))
		if err != nil || !ok {
			return errors.Join(ErrOlvidada, err)
		}
		if err := f.Check(domain.Importe(fila.Importe - fila.Devuelto)); err != nil {
			return err
		}
		if err := hora.check(tx, fromMicros(fila.Hora), d.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroOlvidadas, Folio: folio, Jornada: d.jornada.Fecha, Tipo: TipoDevolucionOlvidada,
			Datos: []diario.Dato{datoEntero("importe", f.Importe), datoEntero("asiento", fila.Posicion)},
			Personal: []diario.ValorPersonal{{Nombre: "nombre", Valor: f.Nombre}, {Nombre: valorDomicilio, Valor: f.Domicilio},
				{Nombre: valorPruebas, Valor: f.Pruebas}}}
		hora.stamp(&b, autor)
		a, err := tx.Append(b)
		tx.Recurso(204, fmt.Sprint(a.Numero))
		return err
	})
	return err
}

// Olvidada is a stake without a known owner. Amounts in céntimos.
type Olvidada struct {
	Folio             int64 // its number
	Jornada           domain.Fecha
	Mesa              int
	Clase             libros.ClaseOlvidada
	Importe, Devuelto domain.Importe
	Hora              time.Time
}

// Pendiente is what was not given back.
func (o Olvidada) Pendiente() domain.Importe { return o.Importe - o.Devuelto }

// Olvidadas lists the stakes without a known owner, the latest first, at most 500: of one
// table when mesa is not 0, and of one jornada when fecha is not empty.
func (c *Casa) Olvidadas(ctx context.Context, establecimiento string, fecha domain.Fecha, mesa int) ([]Olvidada, error) {
	q := c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento)
	if fecha != "" {
		q = q.Where("jornada = ?", string(fecha))
	}
	if mesa != 0 {
		q = q.Where("mesa = ?", mesa)
	}
	var filas []filaOlvidada
	if err := q.Order("folio DESC").Limit(500).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the forgotten stakes of %s: %w", establecimiento, err)
	}
	out := make([]Olvidada, 0, len(filas))
	for _, f := range filas {
		out = append(out, Olvidada{f.Folio, domain.Fecha(f.Jornada), int(f.Mesa), libros.ClaseOlvidada(f.Clase), domain.Importe(f.Importe),
			domain.Importe(f.Devuelto), fromMicros(f.Hora)})
	}
	return out, nil
}

// SaldoOlvidadas is what the special entry of the accounts holds: all that was forgotten and
// not given back, whose destination is public (disp. final 4.ª).
func (c *Casa) SaldoOlvidadas(ctx context.Context, establecimiento string) (domain.Importe, error) {
	var n int64
	err := c.Escritor.Lectura().WithContext(ctx).Model(&filaOlvidada{}).Where("establecimiento = ?", establecimiento).
		Select("COALESCE(SUM(importe - devuelto), 0)").Row().Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("add up the forgotten stakes of %s: %w", establecimiento, err)
	}
	return domain.Importe(n), nil
}

// ReciboOlvidada is a return with what its receipt shows (art. 33.3).
type ReciboOlvidada struct {
	AsientoFolio
	Olvidada Olvidada // as it was entered
	libros.DevolucionOlvidada
}

// RecibosOlvidada returns the returns of a forgotten stake, in order, and how it was entered,
// or ErrOlvidada. Names are empty once the vault does not hold them.
func (c *Casa) RecibosOlvidada(ctx context.Context, establecimiento string, folio int64) (Olvidada, []ReciboOlvidada, error) {
	as, err := c.readAsientoFolio(ctx, establecimiento, LibroOlvidadas, folio, ErrOlvidada, TipoOlvidada, TipoDevolucionOlvidada)
	if err != nil {
		return Olvidada{}, nil, err
	}
	d := lector{a: &as[0].hoja}
	o := Olvidada{Folio: folio, Jornada: as[0].Jornada, Mesa: int(d.entero("mesa")), Clase: libros.ClaseOlvidada(d.texto("clase")), Importe: d.importe("importe"), Hora: as[0].Hecho}
	if d.err != nil {
		return o, nil, d.err
	}
	out := make([]ReciboOlvidada, 0, len(as)-1)
	for _, a := range as[1:] {
		d := lector{a: &a.hoja}
		r := ReciboOlvidada{a, o, libros.DevolucionOlvidada{Importe: d.importe("importe"), Nombre: a.valores["nombre"], Domicilio: a.valores[valorDomicilio], Pruebas: a.valores[valorPruebas]}}
		if d.err != nil {
			return o, nil, d.err
		}
		o.Devuelto += r.Importe
		out = append(out, r)
	}
	return o, out, nil
}

type filaOlvidada struct {
	Establecimiento string
	Folio           int64
	Jornada         string
	Mesa            int64
	Clase           string
	Importe         int64
	Devuelto        int64
	Hora            int64
	Posicion        int64
}

func (filaOlvidada) TableName() string { return "olvidadas" }

var tablasOlvidada = []escritor.Tabla{{Nombre: "olvidadas", Clave: []string{"establecimiento", "folio"}}}

var proyectoresOlvidada = map[string]escritor.Proyector{
	TipoOlvidada: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaOlvidada{a.Establecimiento, a.Folio, string(a.Jornada), d.entero("mesa"), d.texto("clase"), d.entero("importe"), 0, micros(a.Hecho), a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoDevolucionOlvidada: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		importe := d.entero("importe")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE olvidadas SET devuelto = devuelto + ? WHERE establecimiento = ? AND folio = ?`, importe, a.Establecimiento, a.Folio)
	},
}
