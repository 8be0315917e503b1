package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/tapete"
	"foliado/registers"
	"foliado/templates"
)

// paginasTorneo are the pages of the mus tournaments.
func (s *Servidor) paginasTorneo() []ruta {
	const e = "/establecimientos/:e/torneos"
	const n = e + "/:n"
	const p = n + "/rondas/:r/partidas/:k"
	return []ruta{
		{metodo: "GET", camino: e, cargos: salaVe, hace: s.getPaginaTorneos, resumen: "Torneos de mus"},
		{metodo: "POST", camino: e, cargos: direccion, hace: s.formTorneo, resumen: "Anuncia un torneo de mus"},
		{metodo: "GET", camino: n, cargos: salaVe, hace: s.getPaginaTorneo, resumen: "Un torneo de mus y lo que le toca"},
		{metodo: "GET", camino: n + "/cuadro", cargos: salaVe, hace: s.getCuadroTorneo, resumen: "Cuadro y clasificación de un torneo de mus"},
		{metodo: "POST", camino: n + "/parejas", cargos: salaHace, hace: s.formPareja, resumen: "Inscribe una pareja, o no la admite"},
		{metodo: "POST", camino: n + "/sustituciones", cargos: salaHace, hace: s.formSustitucion, resumen: "Autoriza a un sustituto"},
		{metodo: "POST", camino: n + "/compromisos", cargos: salaHace, hace: s.formCompromiso, resumen: "Compromete la semilla del sorteo"},
		{metodo: "POST", camino: n + "/sorteos", cargos: salaHace, hace: s.formSorteoRonda, resumen: "Sortea la ronda siguiente"},
		{metodo: "POST", camino: n + "/campeones", cargos: salaHace, hace: s.formCampeon, resumen: "Proclama a la pareja campeona"},
		{metodo: "GET", camino: p, cargos: salaVe, hace: s.getPaginaPartida, resumen: "Una partida de mus"},
		{metodo: "POST", camino: p + "/actas", cargos: salaHace, hace: s.formActaPartida, resumen: "Anota el acta de la partida"},
		{metodo: "POST", camino: p + "/perdidas", cargos: salaHace, hace: s.formPerdida, resumen: "Da la partida por perdida"},
		{metodo: "POST", camino: p + "/infracciones", cargos: salaHace, hace: s.formInfraccion, resumen: "Anota una infracción"},
		{metodo: "POST", camino: p + "/incidencias", cargos: salaHace, hace: s.formIncidenciaTorneo, resumen: "Anota una decisión u otra incidencia"},
	}
}

// typed is what was sent with a form, to show it again.
func typed(c echo.Context) map[string]string {
	m := map[string]string{}
	for name := range c.Request().PostForm {
		m[name] = field(c, name)
	}
	return m
}

func (s *Servidor) getPaginaTorneos(c echo.Context) error {
	return s.drawTorneos(c, nil)
}

func (s *Servidor) drawTorneos(c echo.Context, wrong error) error {
	p := templates.Torneos{Forma: typed(c)}
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Torneos de mus", c.Param("e")); err != nil {
		return err
	}
	p.Problema, p.Manda = problem, ruta{cargos: direccion}.admits(p.Cargo)
	ts, err := s.cfg.Casa.Torneos(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	for _, t := range ts {
		p.Torneos = append(p.Torneos, templates.TorneoBreve{Numero: t.Numero, Nombre: t.Nombre, Anunciado: t.Anunciado, Parejas: len(t.Parejas), Estado: estadoTorneo(t)})
	}
	return render(c, status, p)
}

// estadoTorneo says how a tournament stands.
func estadoTorneo(t *registers.Torneo) string {
	switch n := len(t.Rondas); {
	case t.Campeon != 0:
		return "campeona: " + nombrePareja(t.Pareja(t.Campeon))
	case n == 0:
		return "inscripción abierta"
	case len(t.Pendientes()) > 0:
		return fmt.Sprintf("ronda %d en juego", n)
	default:
		return fmt.Sprintf("ronda %d terminada", n)
	}
}

