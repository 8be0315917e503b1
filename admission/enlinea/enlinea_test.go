package enlinea_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"foliado/admission"
	"foliado/admission/enlinea"
	"foliado/admission/enlinea/enlineatest"
	"foliado/domain/identidad"
)

var ahora = time.Date(2026, 11, 30, 21, 0, 0, 0, time.UTC)

func consulta(numeros ...string) admission.Consulta {
	q := admission.Consulta{Nombre: "Íñigo", Apellidos: "Peña & Lara Ruiz", FechaNacimiento: "1980-01-02"}
	for _, n := range numeros {
		q.Documentos = append(q.Documentos, identidad.Documento{Tipo: identidad.DNI, Numero: n})
	}
	return q
}

// The service answers, hangs, faults, dies and lies: only a signed, fresh and coherent answer
// about the person asked counts (art. 20.2, criterio ADM-2).
func TestConsult(t *testing.T) {
	s := enlineatest.New(t, func() time.Time { return ahora }, "50111222H")
	r := s.Client(t, 400*time.Millisecond)
	for _, c := range []struct {
		name string
		modo enlineatest.Modo
		ask  []string
		hits int
		want error
	}{
		{"20.2/in the register", enlineatest.Contesta, []string{"50111222H"}, 1, nil},
		{"20.2/not in it", enlineatest.Contesta, []string{"00000001R"}, 0, nil},
		{"20.2/by her second document", enlineatest.Contesta, []string{"00000001R", "50111222H"}, 1, nil},
		{"20.2/ADM-2/a positive beside what could not be checked", enlineatest.SinDato, []string{"00000001R", "50111222H"}, 1, nil},
		{"20.2/ADM-2/could not be checked", enlineatest.SinDato, []string{"00000001R"}, 0, enlinea.ErrSinDato},
		{"20.2/ADM-2/hangs", enlineatest.Cuelga, []string{"00000001R"}, 0, enlinea.ErrPlazo},
		{"20.2/ADM-2/faults", enlineatest.Falla, []string{"00000001R"}, 0, enlinea.ErrFallo},
		{"20.2/ADM-2/dies", enlineatest.Muere, []string{"00000001R"}, 0, enlinea.ErrConexion},
		{"20.2/ADM-2/says what is no answer", enlineatest.Basura, []string{"00000001R"}, 0, enlinea.ErrIncoherente},
		{"20.2/ADM-2/signed by another", enlineatest.FirmaAjena, []string{"50111222H"}, 0, enlinea.ErrFirma},
		{"20.2/ADM-2/altered on its way", enlineatest.Manipulada, []string{"50111222H"}, 0, enlinea.ErrFirma},
		{"20.2/ADM-2/a second body", enlineatest.Repetida, []string{"50111222H"}, 0, enlinea.ErrFirma},
		{"20.2/ADM-2/an answer of before", enlineatest.Vieja, []string{"00000001R"}, 0, enlinea.ErrFirma},
		{"20.2/ADM-2/about another person", enlineatest.OtraPersona, []string{"50111222H"}, 0, enlinea.ErrIncoherente},
		{"20.2/ADM-2/contradicts itself", enlineatest.Contradice, []string{"00000001R"}, 0, enlinea.ErrIncoherente},
		{"20.2/ADM-2/a code of no contract", enlineatest.Codigo, []string{"00000001R"}, 0, enlinea.ErrIncoherente},
		{"20.2/ADM-2/without end", enlineatest.Larga, []string{"00000001R"}, 0, enlinea.ErrIncoherente},
		{"20.2/ADM-2/nobody to ask about", enlineatest.Contesta, nil, 0, enlinea.ErrIncoherente},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.Set(c.modo)
			got, err := r.Consult(t.Context(), consulta(c.ask...))
			if !errors.Is(err, c.want) || c.want == nil && err != nil {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			if len(got.Interdicciones) != c.hits {
				t.Errorf("got %d entries, want %d", len(got.Interdicciones), c.hits)
			}
			if c.want == nil && (len(got.Lista.Huella) != 64 || got.Lista.Fuente != r.Fuente() || !got.Lista.Instante.Equal(ahora)) {
				t.Errorf("the verdict would cite %+v", got.Lista)
			}
		})
	}
	t.Run("20.2/ADM-2/nobody listens", func(t *testing.T) {
		s.Close()
		if _, err := r.Consult(context.Background(), consulta("00000001R")); !errors.Is(err, enlinea.ErrConexion) {
			t.Errorf("got %v, want %v", err, enlinea.ErrConexion)
		}
	})
}

// What goes on record of a failure names neither hosts nor people.
func TestQuiet(t *testing.T) {
	s := enlineatest.New(t, func() time.Time { return ahora })
	r := s.Client(t, time.Second)
	s.Close()
	if _, err := r.Consult(t.Context(), consulta("00000001R")); err == nil || err.Error() != enlinea.ErrConexion.Error() {
		t.Errorf("got %v", err)
	}
}

// No message makes the reader fall over, and none but those sealed opens.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("<a/>"))
	f.Add([]byte(enlinea.Contestacion(nil)))
	key, cert := enlineatest.Key(f)
	sealed, err := enlinea.Seal(enlinea.Contestacion(nil), key, ahora)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sealed)
	f.Fuzz(func(t *testing.T, message []byte) {
		if _, err := enlinea.Open(message, cert, ahora); err == nil && !bytes.Contains(message, []byte("SignatureValue")) {
			t.Error("opened what nobody signed")
		}
	})
}
