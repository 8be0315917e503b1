package api

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"foliado/domain/letras"
)

// opensTables opens the three tables, at the limits of their anticipos.
func (e *extremo) opensTables(t *testing.T) {
	for n := 4; n <= 5; n++ {
		e.do(t, "director", "POST", principal+"/mesas", objeto{"mesa": n, "juego": "ruleta_americana"}).want(t, 201)
	}
	e.refuses(t,
		negativa{name: "35.2.b/one céntimo below", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta-1, "bajo"), status: 422, articulo: "35.2.b"},
		negativa{name: "35.2.d/one céntimo below", usuario: "jefe_mesa", path: mesa(3) + "/aperturas", body: apertura(500, anticipoBlackJack-1, 100), status: 422, articulo: "35.2.d"},
		negativa{name: "35.2.b/for the minimum that it opens with", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": objeto{}}, status: 422, articulo: "35.2.b"},
		negativa{name: "37.1/a minimum above the planned one", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(251, 15_000*251, "bajo"), status: 422, articulo: "37.1"},
		negativa{name: "9.e/a minimum above the band", usuario: "jefe_mesa", path: mesa(3) + "/aperturas", body: apertura(5001, 5_000*5001, 100), status: 422, articulo: "9.e"},
		negativa{name: "139.2/a minimum below the authorised one", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(249, anticipoRuleta, "bajo"), status: 422, articulo: "139.2"},
		negativa{name: "53.3/maxima of another game", usuario: "jefe_mesa", path: mesa(3) + "/aperturas", body: apertura(500, anticipoBlackJack, "bajo"), status: 422, articulo: "53.3"},
		negativa{name: "9.c/one table more than authorised", usuario: "director", path: principal + "/mesas", body: objeto{"mesa": 6, "juego": "ruleta_americana"}, status: 422, articulo: "9.c"},
		negativa{name: "40.1.b/a number that a table has", usuario: "director", path: principal + "/mesas", body: objeto{"mesa": 3, "juego": "black_jack"}, status: 409},
		negativa{name: "9.c/a game not authorised", usuario: "director", path: principal + "/mesas", body: objeto{"mesa": 9, "juego": "dados"}, status: 422, articulo: "9.c"},
		negativa{name: "36.1/a box with one céntimo more", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.1",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "caja": anticipoRuleta + 1}},
		negativa{name: "36.1/handed to a cajero", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.1",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "receptor": e.Gente["cajero"].ID}},
		negativa{name: "36.2/called one céntimo off", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.2",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "cantado": anticipoRuleta - 1}},
		negativa{name: "36.2/an inspector who is nowhere", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.2",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "inspector": "quizá"}},
		negativa{name: "36.2/an hour to come", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", status: 422, articulo: "36.2",
			body: objeto{"apuesta_minima": 250, "maximos": "bajo", "anticipo": piezas(anticipoRuleta), "hecho": "2026-11-30T23:59:00+01:00"}},
		negativa{name: "wrong cargo", usuario: "crupier", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "bajo"), status: 403},
		negativa{name: "another establecimiento", usuario: "cajero.apendice", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "bajo"), status: 403},
		negativa{name: "35.1/a reposición of a closed table", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta)}, status: 422, articulo: "35.1"},
		negativa{name: "36.3/a count of a closed table", usuario: "cajero", path: mesa(1) + "/cierres", body: cierre(1000, 0), status: 422, articulo: "36.3"},
	)
	t.Run("36.2/the inspector there and signing", func(t *testing.T) {
		body := apertura(250, anticipoRuleta, "bajo")
		body["inspector"], body["receptor"], body["caja"], body["cantado"] = "presente_firma", e.Gente["jefe_mesa"].ID, anticipoRuleta, anticipoRuleta
		acto := e.propose(t, "jefe_mesa", mesa(1)+"/aperturas", body)
		if got := e.sign(t, acto, "director"); got != "propuesto" {
			t.Errorf("signed by the director alone: got %s, want propuesto", got)
		}
		e.closed(t, acto, "funcionario_inspector")
		e.actos["apertura"] = acto
	})
	t.Run("35.2.b/exactly enough", func(t *testing.T) { e.openMesa(t, 2) })
	t.Run("35.2.d/exactly enough", func(t *testing.T) { e.openMesa(t, 3) })
}

