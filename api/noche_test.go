package api

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
)

// The night of a Saturday: how many tables, and what each has.
const (
	mesasNoche       = 20
	reposicionNoche  = 5
	extraccionNoche  = 10
	billetesNoche    = 1_250_000 // céntimos of each extraction
	minimoNoche      = 500       // of every table, céntimos
	resultadoNoche   = 7_500     // of each table but those of noPerdida
	fichasCierreMesa = 1_000_000
)

// noche is a house with twenty tables of every game of contrapartida.
type noche struct {
	*extremo
	juegos []domain.Juego // of table k+1
}

// TestNoche runs a night of twenty tables through HTTP on both databases: five reposiciones
// and ten extractions of notes each, with the ways out of them refused; what the caja central
// says balances with the books, the day is certified, the export verifies.
func TestNoche(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		t.Parallel()
		n := &noche{extremo: &extremo{banco: newBanco(t, bd), actos: map[string]string{}}}
		began := time.Now()
		n.furnishes(t)
		n.openDay(t, hoy)
		t.Run("aperturas", n.opens)
		t.Run("negativas", n.refusals)
		t.Run("37.1/CAJ-D/a roulette with a higher minimum", n.opensHigher)
		for k := range mesasNoche {
			n.plays(t, k+1)
		}
		t.Run("arqueo", n.counts)
		t.Run("contingencia", n.writesOnPaper)
		n.Reloj.Move(4 * time.Hour)
		n.forgetSessions()
		n.phase(t, hoy, "fin_juegos", "recuentos")
		for k := range mesasNoche {
			n.closes(t, k+1)
		}
		t.Run("cierre", n.ends)
		n.exportsAll(t)
		t.Logf("%d tables, %d leaves, in %v", mesasNoche, n.Escritor.Tamano(), time.Since(began).Round(time.Millisecond))
	})
}

// furnishes authorises every game and lays the tables that casatest has not.
func (n *noche) furnishes(t *testing.T) {
	t.Helper()
	f := casatest.Autorizacion()
	f.Juegos = nil
	var all []domain.Juego
	for _, j := range domain.Juegos {
		if !j.Circulo() {
			f.Juegos = append(f.Juegos, registers.JuegoAutorizado{Juego: j, Minimo: minimoNoche, Maximo: 10 * minimoNoche, Mesas: mesasNoche})
			all = append(all, j)
		}
	}
	n.Authorise(t, casatest.Principal, f)
	n.juegos = []domain.Juego{domain.RuletaAmericana, domain.RuletaAmericana, domain.BlackJack}
	for k := len(n.juegos); k < mesasNoche; k++ {
		n.juegos = append(n.juegos, all[k%len(all)])
		n.do(t, "director", "POST", principal+"/mesas", objeto{"mesa": k + 1, "juego": n.juegos[k]}).want(t, 201)
	}
	for k := range 2 { // those of casatest were laid with a lower minimum
		version := n.do(t, "director", "GET", mesa(k+1), nil).want(t, 200).Header.Get("ETag")
		n.do(t, "director", "PATCH", mesa(k+1), objeto{"apuesta_minima": minimoNoche}, "If-Match", version).want(t, 200)
	}
}

// anticipo is the least of a table.
func (n *noche) anticipo(t *testing.T, m int) int64 {
	t.Helper()
	i, err := libros.AnticipoMinimo(n.juegos[m-1], minimoNoche, minimoNoche)
	if err != nil {
		t.Fatal(err)
	}
	return int64(i)
}

func (n *noche) apertura(t *testing.T, m int, anticipo int64) objeto {
	body := objeto{"apuesta_minima": minimoNoche, "anticipo": piezas(anticipo)}
	switch j := n.juegos[m-1]; {
	case j.Ruleta():
		body["maximos"] = "alto"
	case j == domain.BlackJack:
		body["maximos"] = 50
	}
	return body
}

