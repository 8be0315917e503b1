package admission_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/registers/casatest"
)

// TestPuerta goes through a day at the door, on both databases.
func TestPuerta(t *testing.T) {
	ps := newPuertas(t, tarde)
	testSinLista(t, ps)
	for _, e := range ps {
		e.importLista(t)
	}
	testIdentificacion(t, ps)
	testDocumentos(t, ps)
	testDuplicados(t, ps)
	testPersonal(t, ps)
	testProhibiciones(t, ps)
	testCandidato(t, ps)
	testFicha(t, ps)
	testLista(t, ps)
	testImportLista(t, ps)
	for _, e := range ps {
		e.CheckProjections(t, admission.Tablas()...)
		e.outlives(t)
	}
}

// Who is not identified gets no card, and what is not a document opens no file.
func testIdentificacion(t *testing.T, ps puertas) {
	ps.each(t, "20.1/no card without a check", func(t *testing.T, e *entrada) {
		e.unchanged(t, func() {
			_, err := e.issue("NADA")
			wantErr(t, err, admission.ErrNoExiste, "20.1", "")
		})
	})
	ps.each(t, "20.1/a check of another establecimiento", func(t *testing.T, e *entrada) {
		e.OpenDay(t, apendice, casatest.Fecha)
		c, err := e.Check(context.Background(), apendice, e.visitante(), e.Autor("admision.apendice"))
		if err != nil {
			t.Fatal(err)
		}
		e.unchanged(t, func() {
			_, err = e.issue(c.ID)
			wantErr(t, err, admission.ErrNoExiste, "", "")
			if _, err := e.Comprobacion(context.Background(), principal, c.ID); !errors.Is(err, admission.ErrNoExiste) {
				t.Errorf("got %v, want ErrNoExiste", err)
			}
		})
		e.CloseDay(t, apendice, casatest.Fecha)
	})
	ps.each(t, "20.1/the establecimiento does not exist", func(t *testing.T, e *entrada) {
		_, err := e.Check(context.Background(), "otro", e.visitante(), e.Autor("admision"))
		wantErr(t, err, admission.ErrNoExiste, "", "")
	})
	for _, c := range []struct {
		name, tipo, numero string
		want               error
		articulo           string
	}{
		{"23.1/library card", "carnet_biblioteca", "12345", identidad.ErrTipo, "23.1"},
		{"23.1/company number", "dni", "B12345674", identidad.ErrNoIdentidad, "23.1"},
		{"23.1/tax number K", "nie", "K1234567A", identidad.ErrNoIdentidad, "23.1"},
		{"22.3/letter of another number", "dni", "50111222T", identidad.ErrLetra, "22.3"},
		{"22.3/NIE shown as DNI", "dni", "X1234567L", identidad.ErrOtroTipo, "22.3"},
	} {
		ps.each(t, c.name, func(t *testing.T, e *entrada) {
			v := e.visitante()
			v.Tipo, v.Numero = c.tipo, c.numero
			e.refuses(t, v, c.want, c.articulo)
		})
	}
	ps.each(t, "22.3/a name without letters", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.Apellidos = " -- "
		e.refuses(t, v, identidad.ErrNombre, "22.3")
	})
	for name, born := range map[string]domain.Fecha{"tomorrow": "2026-12-01", "before anybody alive": "1890-01-01", "no date": "ayer"} {
		ps.each(t, "21.1/born "+name, func(t *testing.T, e *entrada) {
			v := e.visitante()
			v.FechaNacimiento = born
			e.refuses(t, v, acceso.ErrNacimiento, "21.1")
		})
	}
}

// refuses wants a visitor refused before anything is written.
func (e *entrada) refuses(t *testing.T, v admission.Visitante, want error, articulo string) {
	t.Helper()
	checks := e.count(t, `SELECT COUNT(*) FROM comprobaciones`)
	e.unchanged(t, func() {
		_, err := e.check(v)
		wantErr(t, err, want, articulo, "")
	})
	if now := e.count(t, `SELECT COUNT(*) FROM comprobaciones`); now != checks {
		t.Errorf("got %d checks, want %d", now, checks)
	}
}

