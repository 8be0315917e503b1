package api

import (
	"bytes"
	"database/sql"
	"strconv"
	"strings"
	"testing"
	"time"

	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
	"foliado/registers/diario/exportacion"
	"foliado/registers/diario/verificador"
)

// bolaReclamada is a ball of the roulette whose pleno was paid one chip short.
func bolaReclamada() objeto {
	return objeto{
		"hechos":              objeto{"number": 17, "bets": []objeto{{"suerte": "pleno", "sel": []int{17}, "stake": 500}, {"suerte": "rojo", "stake": 1000}}},
		"pagos":               []objeto{{"pagado": 17000, "jugador": "A", "color": "azul"}, {"pagado": 0, "casilla": "12"}},
		"reclamacion":         objeto{"hoja": "R-000214", "reclamante": "Berta Olmo Cid", "camara": "C12"},
		"declaracion_jugador": "faltaba una ficha", "declaracion_crupier": "pagué treinta y cuatro",
	}
}

// openRuleta opens a day and its table 1, and returns the address of the jugadas of it.
func (b *banco) openRuleta(t *testing.T) string {
	t.Helper()
	b.openDay(t, hoy)
	acto := b.propose(t, "jefe_mesa", mesa(1)+"/aperturas", apertura(250, anticipoRuleta, "bajo"))
	b.closed(t, acto, "director")
	return mesa(1) + "/jugadas"
}

// jugadaLeida is what the tests look at of a jugada.
type jugadaLeida struct {
	Jugada     int64
	Palabra    string
	Veredicto  jugada.Veredicto
	Articulo   string
	Diferencia int64
	Lineas     []verLineaJugada
	Criterios  []string
	Acta       bool
	Reclamante string
	Conservar  string `json:"conservar_hasta"`
	Acto       *struct {
		Acto   string
		Plazas []struct{}
	}
	Cierre *struct{ Firmas []struct{} }
}

