package api

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/registers/diario"
)

// rutasLibro are the routes about books and their folios. Books take no write: what is
// in them came from acts and closes (art. 40.2).
func (s *Servidor) rutasLibro() []ruta {
	const l = "/api/v1/establecimientos/:e/libros"
	return []ruta{
		{metodo: "GET", camino: l, cargos: librosVe, hace: s.getLibros, resumen: "Libros del establecimiento (art. 39.1)", estado: 200, respuesta: listaLibros{}},
		{metodo: "GET", camino: l + "/:libro/folios", cargos: librosVe, hace: s.getFolios, resumen: "Folios de un libro, el último primero", consulta: []string{"cursor", "limite"}, estado: 200, respuesta: paginaFolios{}},
		{metodo: "GET", camino: l + "/:libro/folios/:n", cargos: librosVe, hace: s.getFolio, resumen: "Un folio (arts. 40.1, 42); con sufijo .pdf, el impreso", pdf: true, estado: 200, respuesta: verFolio{}},
	}
}

type verLibro struct {
	Libro     string       `json:"libro"`
	Mesa      int          `json:"mesa,omitempty"`
	Juego     domain.Juego `json:"juego,omitempty"`
	Folios    int64        `json:"folios"`
	Condicion string       `json:"condicion"`
}

type listaLibros struct {
	Libros []verLibro `json:"libros"`
}

