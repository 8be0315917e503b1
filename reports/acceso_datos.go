package reports

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"time"

	"foliado/domain"
)

// ValorAcceso is a personal value that the house keeps, by its name in the asiento.
type ValorAcceso struct{ Nombre, Valor string }

// LineaAcceso is an asiento that holds something of a person.
type LineaAcceso struct {
	Que             string // in words: NombreAsiento
	Numero          int64  // of the document that it made, 0 none
	Establecimiento string
	Instante        time.Time    // UTC
	Hasta           domain.Fecha // first date on which it goes, "" unknown
	Plazo           string       // how long it is kept, in words
	Archivado       bool         // it passed to the archivo PBC
	Visita          bool         // it leaves the admission file then, for the archivo PBC
	Valores         []ValorAcceso
}

// LineaArchivo is a visit in the archivo PBC.
type LineaArchivo struct {
	Instante        time.Time // UTC
	Establecimiento string
	Tarjeta         int64
	Nombre          string
	Documento       string
	Hasta           domain.Fecha // first date on which it goes
}

// AccesoDatosFacts are the facts of the paper that tells a person what the house keeps of her
// (art. 20.4; art. 15 of the Reglamento (UE) 2016/679).
type AccesoDatosFacts struct {
	Casa           Casa
	Evidencia      Evidencia
	Numero         int64 // of her request
	Instante       time.Time
	Documento      string
	Ficha          int64 // 0 none
	Lineas         []LineaAcceso
	Comprobaciones int  // checks of the desk still kept
	Interdicta     bool // in the copy of the barred list
	Retenida       bool // an order keeps it beyond its terms
	ConArchivo     bool // Archivo was read; otherwise its reader gives it
	Archivo        []LineaArchivo
}

// nombresAsiento say in words what each kind of asiento with values of a visitor is.
var nombresAsiento = map[string]string{
	"Ficha": "Ficha de visitante", "DocumentoFicha": "Otro documento de la ficha", "Observacion": "Observación", "Tarjeta": "Tarjeta de entrada",
	"EntradaVigente": "Entrada con tarjeta de varios días", "AnulacionTarjeta": "Anulación de una tarjeta", "ReimpresionTarjeta": "Reimpresión de una tarjeta",
	"PerdidaTarjeta": "Pérdida de una tarjeta", "ControlTarjeta": "Control de la tarjeta en sala", "Denegacion": "Denegación de entrada",
	"DecisionAdmision": "Decisión sobre una coincidencia de nombre", "Expulsion": "Expulsión", "Prohibicion": "Prohibición de entrada",
	"FinProhibicion": "Levantamiento de una prohibición", "Grupo": "Grupo", "MiembroGrupo": "Inscripción en un grupo", "Invitacion": "Invitación a sala privada",
	"Acreditacion": "Acreditación de servicio", "AutorizacionExcepcional": "Acceso excepcional", "Persona": "Alta como personal de la casa",
	"CambioPersona": "Cambio como personal de la casa", "AccesoDatos": "Petición de acceso a sus datos", "ConsultaArchivo": "Consulta del archivo PBC",
}

// NombreAsiento is a kind of asiento in words.
func NombreAsiento(tipo string) string { return cmp.Or(nombresAsiento[tipo], tipo) }

// nombresValor say in words what each personal value is.
var nombresValor = map[string]string{
	"fecha_nacimiento": "fecha de nacimiento", "documento_caducidad": "caducidad del documento", "token": "código de la tarjeta", "articulo": "artículo",
	"observacion": "observación", "descripcion": "descripción", "denominacion": "denominación", "identificacion": "identificación",
}

// Columns of the paper, from the left margin.
const (
	colAccesoQue, colAccesoValor = 32.0, 92.0
	accesoStep                   = 3.9
)

// AccesoDatos writes that paper. The errors about its facts wrap ErrFacts.
func AccesoDatos(w io.Writer, f AccesoDatosFacts, o Options) error {
	if f.Numero <= 0 || f.Documento == "" || f.Instante.IsZero() {
		return fmt.Errorf("%w: faltan el número, el documento o la hora de la petición", ErrFacts)
	}
	r := sheet{
		casa:      f.Casa,
		title:     "Datos que la casa guarda de usted",
		subtitle:  "Petición n.º " + strconv.FormatInt(f.Numero, 10) + ", del " + formatInstant(f.Instante),
		folio:     "acceso",
		date:      "acceso a datos personales",
		regimen:   "Para el titular del documento " + f.Documento + ". Contiene datos personales.",
		evidencia: f.Evidencia,
		basis:     art("20.4").String() + " del Reglamento; art. 15 del Reglamento (UE) 2016/679",
	}
	return r.write(w, o, f.blocks)
}

