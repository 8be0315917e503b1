package api

import (
	"context"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/dados"
	"foliado/domain/jugada"
	"foliado/registers"
	"foliado/templates"
)

// paginasJugada are the pages of the jugadas of a table, and the calculator.
func (s *Servidor) paginasJugada() []ruta {
	const m = "/establecimientos/:e/mesas/:m/jugadas"
	return []ruta{
		{metodo: "GET", camino: m, cargos: jugadaVe, hace: s.getPaginaJugadas, resumen: "Jugadas anotadas de una mesa", consulta: []string{"cursor"}},
		{metodo: "GET", camino: m + "/nueva", cargos: jugadaHace, hace: s.getPaginaNuevaJugada, resumen: "El paño o las cartas para anotar una jugada"},
		{metodo: "POST", camino: m, cargos: jugadaHace, hace: s.formJugada, resumen: "Pone una apuesta o una carta, liquida o anota"},
		{metodo: "GET", camino: m + "/:n", cargos: jugadaVe, hace: s.getPaginaJugada, resumen: "Una jugada con su liquidación"},
		{metodo: "POST", camino: m + "/:n/reclamacion", cargos: jugadaHace, hace: s.formReclamacion, resumen: "Reclamación de una jugada ya anotada"},
		{metodo: "GET", camino: "/calculadora", cargos: salaVe, hace: s.getPaginaCalculadora, resumen: "La calculadora", estado: 303},
		{metodo: "GET", camino: "/calculadora/:juego", cargos: salaVe, hace: s.formCalculadora, resumen: "La calculadora de un juego"},
		{metodo: "POST", camino: "/calculadora/:juego", cargos: salaVe, hace: s.formCalculadora, resumen: "Liquida sin anotar nada", estado: 200},
	}
}

// getPaginaCalculadora goes to the first game.
func (s *Servidor) getPaginaCalculadora(c echo.Context) error {
	path := "/calculadora/" + string(juegosConForma()[0])
	if q := c.Request().URL.RawQuery; q != "" {
		path += "?" + q
	}
	return goTo(c, path)
}

// formCalculadora settles what lies on the table so far; nothing is recorded.
func (s *Servidor) formCalculadora(c echo.Context) error {
	j, err := juegoPedido(c)
	if err != nil {
		return err
	}
	m, err := newMesaForma(j, field(c, "hechos"))
	if err != nil {
		return err
	}
	p := templates.Calculadora{}
	if c.Request().Method == "POST" {
		m.fill(func(name string) string { return field(c, name) })
		m.press(field(c, "pon"), func(name string) string { return field(c, name) })
	}
	p.Forma = m.draw(field(c, "pon"), field(c, "destino"), dados.PagoImpreso.String())
	for _, x := range juegosConForma() {
		p.Juegos = append(p.Juegos, templates.Opcion{Valor: string(x), Texto: capital(x.Nombre()), Elegida: x == j})
	}
	problem, status, err := s.aviso(c, m.wrong())
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Calculadora", ""); err != nil {
		return err
	}
	p.Problema = problem
	return render(c, status, p)
}

// wrong is what was typed wrong, nil when nothing was.
func (m *mesaForma) wrong() error {
	if len(m.errors) == 0 {
		return nil
	}
	return &errForma{m.errors}
}

func (s *Servidor) getPaginaJugadas(c echo.Context) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	below, limit, err := page(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	m, err := s.cfg.Casa.Mesa(ctx, c.Param("e"), mesa)
	if err != nil {
		return err
	}
	list, err := s.cfg.Casa.Jugadas(ctx, c.Param("e"), mesa, below, limit)
	if err != nil {
		return err
	}
	p := templates.Jugadas{Mesa: int64(mesa), Juego: m.Juego}
	if p.Marco, err = s.marco(c, "Jugadas de la mesa "+strconv.Itoa(mesa), c.Param("e")); err != nil {
		return err
	}
	p.Anota = ruta{cargos: jugadaHace}.admits(p.Cargo) && motor.Liquida(m.Juego)
	for _, r := range list {
		p.Jugadas = append(p.Jugadas, templates.JugadaLinea{Numero: r.Numero, Jornada: r.Jornada, Hecho: r.Hecho, Veredicto: r.Veredicto, Articulo: r.Articulo,
			Debido: r.Debido, Pagado: r.Pagado, Diferencia: r.Diferencia, Hoja: r.Hoja, Conservar: r.Conservar, Acta: r.Acta})
	}
	if len(list) == limit && list[limit-1].Numero > 1 {
		p.Siguiente = c.Request().URL.Path + "?cursor=" + strconv.FormatInt(list[limit-1].Numero, 10)
	}
	return render(c, 200, p)
}

