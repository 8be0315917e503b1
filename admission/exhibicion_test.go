package admission_test

import (
	"context"
	"testing"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
)

// Every kind of document opens the door, and the card says which was shown (art. 23.1,
// criterio ADM-5).
func testDocumentos(t *testing.T, ps puertas) {
	ctx := context.Background()
	for _, c := range []struct {
		name, tipo, pais, numero string
		tipoNumero               string // kind of the number that is kept
	}{
		{"23.1/passport", "pasaporte", "FRA", "12AB34567", "pasaporte"},
		{"23.1/identity card of the Union", "identidad_europea", "PRT", "12345678 9 ZZ0", "identidad_europea"},
		{"23.1/TIE", "tarjeta_residencia", "", nie(4100001), "nie"},
		{"23.1/DNI on a telephone", "dni_digital", "", dni(41000002), "dni"},
		{"23.1/driving licence", "permiso_conducir", "", dni(41000003), "dni"},
	} {
		ps.each(t, c.name, func(t *testing.T, e *entrada) {
			v := e.visitante()
			v.Tipo, v.Pais, v.Numero, v.Caducidad = c.tipo, c.pais, c.numero, "2030-05-01"
			card := e.mustIssue(t, v)
			datos, personal, _ := e.leaf(t, "Tarjeta")
			if datos["documento_exhibido"] != c.tipo || datos["documento_vigencia"] != "anotada" || personal["documento_caducidad"] != "2030-05-01" ||
				card.DocumentoTipo != c.tipoNumero {
				t.Errorf("got %v, %v, kind %s", datos, personal, card.DocumentoTipo)
			}
		})
	}
	ps.each(t, "23.1/ADM-5/expired yesterday", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.Caducidad = "2026-11-29"
		e.refusesUnder(t, v, identidad.ErrCaducado, "23.1", "ADM-5")
		v.Caducidad = "2026-11-30" // its last day
		e.mustCheck(t, v, acceso.PuedeEntrar)
	})
	ps.each(t, "23.1/MRZ-08/only one name", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.Tipo, v.Pais, v.Numero, v.Nombre, v.Apellidos = "pasaporte", "IDN", "X1234567", "", "SUHARTONO"
		if card := e.mustIssue(t, v); card.Nombre != "" || card.Apellidos != "SUHARTONO" {
			t.Errorf("got card of %q %q", card.Nombre, card.Apellidos)
		}
	})
	ps.each(t, "22.3/MRZ-07/a name cut short is written whole first", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.Tipo, v.Pais, v.Numero, v.Nombre, v.Cortado = "pasaporte", "PRT", "CB482913", "Maria Conceica", true
		e.refusesUnder(t, v, identidad.ErrCortado, "22.3", "ADM-5")
		v.Nombre, v.Cortado = "Maria Conceição", false
		e.mustCheck(t, v, acceso.PuedeEntrar)
	})
	ps.each(t, "23.1/ADM-5/the document of another day, in one key", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.Caducidad = "2026-12-15"
		if _, err := e.check(admission.Visitante{Tipo: "dni", Numero: v.Numero, Mismo: true}); err == nil {
			t.Error("nobody has come with that document")
		}
		first := e.mustIssue(t, v)
		again := e.mustCheck(t, admission.Visitante{Tipo: "dni", Numero: v.Numero, Mismo: true}, acceso.PuedeEntrar)
		if again.Nombre != v.Nombre || again.Apellidos != v.Apellidos || again.FechaNacimiento != v.FechaNacimiento ||
			again.Caducidad != v.Caducidad || again.Ficha != first.Ficha || !again.Mismo {
			t.Errorf("got %+v", again)
		}
		kept, err := e.Comprobacion(ctx, principal, again.ID)
		if err != nil || !kept.Mismo {
			t.Errorf("got %+v, %v", kept, err)
		}
	})
}

// refusesUnder is refuses with a criterio.
func (e *entrada) refusesUnder(t *testing.T, v admission.Visitante, want error, articulo, criterio string) {
	t.Helper()
	e.unchanged(t, func() {
		_, err := e.check(v)
		wantErr(t, err, want, articulo, criterio)
	})
}