func TestJugadas(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	path := b.openRuleta(t)
	var got jugadaLeida
	t.Run("131.1.a.1/38.3/recorded with its verdict and its acta", func(t *testing.T) {
		r := b.do(t, "inspector_mesa", "POST", path, bolaReclamada(), "Idempotency-Key", "una").want(t, 201)
		r.into(t, &got)
		if got.Jugada != 1 || got.Palabra != "bola" || got.Veredicto != jugada.Discrepante || got.Diferencia != -500 || len(got.Lineas) != 2 ||
			got.Lineas[0].Articulo != "131.1.a.1" || got.Lineas[0].Debido != 17500 || got.Lineas[0].Color != "azul" || got.Lineas[1].Casilla != "12" ||
			got.Acto == nil || len(got.Acto.Plazas) != 3 || got.Acta || r.Header.Get("Location") != path+"/1" {
			t.Errorf("got %s", r.cuerpo)
		}
		b.do(t, "inspector_mesa", "POST", path, bolaReclamada(), "Idempotency-Key", "una").want(t, 201)
	})
	t.Run("FIR-4/signed by jefe, director and the player by hand", func(t *testing.T) {
		if state := b.sign(t, got.Acto.Acto, "jefe_mesa"); state != "propuesto" {
			t.Errorf("got %s", state)
		}
		pdf := b.do(t, "director", "GET", path+"/1.pdf", nil).want(t, 200)
		if !bytes.HasPrefix(pdf.cuerpo, []byte("%PDF-1.7")) {
			t.Errorf("no PDF: %.20q", pdf.cuerpo)
		}
		b.sign(t, got.Acto.Acto, "director")
		body := b.badge("director")
		body["modo"], body["ejemplar"] = "manuscrita", 1
		b.do(t, "director", "POST", "/api/v1/actos/"+got.Acto.Acto+"/firmas", body).want(t, 200)
		b.do(t, "funcionario_inspector", "GET", path+"/1", nil).want(t, 200).into(t, &got)
		if !got.Acta || got.Cierre == nil || len(got.Cierre.Firmas) != 3 || got.Reclamante != "Berta Olmo Cid" {
			t.Errorf("got %+v", got)
		}
		b.do(t, "jefe_mesa", "GET", path+"/1.pdf", nil).want(t, 200)
	})
	b.refuseJugadas(t, path)
	t.Run("133.d/a void throw", func(t *testing.T) {
		var v jugadaLeida
		b.do(t, "jefe_mesa", "POST", path, objeto{"hechos": objeto{"void": true, "bets": []objeto{{"suerte": "rojo", "stake": 500}}}, "pagos": []objeto{{"pagado": 0}}}).want(t, 201).into(t, &v)
		if v.Veredicto != jugada.Nula || v.Articulo != "133.d" || v.Acto != nil {
			t.Errorf("got %+v", v)
		}
	})
	t.Run("38.3/a complaint that comes later", func(t *testing.T) {
		var v jugadaLeida
		queja := objeto{"hoja": "R-000215", "reclamante": "Berta Olmo Cid", "camara": "C12", "declaracion_jugador": "no fue nula"}
		b.do(t, "crupier", "POST", path+"/2/reclamacion", queja).want(t, 403)
		b.do(t, "jefe_mesa", "POST", path+"/99/reclamacion", queja).want(t, 404)
		b.do(t, "jefe_mesa", "POST", path+"/1/reclamacion", queja).want(t, 409)
		b.do(t, "jefe_mesa", "POST", path+"/2/reclamacion", objeto{"hoja": "R-000215", "camara": "C12", "desde": "ayer"}).want(t, 422)
		for range 2 {
			b.do(t, "jefe_mesa", "POST", path+"/2/reclamacion", queja, "Idempotency-Key", "queja").want(t, 201).into(t, &v)
		}
		if v.Acto == nil || v.Acta || v.Reclamante != "Berta Olmo Cid" || v.Conservar == "" {
			t.Errorf("got %+v", v)
		}
		b.do(t, "jefe_mesa", "GET", path+"/2.pdf", nil).want(t, 200)
	})
	t.Run("138/half a céntimo in favour of the player", func(t *testing.T) {
		var v jugadaLeida
		b.do(t, "jefe_mesa", "POST", path, objeto{"hechos": objeto{"number": 0, "bets": []objeto{{"suerte": "rojo", "stake": 501}}}, "pagos": []objeto{{"pagado": 0}}}).want(t, 201).into(t, &v)
		if v.Veredicto != jugada.Conforme || v.Lineas[0].Exacto != "501/2" || v.Criterios[len(v.Criterios)-1] != "RED-1" {
			t.Errorf("got %+v", v)
		}
	})
	var list struct {
		Jugadas []jugadaLeida
		Cursor  string
	}
	b.do(t, "director", "GET", path+"?limite=2", nil).want(t, 200).into(t, &list)
	if len(list.Jugadas) != 2 || list.Jugadas[0].Jugada != 3 || list.Cursor != "2" {
		t.Errorf("got %+v", list)
	}
	b.do(t, "director", "GET", path+"?cursor="+list.Cursor, nil).want(t, 200).into(t, &list)
	if len(list.Jugadas) != 1 || list.Jugadas[0].Conservar == "" {
		t.Errorf("got %+v", list)
	}
	b.CheckProjections(t)
}

