package registers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// LibroCambios is the book of the exchanges of money and chips with players that are put on
// record: nobody is asked to type those of the tables (criterio MAQ-2).
const LibroCambios = "cambios"

// TipoCambio is the kind of its entries.
const TipoCambio = "Cambio"

// ErrTipoCambio: an exchange of foreign money without its currency, its rate or its amount.
var ErrTipoCambio = errors.New("el cambio de divisa lleva moneda, tipo de cambio e importe en esa moneda")

// CambioClienteFacts are an exchange with a player. Of foreign money, ImporteDivisa is its amount in
// hundredths and TipoCambio the rate applied, as the caja writes it.
type CambioClienteFacts struct {
	Sentido       libros.Sentido
	Mesa          int // 0 at the caja
	Medio         libros.Medio
	Divisa        string // EUR when empty
	ImporteDivisa int64
	TipoCambio    string
	Importe       domain.Importe
	Fichas        domain.Importe
	Tarjeta       int64 // entry card of the client
}

// Cambio is an exchange on record.
type Cambio struct {
	CambioClienteFacts
	Numero int64
	Hora   time.Time
}

// RecordCambio puts an exchange on record (arts. 28.1, 30.1, 30.2, 31.2, 34.1): its author
// made it. From the threshold on, the client is identified by the entry card and the program
// warns of the duties of the anti-money-laundering law (art. 34.5, Ley 10/2010 art. 7.5).
func (c *Casa) RecordCambio(ctx context.Context, autor Autor, hora Hora, establecimiento string, f CambioClienteFacts) (Cambio, []Aviso, error) {
	var done Cambio
	var avisos []Aviso
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		j, has, err := LastJornada(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if !has || !j.AdmiteRecuentos() {
			return ErrSinJornada
		}
		rule, err := f.rule(tx.DB(), autor, establecimiento)
		if err != nil {
			return err
		}
		if err := rule.Check(); err != nil {
			return err
		}
		a, err := CurrentAutorizacion(tx.DB(), establecimiento)
		if err != nil {
			return err
		}
		if err := hora.check(tx, j.Preparacion, a.Parametros.Margen()); err != nil {
			return err
		}
		if avisos = nil; rule.NeedsClient() {
			avisos = append(avisos, Aviso{Articulo: norma.PBC.Art("7.5"), Texto: "a partir de 2.000 euros se aplican las demás medidas de diligencia debida al cliente"})
		}
		hoja, err := tx.Append(f.borrador(establecimiento, j.Fecha, autor, hora))
		done = Cambio{f, hoja.Numero, hoja.Hecho}
		tx.Recurso(201, fmt.Sprint(hoja.Numero))
		return err
	})
	return done, avisos, err
}

// rule gathers what the rule judges; it fills what was left out.
func (f *CambioClienteFacts) rule(db *gorm.DB, autor Autor, establecimiento string) (libros.Cambio, error) {
	if f.Divisa == "" {
		f.Divisa = libros.Euro
	}
	if f.Medio == "" {
		f.Medio = libros.Efectivo
	}
	rule := libros.Cambio{Sentido: f.Sentido, Mesa: f.Mesa, Cargo: autor.Cargo, Medio: f.Medio, Divisa: f.Divisa, Importe: f.Importe, Fichas: f.Fichas, Tarjeta: f.Tarjeta}
	foreign := f.Divisa != libros.Euro
	if len(f.Divisa) != 3 || f.Mesa == 0 && foreign != (f.TipoCambio != "" && f.ImporteDivisa > 0) {
		return rule, norma.Breach(art("28.1"), ErrTipoCambio)
	}
	if f.Mesa == 0 {
		return rule, nil
	}
	m, err := findMesa(db, establecimiento, f.Mesa)
	if err != nil {
		return rule, err
	}
	rule.Juego, rule.Circulo = m.Juego, m.Juego.Circulo()
	_, rule.EnJuego, err = openSesion(db, establecimiento, f.Mesa)
	return rule, err
}

func (f CambioClienteFacts) borrador(establecimiento string, fecha domain.Fecha, autor Autor, hora Hora) diario.Borrador {
	punto := "caja"
	if f.Mesa > 0 {
		punto = "mesa"
	}
	b := diario.Borrador{Establecimiento: establecimiento, Libro: LibroCambios, Jornada: fecha, Tipo: TipoCambio,
		Datos: []diario.Dato{{Nombre: "sentido", Valor: string(f.Sentido)}, {Nombre: "punto", Valor: punto}, datoEntero("mesa", f.Mesa),
			{Nombre: "medio", Valor: string(f.Medio)}, {Nombre: "divisa", Valor: f.Divisa}, {Nombre: "tipo_cambio", Valor: f.TipoCambio},
			datoEntero("importe_divisa", f.ImporteDivisa), datoEntero("importe", f.Importe), datoEntero("fichas", f.Fichas), datoEntero("tarjeta", f.Tarjeta)}}
	hora.stamp(&b, autor)
	return b
}

// Cambios lists the exchanges on record of a jornada, in order, from their leaves.
func (c *Casa) Cambios(ctx context.Context, establecimiento string, fecha domain.Fecha) ([]Cambio, error) {
	hojas, err := readHojas(c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ? AND libro = ? AND jornada = ?", establecimiento, LibroCambios, string(fecha)))
	if err != nil {
		return nil, err
	}
	out := make([]Cambio, 0, len(hojas))
	for k := range hojas {
		d := lector{a: &hojas[k]}
		out = append(out, Cambio{CambioClienteFacts{libros.Sentido(d.texto("sentido")), int(d.entero("mesa")), libros.Medio(d.texto("medio")), d.texto("divisa"),
			d.entero("importe_divisa"), d.texto("tipo_cambio"), d.importe("importe"), d.importe("fichas"), d.entero("tarjeta")}, hojas[k].Numero, hojas[k].Hecho})
		if d.err != nil {
			return nil, d.err
		}
	}
	return out, nil
}

// proyectoresCambio writes no row: the exchanges are read from their leaves.
var proyectoresCambio = map[string]escritor.Proyector{
	TipoCambio: func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
}