func (n *noche) opens(t *testing.T) {
	seen := map[domain.Juego]bool{}
	for k := range mesasNoche {
		m, j := k+1, n.juegos[k]
		least := n.anticipo(t, m)
		if !seen[j] {
			cites := map[int64]string{4_000: "35.2.a", 15_000: "35.2.b", 10_000: "35.2.c", 5_000: "35.2.d"}[least/minimoNoche]
			n.refuses(t, negativa{name: fmt.Sprintf("%s/%s one céntimo below", cites, j), usuario: "jefe_mesa", path: mesa(m) + "/aperturas",
				body: n.apertura(t, m, least-1), status: 422, articulo: cites})
		}
		seen[j] = true
		n.closed(t, n.propose(t, "jefe_mesa", mesa(m)+"/aperturas", n.apertura(t, m, least)), "director")
		n.Reloj.Move(time.Minute) // one by one (art. 29.3)
	}
	t.Run("38.2/a notice with the table's live data", func(t *testing.T) {
		var k struct {
			Cartel, Anticipo int64
			Topes            []struct{ Suerte string }
		}
		n.do(t, "jefe_mesa", "POST", mesa(1)+"/carteles", objeto{}).want(t, 201).into(t, &k)
		if k.Anticipo != n.anticipo(t, 1) || len(k.Topes) != 10 {
			t.Errorf("got %+v", k)
		}
		text := printed(t, n.do(t, "crupier", "GET", fmt.Sprintf("%s/carteles/%d.pdf", mesa(1), k.Cartel), nil).want(t, 200))
		for _, want := range []string{"75.000,00", "Pleno", "150,00", "2.700,00", "38.2"} {
			if !strings.Contains(text, want) {
				t.Errorf("the notice does not show %q\n%s", want, text)
			}
		}
	})
}

// refusals tries what the floor of that night may not do.
func (n *noche) refusals(t *testing.T) {
	least := n.anticipo(t, 4)
	post := func(name, usuario, path string, body objeto, articulo string) negativa {
		return negativa{name: name, usuario: usuario, path: path, body: body, status: 422, articulo: articulo}
	}
	relevo := objeto{"caja": 400, "caja_relevo": 401}
	n.refuses(t,
		post("35.1/a reposición one céntimo off", "jefe_mesa", mesa(4)+"/reposiciones", objeto{"anticipo": piezas(least + 1)}, "35.1"),
		post("31.5/authorised by a cajero", "cajero", mesa(4)+"/extracciones", relevo, "31.5"),
		post("31.5/the same box", "director", mesa(4)+"/extracciones", objeto{"caja": 400, "caja_relevo": 400}, "31.5"),
		post("18.1.e/an exchange one céntimo off", "cajero", mesa(4)+"/cambios", objeto{"entrega": piezas(1000), "recibe": piezas(1001)}, "18.1.e"),
		post("18.1.e/a return of nothing", "cajero", mesa(4)+"/devoluciones", objeto{"fichas": objeto{}}, "18.1.e"),
		post("29.2/closed down by a jefe de mesa", "jefe_mesa", mesa(4)+"/clausuras", objeto{"circunstancias": "sospecha"}, "29.2"),
		post("29.2/without circumstances", "director", mesa(4)+"/clausuras", objeto{}, "29.2"),
		post("29.3/suspended by a jefe de mesa", "jefe_mesa", mesa(4)+"/suspensiones", objeto{"causa": "poca_animacion", "motivo": "x"}, "29.3"),
		post("29.3/without a reason", "director", mesa(4)+"/suspensiones", objeto{"causa": "poca_animacion"}, "29.3"),
		post("29.3/resumed and never suspended", "director", mesa(4)+"/reanudaciones", objeto{}, "29.3"),
		post("30.4/a table that does not turn", "director", mesa(4)+"/cambios-juego", objeto{"juego": "black_jack"}, "30.4"),
		post("31.2/exchanged by a jefe de mesa", "jefe_mesa", principal+"/cambios", objeto{"sentido": "compra", "mesa": 4, "importe": 1000, "fichas": 1000}, "31.2"),
		post("28.1/dollars at a table", "crupier", principal+"/cambios", objeto{"sentido": "compra", "mesa": 4, "divisa": "USD", "importe": 1000, "fichas": 1000}, "28.1"),
		post("30.1/a bank card at a table", "crupier", principal+"/cambios", objeto{"sentido": "compra", "mesa": 4, "medio": "tarjeta_bancaria", "importe": 1000, "fichas": 1000}, "30.1"),
		post("30.2/chips that nobody paid", "cajero", principal+"/cambios", objeto{"sentido": "compra", "importe": 1000, "fichas": 1001}, "30.2"),
		post("34.1/a commission on cashing", "cajero", principal+"/cambios", objeto{"sentido": "canje", "importe": 73_499, "fichas": 73_500}, "34.1"),
		post("34.5/2.000 € of nobody", "cajero", principal+"/cambios", objeto{"sentido": "canje", "importe": 200_000, "fichas": 200_000}, "34.5"),
		post("30.1/an incident without what happened", "jefe_mesa", mesa(4)+"/incidencias", objeto{"clase": "asociacion"}, "30.1"),
		post("36.5/a check without its inspector", "director", principal+"/arqueos", objeto{"motivo": "requerimiento", "metalico": piezas(1), "bloqueado": 0}, "36.5"),
		post("37.1/an occasion that is none", "cajero", principal+"/arqueos", objeto{"motivo": "porque sí", "metalico": piezas(1), "bloqueado": 0}, "37.1"),
		negativa{name: "31.5/an extraction that is none", usuario: "cajero", path: mesa(4) + "/extracciones/999/recuentos", body: objeto{"billetes": objeto{}}, status: 404},
		negativa{name: "29.2/a closing down that is none", usuario: "director", path: mesa(4) + "/clausuras/9/comunicacion", body: objeto{"registro": "1"}, status: 404},
		negativa{name: "38.2/a notice below the authorised minimum", usuario: "director", path: mesa(1) + "/carteles", body: objeto{"apuesta_minima": 499}, status: 422, articulo: "139.2"},
		negativa{name: "134.1.b/chips of colour at another game", usuario: "director", method: "PUT", path: mesa(3) + "/fichas-color", status: 422, articulo: "134.1.b",
			body: objeto{"colores": objeto{"rojo": 1}}, header: []string{"If-Match", n.do(t, "director", "GET", mesa(3)+"/fichas-color", nil).Header.Get("ETag")}},
	)
}