func (b *banco) refuseJugadas(t *testing.T, path string) {
	with := func(change func(objeto)) objeto {
		body := bolaReclamada()
		change(body)
		return body
	}
	for _, tt := range []struct {
		name, usuario, path string
		body                objeto
		status              int
		articulo            string
	}{
		{"a croupier records nothing", "crupier", path, bolaReclamada(), 403, ""},
		{"the inspector of the authority alters nothing", "funcionario_inspector", path, bolaReclamada(), 403, ""},
		{"35.1/a table that is not open", "jefe_mesa", mesa(2) + "/jugadas", bolaReclamada(), 422, "35.1"},
		{"129.1/a number that is on no wheel", "jefe_mesa", path, with(func(o objeto) { o["hechos"] = objeto{"number": 37, "bets": []objeto{}} }), 422, "129.1"},
		{"131.1/a suerte that is none", "jefe_mesa", path, with(func(o objeto) { o["hechos"] = objeto{"number": 1, "bets": []objeto{{"suerte": "vecinos", "stake": 1}}} }), 422, "131.1"},
		{"30.1/no bet", "jefe_mesa", path, with(func(o objeto) { o["hechos"], o["pagos"] = objeto{"number": 1, "bets": []objeto{}}, []objeto{} }), 422, "30.1"},
		{"a bet without its payment", "jefe_mesa", path, with(func(o objeto) { o["pagos"] = []objeto{{"pagado": 0}} }), 422, ""},
		{"a name among the facts", "jefe_mesa", path, with(func(o objeto) { o["hechos"].(objeto)["cliente"] = "Berta Olmo" }), 422, ""},
		{"134.1/a colour that is none", "jefe_mesa", path, with(func(o objeto) { o["pagos"].([]objeto)[0]["color"] = "caqui" }), 422, "134.1"},
		{"36.2/an hour to come", "jefe_mesa", path, with(func(o objeto) { o["hecho"] = b.Escritor.Ahora().Add(time.Hour).Format(time.RFC3339) }), 422, "36.2"},
		{"38.3/an hour that the recording does not hold", "jefe_mesa", path, with(func(o objeto) {
			o["reclamacion"] = objeto{"hoja": "R-1", "camara": "C1", "hasta": "2026-11-30T10:00:00+01:00"}
		}), 422, "38.3"},
		{"an hour that is none", "jefe_mesa", path, with(func(o objeto) { o["reclamacion"] = objeto{"hoja": "R-1", "camara": "C1", "desde": "ayer"} }), 422, ""},
		{"no sheet", "jefe_mesa", path, with(func(o objeto) { o["reclamacion"] = objeto{"camara": "C1"} }), 422, ""},
		{"no such table", "jefe_mesa", mesa(99) + "/jugadas", bolaReclamada(), 404, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := b.Escritor.Tamano()
			r := b.do(t, tt.usuario, "POST", tt.path, tt.body)
			if r.refused(t, tt.articulo); r.StatusCode != tt.status {
				t.Errorf("got %d, want %d: %s", r.StatusCode, tt.status, r.cuerpo)
			}
			if got := b.Escritor.Tamano(); got != before {
				t.Errorf("it left %d asientos", got-before)
			}
		})
	}
	for _, n := range []string{"/99", "/0", "/1.txt", "/x.pdf"} {
		b.do(t, "director", "GET", path+n, nil).want(t, 404)
	}
	b.do(t, "crupier", "GET", path+"/1", nil).want(t, 403)
	b.do(t, "admision", "GET", path, nil).want(t, 403)
}

// TestJugadaWords: what is said is in the vault and not in a leaf; the acta names who
// complains and the folio cites what it rests on.
func TestJugadaWords(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	path := b.openRuleta(t)
	b.do(t, "jefe_mesa", "POST", path, bolaReclamada()).want(t, 201)
	var textos [][]byte
	if err := b.Escritor.Lectura().Table("asientos").Where("libro LIKE 'jugadas-%' OR tipo = 'ActoPropuesto'").Pluck("texto", &textos).Error; err != nil {
		t.Fatal(err)
	}
	for _, texto := range textos {
		for _, said := range []string{"Berta", "faltaba", "treinta"} {
			if strings.Contains(string(texto), said) {
				t.Errorf("a leaf says %q: %s", said, texto)
			}
		}
	}
	j, err := b.Casa.Casa.Jugada(t.Context(), "principal", 1, 1)
	if err != nil || len(dibujosDe(&j)) != 1 || deQuien(&j.Lineas[1]) != "casilla 12" {
		t.Errorf("got %+v, %v", j, err)
	}
	if got, want := jugadaPath(&j), "/establecimientos/principal/mesas/1/jugadas/"+strconv.FormatInt(j.Numero, 10); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r := printedReclamacion(&registers.Jugada{}); r != nil {
		t.Errorf("a complaint out of nothing: %+v", r)
	}
}

// recordsJugada has a disputed ball at table 1, whose acta the player refuses to sign.
func (e *extremo) recordsJugada(t *testing.T) {
	var got jugadaLeida
	e.do(t, "jefe_mesa", "POST", mesa(1)+"/jugadas", bolaReclamada()).want(t, 201).into(t, &got)
	e.sign(t, got.Acto.Acto, "jefe_mesa")
	e.sign(t, got.Acto.Acto, "director")
	body := e.badge("director")
	body["modo"], body["ejemplar"] = "se_niega", 1
	e.do(t, "director", "POST", "/api/v1/actos/"+got.Acto.Acto+"/firmas", body).want(t, 200)
	if e.do(t, "director", "GET", mesa(1)+"/jugadas/1", nil).want(t, 200).into(t, &got); !got.Acta {
		t.Errorf("the acta is not closed: %+v", got)
	}
}

