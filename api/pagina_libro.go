package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/letras"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/templates"
)

// paginasLibro are the pages of the books: what an inspector reads first. Nothing of
// them is written here, but that a volume on paper is in use.
func (s *Servidor) paginasLibro() []ruta {
	const l = "/establecimientos/:e/libros"
	return []ruta{
		{metodo: "GET", camino: l, cargos: librosVe, hace: s.getPaginaLibros, resumen: "Libros del establecimiento"},
		{metodo: "GET", camino: l + "/:libro", cargos: librosVe, hace: s.getPaginaLibro, resumen: "Folios de un libro", consulta: []string{"antes"}},
		{metodo: "POST", camino: l + "/:libro/papel", cargos: direccion, hace: s.formLibroPapel, resumen: "Da de alta un tomo en papel (art. 39.2)"},
		{metodo: "GET", camino: l + "/:libro/folios/:n", cargos: librosVe, hace: s.getPaginaFolio, resumen: "Un folio"},
	}
}

// tituloLibro names a book for people.
func tituloLibro(libro string) string {
	if mesa, ok := strings.CutPrefix(libro, "anticipos-"); ok {
		return "Anticipos de la mesa " + mesa
	}
	if mesa, ok := strings.CutPrefix(libro, "beneficios-"); ok {
		return "Beneficios de la mesa " + mesa
	}
	switch libro {
	case registers.LibroDeposito:
		return "Depósito de naipes y dados"
	case registers.LibroPropinas, registers.LibroParcialesPropinas, registers.LibroDevolucionesPropina:
		return "Propinas"
	case registers.LibroArqueos:
		return "Arqueos de la caja central"
	}
	return "Control de ingresos"
}

func libroDe(l *registers.Libro) templates.Libro {
	v := templates.Libro{ID: l.Nombre, Titulo: tituloLibro(l.Nombre), Folios: l.Folios}
	if l.Juego != "" {
		v.Titulo += ", " + l.Juego.Nombre()
	}
	return v
}