// opensHigher raises the plan of a roulette during the night: it opens when a count shows
// that the caja holds what art. 37.1 asks for.
func (n *noche) opensHigher(t *testing.T) {
	n.closed(t, n.propose(t, "cajero", mesa(2)+"/cierres", cierre(n.anticipo(t, 2), 0)), "crupier", "cajero", "director")
	version := n.do(t, "director", "GET", mesa(2), nil).want(t, 200).Header.Get("ETag")
	n.do(t, "director", "PATCH", mesa(2), objeto{"apuesta_minima": 5000}, "If-Match", version).want(t, 200)
	const asked = 15_000 * 5000
	arqueo := func(metalico int64) objeto {
		return objeto{"motivo": "apertura_ruleta", "metalico": piezas(metalico), "bloqueado": asked / 2}
	}
	n.closed(t, n.propose(t, "cajero", principal+"/arqueos", arqueo(asked/2-1)), "cajero", "director")
	open := objeto{"apuesta_minima": 5000, "maximos": "bajo", "anticipo": piezas(asked)}
	n.refuses(t, negativa{name: "one céntimo short", usuario: "jefe_mesa", path: mesa(2) + "/aperturas", body: open, status: 422, articulo: "37.1"})
	n.closed(t, n.propose(t, "cajero", principal+"/arqueos", arqueo(asked/2)), "cajero", "director")
	n.closed(t, n.propose(t, "jefe_mesa", mesa(2)+"/aperturas", open), "director")
}

// caja is the number of the k-th box of notes of a table.
func caja(m, k int) int { return 100*m + k }

// plays gives a table its reposiciones and takes its notes out.
func (n *noche) plays(t *testing.T, m int) {
	t.Helper()
	least := n.anticipo(t, m)
	if m == 2 {
		least = 15_000 * 5000
	}
	for range reposicionNoche {
		n.closed(t, n.propose(t, "jefe_mesa", mesa(m)+"/reposiciones", objeto{"anticipo": piezas(least)}), "subdirector")
	}
	for k := range extraccionNoche {
		var x struct{ Extraccion int64 }
		n.do(t, "jefe_mesa", "POST", mesa(m)+"/extracciones", objeto{"caja": caja(m, k), "caja_relevo": caja(m, k+1), "autoriza": n.Gente["director"].ID}).
			want(t, 201).into(t, &x)
		path := fmt.Sprintf("%s/extracciones/%d", mesa(m), x.Extraccion)
		acto := n.propose(t, "cajero", path+"/recuentos", objeto{"billetes": objeto{"5000": billetesNoche / 5000}})
		if m == 1 && k == 0 {
			n.unsigned(t, path, acto)
		}
		n.closed(t, acto, "director")
		n.do(t, "cajero", "POST", path+"/copia", objeto{"destino": "relevo"}).want(t, 200)
		if m == 1 && k == 0 {
			n.paper(t, path)
		}
	}
}