// The list is asked by the number that a document bears, and by the State it does not name.
func testListaDocumentos(t *testing.T, ps puertas) {
	for _, c := range []struct {
		name, row, tipo, pais, numero, born string
		want                                acceso.Veredicto
	}{
		{"21.1/a licence in the list bars the DNI", "permiso_conducir," + dni(43000001), "dni", "", dni(43000001), "1980-01-02", acceso.NoPuedeEntrar},
		{"21.1/a DNI in the list bars the licence", "dni," + dni(43000002), "permiso_conducir", "", dni(43000002), "1980-01-02", acceso.NoPuedeEntrar},
		{"21.1/a residence card in the list bars the NIE", "tarjeta_residencia," + nie(4300003), "nie", "", nie(4300003), "1980-01-02", acceso.NoPuedeEntrar},
		{"21.1/a passport in the list", "pasaporte,AA1234567", "pasaporte", "FRA", "AA1234567", "1980-01-02", acceso.NoPuedeEntrar},
		{"21.1/ADM-3/a passport of that number, born another day", "pasaporte,AA1234568", "pasaporte", "FRA", "AA1234568", "1981-01-02", acceso.Consultar},
	} {
		ps.each(t, c.name, func(t *testing.T, e *entrada) {
			e.importLista(t, c.row+",Otro,Nombre Cualquiera,1980-01-02,")
			v := e.visitante()
			v.Tipo, v.Pais, v.Numero, v.FechaNacimiento = c.tipo, c.pais, c.numero, domain.Fecha(c.born)
			e.mustCheck(t, v, c.want)
			e.importLista(t)
		})
	}
}

// A ficha is offered before another is opened for the same person.
func testDuplicados(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "20.3/EXC-04/transposed, without particles, Ñ as N", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.Nombre, v.Apellidos = "Begoña", "de la Peña Ríos"
		card := e.mustIssue(t, v)
		for k, name := range [][2]string{{"RIOS PENA", "BEGONA"}, {"Begona", "Pena"}, {"BEGOÑA", "PEÑA DE LA RIOS"}} {
			w := v
			w.Tipo, w.Numero, w.Nombre, w.Apellidos = "nie", nie(4200000+k), name[0], name[1]
			c := e.mustCheck(t, w, acceso.PuedeEntrar)
			if len(c.Duplicados) != 1 || c.Duplicados[0].Ficha != card.Ficha || c.Ficha != 0 {
				t.Errorf("%v: got %+v", name, c.Duplicados)
			}
		}
		w := v
		w.Tipo, w.Numero, w.FechaNacimiento = "nie", nie(4200009), "1950-01-02"
		if c := e.mustCheck(t, w, acceso.PuedeEntrar); len(c.Duplicados) != 0 {
			t.Errorf("another birth date: got %+v", c.Duplicados)
		}
	})
	ps.each(t, "20.3/the ficha is hers: one person, two documents, one card", func(t *testing.T, e *entrada) {
		v := e.visitante()
		card := e.mustIssue(t, v)
		w := v
		w.Tipo, w.Pais, w.Numero = "pasaporte", "ESP", "PAA"+v.Numero[2:8]
		c := e.mustCheck(t, w, acceso.PuedeEntrar)
		joined, err := e.Join(ctx, principal, c.ID, card.Ficha, e.Autor("admision"))
		if err != nil || joined.Decision.Veredicto != acceso.PuedeEntrar || joined.Ficha != card.Ficha {
			t.Fatalf("got %+v, %v", joined, err)
		}
		_, err = e.issue(c.ID)
		if again, ok := err.(*admission.YaTieneTarjeta); !ok || again.Numero != card.Numero {
			t.Errorf("got %v, want the card %d", err, card.Numero)
		}
		if _, err := e.Join(ctx, principal, c.ID, card.Ficha, e.Autor("admision")); err != admission.ErrConFicha {
			t.Errorf("joined twice: %v", err)
		}
	})
	ps.each(t, "21.1/barred by the document that the ficha has", func(t *testing.T, e *entrada) {
		v := e.visitante()
		v.FechaNacimiento = "1961-03-04"
		card := e.mustIssue(t, v)
		e.importLista(t, "dni,"+v.Numero+",,,,") // barred while inside, by the first document alone
		w := v
		w.Tipo, w.Pais, w.Numero = "pasaporte", "ESP", "PAB"+v.Numero[2:8]
		c := e.mustCheck(t, w, acceso.PuedeEntrar)
		joined, err := e.Join(ctx, principal, c.ID, card.Ficha, e.Autor("admision"))
		if err != nil || joined.Decision.Veredicto != acceso.NoPuedeEntrar {
			t.Fatalf("got %+v, %v", joined.Decision, err)
		}
		datos, _, _ := e.leaf(t, "Denegacion")
		if datos["comprobacion"] != c.ID {
			t.Errorf("the refusal is not on record: %v", datos)
		}
		e.importLista(t)
	})
}
