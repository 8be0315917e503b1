package verificador

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/letras"
	"foliado/registers/diario"
	producto "foliado/registers/diario/firma"
)

// Messages, names of keys and commitments.
func TestMessagesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		instalacion, acto, huella := rapid.StringMatching(`[0-9a-f]{32}`).Draw(t, "instalacion"), genNombre.Draw(t, "acto"), genHuella.Draw(t, "huella")
		f := firma{plaza: rapid.IntRange(1, 99).Draw(t, "plaza"), cargo: genNombre.Draw(t, "cargo"), modo: modoManuscrita}
		want := producto.Mensaje(instalacion, acto, f.plaza, domain.Cargo(f.cargo), diario.ModoManuscrita, huella)
		if got := messageFirma(instalacion, acto, &f, huella); !bytes.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
		key := ed25519.NewKeyFromSeed(huella[:]).Public().(ed25519.PublicKey)
		want = producto.MensajePosesion(instalacion, acto, producto.ID(key), key)
		if got := messagePosesion(instalacion, acto, keyID(key), base64.StdEncoding.EncodeToString(key)); !bytes.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
		nombre, valor := genDato.Draw(t, "nombre"), rapid.String().Draw(t, "valor")
		c := compromiso{nombre, diario.Comprometer(nombre, valor, huella)}
		if !c.opens(valor, &huella) || c.opens(valor+"x", &huella) {
			t.Fatalf("%q: the commitment does not open, or opens with another value", valor)
		}
	})
}

// The tree, root by root and hash by hash.
func TestTreesAgree(t *testing.T) {
	var ours arbol
	var theirs diario.Arbol
	for n := range 300 {
		if got, want := ours.raiz(), theirs.Raiz(); got != want {
			t.Fatalf("root of %d leaves: got %v, want %v", n, got, want)
		}
		h := tlog.RecordHash([]byte(strconv.Itoa(n)))
		if got, want := ours.append(h), theirs.AppendHash(h); !slices.Equal(got, want) {
			t.Fatalf("stored with leaf %d: got %v, want %v", n, got, want)
		}
	}
}

// A note mutated is refused by both, or says the same to both.
func TestCheckpointsAgree(t *testing.T) {
	origen := "foliado/" + instalacionVectores
	skey, vkey, err := diario.NewKey(bytes.NewReader(bytes.Repeat([]byte{3}, 64)), origen)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		t.Fatal(err)
	}
	v, err := note.NewVerifier(vkey)
	if err != nil {
		t.Fatal(err)
	}
	keys := note.VerifierList(v)
	rapid.Check(t, func(t *rapid.T) {
		nota, err := diario.SignCheckpoint(diario.Checkpoint{Origen: origen, Tamano: genNumero.Draw(t, "tamano"), Raiz: genHuella.Draw(t, "raiz")}, signer)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "signed after it was changed") {
			body, _, _ := bytes.Cut(nota, []byte("\n\n"))
			if again, err := note.Sign(&note.Note{Text: string(mutate(t, append(body, '\n')))}, signer); err == nil {
				nota = again
			}
		} else if rapid.Bool().Draw(t, "changed") {
			nota = mutate(t, nota)
		} else if rapid.Bool().Draw(t, "bits to spare") { // of the base64 of the signature
			last := len(nota) - len("x=\n")
			nota[last] += byte(rapid.IntRange(0, 3).Draw(t, "bits"))
		} else if rapid.Bool().Draw(t, "witness") {
			nota = append(nota, "— testigo AAAAAAAAAAA"+rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "last")+"AA==\n"...)
		}
		want, err1 := diario.OpenCheckpoint(nota, keys)
		got, err2 := openCheckpoint(nota, keys)
		if (err1 == nil) != (err2 == nil) || got != (checkpoint{want.Origen, want.Tamano, want.Raiz}) {
			t.Fatalf("the product says %v, %v; the verifier %v, %v, of\n%q", want, err1, got, err2, nota)
		}
	})
}