// unsigned tries to close a table with an acta that nobody signed.
func (n *noche) unsigned(t *testing.T, path, acto string) {
	n.refuses(t,
		negativa{name: "31.5/the table does not close without its acta", usuario: "cajero", path: mesa(1) + "/cierres", body: cierre(0, 0), status: 422, articulo: "31.5"},
		negativa{name: "31.5/the copy before the acta", usuario: "cajero", path: path + "/copia", body: objeto{"destino": "relevo"}, status: 422, articulo: "31.5"},
		negativa{name: "31.5/a cajero signs the acta", usuario: "cajero", path: "/api/v1/actos/" + acto + "/firmas", body: n.badge("cajero"), status: 422, articulo: "31.5"},
		negativa{name: "31.5/counted twice", usuario: "cajero", path: path + "/recuentos", body: objeto{"billetes": objeto{"5000": 1}}, status: 422, articulo: "31.5"},
		negativa{name: "31.5/printed before it is signed", usuario: "cajero", method: "GET", path: path + ".pdf", status: 404},
	)
}

// paper reads the acta sucinta.
func (n *noche) paper(t *testing.T, path string) {
	t.Run("31.5/the acta on paper", func(t *testing.T) {
		text := printed(t, n.do(t, "funcionario_inspector", "GET", path+".pdf", nil).want(t, 200))
		for _, want := range []string{"Acta de extracción de billetes", "12.500,00", "n.º 100", "n.º 101", "la caja de relevo", "Inventada director"} {
			if !strings.Contains(text, want) {
				t.Errorf("the acta does not show %q\n%s", want, text)
			}
		}
	})
}