func (s *Servidor) getPaginaJugada(c echo.Context) error { return s.drawJugadaAnotada(c, nil) }

// drawJugadaAnotada draws a jugada with its settlement and, of a disputed one, its acta; else
// the form of a complaint, with what was wrong with it.
func (s *Servidor) drawJugadaAnotada(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	j, pdf, err := s.visibleJugada(c)
	if err != nil || pdf {
		if pdf {
			err = echo.ErrNotFound
		}
		return err
	}
	p := templates.Jugada{Numero: j.Numero, Mesa: int64(j.Mesa), Juego: j.Juego, Veredicto: j.Veredicto, Nula: j.Articulo, Dibujos: dibujosDe(&j),
		Diferencia: j.Diferencia, DeclaracionCrupier: j.DeclaracionCrupier, DeclaracionJugador: j.DeclaracionJugador,
		PDF: "/api/v1" + jugadaPath(&j) + ".pdf", Vuelve: paginaDe(c.Param("e"), "mesas", strconv.Itoa(j.Mesa), "jugadas")}
	if p.Marco, err = s.marco(c, capital(j.Juego.Jugada())+" "+strconv.FormatInt(j.Numero, 10), c.Param("e")); err != nil {
		return err
	}
	p.Articulos, p.Criterios = j.Citas()
	p.Hechos = factsJugada(&j)
	for k := range j.Lineas {
		l := &j.Lineas[k]
		p.Lineas = append(p.Lineas, templates.LineaJugada{Apuesta: l.Apuesta, Quien: deQuien(l), Resultado: l.Resultado, Apostado: l.Apostado, Debido: l.Debido,
			Devuelto: l.Devuelto, Pagado: l.Pagado, Conservado: l.Conservado, Diferencia: l.Diferencia, Exacto: l.Exacto, Articulo: l.Articulo, Criterio: l.Criterio})
	}
	if j.Acto != nil {
		p.Acto, p.Reclamacion = j.Acto.ID, factsReclamacion(&j)
		for k := range j.Acto.Plazas {
			p.Plazas = append(p.Plazas, plazaDe(&j.Acto.Plazas[k]))
		}
	}
	p.Problema = problem
	p.Reclama = ruta{cargos: jugadaHace}.admits(p.Cargo) && (j.Hoja == "" || j.Acto.Estado.Caido())
	if p.Reclama {
		p.Queja = readQueja(c)
	}
	return render(c, status, p)
}

// readQueja is what was typed of a complaint, and of when and by whom.
func readQueja(c echo.Context) templates.FormaReclamacion {
	get := func(name string) string { return field(c, name) }
	return templates.FormaReclamacion{Hecho: get("hecho"), Demora: get("demora"), Crupier: get("crupier"), Hoja: get("hoja"), Reclamante: get("reclamante"),
		Camara: get("camara"), Desde: get("desde"), Hasta: get("hasta"), Conservar: get("conservar_hasta"),
		DeclaracionCrupier: get("declaracion_crupier"), DeclaracionJugador: get("declaracion_jugador")}
}

// listHechos leaves out what nothing was said of.
func listHechos(pairs ...string) []templates.Hecho {
	var out []templates.Hecho
	for k := 0; k < len(pairs); k += 2 {
		if pairs[k+1] != "" {
			out = append(out, templates.Hecho{Nombre: pairs[k], Valor: pairs[k+1]})
		}
	}
	return out
}