func (f AccesoDatosFacts) blocks(cv *canvas) []block {
	ficha := "no tiene"
	if f.Ficha != 0 {
		ficha = "n.º " + strconv.FormatInt(f.Ficha, 10)
	}
	barred := "no figura"
	if f.Interdicta {
		barred = "figura"
	}
	bs := grid(cv, 4, []fact{{"documento", f.Documento}, {"ficha de visitante", ficha}, {"comprobaciones en el mostrador", strconv.Itoa(f.Comprobaciones)},
		{"copia de la lista de interdicciones", barred}})
	bs = append(bs, section("En los libros de la casa", asientosEnPalabras(len(f.Lineas))))
	if len(f.Lineas) == 0 {
		bs = append(bs, paragraph(cv, noteText, "No consta nada.", true)...)
	}
	t := &table{h: 7.5, head: headAcceso}
	for _, l := range f.Lineas {
		bs = append(bs, l.block(cv, t))
	}
	bs = append(bs, f.archivo(cv)...)
	bs = append(bs, section("Para qué, y qué puede pedir", ""))
	texts := []string{
		"La casa trata estos datos porque el Reglamento de Casinos de la Comunidad de Madrid le obliga a identificar y registrar a quien entra, y la Ley 10/2010 a conservar quién entró. No los comunica salvo a la inspección de juego y a las autoridades que la ley dice. Nadie decide sobre usted solo por medios automáticos.",
		"Puede pedir que se rectifique lo que no sea exacto, y reclamar ante la Agencia Española de Protección de Datos. Cada dato se destruye en su fecha sin que lo pida; antes, la ley obliga a guardarlo.",
	}
	if f.Retenida {
		texts = append(texts, "Una orden con su motivo impide por ahora destruir lo que consta aquí, aunque haya acabado su plazo.")
	}
	for _, s := range texts {
		bs = append(bs, paragraph(cv, noteText, s, true)...)
		bs = append(bs, block{h: 1.6, draw: func(*canvas, float64) {}})
	}
	return bs
}

func asientosEnPalabras(n int) string {
	if n == 1 {
		return "1 asiento"
	}
	return strconv.Itoa(n) + " asientos"
}

// archivo is the part of the archivo PBC.
func (f AccesoDatosFacts) archivo(cv *canvas) []block {
	bs := []block{section("En el archivo de prevención del blanqueo", artPBC("25").String())}
	switch {
	case !f.ConArchivo:
		return append(bs, paragraph(cv, noteText, "Ese archivo solo lo abre su responsable en la casa: si quiere saber qué visitas suyas guarda, pídaselo a él con esta misma petición.", true)...)
	case len(f.Archivo) == 0:
		return append(bs, paragraph(cv, noteText, "No consta ninguna visita.", true)...)
	}
	t := &table{h: 7.5, head: func(cv *canvas, y float64) {
		cv.text(margin, y+4.4, labelText, "entrada")
		cv.text(margin+colAccesoQue, y+4.4, labelText, "establecimiento y tarjeta")
		cv.text(margin+colAccesoValor, y+4.4, labelText, "nombre y documento")
		cv.textRight(margin+measure, y+4.4, labelText, "se destruye el")
		cv.line(margin, y+6.2, margin+measure, y+6.2, 0.3, green)
	}}
	for _, l := range f.Archivo {
		bs = append(bs, block{h: listadoRow, table: t, draw: func(cv *canvas, y float64) {
			cv.text(margin, y+3.6, normalText, formatInstant(l.Instante))
			cv.fitted(margin+colAccesoQue, y+3.6, normalText, l.Establecimiento+", n.º "+strconv.FormatInt(l.Tarjeta, 10), colAccesoValor-colAccesoQue-3, 1, 4.5)
			cv.fitted(margin+colAccesoValor, y+3.6, normalText, l.Nombre+", "+l.Documento, measure-colAccesoValor-22, 1, 4.5)
			cv.textRight(margin+measure, y+3.6, normalText, l.Hasta.Larga())
			cv.line(margin, y+listadoRow, margin+measure, y+listadoRow, 0.08, veil)
		}})
	}
	return bs
}

func headAcceso(cv *canvas, y float64) {
	cv.text(margin, y+4.4, labelText, "cuándo")
	cv.text(margin+colAccesoQue, y+4.4, labelText, "qué, y hasta cuándo")
	cv.text(margin+colAccesoValor, y+4.4, labelText, "datos")
	cv.line(margin, y+6.2, margin+measure, y+6.2, 0.3, green)
}

// block is an asiento, as high as what it holds.
func (l LineaAcceso) block(cv *canvas, t *table) block {
	name := l.Que
	if l.Numero != 0 {
		name += " n.º " + strconv.FormatInt(l.Numero, 10)
	}
	until := "se guarda " + l.Plazo
	switch {
	case l.Hasta != "" && l.Visita:
		until = "deja el fichero de admisión el " + l.Hasta.Larga()
	case l.Hasta != "":
		until = "se destruye el " + l.Hasta.Larga()
	}
	if l.Establecimiento != "-" {
		until = l.Establecimiento + " · " + until
	}
	if l.Archivado {
		until = l.Establecimiento + " · en el archivo PBC"
	}
	who := styled{boldText, cv.wrap(boldText, name, colAccesoValor-colAccesoQue-4)}
	when := styled{noteText, cv.wrap(noteText, until, colAccesoValor-colAccesoQue-4)}
	var values []string
	for _, v := range l.Valores {
		values = append(values, cv.wrap(normalText, cmp.Or(nombresValor[v.Nombre], v.Nombre)+": "+v.Valor, measure-colAccesoValor)...)
	}
	h := accesoStep*float64(max(len(who.lines)+len(when.lines), len(values))) + 2.4
	return block{h: h, table: t, draw: func(cv *canvas, y float64) {
		cv.text(margin, y+3.6, normalText, formatInstant(l.Instante))
		stack(cv, margin+colAccesoQue, y+3.6, who, when)
		stack(cv, margin+colAccesoValor, y+3.6, styled{normalText, values})
		cv.line(margin, y+h-0.6, margin+measure, y+h-0.6, 0.08, veil)
	}}
}