func entero(c echo.Context, name string) int {
	n, err := strconv.Atoi(field(c, name))
	if err != nil {
		return -1 // never right: its rule says so
	}
	return n
}

func (s *Servidor) formTorneo(c echo.Context) error {
	f := registers.TorneoMusFacts{Nombre: field(c, "nombre"), Derrotas: entero(c, "derrotas"), Mesas: entero(c, "mesas"),
		Duracion: time.Duration(entero(c, "duracion_min")) * time.Minute, Cortesia: time.Duration(entero(c, "cortesia_min")) * time.Minute}
	for _, j := range strings.Split(field(c, "jueces"), ",") {
		if j = strings.TrimSpace(j); j != "" {
			f.Jueces = append(f.Jueces, j)
		}
	}
	show := func(ref string) error { return goTo(c, paginaDe(c.Param("e"), "torneos", ref)) }
	err := s.onceForm(c, func(ctx context.Context) error {
		n, err := s.cfg.Casa.CreateTorneo(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), f)
		if err != nil {
			return err
		}
		return show(strconv.FormatInt(n, 10))
	}, show)
	if err != nil {
		return s.drawTorneos(c, err)
	}
	return nil
}

// torneoPedido is the tournament of the path.
func (s *Servidor) torneoPedido(c echo.Context) (*registers.Torneo, error) {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return nil, err
	}
	return s.cfg.Casa.Torneo(c.Request().Context(), c.Param("e"), n)
}

func cabezaTorneo(c echo.Context, t *registers.Torneo) templates.CabezaTorneo {
	h := templates.CabezaTorneo{Numero: t.Numero, Nombre: t.Nombre, Estado: capital(estadoTorneo(t)), Terminado: t.Campeon != 0, PDF: lugar(c, "torneos", t.Numero) + ".pdf"}
	if t.Campeon != 0 {
		h.Campeon = nombrePareja(t.Pareja(t.Campeon))
	}
	return h
}

// jueces are the judges of a tournament to choose one; the first is there unless another was chosen.
func jueces(t *registers.Torneo, elegido string) []templates.Opcion {
	var out []templates.Opcion
	for k, j := range t.Jueces {
		n := strconv.Itoa(k + 1)
		out = append(out, templates.Opcion{Valor: n, Texto: n + " · " + j, Elegida: n == elegido})
	}
	return out
}

func (s *Servidor) getPaginaTorneo(c echo.Context) error { return s.drawTorneo(c, nil) }

func (s *Servidor) drawTorneo(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	t, err := s.torneoPedido(c)
	if err != nil {
		return err
	}
	p := templates.Torneo{CabezaTorneo: cabezaTorneo(c, t), Pendientes: len(t.Pendientes()), Ronda: len(t.Rondas) + 1, Compromiso: t.Compromiso, Rechazadas: t.Rechazadas, Forma: typed(c)}
	if p.Marco, err = s.marco(c, t.Nombre, c.Param("e")); err != nil {
		return err
	}
	p.Problema, p.Puede, p.Jueces = problem, ruta{cargos: salaHace}.admits(p.Cargo), jueces(t, p.Forma["juez"])
	if p.Forma["comienza"] == "" {
		p.Forma["comienza"] = templates.Hora(p.Ahora.Add(10 * time.Minute).Round(5 * time.Minute))
	}
	p.Hechos = []templates.Hecho{{Nombre: "Parejas", Valor: strconv.Itoa(len(t.Parejas))}, {Nombre: "Eliminan", Valor: []string{"una derrota", "dos derrotas"}[t.Derrotas-1]}, {Nombre: "Mesas", Valor: strconv.Itoa(t.Mesas)},
		{Nombre: "Duración máxima", Valor: minutos(t.Duracion)}, {Nombre: "Cortesía", Valor: minutos(t.Cortesia)}, {Nombre: "Jueces", Valor: strings.Join(t.Jueces, ", ")}}
	if t.Campeon == 0 {
		left := len(t.EnJuego())
		p.Inscribe = len(t.Rondas) == 0
		p.Compromete, p.Sortea = p.Pendientes == 0 && left > 1 && t.Compromiso == "", p.Pendientes == 0 && left > 1 && t.Compromiso != ""
		p.Proclama = !p.Inscribe && p.Pendientes == 0 && left == 1
	}
	for _, x := range t.Parejas {
		p.Parejas = append(p.Parejas, lineaPareja(t, x))
		for k, j := range x.Jugadores {
			if v := fmt.Sprintf("%d-%d", x.Numero, k+1); t.Campeon == 0 {
				p.Sustituye = append(p.Sustituye, templates.Opcion{Valor: v, Texto: v + " · " + j, Elegida: v == p.Forma["quien"]})
			}
		}
	}
	for k := len(t.Rondas) - 1; k >= 0; k-- {
		r := s.rondaTorneo(t, k)
		if k == len(t.Rondas)-1 {
			p.EnCurso = &r
		}
		p.Sorteos = append(p.Sorteos, r)
	}
	return render(c, status, p)
}