func factsJugada(j *registers.Jugada) []templates.Hecho {
	return listHechos("Juego", capital(j.Juego.Nombre()), "Hora del hecho", templates.FechaHora(j.Hecho), "Anotada", templates.FechaHora(j.Anotacion),
		"La anota", nombreOr(j.AutorNombre, j.Autor)+", "+j.Cargo.Nombre(), "Crupier", nombreOr(j.CrupierNombre, j.Crupier),
		"Sesión", "folio "+strconv.FormatInt(j.Sesion, 10)+", jornada del "+j.Jornada.Larga(), "Impreso de contingencia", j.Formulario, "Se anota tarde", j.Demora,
		"Aviso: apuesta superior al máximo de la mesa", avisosEnPalabras(j.Avisos))
}

// avisosEnPalabras cites what the program warned of.
func avisosEnPalabras(refs []string) string {
	if len(refs) == 0 {
		return ""
	}
	return "art. " + strings.Join(refs, ", art. ") + " (criterio MAQ-1)"
}

func factsReclamacion(j *registers.Jugada) []templates.Hecho {
	recording := ""
	if j.Camara != "" {
		recording = templates.FechaHora(j.Desde) + " a " + templates.FechaHora(j.Hasta)
	}
	return listHechos("Hoja de reclamaciones", j.Hoja, "Reclama", j.Reclamante, "Cámara", j.Camara, "Grabación que se guarda", recording, "Se conserva hasta", fechaOr(j.Conservar))
}

// fechaOr is a date as people write it, "" for none.
func fechaOr(f domain.Fecha) string {
	if f == "" {
		return ""
	}
	return f.Larga()
}

// formaAnotar is a jugada being recorded: the table as it is typed, and what was paid.
type formaAnotar struct {
	m     *mesaForma
	forma templates.FormaJugada
	queja templates.FormaReclamacion
	wrong map[string]string
}

func (s *Servidor) getPaginaNuevaJugada(c echo.Context) error {
	_, f, err := s.readJugada(c)
	if err != nil {
		return err
	}
	return s.drawJugada(c, f, nil)
}

// readJugada reads the form of a jugada of the table of the route, with the button that was
// pressed already done.
func (s *Servidor) readJugada(c echo.Context) (int, *formaAnotar, error) {
	mesa, err := mesaPedida(c)
	if err != nil {
		return 0, nil, err
	}
	ctx := c.Request().Context()
	t, err := s.cfg.Casa.Mesa(ctx, c.Param("e"), mesa)
	if err != nil {
		return mesa, nil, err
	}
	a, err := s.cfg.Casa.Autorizacion(ctx, c.Param("e"))
	if err != nil {
		return mesa, nil, err
	}
	get := func(name string) string { return field(c, name) }
	m, err := newMesaForma(t.Juego, get("hechos"))
	if err != nil {
		return mesa, nil, err
	}
	if m.partida, err = s.partidaNow(ctx, t); err != nil {
		return mesa, nil, err
	}
	gone := 0
	if c.Request().Method == "POST" {
		m.fill(get)
		gone = m.press(get("pon"), get)
	}
	f := &formaAnotar{m: m, forma: m.draw(get("pon"), get("destino"), a.Parametros.PagoJuego7().String()), wrong: m.errors, queja: readQueja(c)}
	f.forma.Anota = true
	if t.Juego == domain.RuletaAmericana {
		f.forma.Colores = jugada.Colores
	}
	f.paid(c.Request().PostForm, gone)
	return mesa, f, nil
}

// paid keeps what was typed of each bet, but of the one just taken away.
func (f *formaAnotar) paid(form map[string][]string, gone int) {
	if gone > 0 && (f.m.forma.casillas || f.m.forma.dados || f.m.forma.jugadores) {
		return // the lines are no longer those that were typed for
	}
	at := func(name string, k int) string {
		if gone > 0 && k >= gone-1 {
			k++
		}
		if k < len(form[name]) {
			return form[name][k]
		}
		return ""
	}
	for k := range f.forma.Lineas {
		l := &f.forma.Lineas[k]
		l.Paga, l.Conserva, l.Casilla, l.Jugador, l.Color = at("pagado", k), at("conservado", k), at("casilla", k), at("jugador", k), at("color", k)
	}
}

