package registers

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// TipoRectificacion is the kind of a diligencia de rectificación: it closes an act in the
// folio that it corrects, and that folio stays as it was (criterio FIR-5).
const TipoRectificacion = "Rectificacion"

// TipoRectificacionPozo is that of the count of a pozo (arts. 41.3, 41.4).
const TipoRectificacionPozo = "RectificacionPozo"

type filaRectificacion struct {
	Posicion        int64
	Establecimiento string
	Jornada         string
	Mesa            int64
	Folio           int64
	JornadaOriginal string
	Diferencia      int64
	Resultado       int64
}

func (filaRectificacion) TableName() string { return "rectificaciones" }

var tablasRectificacion = []escritor.Tabla{{Nombre: "rectificaciones", Clave: []string{"posicion"}}}

var proyectoresRectificacion = map[string]escritor.Proyector{TipoRectificacion: projectRectificacion, TipoRectificacionPozo: projectRectificacion}

func projectRectificacion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaRectificacion{Posicion: a.Posicion, Establecimiento: a.Establecimiento, Jornada: string(a.Jornada), Mesa: d.entero("mesa"),
		Folio: a.Folio, JornadaOriginal: d.texto("jornada_original"), Diferencia: d.entero("diferencia"), Resultado: d.entero("resultado")}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

// RectificacionFacts is a closing count as it should have been: of a table of círculo, its Pozo
// alone.
type RectificacionFacts struct {
	Fichas, Placas, Billetes, Pozo domain.Piezas
	Motivo                         string
}

// vigente is what stands of the count of a folio: the count itself or its last correction.
type vigente struct {
	cierre    diario.Asiento
	recuento  libros.Recuento
	resultado domain.Importe
}

// countInForce reads what stands of a folio of the book of a table. A folio without count is a
// breach that wraps libros.ErrSinRecuento.
func countInForce(db *gorm.DB, m domain.Mesa, folio int64) (vigente, error) {
	var v vigente
	hojas, err := readHojas(db.Where("establecimiento = ? AND libro = ? AND folio = ? AND tipo IN ?", m.Establecimiento,
		LibroMesa(m), folio, []string{TipoCierreMesa, TipoRectificacion, TipoAperturaPozo, TipoRectificacionPozo}))
	if err != nil {
		return v, err
	}
	if len(hojas) == 0 || folio < 1 {
		a := art("40.1.d")
		if m.Juego.Circulo() {
			a = art("41.3")
		}
		return v, norma.Breach(a, libros.ErrSinRecuento).Under("FIR-5")
	}
	last := &hojas[len(hojas)-1]
	d := lector{a: last}
	v.cierre = hojas[0]
	if !m.Juego.Circulo() {
		v.resultado = d.importe("resultado")
		v.recuento = libros.Recuento{Fichas: d.piezas("fichas"), Placas: d.piezas("placas"), Billetes: d.piezas("billetes")}
		return v, d.err
	}
	v.recuento.Pozo = d.piezas("pozo")
	if v.recuento.Pozo == nil {
		v.recuento.Pozo = domain.Piezas{}
	}
	if last.Tipo == TipoAperturaPozo {
		v.resultado = d.importe("importe")
	} else {
		v.resultado = d.importe("resultado")
	}
	return v, d.err
}

// ProposeRectificacion proposes a diligencia de rectificación of the closing count of a
// folio, found wrong afterwards. It is signed by the cargos of the count, with badge and
// PIN (criterio FIR-5); the difference goes to the control de ingresos of the jornada in
// which it is signed. It returns ErrMesa, ErrSinJornada, ErrActoPendiente, the errors of
// libros.Rectify and those of the hour.
func (c *Casa) ProposeRectificacion(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, folio int64, f RectificacionFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		if err := hora.check(tx, s.jornada.Preparacion, s.autorizacion.Parametros.Margen()); err != nil {
			return err
		}
		v, err := countInForce(tx.DB(), s.mesa.Mesa, folio)
		if err != nil {
			return err
		}
		nuevo := libros.Recuento{Fichas: f.Fichas, Placas: f.Placas, Billetes: f.Billetes, Pozo: f.Pozo}
		diferencia, err := libros.Rectify(v.recuento, nuevo, f.Motivo)
		if err != nil {
			return err
		}
		datos, err := v.datos(mesa, nuevo, diferencia)
		if err != nil {
			return err
		}
		acto, tipo := libros.ActoRectificacion, TipoRectificacion
		if s.mesa.Juego.Circulo() {
			acto, tipo = libros.ActoRectificacionPozo, TipoRectificacionPozo
		}
		plazas, err := plazasDe(acto, libros.NoPresente, hora)
		if err != nil {
			return err
		}
		p, err = s.propose(c, tx, autor, hora, ActoBorrador{Folio: folio, Tipo: tipo, Plazas: plazas, Datos: datos,
			Personal: []diario.ValorPersonal{{Nombre: valorMotivo, Valor: f.Motivo}}}, nil)
		p.Resultado = v.resultado + diferencia
		return err
	})
	return p, err
}