func (s *Servidor) getPaginaLibros(c echo.Context) error {
	m, err := s.marco(c, "Libros", c.Param("e"))
	if err != nil {
		return err
	}
	list, err := s.cfg.Casa.Libros(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	p := templates.Libros{Marco: m}
	for k := range list {
		v := libroDe(&list[k])
		p.Regimen = capital(list[k].Condicion)
		if list[k].Clase == libros.ClaseControlIngresos { // the common one first
			p.Libros = append([]templates.Libro{v}, p.Libros...)
			continue
		}
		p.Libros = append(p.Libros, v)
	}
	return render(c, http.StatusOK, p)
}

// foliosPagina is how many folios a page lists.
const foliosPagina = 31

func (s *Servidor) getPaginaLibro(c echo.Context) error { return s.drawLibro(c, nil) }

// drawLibro draws the folios of a book and its bound volumes, with what was wrong with a form.
func (s *Servidor) drawLibro(c echo.Context, wrong error) error {
	libro := c.Param("libro")
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	m, err := s.marco(c, tituloLibro(libro), c.Param("e"))
	if err != nil {
		return err
	}
	m.Problema = problem
	var below int64
	if q := c.QueryParam("antes"); q != "" {
		if below, err = parseNumero(q); err != nil {
			return err
		}
	}
	list, err := s.cfg.Casa.Folios(c.Request().Context(), c.Param("e"), libro, below, foliosPagina)
	if err != nil {
		return err
	}
	p := templates.LibroFolios{Marco: m, Libro: templates.Libro{ID: libro, Titulo: tituloLibro(libro)}}
	p.Exporta = ruta{cargos: librosExporta}.admits(p.Cargo)
	for _, f := range list {
		p.Folios = append(p.Folios, folioLinea(libro, f))
	}
	if len(list) == foliosPagina && list[len(list)-1].Numero > 1 {
		p.Antes = list[len(list)-1].Numero
	}
	tomos, err := s.cfg.Casa.LibrosPapel(c.Request().Context(), c.Param("e"), libro)
	if err != nil {
		return err
	}
	for _, t := range tomos {
		p.Tomos = append(p.Tomos, templates.Tomo{Numero: t.Tomo, Folios: t.Folios, Diligencia: t.Diligencia})
	}
	p.DaDeAlta = ruta{cargos: direccion}.admits(p.Cargo)
	return render(c, status, p)
}

func folioLinea(libro string, f registers.ResumenFolio) templates.FolioLinea {
	l := templates.FolioLinea{Numero: f.Numero, Jornada: f.Jornada, Hora: f.Hora, Importe: f.Importe, Cerrado: true}
	switch control := libro == registers.LibroControlIngresos; {
	case control && f.Completo:
		l.Texto = "Certificado"
	case control:
		l.Texto = "Pendiente de certificación"
	case f.Completo:
		l.Texto = "Cerrado"
	default:
		l.Texto, l.Cerrado = "Abierto", false
	}
	return l
}

func (s *Servidor) getPaginaFolio(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	e, libro := c.Param("e"), c.Param("libro")
	f, err := s.cfg.Casa.Folio(c.Request().Context(), e, libro, n)
	if err != nil {
		return err
	}
	p := templates.Folio{Libro: templates.Libro{ID: libro, Titulo: tituloLibro(libro)}, Numero: n, Fecha: f.Jornada,
		Regimen: f.Condicion, Completitud: f.Completitud.String(), PDF: "/api/v1" + folioPath(e, libro, n) + ".pdf"}
	if p.Marco, err = s.marco(c, p.Libro.Titulo+", folio "+strconv.FormatInt(n, 10), e); err != nil {
		return err
	}
	if err := s.fillVecinos(c, &p); err != nil {
		return err
	}
	switch {
	case f.Control != nil:
		ms, err := s.cfg.Casa.Mesas(c.Request().Context(), e)
		if err != nil {
			return err
		}
		fillControl(&p, f.Control, ms)
	case f.Beneficios != nil:
		fillBeneficios(&p, f.Beneficios)
		fillRectificar(&p, e, &f, f.Beneficios.Mesa, f.Beneficios.Pozo != nil)
	default:
		fillAnticipos(&p, f.Anticipos)
		fillRectificar(&p, e, &f, f.Anticipos.Mesa, f.Anticipos.Recuento != nil)
	}
	return render(c, http.StatusOK, p)
}

// fillVecinos links the folios before and after.
func (s *Servidor) fillVecinos(c echo.Context, p *templates.Folio) error {
	e, libro := c.Param("e"), p.Libro.ID
	if p.Numero > 1 {
		p.Anterior = folioPath(e, libro, p.Numero-1)
	}
	next, err := s.cfg.Casa.Folios(c.Request().Context(), e, libro, p.Numero+2, 1)
	if err == nil && len(next) == 1 && next[0].Numero == p.Numero+1 {
		p.Siguiente = folioPath(e, libro, p.Numero+1)
	}
	return err
}

func folioPath(e, libro string, n int64) string {
	return paginaDe(e, "libros", libro, "folios", strconv.FormatInt(n, 10))
}

// firmasFolio are the signatures of an entry of a folio.
func firmasFolio(e *registers.EntradaFolio) []templates.Plaza {
	var out []templates.Plaza
	for _, f := range e.Firmas {
		p := templates.Plaza{Numero: int64(f.Plaza), Quien: f.Cargo.Nombre(), Firmante: f.Nombre, Modo: modos[f.Modo], Instante: f.Instante}
		if f.Sustituye {
			p.Quien += ", en sustitución"
		}
		if p.Firmante == "" {
			p.Firmante = f.Persona
		}
		out = append(out, p)
	}
	return out
}

// fillRectificar lists the corrections of a count and leads to another where there is one to
// correct.
func fillRectificar(p *templates.Folio, e string, f *registers.Folio, mesa int, counted bool) {
	p.Rectificaciones = rectificacionesDe(e, f)
	if counted && (ruta{cargos: salaHace}).admits(p.Cargo) {
		p.Rectificar = rectificacionPath(e, mesa, f.Numero)
	}
}

func fillControl(p *templates.Folio, k *registers.FolioControl, ms []registers.Mesa) {
	book := func(mesa int) string {
		for _, m := range ms {
			if m.Numero == mesa {
				return registers.LibroMesa(m.Mesa)
			}
		}
		return registers.LibroAnticipos(mesa)
	}

	p.Hechos = []templates.Hecho{{Nombre: "Cerrada", Valor: templates.FechaHora(k.Hecho)}, {Nombre: "Asiento", Valor: strconv.FormatInt(k.Numero, 10)}}
	if k.Formulario != "" {
		p.Hechos = append(p.Hechos, templates.Hecho{Nombre: "Transcrito del formulario", Valor: k.Formulario})
	}
	p.Cerrado, p.Total, p.TotalLetra = true, k.Total, k.TotalLetra
	for _, l := range k.Lineas {
		p.Mesas = append(p.Mesas, templates.ResultadoMesa{Mesa: int64(l.Mesa), Juego: l.Juego, Sesiones: int64(l.Sesiones), Resultado: l.Resultado})
	}
	for _, l := range k.Rectificaciones {
		p.Rectificaciones = append(p.Rectificaciones, templates.LineaRectificacion{Mesa: int64(l.Mesa), Folio: l.Folio, Jornada: l.Jornada,
			Diferencia: l.Diferencia, Enlace: folioPath(p.Establecimiento.ID, book(l.Mesa), l.Folio)})
	}
	if k.Certificacion != nil {
		p.Firmas, p.Digest = firmasFolio(k.Certificacion), k.Certificacion.Huella
	}
}

func fillAnticipos(p *templates.Folio, a *registers.FolioAnticipos) {
	p.Hechos = []templates.Hecho{{Nombre: "Juego", Valor: capital(a.Juego.Nombre())}, {Nombre: "Sesión", Valor: strconv.Itoa(a.Sesion)},
		{Nombre: "Apuesta mínima", Valor: a.ApuestaMinima.String()}}
	if a.Maximos != "" {
		p.Hechos = append(p.Hechos, templates.Hecho{Nombre: "Máximos", Valor: capital(maximosEnPalabras(a.Juego, a.Maximos))})
	}
	for k := range a.Anticipos {
		x := &a.Anticipos[k]
		if k == 0 {
			p.Hechos = append(p.Hechos, templates.Hecho{Nombre: "Apertura", Valor: templates.FechaHora(x.Hecho)})
		}
		p.Anticipos = append(p.Anticipos, templates.AnticipoFolio{
			AnticipoLinea: templates.AnticipoLinea{Ordinal: int64(x.Ordinal), Importe: x.Importe, Hora: x.Hecho},
			Desglose:      desglose(x.Piezas), Inspector: x.Inspector.Nombre(), Firmas: firmasFolio(&x.EntradaFolio)})
	}
	for k := range a.Movimientos {
		m := &a.Movimientos[k]
		p.Movimientos = append(p.Movimientos, templates.MovimientoFolio{Texto: movimientoEnPalabras(m), Hora: m.Hecho, Importe: m.Importe, Firmas: firmasFolio(&m.EntradaFolio)})
	}
	r := a.Recuento
	if r == nil {
		return
	}
	p.Hechos = append(p.Hechos, templates.Hecho{Nombre: "Cierre", Valor: templates.FechaHora(r.Hecho)})
	p.Cerrado, p.Existencias, p.Total, p.TotalLetra = true, r.Existencias, r.Resultado, letras.Euros(r.Resultado)
	p.Extraido, p.Devuelto = r.Extraido, r.Devuelto
	p.Recuentos = []templates.Recuento{newRecuento("fichas", r.Fichas), newRecuento("placas", r.Placas), newRecuento("billetes", r.Billetes)}
	p.Firmas, p.Digest = firmasFolio(&r.EntradaFolio), r.Huella
}

// desglose writes a count in a line: "200 × 100 €, 2.000 × 5 €".
func desglose(p domain.Piezas) string {
	parts := make([]string, 0, len(p))
	for _, v := range p.Denominaciones() {
		parts = append(parts, templates.Miles(p[v])+" × "+templates.Euros(v))
	}
	return strings.Join(parts, ", ")
}