func lineaPareja(t *registers.Torneo, x registers.ParejaTorneo) templates.ParejaTorneo {
	return templates.ParejaTorneo{Numero: x.Numero, Pareja: nombrePareja(x), Estado: estadoPareja(t, x), Jugadas: x.Jugadas, Ganadas: x.Ganadas, AFavor: x.AFavor, EnContra: x.EnContra, Exenciones: x.Exenciones}
}

// rondaTorneo is the round at that place as pages show it.
func (s *Servidor) rondaTorneo(t *registers.Torneo, at int) templates.RondaTorneo {
	r := t.Rondas[at]
	v := templates.RondaTorneo{Base: paginaDe(t.Establecimiento, "torneos", strconv.FormatInt(t.Numero, 10)), Numero: r.Numero, Sorteada: r.Sorteada, Comienza: r.Comienza, Juez: t.Juez(r.Juez), Compromiso: r.Compromiso, Semilla: r.Semilla}
	if r.Exenta != 0 {
		v.Exenta = fmt.Sprintf("%d · %s", r.Exenta, nombrePareja(t.Pareja(r.Exenta)))
	}
	first := true
	for k := range r.Partidas {
		p := s.partidaBreve(t, r.Numero, &r.Partidas[k])
		p.Primera = first && p.Resultado == ""
		first = first && !p.Primera
		v.Partidas = append(v.Partidas, p)
	}
	return v
}

func (s *Servidor) partidaBreve(t *registers.Torneo, ronda int, p *registers.PartidaTorneo) templates.PartidaBreve {
	f := printedPartida(t, p)
	v := templates.PartidaBreve{Ronda: ronda, Partida: p.Numero, Mesa: p.Mesa, Hora: p.Hora, Numeros: f.Numeros, Parejas: f.Parejas, Gana: f.Gana, Resultado: f.Resultado}
	if t.Campeon == 0 {
		for _, err := range t.Avisos(ronda, p, s.cfg.Escritor.Ahora()) {
			v.Avisos = append(v.Avisos, avisoMus(err))
		}
	}
	return v
}

// getCuadroTorneo draws the bracket and the standings.
func (s *Servidor) getCuadroTorneo(c echo.Context) error {
	t, err := s.torneoPedido(c)
	if err != nil {
		return err
	}
	p := templates.CuadroTorneo{CabezaTorneo: cabezaTorneo(c, t)}
	p.Dibujo = dibujoCuadro(t, p.Campeon)
	if p.Marco, err = s.marco(c, "Cuadro de "+t.Nombre, c.Param("e")); err != nil {
		return err
	}
	for k := range t.Rondas {
		p.Rondas = append(p.Rondas, s.rondaTorneo(t, k))
	}
	for k, x := range t.Clasificacion() {
		l := lineaPareja(t, x)
		l.Puesto = k + 1
		p.Clasificacion = append(p.Clasificacion, l)
	}
	return render(c, 200, p)
}