// datos are the facts of the correction, with what stood before it.
func (v *vigente) datos(mesa int, nuevo libros.Recuento, diferencia domain.Importe) ([]diario.Dato, error) {
	before, err := v.recuento.Contado()
	if err != nil {
		return nil, err
	}
	ds := []diario.Dato{
		datoEntero("mesa", mesa),
		datoEntero("asiento", v.cierre.Posicion),
		{Nombre: "jornada_original", Valor: string(v.cierre.Jornada)},
		datoEntero("contado_anterior", before),
		datoEntero("contado", before+diferencia),
		datoEntero("diferencia", diferencia),
		datoEntero("resultado_anterior", v.resultado),
		datoEntero("resultado", v.resultado+diferencia),
	}
	partes := map[string]domain.Piezas{"fichas": nuevo.Fichas, "placas": nuevo.Placas, "billetes": nuevo.Billetes}
	if v.recuento.Pozo != nil {
		partes = map[string]domain.Piezas{"pozo": nuevo.Pozo}
	}
	for nombre, p := range partes {
		total, err := p.Total()
		if err != nil {
			return nil, err
		}
		ds = append(ds, diario.Dato{Nombre: nombre, Valor: p.String()}, datoEntero(nombre+"_importe", total))
	}
	return ds, nil
}

// Rectificacion is a correction on record, with the folio that it corrects.
type Rectificacion struct {
	EntradaFolio
	Establecimiento          string
	Mesa                     int
	Folio                    int64
	Ordinal                  int          // among those of the folio, from 1
	Jornada, Original        domain.Fecha // signed in, and of the folio
	Fichas, Placas, Billetes domain.Piezas
	Pozo                     domain.Piezas // of a table of círculo, in their place
	ContadoAnterior, Contado domain.Importe
	Diferencia               domain.Importe
	ResultadoAnterior        domain.Importe
	Resultado                domain.Importe
	Motivo                   string // while the vault holds it
}

func (l *lector) rectificacion(e EntradaFolio, ordinal int) Rectificacion {
	return Rectificacion{EntradaFolio: e, Establecimiento: l.a.Establecimiento, Mesa: int(l.entero("mesa")), Folio: l.a.Folio, Ordinal: ordinal,
		Jornada: l.a.Jornada, Original: domain.Fecha(l.texto("jornada_original")), Fichas: l.piezas("fichas"), Placas: l.piezas("placas"),
		Billetes: l.piezas("billetes"), Pozo: l.piezas("pozo"), ContadoAnterior: l.importe("contado_anterior"), Contado: l.importe("contado"),
		Diferencia: l.importe("diferencia"), ResultadoAnterior: l.importe("resultado_anterior"), Resultado: l.importe("resultado")}
}

// rectificacionesOf are the lines of the corrections signed in a jornada, in order.
func rectificacionesOf(db *gorm.DB, establecimiento string, fecha domain.Fecha) ([]libros.LineaRectificacion, error) {
	var rows []filaRectificacion
	err := db.Where("establecimiento = ? AND jornada = ?", establecimiento, string(fecha)).Order("posicion").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read the corrections of %s, %s: %w", establecimiento, fecha, err)
	}
	lines := make([]libros.LineaRectificacion, 0, len(rows))
	for _, r := range rows {
		lines = append(lines, libros.LineaRectificacion{Mesa: int(r.Mesa), Folio: r.Folio, Jornada: domain.Fecha(r.JornadaOriginal),
			Diferencia: domain.Importe(r.Diferencia)})
	}
	return lines, nil
}

// prefijoRectificacion begins the datos of a correction in a control de ingresos:
// rectificacion.<n>, rectificacion.<n>.mesa, rectificacion.<n>.folio and
// rectificacion.<n>.jornada.
const prefijoRectificacion = "rectificacion."

func datosRectificacion(n int, l libros.LineaRectificacion) []diario.Dato {
	k := prefijoRectificacion + strconv.Itoa(n)
	return []diario.Dato{
		datoEntero(k, l.Diferencia),
		datoEntero(k+".mesa", l.Mesa),
		datoEntero(k+".folio", l.Folio),
		{Nombre: k + ".jornada", Valor: string(l.Jornada)},
	}
}

// lineasRectificacion reads the corrections of a control de ingresos, in order.
func (l *lector) lineasRectificacion() []libros.LineaRectificacion {
	var lines []libros.LineaRectificacion
	for n := 1; l.a.Dato(prefijoRectificacion+strconv.Itoa(n)) != ""; n++ {
		k := prefijoRectificacion + strconv.Itoa(n)
		lines = append(lines, libros.LineaRectificacion{Mesa: int(l.entero(k + ".mesa")), Folio: l.entero(k + ".folio"),
			Jornada: domain.Fecha(l.texto(k + ".jornada")), Diferencia: l.importe(k)})
	}
	for _, d := range l.a.Datos {
		if strings.HasPrefix(d.Nombre, prefijoRectificacion) && len(lines) == 0 {
			l.fail(d.Nombre, d.Valor)
		}
	}
	return lines
}

func init() {
	validaciones[TipoRectificacion] = checkStands
	validaciones[TipoRectificacionPozo] = checkStands
}

// checkStands: what is corrected is what stood when it was proposed.
func checkStands(tx *escritor.Tx, a *Acto) error {
	d := lector{a: &a.propuesta}
	m, err := findMesa(tx.DB(), a.Establecimiento, int(d.entero("mesa")))
	if err != nil {
		return err
	}
	v, err := countInForce(tx.DB(), m.Mesa, a.Folio)
	if err != nil {
		return err
	}
	before, err := v.recuento.Contado()
	if err != nil {
		return err
	}
	if before != d.importe("contado_anterior") || v.resultado != d.importe("resultado_anterior") || d.err != nil {
		return ErrHuella
	}
	return nil
}