func (s *Servidor) getLibros(c echo.Context) error {
	list, err := s.cfg.Casa.Libros(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	out := listaLibros{Libros: make([]verLibro, 0, len(list))}
	for _, l := range list {
		out.Libros = append(out.Libros, verLibro{l.Nombre, l.Mesa, l.Juego, l.Folios, l.Condicion})
	}
	return c.JSON(http.StatusOK, out)
}

type verResumen struct {
	Folio    int64          `json:"folio"`
	Jornada  domain.Fecha   `json:"jornada"`
	Completo bool           `json:"completo"`
	Importe  domain.Importe `json:"importe"`
	Hora     instante       `json:"hora"`
}

type paginaFolios struct {
	Folios []verResumen `json:"folios"`
	Cursor string       `json:"cursor,omitempty"`
}

func (s *Servidor) getFolios(c echo.Context) error {
	below, limit, err := page(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Casa.Folios(c.Request().Context(), c.Param("e"), c.Param("libro"), below, limit)
	if err != nil {
		return err
	}
	out := paginaFolios{Folios: make([]verResumen, 0, len(list))}
	for _, f := range list {
		out.Folios = append(out.Folios, verResumen{f.Numero, f.Jornada, f.Completo, f.Importe, instante(f.Hora)})
	}
	if len(list) == limit && list[limit-1].Numero > 1 {
		out.Cursor = strconv.FormatInt(list[limit-1].Numero, 10)
	}
	return c.JSON(http.StatusOK, out)
}

type verFirmaFolio struct {
	Plaza     int          `json:"plaza"`
	Cargo     domain.Cargo `json:"cargo"`
	Persona   string       `json:"persona"`
	Nombre    string       `json:"nombre"`
	Sustituye bool         `json:"sustituye"`
	Clave     string       `json:"clave"`
	Modo      diario.Modo  `json:"modo"`
	Instante  instante     `json:"instante"`
	Firma     string       `json:"firma"` // hexadecimal
}

type verEntrada struct {
	Asiento    int64           `json:"asiento"`  // number in the book
	Posicion   int64           `json:"posicion"` // place in the log
	Hecho      instante        `json:"hecho"`
	Anotacion  instante        `json:"anotacion"`
	Formulario string          `json:"formulario,omitempty"`
	Acto       string          `json:"acto,omitempty"`
	Digest     string          `json:"digest,omitempty"`
	Firmas     []verFirmaFolio `json:"firmas"`
}

func seeEntrada(e *registers.EntradaFolio) verEntrada {
	v := verEntrada{Asiento: e.Numero, Posicion: e.Posicion, Hecho: instante(e.Hecho), Anotacion: instante(e.Anotacion),
		Formulario: e.Formulario, Acto: e.Acto, Digest: e.Huella, Firmas: make([]verFirmaFolio, 0, len(e.Firmas))}
	for _, f := range e.Firmas {
		v.Firmas = append(v.Firmas, verFirmaFolio{f.Plaza, f.Cargo, f.Persona, f.Nombre, f.Sustituye, f.Clave, f.Modo,
			instante(f.Instante), hex.EncodeToString(f.Firma.Firma)})
	}
	return v
}

type verAnticipo struct {
	verEntrada
	Ordinal   int              `json:"ordinal"` // 0 the initial one
	Piezas    domain.Piezas    `json:"piezas"`
	Importe   domain.Importe   `json:"importe"`
	Inspector libros.Presencia `json:"inspector"`
}

type verRecuento struct {
	verEntrada
	Fichas      domain.Piezas  `json:"fichas"`
	Placas      domain.Piezas  `json:"placas"`
	Billetes    domain.Piezas  `json:"billetes"`
	Existencias domain.Importe `json:"existencias"`
	Extraido    domain.Importe `json:"extraido"` // notes of the actas, among the existencias (art. 31.5)
	Devuelto    domain.Importe `json:"devuelto"` // chips returned before, likewise (CAJ-C)

	Colores map[string]int64 `json:"colores,omitempty"` // by piece, without value (art. 134.1.b)
	Motivo  string           `json:"motivo,omitempty"`
	Nota    string           `json:"nota,omitempty"`
}

// verMovimientoFolio is what else a session had: notes taken out, chips returned, a
// suspension, a closing down, a check.
type verMovimientoFolio struct {
	verEntrada
	Tipo       string         `json:"tipo"`
	Texto      string         `json:"texto"`
	Extraccion int64          `json:"extraccion,omitempty"`
	Importe    domain.Importe `json:"importe"`
}

type verLinea struct {
	Mesa      int            `json:"mesa"`
	Juego     domain.Juego   `json:"juego"`
	Sesiones  int            `json:"sesiones"`
	Folios    []int64        `json:"folios"`
	Resultado domain.Importe `json:"resultado"`
}

// verFolio is a folio of a book: what does not apply is absent.
type verFolio struct {
	Libro         string               `json:"libro"`
	Folio         int64                `json:"folio"`
	Jornada       domain.Fecha         `json:"jornada"`
	Condicion     string               `json:"condicion"`
	Criterios     []string             `json:"criterios,omitempty"`
	Mesa          int                  `json:"mesa,omitempty"`
	Juego         domain.Juego         `json:"juego,omitempty"`
	NombreJuego   string               `json:"nombre_juego,omitempty"`
	Sesion        int                  `json:"sesion,omitempty"`
	ApuestaMinima *domain.Importe      `json:"apuesta_minima,omitempty"`
	Maximos       string               `json:"maximos,omitempty"`
	Anticipos     []verAnticipo        `json:"anticipos,omitempty"`
	Movimientos   []verMovimientoFolio `json:"movimientos,omitempty"`
	Recuento      *verRecuento         `json:"recuento,omitempty"`
	Resultado     *domain.Importe      `json:"resultado,omitempty"`
	TotalDia      *domain.Importe      `json:"total_dia,omitempty"`
	Lineas        []verLinea           `json:"lineas,omitempty"`
	Total         *domain.Importe      `json:"total,omitempty"`
	TotalLetra    string               `json:"total_letra,omitempty"`
	Cierre        *verEntrada          `json:"cierre,omitempty"`
	Certificacion *verEntrada          `json:"certificacion,omitempty"`
	Checkpoint    string               `json:"checkpoint"` // signed note of its commit
	Completitud   string               `json:"completitud"`
	// Rectificaciones are those of the count; in a control, Rectificado lists those of the day.
	Rectificaciones []verRectificacion      `json:"rectificaciones,omitempty"`
	Rectificado     []verLineaRectificacion `json:"rectificado,omitempty"`
	Beneficios      *verBeneficios          `json:"beneficios,omitempty"` // of a table of círculo (art. 41)
}

func seeMovimientos(ms []registers.MovimientoFolio) []verMovimientoFolio {
	var vs []verMovimientoFolio
	for k := range ms {
		m := &ms[k]
		vs = append(vs, verMovimientoFolio{seeEntrada(&m.EntradaFolio), m.Tipo, movimientoEnPalabras(m), m.Extraccion, m.Importe})
	}
	return vs
}

func seeFolio(f *registers.Folio) verFolio {
	v := verFolio{Libro: f.Libro, Folio: f.Numero, Jornada: f.Jornada, Condicion: f.Condicion, Criterios: f.Criterios,
		Checkpoint: string(f.Checkpoint), Completitud: f.Completitud.String()}
	if a := f.Anticipos; a != nil {
		v.Mesa, v.Juego, v.NombreJuego, v.Sesion = a.Mesa, a.Juego, a.Juego.Nombre(), a.Sesion
		v.ApuestaMinima, v.Maximos, v.TotalDia = &a.ApuestaMinima, a.Maximos, a.TotalDia
		for k := range a.Anticipos {
			x := &a.Anticipos[k]
			v.Anticipos = append(v.Anticipos, verAnticipo{seeEntrada(&x.EntradaFolio), x.Ordinal, x.Piezas, x.Importe, x.Inspector})
		}
		v.Movimientos = seeMovimientos(a.Movimientos)
		if r := a.Recuento; r != nil {
			v.Recuento = &verRecuento{seeEntrada(&r.EntradaFolio), r.Fichas, r.Placas, r.Billetes, r.Existencias, r.Extraido, r.Devuelto, r.Colores, r.Motivo, r.Nota}
			v.Resultado = &r.Resultado
		}
		for k := range a.Rectificaciones {
			v.Rectificaciones = append(v.Rectificaciones, seeRectificacion(&a.Rectificaciones[k]))
		}
	}
	if b := f.Beneficios; b != nil {
		v.Mesa, v.Juego, v.NombreJuego, v.Sesion = b.Mesa, b.Juego, b.Juego.Nombre(), b.Sesion
		v.ApuestaMinima, v.TotalDia, v.Beneficios = &b.ApuestaMinima, b.TotalDia, seeBeneficios(b)
		v.Movimientos = seeMovimientos(b.Movimientos)
		if b.Pozo != nil {
			v.Resultado = &b.Pozo.Importe
		}
		for k := range b.Rectificaciones {
			v.Rectificaciones = append(v.Rectificaciones, seeRectificacion(&b.Rectificaciones[k]))
		}
	}
	if k := f.Control; k != nil {
		v.Total, v.TotalLetra = &k.Total, k.TotalLetra
		entry := seeEntrada(&k.EntradaFolio)
		v.Cierre = &entry
		v.Lineas, v.Rectificado = []verLinea{}, seeLineasRectificacion(k.Rectificaciones)
		for _, l := range k.Lineas {
			v.Lineas = append(v.Lineas, verLinea{l.Mesa, l.Juego, l.Sesiones, l.Folios, l.Resultado})
		}
		if k.Certificacion != nil {
			signed := seeEntrada(k.Certificacion)
			v.Certificacion = &signed
		}
	}
	return v
}

// getFolio answers a folio, or its PDF when the number ends in .pdf.
func (s *Servidor) getFolio(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	f, err := s.cfg.Casa.Folio(c.Request().Context(), c.Param("e"), c.Param("libro"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfFolio(c, &f)
	}
	return c.JSON(http.StatusOK, seeFolio(&f))
}

// asientosDe are the numbers of the entries of a folio, in words: "45 a 51".
func asientosDe(f *registers.Folio) string {
	var first, last int64
	take := func(n int64) {
		if first == 0 {
			first = n
		}
		last = max(last, n)
	}
	if a := f.Anticipos; a != nil {
		for _, x := range a.Anticipos {
			take(x.Numero)
		}
		for _, m := range a.Movimientos {
			take(m.Numero)
		}
		if a.Recuento != nil {
			take(a.Recuento.Numero)
		}
		for _, x := range a.Rectificaciones {
			take(x.Numero)
		}
	}
	if b := f.Beneficios; b != nil {
		take(b.Apertura.Numero)
		for _, x := range b.Bancas {
			take(x.Numero)
		}
		for _, m := range b.Movimientos {
			take(m.Numero)
		}
		if b.Pozo != nil {
			take(b.Pozo.Numero)
		}
		for _, x := range b.Rectificaciones {
			take(x.Numero)
		}
	}
	if k := f.Control; k != nil {
		take(k.Numero)
		if k.Certificacion != nil {
			take(k.Certificacion.Numero)
		}
	}
	if first == last {
		return strconv.FormatInt(first, 10)
	}
	return fmt.Sprintf("%d a %d", first, last)
}
