package api

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
)

// layCirculo authorises the games of círculo in the main casino and lays a table of each: the
// chemin de fer 7, the dos paños 8, the póquer 9.
func layCirculo(t testing.TB, b *banco) {
	t.Helper()
	ctx := context.Background()
	a, err := b.Autorizacion(ctx, casatest.Principal)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range []domain.Juego{domain.BacaraChemin, domain.BacaraDosPanos, domain.PoquerCirculo} {
		a.Juegos = append(a.Juegos, registers.JuegoAutorizado{Juego: j, Minimo: 1_000, Mesas: 1})
	}
	acto, err := b.ProposeAutorizacion(ctx, b.Autor("director"), b.Escritor.Ahora(), casatest.Principal, a.AutorizacionFacts)
	if err != nil {
		t.Fatal(err)
	}
	b.Sign(t, acto.ID, "director")
	for n, j := range map[int]domain.Juego{7: domain.BacaraChemin, 8: domain.BacaraDosPanos, 9: domain.PoquerCirculo} {
		if _, err := b.CreateMesa(ctx, b.Autor("director"), b.Ahora(), casatest.Principal, registers.MesaFacts{Numero: n, Juego: j}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCirculo keeps the book of three tables of círculo by HTTP.
func TestCirculo(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	layCirculo(t, b)
	b.openDay(t, hoy)
	const e = "/api/v1/establecimientos/principal"
	mesa := func(n int, what string) string { return fmt.Sprintf("%s/mesas/%d/%s", e, n, what) }
	personal := func(responsable string) objeto {
		return objeto{"apuesta_minima": 1_000, "responsable": b.Gente[responsable].ID, "crupieres": []string{b.Gente["crupier"].ID}, "cambista": b.Gente["cambista"].ID}
	}
	with := func(o objeto, pairs ...any) objeto {
		for k := 0; k < len(pairs); k += 2 {
			o[pairs[k].(string)] = pairs[k+1]
		}
		return o
	}
	t.Run("32.3/the box of the cambista", func(t *testing.T) {
		chemin := with(personal("inspector_mesa"), "modalidad", "libre", "jugadores", []int{4})
		b.do(t, "director", "POST", mesa(7, "partidas"), chemin).refused(t, "32.3")
		b.do(t, "jefe_mesa", "POST", e+"/dotacion-cambista", objeto{"importe": 500_000, "temporada": "2026-2027"}).want(t, 403)
		b.do(t, "director", "POST", e+"/dotacion-cambista", objeto{"importe": -1, "temporada": "2026-2027"}).refused(t, "32.3")
		b.do(t, "director", "POST", e+"/dotacion-cambista", objeto{"importe": 500_000, "temporada": "2026-2027"}, cabeceraIdem, "d-1").want(t, 201)
		b.do(t, "director", "POST", e+"/dotacion-cambista", objeto{"importe": 500_000, "temporada": "2026-2027"}, cabeceraIdem, "d-1").want(t, 201)
		var d struct{ Importe int64 }
		if b.do(t, "cajero", "GET", e+"/dotacion-cambista", nil).want(t, 200).into(t, &d); d.Importe != 500_000 {
			t.Errorf("got %+v", d)
		}
		b.do(t, "director", "POST", mesa(7, "partidas"), with(chemin, "jugadores", []int{3})).refused(t, "77")
		b.do(t, "jefe_mesa", "POST", mesa(7, "partidas"), with(chemin, "jugadores", []int{4})).refused(t, "29.4")
	})
	t.Run("113.3/announced before the game", func(t *testing.T) {
		poker := with(personal("jefe_mesa"), "modalidad", "bote_sin_limite", "variante", "holdem", "jugadores", []int{6})
		b.do(t, "director", "POST", mesa(9, "partidas"), poker).refused(t, "113.3")
		b.do(t, "jefe_mesa", "POST", mesa(9, "beneficio"), objeto{"opcion": "mano", "centesimas": 600}).refused(t, "113.3.a")
		b.do(t, "jefe_mesa", "POST", mesa(9, "beneficio"), objeto{"opcion": "sesion", "por_ciento": 15, "base": 10_000}).want(t, 201)
		b.do(t, "director", "POST", mesa(9, "partidas"), poker, cabeceraIdem, "p-1").want(t, 201)
		b.do(t, "director", "POST", mesa(9, "partidas"), poker, cabeceraIdem, "p-1").want(t, 201)
		b.do(t, "jefe_mesa", "POST", mesa(9, "beneficio"), objeto{"opcion": "mano", "centesimas": 500}).refused(t, "113.3")
	})
	banca := objeto{"banquero": "Nuria Salvatierra", "importe": 1_000_000, "deposito": 800_000, "forma": "efectivo"}
	panos := with(personal("inspector_mesa"), "modalidad", "limitada", "maximo", 50_000, "maximo_banca", 1_000_000, "jugadores", []int{2, 2}, "banca", banca)
	t.Run("86.3/the deposit of the banker", func(t *testing.T) {
		b.do(t, "director", "POST", mesa(8, "partidas"), panos).refused(t, "86.3")
		banca["deposito"] = 1_000_000
		b.do(t, "director", "POST", mesa(8, "partidas"), panos).want(t, 201)
		b.do(t, "inspector_mesa", "POST", mesa(8, "bancas"), with(objeto{}, "banquero", "Ismael Cobo", "importe", 500_000, "deposito", 499_999, "forma", "efectivo")).refused(t, "86.3")
		b.do(t, "inspector_mesa", "POST", mesa(8, "bancas"), with(objeto{}, "banquero", "Ismael Cobo", "importe", 500_000, "deposito", 500_000, "forma", "cheque_bancario")).want(t, 201)
	})
	t.Run("35.1/no reposición", func(t *testing.T) {
		b.do(t, "jefe_mesa", "POST", mesa(8, "reposiciones"), objeto{"anticipo": objeto{"100": 1}}).refused(t, "35.1")
	})
	b.recordManos(t)
	t.Run("41.3/41.4/the pozo", func(t *testing.T) {
		pozo := objeto{"pozo": objeto{"10000": 8, "1000": 6}, "cantado": 86_000, "fichas": objeto{"10000": 30}, "dinero": objeto{"5000": 40}}
		b.do(t, "cajero", "POST", mesa(8, "pozos"), with(objeto{}, "pozo", pozo["pozo"], "cantado", 85_999, "fichas", pozo["fichas"], "dinero", pozo["dinero"])).refused(t, "41.3")
		b.do(t, "cajero", "POST", mesa(8, "pozos"), with(objeto{}, "pozo", pozo["pozo"], "cantado", 86_000)).refused(t, "32.3")
		var act struct{ Acto string }
		b.do(t, "cajero", "POST", mesa(8, "pozos"), pozo).want(t, 201).into(t, &act)
		b.Sign(t, act.Acto, "crupier", "cajero", "subdirector")
	})
	t.Run("41.2/the folio and its PDF", func(t *testing.T) {
		var f struct {
			Resultado  int64
			Beneficios struct {
				Crupieres []struct{ Nombre string }
				Bancas    []struct{ Banquero string }
				Pozo      struct {
					Firmas []struct{ Sustituye bool }
				}
			}
		}
		const folio = e + "/libros/beneficios-8/folios/1"
		b.do(t, "funcionario_inspector", "GET", folio, nil).want(t, 200).into(t, &f)
		if f.Resultado != 86_000 || len(f.Beneficios.Crupieres) != 1 || len(f.Beneficios.Bancas) != 2 || len(f.Beneficios.Pozo.Firmas) != 3 {
			t.Errorf("got %+v", f)
		}
		for _, path := range []string{folio, e + "/libros/beneficios-9/folios/1"} { // one closed, one open
			if got := b.do(t, "cajero", "GET", path+".pdf", nil).want(t, 200).cuerpo; !strings.HasPrefix(string(got), "%PDF-") {
				t.Errorf("%s: no PDF: %.20q", path, got)
			}
		}
		b.do(t, "cajero", "GET", e+"/libros/anticipos-8/folios", nil).want(t, 404)
	})
	t.Run("41.3/FIR-5/the pozo put right", func(t *testing.T) {
		path := mesa(8, "folios/1/rectificaciones")
		right := objeto{"pozo": objeto{"10000": 8, "1000": 6, "500": 1}, "motivo": "una ficha de cinco bajo la tapa"}
		b.do(t, "cajero", "POST", path, objeto{"fichas": objeto{"500": 1}, "placas": objeto{}, "billetes": objeto{}, "motivo": "x"}).refused(t, "41.3")
		b.do(t, "cajero", "POST", mesa(9, "folios/1/rectificaciones"), right).refused(t, "41.3")
		var act struct{ Acto string }
		b.do(t, "cajero", "POST", path, right).want(t, 201).into(t, &act)
		b.Sign(t, act.Acto, "crupier", "cajero", "director")
		var got verRectificacion
		b.do(t, "funcionario_inspector", "GET", path+"/1", nil).want(t, 200).into(t, &got)
		if got.Diferencia != 500 || got.Resultado != 86_500 || got.ResultadoAnterior != 86_000 || got.Pozo.String() == "" {
			t.Errorf("got %+v", got)
		}
		for _, p := range []string{path + "/1.pdf", e + "/libros/beneficios-8/folios/1.pdf"} {
			if pdf := b.do(t, "cajero", "GET", p, nil).want(t, 200).cuerpo; !strings.HasPrefix(string(pdf), "%PDF-") {
				t.Errorf("%s: no PDF: %.20q", p, pdf)
			}
		}
		for p, want := range map[string]string{"/establecimientos/principal/mesas/8/folios/1/rectificacion": "Rectificar el pozo de la mesa 8",
			"/establecimientos/principal/libros/beneficios-8/folios/1": "una ficha de cinco bajo la tapa", "/actos/" + act.Acto: "una ficha de cinco bajo la tapa"} {
			if html := string(b.do(t, "director", "GET", p, nil).want(t, 200).cuerpo); !strings.Contains(html, want) {
				t.Errorf("%s does not say %q", p, want)
			}
		}
	})
}

// recordManos has hands of the dos paños and of the póquer on record, one disputed with its acta.
func (b *banco) recordManos(t *testing.T) {
	t.Helper()
	var got jugadaLeida
	t.Run("88.4/90.6/38.3/a hand of two cloths, disputed", func(t *testing.T) {
		hechos := objeto{"mode": "libre", "bank": 100_000, "cards": []string{"9p", "8p", "5p", "Kp", "Kc", "4c"}, "bets": []objeto{{"suerte": "pano1", "stake": 300}, {"suerte": "pano2", "stake": 1_200}}}
		body := objeto{"hechos": hechos, "pagos": []objeto{{"pagado": 0, "jugador": "A"}, {"pagado": 0}, {"pagado": 1_176}, {"pagado": 20}},
			"reclamacion": objeto{"hoja": "R-7", "reclamante": "Berta Olmo Cid"}}
		b.do(t, "inspector_mesa", "POST", mesa(8)+"/jugadas", body).want(t, 201).into(t, &got)
		if got.Veredicto != jugada.Discrepante || got.Diferencia != -4 || len(got.Lineas) != 4 || got.Lineas[3].Debido != 24 || got.Lineas[3].Articulo != "88.4" || got.Acto == nil {
			t.Errorf("got %+v", got)
		}
		b.sign(t, got.Acto.Acto, "jefe_mesa")
		b.sign(t, got.Acto.Acto, "director")
		niega := b.badge("director")
		niega["modo"], niega["ejemplar"] = "se_niega", 1
		b.do(t, "director", "POST", "/api/v1/actos/"+got.Acto.Acto+"/firmas", niega).want(t, 200)
		pdf := b.do(t, "director", "GET", mesa(8)+"/jugadas/1.pdf", nil).want(t, 200)
		if !strings.HasPrefix(string(pdf.cuerpo), "%PDF-") {
			t.Errorf("no PDF: %.20q", pdf.cuerpo)
		}
		html := string(b.do(t, "director", "GET", "/establecimientos/principal/mesas/8/jugadas/1", nil).want(t, 200).cuerpo)
		for _, want := range []string{"Primer paño", "Deducción (pozo)", "<svg"} {
			if !strings.Contains(html, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
	})
	t.Run("118.8/113.3.b/a hand of a table that pays by session", func(t *testing.T) {
		players := []objeto{{"puesto": 1, "aportado": 5_000, "propias": []string{"Kc", "4d"}}, {"puesto": 2, "aportado": 10_000, "propias": []string{"9c", "9d"}},
			{"puesto": 3, "aportado": 10_000, "propias": []string{"Ap", "Qp"}}, {"puesto": 4, "aportado": 500, "retirado": true}}
		body := objeto{"hechos": objeto{"variante": "omaha", "centesimas": 500, "mano": 1, "comunes": []string{"Kp", "9t", "5d", "3c", "2c"}, "jugadores": players},
			"pagos": []objeto{{"pagado": 0}, {"pagado": 15_500}, {"pagado": 0}, {"pagado": 0}, {"pagado": 0}}}
		b.do(t, "jefe_mesa", "POST", mesa(9)+"/jugadas", body, "Idempotency-Key", "mano").want(t, 201).into(t, &got)
		if got.Veredicto != jugada.Conforme || got.Lineas[1].Debido != 15_500 || got.Lineas[4].Debido != 0 {
			t.Errorf("got %+v", got)
		}
		b.do(t, "jefe_mesa", "POST", mesa(9)+"/jugadas/1/reclamacion", objeto{"hoja": "R-8", "reclamante": "Íñigo Soto"}).want(t, 201)
	})
}

// pick chooses the last option of a list.
func pick(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void]("(() => { const s = document.querySelector(" + strconv.Quote(selector) + "); s.selectedIndex = s.options.length - 1 })(); 0")
}

// TestNavegadorCirculo opens a table of dos paños and counts its pozo in the browser.
func TestNavegadorCirculo(t *testing.T) {
	b := newBancoPaginas(t)
	layCirculo(t, b)
	b.OpenDay(t, casatest.Principal, casatest.Fecha)
	n := b.browse(t)
	n.enter("director")
	n.step(t, "32.3/the box of the cambista", func(t *testing.T) {
		n.open("/establecimientos/principal/mesas/8")
		n.see(".notice", "no ha fijado la dotación")
		n.into("#temporada", "2026-2027")
		n.into("#dotacion", "5000\r")
		n.see("main", "Dotación de la temporada 2026-2027: 5.000,00 €")
	})
	n.step(t, "86.3/opened with its banker", func(t *testing.T) {
		for _, f := range [][2]string{{"#maximo", "500"}, {"#maximo_banca", "10000"}, {"#jugadores", "2"}, {"#jugadores2", "3"}, {"#banquero", "Nuria Salvatierra"}, {"#banca", "10000"}} {
			n.into(f[0], f[1])
		}
		n.do(pick("#responsable"), pick("#cambista"))
		n.click(`[name="crupier"]`)
		n.into("#deposito", "9000\r")
		n.see("#problema", "86.3")
		n.into("#deposito", "10000\r")
		n.see(".state", "Abierta desde")
		n.see("main", "Nuria Salvatierra")
	})
	n.step(t, "41.3/the pozo counted and signed", func(t *testing.T) {
		n.into(`[name="pozo.10000"]`, "8")
		n.into(`[name="fichas.10000"]`, "30")
		n.into(`[name="dinero.5000"]`, "40")
		n.into("#cantado", "800\r")
		n.see("h1", "Apertura del pozo de la mesa 8")
		n.see("main", "Ochocientos euros")
		n.sign("crupier")
		n.see(".notice", "Ha firmado")
		n.sign("cajero")
		n.see(".notice", "Ha firmado")
		n.sign("director")
		n.see(".stamp", "Firmado")
		n.open("/establecimientos/principal/libros/beneficios-8/folios/1")
		n.see("main", "Pozo, por denominaciones")
		n.see("main", "Nuria Salvatierra, 10.000,00 €; depósito de 10.000,00 €, efectivo")
	})
	n.step(t, "1.5/a tournament planned, which warns until it is declared", func(t *testing.T) {
		n.open("/establecimientos/principal/torneos-circulo")
		n.into("#bases", "hold'em, cuarenta plazas")
		n.into("#condiciones", "inscripción de 200 €")
		n.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#fecha').value = '2026-12-10'; 0"))
		n.into("#nombre", "Copa de invierno\r")
		n.see(".notice", "Falta presentar al regulador, antes del 10/12/2026")
		n.click(`form[action$="/inicio"] button`)
		n.see("#problema", "no consta presentada")
	})
}

// TestTorneosCirculo plans, declares and starts a tournament by HTTP, and reads its page.
func TestTorneosCirculo(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	layCirculo(t, b)
	const ts = "/api/v1/establecimientos/principal/torneos-circulo"
	torneo := func(juego, bases string) objeto {
		return objeto{"nombre": "Copa de invierno", "juego": juego, "fecha": "2026-11-30", "bases": bases, "condiciones": "inscripción de 200 €"}
	}
	t.Run("1.5/only games of círculo", func(t *testing.T) {
		b.do(t, "jefe_mesa", "POST", ts, torneo("poquer_circulo", "x")).want(t, 403)
		b.do(t, "director", "POST", ts, torneo("black_jack", "x")).refused(t, "1.5")
		b.do(t, "director", "POST", ts, objeto{"nombre": "x", "juego": "poquer_circulo", "fecha": "30/11/2026"}).want(t, 422)
	})
	b.do(t, "director", "POST", ts, torneo("poquer_circulo", ""), cabeceraIdem, "t-1").want(t, 201)
	b.do(t, "director", "POST", ts, torneo("poquer_circulo", ""), cabeceraIdem, "t-1").want(t, 201)
	t.Run("1.5/no declaration without bases", func(t *testing.T) {
		b.do(t, "director", "GET", ts+"/1.pdf", nil).refused(t, "1.5")
		b.do(t, "director", "POST", ts+"/1/declaracion", objeto{"presentada": "2026-11-30", "referencia": "REG-1"}).refused(t, "1.5")
	})
	b.do(t, "director", "POST", ts, torneo("poquer_circulo", "hold'em")).want(t, 201)
	t.Run("1.5/declared, then started", func(t *testing.T) {
		b.do(t, "director", "POST", ts+"/2/inicio", objeto{}).refused(t, "1.5")
		b.do(t, "director", "POST", ts+"/2/declaracion", objeto{"presentada": "2026-11-30", "referencia": "REG-1"}).want(t, 201)
		b.do(t, "director", "POST", ts+"/2/declaracion", objeto{"presentada": "2026-11-30", "referencia": "REG-1"}).want(t, 409)
		b.do(t, "director", "POST", ts+"/2/inicio", objeto{}).want(t, 201)
		if got := b.do(t, "crupier", "GET", ts+"/2.pdf", nil).want(t, 200).cuerpo; !strings.HasPrefix(string(got), "%PDF-") {
			t.Errorf("no PDF: %.20q", got)
		}
	})
	var list struct {
		Torneos []struct {
			Torneo     int64
			Presentada string
			Avisos     []any
		}
	}
	b.do(t, "cajero", "GET", ts, nil).want(t, 200).into(t, &list)
	if len(list.Torneos) != 2 || list.Torneos[0].Presentada == "" || len(list.Torneos[1].Avisos) != 1 {
		t.Errorf("got %+v", list)
	}
	b.do(t, "cajero", "GET", ts+"/9", nil).want(t, 404)
}

// TestEspera keeps the waiting list of a póquer and draws its seats by HTTP.
func TestEspera(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	layCirculo(t, b)
	b.openDay(t, hoy)
	const m = "/api/v1/establecimientos/principal/mesas/9"
	b.do(t, "jefe_mesa", "POST", "/api/v1/establecimientos/principal/mesas/1/espera", objeto{"jugador": "x"}).refused(t, "114.2")
	for n := range 5 {
		if n == 3 {
			b.do(t, "jefe_mesa", "POST", m+"/sorteos", objeto{}).refused(t, "118.1")
		}
		b.do(t, "jefe_mesa", "POST", m+"/espera", objeto{"jugador": fmt.Sprint("jugador ", n)}, cabeceraIdem, fmt.Sprint("e-", n)).want(t, 201)
	}
	b.do(t, "jefe_mesa", "POST", m+"/espera", objeto{"jugador": "jugador 4"}, cabeceraIdem, "e-4").want(t, 201)
	var e struct {
		Compromiso string
		Aspirantes []struct{ Puesto int }
		Sorteos    []struct {
			Compromiso, Semilla string
			Orden               []int
		}
	}
	b.do(t, "crupier", "GET", m+"/espera", nil).want(t, 200).into(t, &e)
	committed := e.Compromiso
	b.do(t, "jefe_mesa", "POST", m+"/sorteos", objeto{}).want(t, 201).into(t, &e)
	if len(e.Sorteos) != 1 || e.Sorteos[0].Compromiso != committed || len(e.Sorteos[0].Orden) != 5 || len(e.Aspirantes) != 5 {
		t.Fatalf("115.2: got %+v", e)
	}
	b.do(t, "jefe_mesa", "POST", m+"/sorteos", objeto{}).refused(t, "115.2")
	b.do(t, "jefe_mesa", "POST", m+"/espera", objeto{"jugador": "otra"}).want(t, 201)
	b.do(t, "jefe_mesa", "POST", m+"/puestos", objeto{"orden": 6, "puesto": 5}).refused(t, "113.2")
	b.do(t, "jefe_mesa", "POST", m+"/puestos/5/salida", objeto{}).want(t, 201)
	b.do(t, "jefe_mesa", "POST", m+"/puestos/5/salida", objeto{}).refused(t, "114.2")
	b.do(t, "jefe_mesa", "POST", m+"/puestos", objeto{"orden": 6, "puesto": 5}).want(t, 201)
}