// floorRefusals tries to change what is frozen while a table is open.
func (e *extremo) floorRefusals(t *testing.T) {
	e.Reloj.Move(20 * time.Minute)
	version := e.do(t, "director", "GET", mesa(1), nil).want(t, 200).Header.Get("ETag")
	minutes := func(n int) string {
		return e.Escritor.Ahora().Add(-time.Duration(n) * time.Minute).Format(time.RFC3339Nano)
	}
	e.refuses(t,
		negativa{name: "29.6/other limits while open", usuario: "director", method: "PATCH", path: mesa(1), body: objeto{"apuesta_minima": 500}, header: []string{"If-Match", version}, status: 422, articulo: "29.6"},
		negativa{name: "29.6/opened again with another minimum", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(500, 2*anticipoRuleta, "bajo"), status: 422, articulo: "29.6"},
		negativa{name: "29.6/opened again with other maxima", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "alto"), status: 422, articulo: "29.6"},
		negativa{name: "29.1/opened again", usuario: "jefe_mesa", path: mesa(1) + "/aperturas", body: apertura(250, anticipoRuleta, "bajo"), status: 422, articulo: "29.1"},
		negativa{name: "35.1/one céntimo less", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta - 1)}, status: 422, articulo: "35.1"},
		negativa{name: "35.1/one céntimo more", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta + 1)}, status: 422, articulo: "35.1"},
		negativa{name: "36.2/sixteen minutes late and no reason", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta), "hecho": minutes(16)}, status: 422, articulo: "36.2"},
		negativa{name: "40.1.d/chips not counted", usuario: "cajero", path: mesa(1) + "/cierres", body: objeto{"placas": objeto{}, "billetes": objeto{}}, status: 422, articulo: "40.1.d"},
		negativa{name: "36.3/a count that cannot be", usuario: "cajero", path: mesa(1) + "/cierres", body: objeto{"fichas": objeto{"1000": -1}, "placas": objeto{}, "billetes": objeto{}}, status: 422, articulo: "36.3"},
		negativa{name: "36.3/other than expected and no note", usuario: "cajero", path: mesa(1) + "/cierres", status: 422, articulo: "36.3",
			body: objeto{"fichas": objeto{"1000": 2355}, "placas": objeto{}, "billetes": objeto{}, "esperado": 2360000}},
		negativa{name: "40.2/an entry by hand in the control de ingresos", usuario: "director", path: principal + "/libros/control-ingresos/folios", body: objeto{"total": 1}, status: 405},
		negativa{name: "40.2/a folio written over", usuario: "director", method: "PUT", path: principal + "/libros/anticipos-1/folios/1", body: objeto{"resultado": 1}, status: 405},
		negativa{name: "42.2/certified before it is closed", usuario: "director", path: fmt.Sprintf("%s/jornadas/%s/certificacion", principal, hoy), body: objeto{}, status: 422, articulo: "42.2"},
		negativa{name: "a phase skipped", usuario: "director", path: fmt.Sprintf("%s/jornadas/%s/fases", principal, hoy), body: objeto{"fase": "recuentos"}, status: 409},
		negativa{name: "a phase that is reached by closing", usuario: "director", path: fmt.Sprintf("%s/jornadas/%s/fases", principal, hoy), body: objeto{"fase": "certificada"}, status: 409},
		negativa{name: "a phase that is none", usuario: "director", path: fmt.Sprintf("%s/jornadas/%s/fases", principal, hoy), body: objeto{"fase": "luna"}, status: 409},
	)
	t.Run("29.1/29.4/closed before its hour without a reason", func(t *testing.T) {
		body := cierre(1000, 0)
		delete(body, "motivo")
		r := e.do(t, "cajero", "POST", mesa(3)+"/cierres", body).want(t, 201)
		r.warned(t, "29.1")
		r.warned(t, "29.4")
		var got struct{ Acto string }
		r.into(t, &got)
		e.refuses(t, negativa{name: "one act of a table at a time", usuario: "cajero", path: mesa(3) + "/cierres", body: cierre(1000, 0), status: 409})
		e.do(t, "crupier", "POST", "/api/v1/actos/"+got.Acto+"/retirada", objeto{"motivo": "no es suyo"}).want(t, 403)
		e.do(t, "cajero", "POST", "/api/v1/actos/"+got.Acto+"/retirada", objeto{"motivo": "hay que volver a contar"}).want(t, 200)
		e.refuses(t, negativa{name: "signed after it was withdrawn", usuario: "cajero", path: "/api/v1/actos/" + got.Acto + "/firmas", body: e.badge("cajero"), status: 409})
	})
}