// counts the caja at a change of shift and when the inspector asks.
func (n *noche) counts(t *testing.T) {
	body := objeto{"motivo": "requerimiento", "metalico": piezas(90_000_000), "fichas": piezas(5_000), "bloqueado": 0, "inspector": "presente_firma", "funcionario": "2041"}
	acto := n.propose(t, "cajero", principal+"/arqueos", body)
	t.Run("36.5/the inspector signs too", func(t *testing.T) {
		if got := n.sign(t, acto, "cajero", "director"); got != "propuesto" {
			t.Errorf("got %s, want propuesto", got)
		}
		n.closed(t, acto, "funcionario_inspector")
		var a struct {
			Entregado, Devuelto int64
			Cuadra              bool
		}
		n.do(t, "cajero", "GET", principal+"/arqueos/3", nil).want(t, 200).into(t, &a)
		if !a.Cuadra || a.Devuelto < mesasNoche*extraccionNoche*billetesNoche {
			t.Errorf("got %+v", a)
		}
		text := printed(t, n.do(t, "funcionario_inspector", "GET", principal+"/arqueos/3.pdf", nil).want(t, 200))
		for _, want := range []string{"Arqueo de la caja central", "900.000,00", "2041", "al céntimo"} {
			if !strings.Contains(text, want) {
				t.Errorf("the arqueo does not show %q\n%s", want, text)
			}
		}
	})
	n.do(t, "jefe_mesa", "POST", mesa(1)+"/incidencias", objeto{"clase": "asociacion", "texto": "dos jugadores se reparten el pleno"}).want(t, 201)
	n.do(t, "director", "POST", mesa(1)+"/comprobaciones", objeto{"funcionario": "2041", "conforme": true, "resultado": "recuenta las fichas"}).want(t, 201)
	n.do(t, "cajero", "POST", mesa(1)+"/cambios", objeto{"entrega": objeto{"100000": 1}, "recibe": objeto{"1000": 100}}).want(t, 201)
	t.Run("34.1/34.5/2.000 € cashed to a client", func(t *testing.T) {
		n.do(t, "cajero", "POST", principal+"/cambios", objeto{"sentido": "canje", "importe": 200_000, "fichas": 200_000, "tarjeta": 1}, "Idempotency-Key", "canje-1").
			want(t, 201).warned(t, "Ley 10/2010 7.5")
		n.do(t, "cajero", "POST", principal+"/cambios", objeto{"sentido": "canje", "importe": 200_000, "fichas": 200_000, "tarjeta": 1}, "Idempotency-Key", "canje-1").want(t, 201)
		var got struct{ Cambios []struct{ Punto string } }
		n.do(t, "cajero", "GET", principal+"/cambios", nil).want(t, 200).into(t, &got)
		if len(got.Cambios) != 1 || got.Cambios[0].Punto != "caja" {
			t.Errorf("got %+v, want one at the caja", got)
		}
	})
	n.closed(t, n.propose(t, "cajero", mesa(1)+"/devoluciones", objeto{"fichas": piezas(fichasCierreMesa)}), "cajero", "director")
	n.do(t, "director", "POST", mesa(5)+"/suspensiones", objeto{"causa": "sin_jugadores", "motivo": "se han ido todos"}).want(t, 201)
	clausura := n.propose(t, "director", mesa(6)+"/clausuras", objeto{"circunstancias": "cartas con una muesca"})
	n.closed(t, clausura, "director")
	t.Run("29.2/its communication", func(t *testing.T) {
		var k struct {
			VenceNatural string `json:"vence_natural"`
			VenceHabil   string `json:"vence_habil"`
		}
		n.do(t, "director", "GET", mesa(6)+"/clausuras/1", nil).want(t, 200).into(t, &k)
		if k.VenceNatural != "2026-12-02" || k.VenceHabil != "2026-12-02" {
			t.Errorf("got %+v", k)
		}
		text := printed(t, n.do(t, "director", "GET", mesa(6)+"/clausuras/1.pdf", nil).want(t, 200))
		if !strings.Contains(text, "cartas con una muesca") || !strings.Contains(text, "02/12/2026") {
			t.Errorf("the communication says\n%s", text)
		}
		n.do(t, "director", "POST", mesa(6)+"/clausuras/1/comunicacion", objeto{"registro": "REG/2026/1"}).want(t, 201)
		n.do(t, "director", "GET", principal+"/clausuras", nil).want(t, 200)
	})
}

// writesOnPaper issues forms of contingency and transcribes one (criterio HOR-2).
func (n *noche) writesOnPaper(t *testing.T) {
	n.Reloj.Move(10 * time.Minute) // the cut
	path := principal + "/formularios"
	n.refuses(t,
		negativa{name: "HOR-2/36.2/forms of no class", usuario: "jefe_mesa", path: path, body: objeto{"clase": "tarta", "cuantos": 1}, status: 422, articulo: "36.2"},
		negativa{name: "HOR-2/36.2/too many", usuario: "jefe_mesa", path: path, body: objeto{"clase": "reposicion", "cuantos": 51}, status: 422, articulo: "36.2"},
	)
	n.do(t, "jefe_mesa", "POST", path, objeto{"clase": "reposicion", "cuantos": 3}).want(t, 201)
	text := printed(t, n.do(t, "cajero", "GET", path+"/1.pdf", nil).want(t, 200))
	for _, want := range []string{"formulario RE-1", "formulario RE-3", "Reposición del anticipo"} {
		if !strings.Contains(text, want) {
			t.Errorf("the forms do not show %q\n%s", want, text)
		}
	}
	n.do(t, "jefe_mesa", "POST", path+"/RE-2/anulacion", objeto{"motivo": "mojado"}).want(t, 201)
	late := n.Escritor.Ahora().Add(-time.Minute).Format(time.RFC3339Nano)
	repone := func(form string) objeto {
		return objeto{"anticipo": piezas(n.anticipo(t, 7)), "hecho": late, "formulario": form, "demora": "corte de luz"}
	}
	n.refuses(t,
		negativa{name: "HOR-2/36.2/a void form", usuario: "jefe_mesa", path: mesa(7) + "/reposiciones", body: repone("RE-2"), status: 422, articulo: "36.2"},
		negativa{name: "HOR-2/36.2/a form never issued", usuario: "jefe_mesa", path: mesa(7) + "/reposiciones", body: repone("RE-4"), status: 422, articulo: "36.2"},
		negativa{name: "HOR-2/36.2/voided twice", usuario: "jefe_mesa", path: path + "/RE-2/anulacion", body: objeto{"motivo": "otra vez"}, status: 422, articulo: "36.2"},
	)
	acto := n.propose(t, "jefe_mesa", mesa(7)+"/reposiciones", repone("RE-1"))
	n.closed(t, acto, "director")
	var got struct {
		Formularios []struct{ Formulario, Estado string }
	}
	n.do(t, "funcionario_inspector", "GET", path, nil).want(t, 200).into(t, &got)
	if len(got.Formularios) != 3 || got.Formularios[0].Estado != "usado" || got.Formularios[1].Estado != "anulado" || got.Formularios[2].Estado != "sin_usar" {
		t.Errorf("got %+v", got)
	}
	page := n.do(t, "director", "GET", "/establecimientos/principal/formularios", nil, "Accept", "text/html").want(t, 200)
	if !strings.Contains(string(page.cuerpo), "RE-3") {
		t.Error("the page does not list the forms")
	}
}