// TestJugadasOfEveryGame records a jugada of each game against the house, from its vectors,
// at a table of it, and prints it.
func TestJugadasOfEveryGame(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	f := casatest.Autorizacion()
	f.Parametros.Juego7 = "15"
	f.Juegos = nil
	games := map[domain.Juego]string{
		domain.RuletaFrancesa: "ruleta_francesa", domain.RuletaAmericana: "ruleta_americana", domain.Bola: "bola", domain.TreintaCuarenta: "treinta_cuarenta",
		domain.Dados: "dados", domain.BlackJack: "black_jack", domain.PuntoBanca: "punto_banca", domain.PoquerSinDescarte: "sin_descarte", domain.Trijoker: "trijoker",
	}
	for j := range games {
		f.Juegos = append(f.Juegos, registers.JuegoAutorizado{Juego: j, Minimo: 200, Maximo: 5000, Mesas: 9})
	}
	b.Authorise(t, "principal", f)
	b.openDay(t, hoy)
	n := 10
	for j, file := range games {
		n++
		t.Run(string(j), func(t *testing.T) {
			b.openGame(t, n, j)
			done := 0
			for _, v := range someVectors(t, file) {
				l, err := motor.Liquidar(j, v.Input)
				if err != nil || len(l.Apuestas) == 0 {
					continue // another question than a settlement
				}
				pagos := make([]objeto, 0, len(l.Apuestas))
				for _, a := range l.Apuestas {
					pagos = append(pagos, objeto{"pagado": a.Ganado.Ceil()})
				}
				var got jugadaLeida
				b.do(t, "jefe_mesa", "POST", mesa(n)+"/jugadas", objeto{"hechos": v.Input, "pagos": pagos}).want(t, 201).into(t, &got)
				if got.Veredicto == jugada.Discrepante || got.Palabra != j.Jugada() || len(got.Lineas) != len(pagos) {
					t.Errorf("%s: got %+v", v.ID, got)
				}
				if done++; done == 4 {
					break
				}
			}
			if done == 0 {
				t.Error("no vector was a settlement")
			}
			b.do(t, "funcionario_inspector", "GET", mesa(n)+"/jugadas/1.pdf", nil).want(t, 200)
		})
	}
	b.CheckProjections(t)
}

// openGame lays a table of a game and opens it.
func (b *banco) openGame(t *testing.T, n int, j domain.Juego) {
	t.Helper()
	ctx := t.Context()
	if _, err := b.CreateMesa(ctx, b.Autor("director"), b.Ahora(), "principal", registers.MesaFacts{Numero: n, Juego: j, MinimoAutorizado: 200}); err != nil {
		t.Fatal(err)
	}
	maximos := map[domain.Juego]string{domain.RuletaFrancesa: "bajo", domain.RuletaAmericana: "bajo", domain.BlackJack: "100"}
	p, err := b.ProposeApertura(ctx, b.Autor("jefe_mesa"), b.Ahora(), "principal", n, registers.AperturaFacts{ApuestaMinima: 200, Maximos: maximos[j],
		Entrega: registers.Entrega{Anticipo: domain.Piezas{domain.Euros(1000): 100}}})
	if err != nil {
		t.Fatal(err)
	}
	b.Sign(t, p.Acto.ID, "director")
}

// exportsJugadas takes the book of jugadas of a table away alone, and verifies it.
func (e *extremo) exportsJugadas(t *testing.T, db *sql.DB) {
	var b bytes.Buffer
	if err := exportacion.Write(t.Context(), &b, db, exportacion.Options{Establecimiento: "principal", Libro: registers.LibroJugadas(1)}); err != nil {
		t.Fatal(err)
	}
	inf, err := verificador.Verify(t.Context(), verificador.NewExport(bytes.NewReader(b.Bytes()), int64(b.Len())), verificador.Options{Clave: []byte(e.Clave)})
	if err != nil || !inf.Integro {
		t.Errorf("the book of jugadas is not sound: %+v, %v", inf, err)
	}
}