// signatureRefusals tries to sign what one may not, or how one may not.
func (e *extremo) signatureRefusals(t *testing.T) {
	acto := e.propose(t, "cajero", mesa(2)+"/cierres", cierre(anticipoRuleta, 0))
	path := "/api/v1/actos/" + acto + "/firmas"
	e.sign(t, acto, "crupier")
	with := func(usuario string, more objeto) objeto {
		body := e.badge(usuario)
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	e.refuses(t,
		negativa{name: "36.3/the same person in two slots", usuario: "crupier", path: path, body: with("crupier", objeto{"plaza": 2}), status: 422, articulo: "36.3"},
		negativa{name: "36.3/a cargo that signs none of its slots", usuario: "jefe_mesa", path: path, body: e.badge("jefe_mesa"), status: 422, articulo: "36.3"},
		negativa{name: "36.3/a subdirector who is no substitute", usuario: "segundo", path: path, body: e.badge("segundo"), status: 422, articulo: "36.3"},
		negativa{name: "36.3/a slot already signed", usuario: "crupier2", path: path, body: e.badge("crupier2"), status: 409},
		negativa{name: "36.3/a croupier of another establecimiento", usuario: "cajero", path: path, body: e.badge("crupier.apendice"), status: 422, articulo: "36.3"},
		negativa{name: "a wrong PIN", usuario: "cajero", path: path, body: with("cajero", objeto{"pin": "0000"}), status: 403, deja: registroPIN},
		negativa{name: "the badge of another", usuario: "cajero", path: path, body: with("director", objeto{"usuario": "cajero"}), status: 403},
		negativa{name: "a badge that is none", usuario: "cajero", path: path, body: with("cajero", objeto{"credencial": "FOLIADO1:inventada"}), status: 403},
		negativa{name: "another digest", usuario: "cajero", path: path, body: with("cajero", objeto{"digest": strings.Repeat("0", 64)}), status: 409},
		negativa{name: "36.3/a way that the slot does not take", usuario: "director", path: path, body: with("director", objeto{"modo": "manuscrita", "ejemplar": 1}), status: 422, articulo: "36.3"},
		negativa{name: "an act that does not exist", usuario: "cajero", path: "/api/v1/actos/principal-99999/firmas", body: e.badge("cajero"), status: 404},
		negativa{name: "no PIN", usuario: "cajero", path: path, body: objeto{"credencial": e.Gente["cajero"].Credencial}, status: 422},
		negativa{name: "from the door", usuario: "admision", path: path, body: e.badge("cajero"), status: 403},
		negativa{name: "from another establecimiento", usuario: "cajero.apendice", path: path, body: e.badge("cajero"), status: 403},
	)
	t.Run("signed twice by the same person", func(t *testing.T) {
		e.unchanged(t, nil, func() { e.sign(t, acto, "crupier") })
	})
	t.Run("a table with an act pending takes no reposición", func(t *testing.T) {
		e.do(t, "jefe_mesa", "POST", mesa(2)+"/reposiciones", objeto{"anticipo": piezas(anticipoRuleta)}).want(t, 409)
	})
	e.do(t, "director", "POST", "/api/v1/actos/"+acto+"/retirada", objeto{"motivo": "la partida sigue"}).want(t, 200)
	e.refuses(t, negativa{name: "36.2/an apertura signed by a cajero", usuario: "cajero", path: "/api/v1/actos/" + e.actos["apertura"] + "/firmas", body: e.badge("cajero"), status: 409})
}

// replenishes hands one more anticipo to two tables, one of them by the substitute.
func (e *extremo) replenishes(t *testing.T) {
	t.Run("35.1/36.2/equal to the initial one", func(t *testing.T) {
		late := e.Escritor.Ahora().Add(-14 * time.Minute).Format(time.RFC3339Nano)
		acto := e.propose(t, "jefe_mesa", mesa(1)+"/reposiciones", objeto{"anticipo": piezas(anticipoRuleta), "hecho": late})
		e.refuses(t, negativa{name: "36.2/signed by a cajero", usuario: "cajero", path: "/api/v1/actos/" + acto + "/firmas", body: e.badge("cajero"), status: 422, articulo: "36.2"})
		e.closed(t, acto, "subdirector", "funcionario_inspector") // there since the opening
		e.closed(t, e.propose(t, "jefe_mesa", mesa(3)+"/reposiciones", objeto{"anticipo": piezas(anticipoBlackJack)}), "director")
	})
	t.Run("37.2/the caja central by tables", func(t *testing.T) {
		var got struct {
			Movimientos []struct {
				Mesa     int
				Concepto string
				Importe  int64
			}
			Cuadra bool
		}
		e.do(t, "cajero", "GET", principal+"/caja-central?mesa=1", nil).want(t, 200).into(t, &got)
		if len(got.Movimientos) != 2 || got.Movimientos[0].Concepto != "anticipo" || got.Movimientos[1].Concepto != "reposicion" ||
			got.Movimientos[1].Importe != anticipoRuleta || !got.Cuadra {
			t.Errorf("got %+v, want the anticipo and the reposición of table 1", got)
		}
	})
}

// Results of the three tables, and their sum (art. 42.1): figures of céntimos.
const (
	resultado1 = 432_000
	resultado2 = -110_000
	resultado3 = 86_000
	totalDia   = resultado1 + resultado2 + resultado3
)

// closesTables ends the games and counts the tables.
func (e *extremo) closesTables(t *testing.T) {
	e.Reloj.At(t, "2026-12-01 04:30:00")
	day := fmt.Sprintf("%s/jornadas/%s", principal, hoy)
	t.Run("27.4/the games end before the hour", func(t *testing.T) {
		e.do(t, "director", "POST", day+"/fases", objeto{"fase": "fin_juegos"}).want(t, 200).warned(t, "27.4")
	})
	e.refuses(t,
		negativa{name: "29.5/a reposición after the end of games", usuario: "jefe_mesa", path: mesa(1) + "/reposiciones", body: objeto{"anticipo": piezas(anticipoRuleta)}, status: 422, articulo: "29.5"},
		negativa{name: "27.4/the door after the end of games", usuario: "admision", path: principal + "/comprobaciones", body: adult(700).cuerpo(), status: 409, articulo: "27.4"},
	)
	e.phase(t, hoy, "recuentos")
	e.closeMesa(t, 1, 2*anticipoRuleta+resultado1%5000, resultado1)
	t.Run("36.4/the substitute signs another table", func(t *testing.T) {
		acto := e.propose(t, "cajero", mesa(2)+"/cierres", cierre(anticipoRuleta+resultado2, 0))
		e.blocked(t, day, []string{"2", "3"}, []string{acto})
		e.closed(t, acto, "crupier2", "subdirector", "cajero")
	})
	t.Run("36.3/the result is what was counted less every anticipo", func(t *testing.T) {
		var got struct {
			Acto      string
			Resultado int64
		}
		body := cierre(2*anticipoBlackJack, resultado3)
		body["fichas"] = piezas(2*anticipoBlackJack + resultado3%5000)
		e.do(t, "cajero", "POST", mesa(3)+"/cierres", body).want(t, 201).into(t, &got)
		if got.Resultado != resultado3 {
			t.Errorf("got result %d, want %d", got.Resultado, resultado3)
		}
		e.closed(t, got.Acto, "crupier", "cajero", "director")
	})
	t.Run("40.1/40.3/the folio", func(t *testing.T) { e.folio(t) })
	var closed struct {
		Fase       string
		Total      int64
		TotalLetra string `json:"total_letra"`
	}
	e.do(t, "director", "POST", day+"/cierre", objeto{}).want(t, 201).into(t, &closed)
	t.Run("42.1/42.2/total in figures and in words", func(t *testing.T) {
		if closed.Fase != "cerrada" || closed.Total != totalDia || closed.TotalLetra != letras.Euros(totalDia) {
			t.Errorf("got %+v, want %d, %s", closed, int64(totalDia), letras.Euros(totalDia))
		}
	})
	e.unchanged(t, nil, func() { e.do(t, "director", "POST", day+"/cierre", objeto{}).want(t, 200) })
}

// blocked wants the close of a day refused, naming what keeps it open.
func (e *extremo) blocked(t *testing.T, day string, mesas, actos []string) {
	t.Helper()
	e.unchanged(t, nil, func() {
		p := e.do(t, "director", "POST", day+"/cierre", objeto{}).want(t, 409).refused(t, "")
		if !slices.Equal(p.Mesas, mesas) || !slices.Equal(p.Actos, actos) {
			t.Errorf("got tables %v and acts %v, want %v and %v", p.Mesas, p.Actos, mesas, actos)
		}
	})
}

// folio reads the folio of table 1, as facts and as paper.
func (e *extremo) folio(t *testing.T) {
	path := principal + "/libros/anticipos-1/folios/1"
	var f struct {
		Folio     int64
		Mesa      int
		Juego     string
		Anticipos []struct {
			Importe int64
			Hecho   string
			Firmas  []struct{ Cargo, Nombre string }
		}
		Recuento struct {
			Firmas []struct{ Cargo, Nombre string }
		}
		Resultado int64
	}
	e.do(t, "funcionario_inspector", "GET", path, nil).want(t, 200).into(t, &f)
	if f.Folio != 1 || f.Mesa != 1 || f.Juego != "ruleta_americana" || len(f.Anticipos) != 2 || f.Anticipos[0].Importe != anticipoRuleta {
		t.Errorf("got %+v", f)
	}
	if len(f.Anticipos[0].Firmas) != 2 || len(f.Recuento.Firmas) != 3 {
		t.Errorf("got %d and %d signatures, want 2 and 3", len(f.Anticipos[0].Firmas), len(f.Recuento.Firmas))
	}
	if _, err := time.Parse(time.RFC3339Nano, f.Anticipos[1].Hecho); err != nil {
		t.Errorf("the hour of an anticipo: %v", err)
	}
	text := printed(t, e.do(t, "director", "GET", path+".pdf", nil).want(t, 200))
	for _, want := range []string{"Libro registro de anticipos", "ruleta americana", "37.500,00", "Inventada crupier", "Inventada cajero", "Inventada crupier", "Copia auxiliar"} {
		if !strings.Contains(text, want) {
			t.Errorf("the folio does not show %q\n%s", want, text)
		}
	}
}