func (s *Servidor) drawJugada(c echo.Context, f *formaAnotar, wrong error) error {
	if wrong == nil && len(f.wrong) > 0 {
		wrong = &errForma{f.wrong}
	}
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	p := templates.NuevaJugada{Mesa: int64(mesa), Forma: f.forma, Queja: f.queja}
	people, err := s.cfg.Casa.Personas(c.Request().Context())
	if err != nil {
		return err
	}
	for _, x := range people {
		if x.Baja.IsZero() && x.Cargo == domain.Crupier && (x.Establecimiento == c.Param("e") || x.Establecimiento == registers.Todos) {
			p.Crupieres = append(p.Crupieres, templates.Opcion{Valor: x.ID, Texto: x.NombreCompleto(), Elegida: x.ID == f.queja.Crupier})
		}
	}
	if p.Marco, err = s.marco(c, "Anotar una "+f.forma.Juego.Jugada(), c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	return render(c, status, p)
}

// formJugada puts something on the table and shows it again, or puts the jugada on record.
func (s *Servidor) formJugada(c echo.Context) error {
	mesa, f, err := s.readJugada(c)
	if err != nil {
		return err
	}
	if field(c, "pon") != "anota" || len(f.wrong) > 0 {
		return s.drawJugada(c, f, nil)
	}
	show := func(n string) error {
		return goTo(c, paginaDe(c.Param("e"), "mesas", strconv.Itoa(mesa), "jugadas", n))
	}
	req, h, err := s.requestJugada(f)
	if err == nil {
		err = s.onceForm(c, func(ctx context.Context) error {
			done, err := s.record(ctx, c, req, h, mesa)
			if err != nil {
				return err
			}
			return show(strconv.FormatInt(done.Numero, 10))
		}, show)
	}
	if err != nil {
		return s.drawJugada(c, f, err)
	}
	return nil
}

// requestJugada turns the form into what the API takes. What was left blank is what was due.
func (s *Servidor) requestJugada(f *formaAnotar) (*peticionJugada, registers.Hora, error) {
	req := &peticionJugada{Hechos: hechosJugada(f.m.raw()), Crupier: f.queja.Crupier, DeclaracionCrupier: f.queja.DeclaracionCrupier,
		DeclaracionJugador: f.queja.DeclaracionJugador}
	wrong := map[string]string{}
	amount := func(text, what string, due domain.Importe) domain.Importe {
		if text == "" {
			return due
		}
		i, err := domain.ParseImporte(text)
		if err != nil {
			wrong[what] = capital(what) + ": " + err.Error()
		}
		return i
	}
	for _, l := range f.forma.Lineas {
		kept := amount(l.Conserva, "lo que conserva de "+l.Apuesta, l.Devuelto)
		req.Pagos = append(req.Pagos, peticionPago{Pagado: amount(l.Paga, "lo pagado a "+l.Apuesta, l.Debido), Devuelto: &kept,
			Casilla: l.Casilla, Jugador: l.Jugador, Color: l.Color})
	}
	w := cuando{Hecho: localTime(f.queja.Hecho, "la hora del hecho", wrong), Demora: f.queja.Demora}
	if q := f.queja; q.Hoja != "" || q.Reclamante != "" || q.Camara != "" {
		req.Reclamacion = &peticionReclamacion{Hoja: q.Hoja, Reclamante: q.Reclamante, Camara: q.Camara, Desde: localTime(q.Desde, "el comienzo de la grabación", wrong),
			Hasta: localTime(q.Hasta, "el final de la grabación", wrong), ConservarHa: domain.Fecha(q.Conservar)}
	}
	if len(wrong) > 0 {
		return nil, registers.Hora{}, &errForma{wrong}
	}
	h, err := s.hora(w)
	return req, h, err
}
