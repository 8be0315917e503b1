package admission_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/migrations/dbtest"
	"foliado/registers"
	"foliado/registers/casatest"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

const nochevieja domain.Fecha = "2026-12-31"

// TestTarjetas goes through the last night of a year, on both databases: the series of
// the cards grows from one test to the next.
func TestTarjetas(t *testing.T) {
	ps := newPuertas(t, string(nochevieja)+" 18:00:00")
	for _, e := range ps {
		e.importLista(t)
	}
	testSerie(t, ps)
	testEmision(t, ps)
	testMismaPersona(t, ps)
	testAnulacion(t, ps)
	testMuchosPuestos(t, ps)
	testCambioDeAno(t, ps)
	testJornadas(t, ps)
	for _, e := range ps {
		e.CheckProjections(t, admission.Tablas()...)
	}
}

// seed takes the series to n in one act.
func (e *entrada) seed(t *testing.T, n int) {
	t.Helper()
	_, err := e.Escritor.Do(context.Background(), func(t *escritor.Tx) error {
		for k := t.Ultimo(principal, admission.SerieTarjetas) + 1; k <= int64(n); k++ {
			_, err := t.Append(diario.Borrador{Establecimiento: principal, Libro: admission.Libro, Serie: admission.SerieTarjetas,
				Tipo: "Tarjeta", Jornada: nochevieja, Autor: "p5", Cargo: domain.Admision, Clase: diario.ClaseAdmision,
				Datos: []diario.Dato{{Nombre: "comprobacion", Valor: fmt.Sprint("siembra", k)}, {Nombre: "ficha", Valor: fmt.Sprint(1000000 + k)},
					{Nombre: "precio", Valor: "500"}, {Nombre: "validez", Valor: string(nochevieja)}}})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// parallel issues n cards at once, to people checked beforehand, and returns the numbers
// given in order.
func (e *entrada) parallel(t *testing.T, n int) []int64 {
	t.Helper()
	checks := make([]string, n)
	for k := range checks {
		checks[k] = e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID
	}
	numbers := make([]int64, n)
	var wg sync.WaitGroup
	for k, id := range checks {
		wg.Go(func() {
			card, err := e.issue(id)
			if err != nil {
				t.Error(err)
			}
			numbers[k] = card.Numero
		})
	}
	wg.Wait()
	slices.Sort(numbers)
	return numbers
}

func wantRun(t *testing.T, got []int64, first, last int64) {
	t.Helper()
	for k, n := range got {
		if n != first+int64(k) {
			t.Fatalf("got %v, want %d to %d, each once", got, first, last)
		}
	}
	if got[len(got)-1] != last {
		t.Fatalf("got last number %d, want %d", got[len(got)-1], last)
	}
}

func testSerie(t *testing.T, ps puertas) {
	c := readCaso(t, "CARD-02")
	ps.each(t, "22.3/CARD-02/a failed issue burns no number", func(t *testing.T, e *entrada) {
		e.seed(t, c.Input.LastNumber)
		barred, id := e.visitante(), e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID
		e.importLista(t, row(barred, ""))
		if _, err := e.issue(e.mustCheck(t, barred, acceso.NoPuedeEntrar).ID); !errors.Is(err, admission.ErrNoEntra) {
			t.Errorf("the barred: got %v", err)
		}
		_, err := e.Issue(context.Background(), admission.Emision{Establecimiento: principal, Comprobacion: id, Precio: 400, Autor: e.Autor("admision")})
		if !errors.Is(err, acceso.ErrPrecio) {
			t.Errorf("the price: got %v", err)
		}
		_, err = e.Issue(context.Background(), admission.Emision{Establecimiento: principal, Comprobacion: id, Precio: tarifa,
			Autor: registers.Autor{Persona: "NO ES PERSONA", Cargo: domain.Admision}}) // fails while its rows wait
		if !errors.Is(err, diario.ErrFormato) {
			t.Errorf("the leaf: got %v", err)
		}
		card, err := e.issue(id)
		if err != nil || card.Numero != c.Expected.NumberOfSecond {
			t.Errorf("got %d, %v, want %d", card.Numero, err, c.Expected.NumberOfSecond)
		}
	})
}

// What a card carries and costs.
func testEmision(t *testing.T, ps puertas) {
	ps.each(t, "22.3/what a card carries", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		got, err := e.Tarjeta(context.Background(), principal, card.Numero)
		if err != nil || got != card {
			t.Fatalf("got %+v, %v, want %+v", got, err, card)
		}
		if got.Nombre != v.Nombre || got.Apellidos != v.Apellidos || got.Documento != v.Numero || got.DocumentoTipo != "dni" ||
			got.Ficha == 0 || got.Jornada != nochevieja || got.Validez != nochevieja || got.Precio != tarifa ||
			domain.FechaDe(got.Emitida) != nochevieja || len(got.Token) < 26 || got.Autor != e.Gente["admision"].ID {
			t.Errorf("got %+v", got)
		}
	})
	ps.each(t, "20.4/when what it holds may go", func(t *testing.T, e *entrada) {
		e.mustIssue(t, e.visitante())
		// Six months from 31 December end on 30 June; the day after is the first.
		for _, tipo := range []string{"Tarjeta", "Ficha"} {
			if _, _, got := e.leaf(t, tipo); got != "2027-07-01" {
				t.Errorf("%s: got %s, want 2027-07-01", tipo, got)
			}
		}
	})
	for _, c := range []struct {
		name  string
		price domain.Importe
		want  error
	}{
		{"one céntimo below", tarifa - 1, acceso.ErrPrecio}, {"the unit price", tarifa, nil}, {"one céntimo above", tarifa + 1, acceso.ErrPrecio},
		{"nothing", 0, acceso.ErrPrecio},
	} {
		ps.each(t, "23.2/"+c.name, func(t *testing.T, e *entrada) {
			id := e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID
			_, err := e.Issue(context.Background(), admission.Emision{Establecimiento: principal, Comprobacion: id, Precio: c.price, Autor: e.Autor("admision")})
			if c.want != nil {
				wantErr(t, err, c.want, "23.2", "")
			} else if err != nil {
				t.Error(err)
			}
		})
	}
	ps.each(t, "23.2/the price in force, at once", func(t *testing.T, e *entrada) {
		id := e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID
		f := casatest.Autorizacion()
		f.Tarifa = 600
		e.Authorise(t, principal, f)
		_, err := e.issue(id)
		wantErr(t, err, acceso.ErrPrecio, "23.2", "")
		if got, err := e.Tarifa(context.Background(), principal); err != nil || got != 600 {
			t.Errorf("got %s, %v", got, err)
		}
		_, err = e.Issue(context.Background(), admission.Emision{Establecimiento: principal, Comprobacion: id, Precio: 600, Autor: e.Autor("admision")})
		if err != nil {
			t.Error(err)
		}
		e.Authorise(t, principal, casatest.Autorizacion())
	})
	for _, c := range []struct {
		name, articulo, criterio string
		r                        acceso.Reduccion
		price                    domain.Importe
		want                     error
	}{
		{"a congress, cheaper", "", "", acceso.ReduccionCongreso, tarifa - 1, nil},
		{"a congress, at the unit price", "23.3.a", "", acceso.ReduccionCongreso, tarifa, acceso.ErrReduccion},
		{"a ground of our own", "23.3", "", "amistad", 300, acceso.ErrReduccion},
		{"several days, without saying which", "23.3.c", "ADM-8", acceso.ReduccionVariosDias, 300, acceso.ErrReduccion},
	} {
		name := c.articulo
		if name == "" {
			name = "23.3.a"
		}
		ps.each(t, name+"/"+c.name, func(t *testing.T, e *entrada) {
			id := e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID
			card, err := e.Issue(context.Background(), admission.Emision{Establecimiento: principal, Comprobacion: id, Precio: c.price,
				Reduccion: c.r, Autor: e.Autor("admision")})
			if c.want != nil {
				wantErr(t, err, c.want, c.articulo, c.criterio)
			} else if err != nil || card.Reduccion != c.r || card.Precio != c.price {
				t.Errorf("got %+v, %v", card, err)
			}
		})
	}
	ps.each(t, "21.1/a check serves for fifteen minutes", func(t *testing.T, e *entrada) {
		in, out := e.mustCheck(t, e.visitante(), acceso.PuedeEntrar), e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
		e.Reloj.Set(in.Instante.Add(15*time.Minute - 10*time.Microsecond))
		if _, err := e.issue(in.ID); err != nil {
			t.Errorf("just before: %v", err)
		}
		e.Reloj.Set(out.Instante.Add(15 * time.Minute))
		_, err := e.issue(out.ID)
		wantErr(t, err, acceso.ErrComprobacion, "21.1", "")
	})
}

// tally issues on every check at once and returns the card given and how many others were
// told its number.
func (e *entrada) tally(t *testing.T, checks ...string) admission.Tarjeta {
	t.Helper()
	var mu sync.Mutex
	var given []admission.Tarjeta
	var told []int64
	var wg sync.WaitGroup
	for _, id := range checks {
		wg.Go(func() {
			card, err := e.issue(id)
			mu.Lock()
			defer mu.Unlock()
			var again *admission.YaTieneTarjeta
			switch {
			case err == nil:
				given = append(given, card)
			case errors.As(err, &again):
				told = append(told, again.Numero)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(given) != 1 || len(told) != len(checks)-1 {
		t.Fatalf("got %d cards and %d refusals of %d attempts", len(given), len(told), len(checks))
	}
	for _, n := range told {
		if n != given[0].Numero {
			t.Errorf("told of card %d, want %d", n, given[0].Numero)
		}
	}
	return given[0]
}

// One person, one card a jornada.
func testMismaPersona(t *testing.T, ps puertas) {
	ps.each(t, "22.3/the same person twice", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		e.unchanged(t, func() {
			_, err := e.issue(e.mustCheck(t, v, acceso.PuedeEntrar).ID)
			if again, ok := err.(*admission.YaTieneTarjeta); !ok || again.Numero != card.Numero {
				t.Errorf("got %v, want card %d", err, card.Numero)
			}
		})
	})
	ps.each(t, "22.3/one check, twelve desks", func(t *testing.T, e *entrada) {
		e.tally(t, slices.Repeat([]string{e.mustCheck(t, e.visitante(), acceso.PuedeEntrar).ID}, 12)...)
	})
	ps.each(t, "22.3/a newcomer checked at twelve desks has one file", func(t *testing.T, e *entrada) {
		v := e.visitante()
		var checks []string
		for range 12 {
			checks = append(checks, e.mustCheck(t, v, acceso.PuedeEntrar).ID)
		}
		card := e.tally(t, checks...)
		if n := e.count(t, `SELECT COUNT(*) FROM documentos WHERE numero = ?`, v.Numero); n != 1 {
			t.Errorf("got %d documents, want 1", n)
		}
		if n := e.count(t, `SELECT COUNT(*) FROM visitantes WHERE nombre = ?`, v.Nombre); n != 1 || card.Ficha == 0 {
			t.Errorf("got %d files, want 1", n)
		}
	})
	ps.each(t, "22.3/known, checked at twelve desks", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		if _, err := e.Void(context.Background(), principal, card.Numero, "Prueba", e.Autor("admision")); err != nil {
			t.Fatal(err)
		}
		var checks []string
		for range 12 {
			checks = append(checks, e.mustCheck(t, v, acceso.PuedeEntrar).ID)
		}
		if again := e.tally(t, checks...); again.Ficha != card.Ficha {
			t.Errorf("got ficha %d, want %d", again.Ficha, card.Ficha)
		}
	})
	ps.each(t, "22.3/EST-1/the other establecimiento has its own series, and the same files", func(t *testing.T, e *entrada) {
		e.OpenDay(t, apendice, nochevieja)
		v := e.visitante()
		card := e.mustIssue(t, v)
		c, err := e.Check(context.Background(), apendice, v, e.Autor("admision.apendice"))
		if err != nil {
			t.Fatal(err)
		}
		other, err := e.Issue(context.Background(), admission.Emision{Establecimiento: apendice, Comprobacion: c.ID, Precio: tarifa,
			Autor: e.Autor("admision.apendice")})
		if err != nil || other.Numero != 1 || other.Ficha != card.Ficha {
			t.Errorf("got card %d of ficha %d, %v, want 1 of %d", other.Numero, other.Ficha, err, card.Ficha)
		}
	})
}

// A void keeps its number.
func testAnulacion(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "22.3/ADM-4/a void keeps its number", func(t *testing.T, e *entrada) {
		v := e.visitante()
		c := e.mustCheck(t, v, acceso.PuedeEntrar)
		card, err := e.issue(c.ID)
		if err != nil {
			t.Fatal(err)
		}
		e.unchanged(t, func() {
			_, err := e.Void(ctx, principal, card.Numero, "  ", e.Autor("admision"))
			wantErr(t, err, acceso.ErrMotivo, "22.3", "ADM-4")
			_, err = e.Void(ctx, principal, 999999, "Mal escrita", e.Autor("admision"))
			wantErr(t, err, admission.ErrNoExiste, "", "")
			_, err = e.Void(ctx, apendice, card.Numero, "Mal escrita", e.Autor("admision"))
			wantErr(t, err, admission.ErrNoExiste, "", "")
			_, err = e.Confirm(ctx, principal, card.Numero, e.Autor("jefe_admision"))
			wantErr(t, err, admission.ErrSinAnular, "", "")
		})
		got, err := e.Void(ctx, principal, card.Numero, "Mal escrita", e.Autor("admision"))
		if err != nil || !got.Anulada || got.Numero != card.Numero || got.Visto || got.Anulacion <= card.Posicion {
			t.Fatalf("got %+v, %v", got, err)
		}
		_, err = e.Void(ctx, principal, card.Numero, "Otra vez", e.Autor("admision"))
		wantErr(t, err, admission.ErrYaAnulada, "", "")
		_, err = e.issue(c.ID) // its check was used
		wantErr(t, err, admission.ErrCaducada, "", "")
		if next := e.mustIssue(t, v); next.Numero != card.Numero+1 || next.Ficha != card.Ficha {
			t.Errorf("got card %d, want %d: the number of a void is not used again", next.Numero, card.Numero+1)
		}
	})
	ps.each(t, "22.3/ADM-4/the second signer is another, and may come later", func(t *testing.T, e *entrada) {
		card := e.mustIssue(t, e.visitante())
		if _, err := e.Void(ctx, principal, card.Numero, "Impresora atascada", e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
		waiting, err := e.SinVisto(ctx, principal, nochevieja)
		if err != nil || !slices.Contains(waiting, card.Numero) {
			t.Errorf("got %v, %v, want card %d among them", waiting, err, card.Numero)
		}
		e.unchanged(t, func() {
			_, err := e.Confirm(ctx, principal, card.Numero, e.Autor("jefe_admision"))
			wantErr(t, err, admission.ErrMismaPersona, "22.3", "ADM-4")
		})
		e.Reloj.Move(time.Minute)
		got, err := e.Confirm(ctx, principal, card.Numero, e.Autor("director"))
		if err != nil || !got.Visto {
			t.Fatalf("got %+v, %v", got, err)
		}
		e.unchanged(t, func() {
			if _, err := e.Confirm(ctx, principal, card.Numero, e.Autor("subdirector")); err != nil {
				t.Errorf("once more: %v", err)
			}
		})
		if waiting, _ := e.SinVisto(ctx, principal, nochevieja); slices.Contains(waiting, card.Numero) {
			t.Errorf("got %v, want card %d gone", waiting, card.Numero)
		}
	})
	ps.each(t, "22.3/ADM-4/voided by two at once", func(t *testing.T, e *entrada) {
		card := e.mustIssue(t, e.visitante())
		errs := make([]error, 6)
		var wg sync.WaitGroup
		for k := range errs {
			wg.Go(func() {
				_, errs[k] = e.Void(ctx, principal, card.Numero, "Prueba", e.Autor("admision"))
			})
		}
		wg.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
			} else if !errors.Is(err, admission.ErrYaAnulada) {
				t.Error(err)
			}
		}
		if done != 1 {
			t.Errorf("got %d voids, want 1", done)
		}
	})
}

func testMuchosPuestos(t *testing.T, ps puertas) {
	c := readCaso(t, "CARD-01")
	ps.each(t, "22.3/CARD-01/fifty desks at the same instant", func(t *testing.T, e *entrada) {
		e.seed(t, c.Input.LastNumber)
		last := int64(c.Input.LastNumber)
		wantRun(t, e.parallel(t, c.Input.ParallelIssues), last+1, last+int64(c.Input.ParallelIssues))
	})
}

func testCambioDeAno(t *testing.T, ps puertas) {
	c := readCaso(t, "CARD-04")
	ps.each(t, "22.3/ADM-4/CARD-04/the turn of the year", func(t *testing.T, e *entrada) {
		e.seed(t, c.Input.LastNumber)
		e.Reloj.Set(c.Input.Cards[0].Issued)
		e.importLista(t)
		var cards []admission.Tarjeta
		for _, k := range c.Input.Cards {
			e.Reloj.Set(k.Issued)
			cards = append(cards, e.mustIssue(t, e.visitante()))
		}
		if cards[0].Numero != c.Expected.First || cards[1].Numero != c.Expected.Second || cards[1].Jornada != cards[0].Jornada {
			t.Errorf("got %d and %d", cards[0].Numero, cards[1].Numero)
		}
	})
	five := readCaso(t, "CARD-05")
	ps.each(t, "22.3/ADM-4/CARD-05/twenty desks at the first instant of the year", func(t *testing.T, e *entrada) {
		e.Reloj.Set(five.Input.ParallelAt.Add(31 * time.Second)) // no clock goes back past the card before
		last := int64(five.Input.LastNumber)
		wantRun(t, e.parallel(t, five.Input.N), last+1, last+int64(five.Input.N))
	})
	ps.each(t, "22.3/ADM-4/CARD-04/a reprint keeps its number", func(t *testing.T, e *entrada) {
		e.Reloj.Set(c.Input.ReprintFirstAt)
		before := e.lastNumber(t)
		card, err := e.Reprint(context.Background(), principal, c.Expected.ReprintKeeps, "La impresora la emborronó", e.Autor("admision"))
		if err != nil || card.Numero != c.Expected.First || domain.FechaDe(card.Emitida) != nochevieja {
			t.Errorf("got %+v, %v", card, err)
		}
		if after := e.lastNumber(t); after != before {
			t.Errorf("the reprint took the number %d", after)
		}
	})
	ps.each(t, "22.3/the cards of a jornada, page by page", func(t *testing.T, e *entrada) {
		page, err := e.Tarjetas(context.Background(), principal, nochevieja, int64(five.Input.LastNumber)-3, 4)
		if err != nil || len(page) != 4 || page[0].Numero != int64(five.Input.LastNumber)-2 || page[3].Documento == "" || page[3].Nombre == "" {
			t.Errorf("got %+v, %v", page, err)
		}
	})
}

// The door is open between the two phases, and a check is of its jornada.
func testJornadas(t *testing.T, ps puertas) {
	ctx := context.Background()
	const next domain.Fecha = "2027-01-01"
	ps.each(t, "27.4/JOR-0/closed before the opening and after the end of games", func(t *testing.T, e *entrada) {
		v := e.visitante()
		c := e.mustCheck(t, e.visitante(), acceso.PuedeEntrar)
		closed := func(t *testing.T) {
			t.Helper()
			e.unchanged(t, func() {
				_, err := e.check(v)
				wantErr(t, err, admission.ErrCerrado, "27.4", "JOR-0")
				_, err = e.issue(c.ID)
				wantErr(t, err, admission.ErrCerrado, "27.4", "JOR-0")
				_, err = e.Tarifa(ctx, principal)
				wantErr(t, err, admission.ErrCerrado, "27.4", "JOR-0")
			})
		}
		e.Advance(t, principal, nochevieja, domain.FaseFinJuegos)
		closed(t)
		e.Advance(t, principal, nochevieja, domain.FaseRecuentos)
		closed(t)
		if _, err := e.CloseJornada(ctx, e.Autor("director"), e.Ahora(), principal, nochevieja); err != nil {
			t.Fatal(err)
		}
		cert, err := e.ProposeCertificacion(ctx, e.Autor("director"), e.Ahora(), principal, nochevieja)
		if err != nil {
			t.Fatal(err)
		}
		e.Sign(t, cert.Acto.ID, "director")
		closed(t)
		_, err = e.CreateJornada(ctx, e.Autor("director"), e.Ahora(), principal, registers.JornadaFacts{Fecha: next, Metalico: 100_000_000})
		if err != nil {
			t.Fatal(err)
		}
		closed(t)
		e.Advance(t, principal, next, domain.FaseAbierta)
		_, err = e.issue(c.ID)
		wantErr(t, err, admission.ErrCaducada, "", "") // in time, and of the former jornada
		e.mustIssue(t, v)
	})
}

// What the door writes holds no personal value in clear, and can be rebuilt.
func TestDiario(t *testing.T) {
	ctx := context.Background()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := &entrada{Casa: casatest.New(t, bd, admission.Proyectores()), bd: bd}
		e.Puerta = admission.New(e.Escritor, e.Casa.Casa)
		e.OpenDay(t, principal, casatest.Fecha)
		secrets := e.busyDay(t)
		t.Run("20.4", func(t *testing.T) { e.searchLog(t, secrets) })
		e.CheckProjections(t, admission.Tablas()...)
		e.bd.Exec(t, `UPDATE tarjetas SET precio = precio + 1 WHERE numero = 2`)
		found := e.Contrast(t, admission.Tablas()...)
		if len(found) != 1 || found[0].Tabla != "tarjetas" || found[0].Clave != "establecimiento=principal, numero=2" ||
			!slices.Equal(found[0].Columnas, []string{"precio"}) {
			t.Errorf("got %+v, want the price of card 2", found)
		}
		got, err := e.Tarjeta(ctx, principal, 2)
		if err != nil || got.Precio != tarifa {
			t.Errorf("got %s, %v: a card is read off its leaf", got.Precio, err)
		}
	})
}

// busyDay does everything the door does, and returns every personal value it was told.
func (e *entrada) busyDay(t *testing.T) []string {
	t.Helper()
	ctx := context.Background()
	var secrets []string
	tell := func(v admission.Visitante) admission.Visitante {
		secrets = append(secrets, v.Numero, v.Nombre, v.Apellidos, string(v.FechaNacimiento))
		return v
	}
	barred, suspect, refused := tell(e.visitante()), tell(e.visitante()), tell(e.visitante())
	namesake, other := suspect, refused
	namesake.Numero, other.Numero = dni(42000001), dni(42000002)
	e.importLista(t, row(barred, ""), row(tell(namesake), ""), row(tell(other), ""))
	var cards []admission.Tarjeta
	for range 30 {
		v := tell(e.visitante())
		cards = append(cards, e.mustIssue(t, v))
		secrets = append(secrets, cards[len(cards)-1].Token)
	}
	e.mustCheck(t, barred, acceso.NoPuedeEntrar)
	young := tell(e.visitante())
	young.FechaNacimiento = "2011-03-04"
	e.mustCheck(t, tell(young), acceso.NoPuedeEntrar)
	for v, admite := range map[admission.Visitante]bool{suspect: true, refused: false} {
		reason := fmt.Sprintf("Razón confidencial %t", admite)
		secrets = append(secrets, reason)
		c := e.mustCheck(t, v, acceso.Consultar)
		if _, err := e.Resolve(ctx, principal, c.ID, admite, reason, e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
	}
	for _, card := range cards[:5] {
		if _, err := e.Void(ctx, principal, card.Numero, "Motivo reservado", e.Autor("admision")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.Confirm(ctx, principal, cards[0].Numero, e.Autor("director")); err != nil {
		t.Fatal(err)
	}
	second := tell(admission.Visitante{Tipo: "nie", Numero: nie(4300001), Nombre: cards[9].Nombre, Apellidos: cards[9].Apellidos, FechaNacimiento: "1971-07-08"})
	c := e.mustCheck(t, second, acceso.PuedeEntrar)
	if err := e.AddDocumento(ctx, principal, c.ID, cards[9].Ficha, e.Autor("jefe_admision")); err != nil {
		t.Fatal(err)
	}
	if err := e.Observe(ctx, cards[9].Ficha, "Observación reservada", e.Autor("jefe_admision")); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Ficha(ctx, cards[9].Ficha, e.Autor("director")); err != nil {
		t.Fatal(err)
	}
	e.CloseDay(t, principal, casatest.Fecha)
	return append(secrets, "Motivo reservado", "Observación reservada")
}