// The file of a visitor.
func testFicha(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "20.3/three visits in order, with a remark", func(t *testing.T, e *entrada) {
		v := e.visitante()
		var want []admission.Visita
		for _, day := range []domain.Fecha{casatest.Fecha, "2026-12-02", "2026-12-03"} {
			if day != casatest.Fecha {
				e.CloseDay(t, principal, want[len(want)-1].Jornada)
				e.OpenDay(t, principal, day)
			}
			e.importLista(t)
			card := e.mustIssue(t, v)
			want = append(want, admission.Visita{Establecimiento: principal, Jornada: day, Tarjeta: card.Numero, Instante: card.Emitida})
		}
		number := int64(e.count(t, `SELECT ficha FROM documentos WHERE numero = ?`, v.Numero))
		if err := e.Observe(ctx, number, "  Pide siempre  la sala de la izquierda ", e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
		before := e.Escritor.Tamano()
		got, err := e.Ficha(ctx, number, e.Autor("funcionario_inspector"))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Observaciones) == 1 {
			got.Observaciones[0].Instante = time.Time{}
		}
		diff := cmp.Diff(got, admission.Ficha{Numero: number, Nombre: v.Nombre, Apellidos: v.Apellidos, FechaNacimiento: v.FechaNacimiento,
			Documentos:    []identidad.Documento{{Tipo: identidad.DNI, Pais: "ESP", Numero: v.Numero}},
			Observaciones: []admission.Observacion{{Autor: e.Gente["jefe_admision"].ID, Texto: "Pide siempre la sala de la izquierda"}},
			Visitas:       want})
		if diff != "" {
			t.Errorf("got -, want +:\n%s", diff)
		}
		t.Run("20.4", func(t *testing.T) {
			datos, abiertos, _ := e.leaf(t, "ConsultaFicha")
			if e.Escritor.Tamano() != before+1 || datos["ficha"] != "" || abiertos["ficha"] != strconv.FormatInt(number, 10) {
				t.Errorf("the reading is not on record, or says to the house whom the inspector looked for: %v, %v", datos, abiertos)
			}
		})
	})
	ps.each(t, "20.3/ADM-02/one file for two ways of typing", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.Numero = "612345Q"
		first := e.mustIssue(t, v)
		v.Numero = "00612345q"
		_, err := e.issue(e.mustCheck(t, v, acceso.PuedeEntrar).ID)
		if again, ok := err.(*admission.YaTieneTarjeta); !ok || again.Numero != first.Numero || first.Documento != "00612345Q" {
			t.Errorf("got %v after card %d of %s", err, first.Numero, first.Documento)
		}
		if n := e.count(t, `SELECT COUNT(*) FROM documentos WHERE numero LIKE '%612345Q'`); n != 1 {
			t.Errorf("got %d documents, want 1", n)
		}
	})
	ps.each(t, "20.3/a name and birth date seen before is only a warning", func(t *testing.T, e *entrada) {
		v := e.visitante()
		e.mustIssue(t, v)
		v.Tipo, v.Numero = "nie", nie(4000001)
		if c := e.mustCheck(t, v, acceso.PuedeEntrar); len(c.Duplicados) != 1 || c.Ficha != 0 {
			t.Errorf("got %v, ficha %d, want a possible duplicate", c.Duplicados, c.Ficha)
		}
	})
	ps.each(t, "20.3/a remark says something, of somebody", func(t *testing.T, e *entrada) {
		e.unchanged(t, func() {
			wantErr(t, e.Observe(ctx, 1, " ", e.Autor("jefe_admision")), admission.ErrMotivo, "20.3", "")
			wantErr(t, e.Observe(ctx, 999999, "algo", e.Autor("jefe_admision")), admission.ErrNoExiste, "", "")
		})
	})
	ps.each(t, "20.3/no file of that number", func(t *testing.T, e *entrada) {
		e.unchanged(t, func() {
			_, err := e.Ficha(ctx, 999999, e.Autor("director"))
			wantErr(t, err, admission.ErrNoExiste, "", "")
		})
	})
}

// Staff get no card, on or off duty.
func testPersonal(t *testing.T, ps puertas) {
	show := func(e *entrada, usuario string) admission.Visitante {
		v := e.visitante()
		v.Numero = e.Gente[usuario].Documento.Numero
		return v
	}
	for usuario, articulo := range map[string]string{"director": "15.a", "subdirector": "15.a", "crupier": "18.1.b", "sistema": "18.1.b"} {
		ps.each(t, articulo+"/ADM-9/"+usuario, func(t *testing.T, e *entrada) {
			c := e.mustCheck(t, show(e, usuario), acceso.NoPuedeEntrar)
			if got := c.Decision.Articulo().Ref(); got != articulo {
				t.Errorf("got art. %s, want %s", got, articulo)
			}
			_, err := e.issue(c.ID)
			wantErr(t, err, admission.ErrNoEntra, "21.1", "")
		})
	}
	ps.each(t, "18.1.b/ADM-9/by a second document", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		staff := show(e, "cambista")
		if err := e.BajaPersona(context.Background(), e.Autor("director"), e.Gente["cambista"].ID); err != nil {
			t.Fatal(err)
		}
		c := e.mustCheck(t, staff, acceso.PuedeEntrar) // gone: nobody's staff
		if err := e.AddDocumento(context.Background(), principal, c.ID, card.Ficha, e.Autor("jefe_admision")); err != nil {
			t.Fatal(err)
		}
		facts := registers.AltaFacts{Usuario: "cambista", Clave: "otra-clave", Cargo: domain.Cambista, Establecimiento: principal,
			Nombre: "Persona", Apellidos: "Inventada", Documento: e.Gente["cambista"].Documento}
		if _, err := e.AltaPersona(context.Background(), e.Autor("director"), facts); err != nil {
			t.Fatal(err)
		}
		e.mustCheck(t, v, acceso.NoPuedeEntrar)
	})
}