// dibujoCuadro draws the bracket of a tournament, with the pairs that were exempt and, where nothing else says it, the
// champion.
func dibujoCuadro(t *registers.Torneo, campeon string) tapete.Dibujo {
	rondas := make([][]tapete.Cruce, len(t.Rondas))
	for k, r := range t.Rondas {
		for i := range r.Partidas {
			f := printedPartida(t, &r.Partidas[i])
			rondas[k] = append(rondas[k], tapete.Cruce{Numeros: f.Numeros, Parejas: f.Parejas, Gana: f.Gana, Resultado: f.Resultado})
		}
		if r.Exenta != 0 {
			rondas[k] = append(rondas[k], tapete.Cruce{Numeros: [2]int{r.Exenta}, Parejas: [2]string{nombrePareja(t.Pareja(r.Exenta))}, Gana: -1})
		}
	}
	return tapete.Cuadro(rondas, campeon)
}

// doTorneoMus does what a form of the page of a tournament asks and comes back to it.
func (s *Servidor) doTorneoMus(c echo.Context, do func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64) error) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	e := c.Param("e")
	return s.onceFormTo(c, paginaDe(e, "torneos", c.Param("n")), func(ctx context.Context) error {
		return do(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), e, n)
	}, func(wrong error) error { return s.drawTorneo(c, wrong) })
}

func (s *Servidor) formPareja(c echo.Context) error {
	return s.doTorneoMus(c, func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.EnrolPareja(ctx, a, h, e, n, [2]string{field(c, "jugador1"), field(c, "jugador2")}, field(c, "acepta") != "", field(c, "rechaza") != "")
	})
}

func (s *Servidor) formSustitucion(c echo.Context) error {
	return s.doTorneoMus(c, func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64) error {
		pareja, jugador := 0, 0
		if _, err := fmt.Sscanf(field(c, "quien"), "%d-%d", &pareja, &jugador); err != nil {
			return &errForma{map[string]string{"quien": "hay que decir a quién se sustituye"}}
		}
		return s.cfg.Casa.ReplaceJugador(ctx, a, h, e, n, pareja, jugador, field(c, "sustituto"))
	})
}

func (s *Servidor) formCompromiso(c echo.Context) error {
	return s.doTorneoMus(c, s.cfg.Casa.CommitSorteo)
}

func (s *Servidor) formSorteoRonda(c echo.Context) error {
	return s.doTorneoMus(c, func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64) error {
		begins, err := s.horaProxima("comienza", field(c, "comienza"))
		if err != nil {
			return err
		}
		return s.cfg.Casa.DrawRonda(ctx, a, h, e, n, entero(c, "juez"), begins)
	})
}

// horaProxima is the time that a clock in Madrid shows that hour, of the twelve hours past or of those to come.
func (s *Servidor) horaProxima(campo, hora string) (time.Time, error) {
	now := s.cfg.Escritor.Ahora()
	t, err := time.ParseInLocation("15:04", hora, domain.Madrid)
	if err != nil {
		return t, &errForma{map[string]string{campo: "la hora se escribe como 21:30"}}
	}
	here := now.In(domain.Madrid)
	at := time.Date(here.Year(), here.Month(), here.Day(), t.Hour(), t.Minute(), 0, 0, domain.Madrid)
	if now.Sub(at) > 12*time.Hour {
		at = at.AddDate(0, 0, 1)
	}
	return at, nil
}

func (s *Servidor) formCampeon(c echo.Context) error {
	return s.doTorneoMus(c, func(ctx context.Context, a registers.Autor, h registers.Hora, e string, n int64) error {
		return s.cfg.Casa.ProclaimCampeon(ctx, a, h, e, n, entero(c, "juez"))
	})
}