// closes counts a table so that it wins resultadoNoche.
func (n *noche) closes(t *testing.T, m int) {
	t.Helper()
	anticipos := n.anticipo(t, m) * (1 + reposicionNoche)
	if m == 2 {
		anticipos = 15_000 * 5000 * (1 + reposicionNoche)
	}
	if m == 7 {
		anticipos += n.anticipo(t, m) // the one of the form
	}
	before := int64(extraccionNoche * billetesNoche)
	if m == 1 {
		before += fichasCierreMesa
	}
	left := anticipos + resultadoNoche - before
	if left < 0 {
		left = 0
	}
	n.closed(t, n.propose(t, "cajero", mesa(m)+"/cierres", objeto{"fichas": piezas(left), "placas": objeto{}, "billetes": objeto{}, "motivo": "fin"}),
		"crupier", "cajero", "director")
}

// ends closes the day and certifies it.
func (n *noche) ends(t *testing.T) {
	var caja struct {
		Movimientos []struct{ Concepto string }
		Cuadra      bool
	}
	t.Run("37.2/balances with the books", func(t *testing.T) {
		n.do(t, "cajero", "GET", principal+"/caja-central", nil).want(t, 200).into(t, &caja)
		// opening, reposiciones, extractions and close of each; the second session of table 2; a return, an exchange and the reposición of the form
		if want := mesasNoche*(2+reposicionNoche+extraccionNoche) + 2 + 3; !caja.Cuadra || len(caja.Movimientos) != want {
			t.Errorf("got %d movements, want %d; balances: %v", len(caja.Movimientos), want, caja.Cuadra)
		}
	})
	text := printed(t, n.do(t, "director", "GET", principal+"/libros/anticipos-1/folios/1.pdf", nil).want(t, 200))
	for _, want := range []string{"Otros movimientos", "Extracción 1:", "125.000,00", "Devolución de fichas", "Comprobación de la inspección"} {
		if !strings.Contains(text, want) {
			t.Errorf("the folio does not show %q", want)
		}
	}
	n.do(t, "director", "GET", principal+"/extracciones?mesa=1", nil).want(t, 200)
	day := fmt.Sprintf("%s/jornadas/%s", principal, hoy)
	var closed struct{ Total int64 }
	n.do(t, "director", "POST", day+"/cierre", objeto{}).want(t, 201).into(t, &closed)
	n.closed(t, n.propose(t, "director", day+"/certificacion", objeto{}), "director")
	t.Run("42.1/the total is that of the tables", func(t *testing.T) {
		var folio struct{ Lineas []struct{ Resultado int64 } }
		n.do(t, "director", "GET", principal+"/libros/control-ingresos/folios/1", nil).want(t, 200).into(t, &folio)
		sum := int64(0)
		for _, l := range folio.Lineas {
			sum += l.Resultado
		}
		if len(folio.Lineas) != mesasNoche || sum != closed.Total {
			t.Errorf("%d lines add up to %d, want %d to %d", len(folio.Lineas), sum, mesasNoche, closed.Total)
		}
	})
}