// Supresiones: what covers each position, and whether it may.
func TestSupresionesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var theirs []diario.Asiento
		var ours []asiento
		for k := range rapid.IntRange(0, 6).Draw(t, "how many") {
			a := diario.Asiento{Posicion: int64(20 + k), Establecimiento: "-", Libro: "supresiones", Numero: int64(k + 1), Hecho: genInstante.Draw(t, "hecho"),
				Anotacion: genInstante.Draw(t, "anotacion"), Autor: "sistema", Cargo: "sistema", Clase: "permanente", Tipo: "Supresion"}
			posiciones := diario.NewTramos(rapid.SliceOfN(rapid.Int64Range(0, 22), 0, 8).Draw(t, "posiciones")).String()
			for nombre, valor := range map[string]string{"posiciones": posiciones, "orden": rapid.SampledFrom([]string{"", "DP-1"}).Draw(t, "orden"),
				"valores": rapid.SampledFrom([]string{"*", "nombre", "nombre apellidos", ""}).Draw(t, "valores")} {
				a.Datos = append(a.Datos, diario.Dato{Nombre: nombre, Valor: valor})
			}
			slices.SortFunc(a.Datos, func(x, y diario.Dato) int { return strings.Compare(x.Nombre, y.Nombre) })
			texto, err := diario.Format(&a)
			if err != nil {
				t.Fatal(err)
			}
			b, err := readAsiento(texto)
			if err != nil {
				t.Fatal(err)
			}
			theirs, ours = append(theirs, a), append(ours, b)
		}
		index, oracle := newSupresiones(ours), diario.NewSupresiones(theirs)
		desde := string(genFecha.Draw(t, "suprimible desde"))
		for posicion := int64(-1); posicion < 25; posicion++ {
			var want [2]bool
			for _, s := range oracle.Covering(posicion) {
				want[0] = want[0] || s.Names("nombre")
				want[1] = want[1] || s.Names("nombre") && s.Allows(domain.Fecha(desde))
			}
			named, lawful := covers(index.covering(posicion), "nombre", desde)
			if got := [2]bool{named, lawful != nil}; got != want {
				t.Fatalf("position %d: got %v, want %v", posicion, got, want)
			}
		}
	})
}

// Amounts in words and counts by pieces.
func TestAmountsAgree(t *testing.T) {
	importe := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-300_000, 300_000), rapid.Custom(func(t *rapid.T) int64 {
		return rapid.Int64Range(1, 999).Draw(t, "n") * rapid.SampledFrom([]int64{100, 100_000, 100_000_000, 100_000_000_000, 100_000_000_000_000}).Draw(t, "escala")
	}))
	check := func(t rapid.TB, n int64) {
		if got, want := euros(n), letras.Euros(domain.Importe(n)); got != want {
			t.Fatalf("%d: got %q, want %q", n, got, want)
		}
	}
	for n := range int64(120_000) {
		check(t, n)
	}
	check(t, -1<<63)
	check(t, 1<<63-1)
	rapid.Check(t, func(t *rapid.T) { check(t, importe.Draw(t, "importe")) })
	for _, s := range []string{"", "500x3", "1000x1 500x3", "500x3 500x2", "500x2 1000x1", "0x1", "1x0", "01x1", "1x01", "1x+1", "-1x1", "1x1 ", "1x1  1x1", "1", "x"} {
		_, err := domain.ParsePiezas(s)
		if _, ok := totalPiezas(s); ok != (err == nil) {
			t.Errorf("%q: got %v, want %v", s, ok, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.StringMatching(`([1-9][0-9]{0,7}x[1-9][0-9]{0,7} ?){0,4}`), rapid.StringMatching(`[0-9x +-]{0,12}`),
			rapid.Custom(func(t *rapid.T) string {
				p := domain.Piezas{}
				for v, n := range rapid.MapOfN(rapid.Int64Range(1, 1_000_000), rapid.Int64Range(1, 10_000), 0, 5).Draw(t, "piezas") {
					p[domain.Importe(v)] = n
				}
				return p.String()
			})).Draw(t, "cuenta")
		p, err := domain.ParsePiezas(s)
		var want domain.Importe
		if err == nil {
			want, err = p.Total()
		}
		got, ok := totalPiezas(s)
		if ok && got > 100_000_000_000_000 {
			t.Skip("more money than the product writes")
		}
		if ok != (err == nil) || ok && got != int64(want) {
			t.Fatalf("%q: got %d, %v, want %d, %v", s, got, ok, want, err)
		}
	})
}
