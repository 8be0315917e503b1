package verificador

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/registers/diario"
)

// These tests hold the verifier, written from docs/formato-diario.md alone, against the
// package of the product that writes: where the two differ, one of them is wrong.

var (
	genNombre   = rapid.StringMatching(`[a-z0-9_.-]{1,64}`)
	genDato     = rapid.StringMatching(`[a-z0-9_./-]{1,80}`)
	genTipo     = rapid.StringMatching(`[A-Z][A-Za-z0-9]{0,63}`)
	genNumero   = rapid.OneOf(rapid.Int64Range(1, 1000), rapid.Int64Range(1, 1<<63-1))
	genInstante = rapid.Custom(func(t *rapid.T) time.Time {
		return time.UnixMicro(rapid.Int64Range(-62135596799999999, 253402300799999999).Draw(t, "µs")).UTC()
	})
	genFecha = rapid.Custom(func(t *rapid.T) domain.Fecha {
		return domain.Fecha(genInstante.Draw(t, "día").Format(time.DateOnly))
	})
	genValor = rapid.Custom(func(t *rapid.T) string {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~ñáÑ€\n\\=]{0,40}`)).Draw(t, "valor")
		return diario.NFC(strings.Map(func(r rune) rune {
			if r < 0x20 && r != '\n' || r >= 0x7f && r <= 0x9f {
				return -1
			}
			return r
		}, s))
	})
	genHuella = rapid.Custom(func(t *rapid.T) (h [32]byte) {
		copy(h[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "bytes"))
		return h
	})
)

// genAsiento makes asientos with and without each thing that may be left out.
var genAsiento = rapid.Custom(func(t *rapid.T) diario.Asiento {
	maybe := func(label string) bool { return rapid.Bool().Draw(t, label) }
	a := diario.Asiento{
		Posicion: genNumero.Draw(t, "posicion") - 1, Establecimiento: genNombre.Draw(t, "establecimiento"), Libro: genNombre.Draw(t, "libro"),
		Numero: genNumero.Draw(t, "numero"), Hecho: genInstante.Draw(t, "hecho"), Anotacion: genInstante.Draw(t, "anotacion"),
		Autor: genNombre.Draw(t, "autor"), Cargo: domain.Cargo(genNombre.Draw(t, "cargo")), Clase: diario.Clase(genNombre.Draw(t, "clase")),
		Tipo: genTipo.Draw(t, "tipo"),
	}
	if maybe("con folio") {
		a.Folio = genNumero.Draw(t, "folio")
	}
	if maybe("con serie") {
		a.Serie, a.NumeroSerie = genNombre.Draw(t, "serie"), genNumero.Draw(t, "número de serie")
	}
	if maybe("con jornada") {
		a.Jornada = genFecha.Draw(t, "jornada")
	}
	if maybe("con origen") {
		a.Origen = diario.Origen{Formulario: rapid.StringMatching(`[A-Za-z0-9_./-]{1,64}`).Draw(t, "impreso"), Transcriptor: genNombre.Draw(t, "transcriptor")}
	}
	if maybe("suprimible") {
		a.SuprimibleDesde = genFecha.Draw(t, "suprimible desde")
	}
	datos := rapid.MapOfN(genDato, genValor, 0, 6).Draw(t, "datos")
	if maybe("acto") {
		datos["acto"] = rapid.SampledFrom([]string{"principal-1", "principal-1", ""}).Draw(t, "id")
		datos["acto.tipo"] = rapid.SampledFrom([]string{a.Tipo, a.Tipo, "Otro", "ActoPropuesto", "otro", ""}).Draw(t, "tipo del acto")
		if maybe("propuesto") {
			a.Tipo, datos["acto.huella"] = "ActoPropuesto", "0"
		}
	}
	for nombre, valor := range datos {
		a.Datos = append(a.Datos, diario.Dato{Nombre: nombre, Valor: valor})
	}
	slices.SortFunc(a.Datos, func(x, y diario.Dato) int { return strings.Compare(x.Nombre, y.Nombre) })
	for nombre, h := range rapid.MapOfN(genDato, genHuella, 0, 4).Draw(t, "valores") {
		a.Valores = append(a.Valores, diario.Compromiso{Nombre: nombre, HMAC: h})
	}
	slices.SortFunc(a.Valores, func(x, y diario.Compromiso) int { return strings.Compare(x.Nombre, y.Nombre) })
	for _, plaza := range rapid.SliceOfNDistinct(rapid.IntRange(1, 99), 0, 3, rapid.ID[int]).Draw(t, "plazas") {
		a.Firmas = append(a.Firmas, diario.Firma{Plaza: plaza, Cargo: domain.Cargo(genNombre.Draw(t, "cargo de firma")), Persona: genNombre.Draw(t, "persona"),
			Clave: rapid.StringMatching(`[0-9a-f]{16}`).Draw(t, "clave"), Instante: genInstante.Draw(t, "firmado"),
			Modo:  rapid.SampledFrom([]diario.Modo{diario.ModoClave, diario.ModoManuscrita, diario.ModoSeNiega}).Draw(t, "modo"),
			Firma: rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "firma")})
	}
	slices.SortFunc(a.Firmas, func(x, y diario.Firma) int { return x.Plaza - y.Plaza })
	return a
})

// same fails unless both readers say the same of a text, and returns what they say.
func same(t rapid.TB, texto []byte) bool {
	t.Helper()
	want, err1 := diario.Parse(texto)
	got, err2 := readAsiento(texto)
	if (err1 == nil) != (err2 == nil) {
		t.Fatalf("the product says %v, the verifier %v, of\n%q", err1, err2, texto)
	}
	if err1 != nil {
		return false
	}
	if g, w := fmt.Sprintf("%q", inFields(&got)), fmt.Sprintf("%q", fieldsOf(&want)); g != w {
		t.Fatalf("got  %s\nwant %s\nof %q", g, w, texto)
	}
	h1, err := diario.HuellaActo(&want)
	h2, ok := huellaActo(&got)
	if (err == nil) != ok || h1 != h2 {
		t.Fatalf("digest of the act: the product %x, %v; the verifier %x, %v, of\n%q", h1, err, h2, ok, texto)
	}
	return true
}

func inFields(a *asiento) (out []string) {
	out = append(out, decimal(a.posicion), a.establecimiento, a.libro, decimal(a.numero), decimal(a.folio), a.serie, decimal(a.numeroSerie),
		a.jornada, a.hecho.String(), a.anotacion.String(), a.impreso, a.transcriptor, a.autor, a.cargo, a.clase, a.suprimibleDesde, a.tipo)
	for _, d := range a.datos {
		out = append(out, d.nombre, d.valor)
	}
	for _, c := range a.valores {
		out = append(out, c.nombre, string(c.hmac[:]))
	}
	for _, f := range a.firmas {
		out = append(out, strconv.Itoa(f.plaza), f.cargo, f.persona, f.clave, f.modo, f.instante.String(), string(f.ed25519))
	}
	return out
}

func fieldsOf(a *diario.Asiento) (out []string) {
	out = append(out, decimal(a.Posicion), a.Establecimiento, a.Libro, decimal(a.Numero), decimal(a.Folio), a.Serie, decimal(a.NumeroSerie),
		string(a.Jornada), a.Hecho.String(), a.Anotacion.String(), a.Origen.Formulario, a.Origen.Transcriptor, a.Autor, string(a.Cargo),
		string(a.Clase), string(a.SuprimibleDesde), a.Tipo)
	for _, d := range a.Datos {
		out = append(out, d.Nombre, d.Valor)
	}
	for _, c := range a.Valores {
		out = append(out, c.Nombre, string(c.HMAC[:]))
	}
	for _, f := range a.Firmas {
		out = append(out, strconv.Itoa(f.Plaza), string(f.Cargo), f.Persona, f.Clave, string(f.Modo), f.Instante.String(), string(f.Firma))
	}
	return out
}

// What the product writes, the verifier reads; the same digest is signed.
func TestReadersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genAsiento.Draw(t, "asiento")
		texto, err := diario.Format(&a)
		if err != nil { // a value that begins with what combines with the = before it
			t.Skip(err)
		}
		if !same(t, texto) {
			t.Fatalf("neither reads %q", texto)
		}
	})
}

// pieces are what a mutation puts in a text: what is nearly right, and what is never.
var pieces = []string{"\n", "\n\n", " ", "=", "\\", `\n`, `\\`, `\t`, "0", "00", "+1", "-1", "-0", "99999999999999999999", "9223372036854775807",
	"9223372036854775808", "A", "a", "/", "ñ", "n\u0303", "\u0303", "\u0338", "\u1100\u1161", "\u00a0", "\u0085", "\u009f", "\u2028", "\ufeff", "\x00", "\r", "\x7f",
	"\xff", "\xc2", "2026-02-29", "2024-02-29", "0000-01-01", "2026-11-31", "T24:00:00", "T23:59:60", "folio 1\n", "serie x 1\n", "jornada 2026-11-30\n",
	"origen C p\n", "suprimible_desde 2026-11-30\n", "dato a=\n", "valor a=" + strings.Repeat("0", 64) + "\n", "firma 1 a b 0123456789abcdef clave "}

// mutate changes a text a little.
func mutate(t *rapid.T, texto []byte) []byte {
	at := rapid.IntRange(0, len(texto)).Draw(t, "at")
	to := min(len(texto), at+rapid.IntRange(0, 12).Draw(t, "run"))
	lines := bytes.SplitAfter(texto, []byte("\n"))
	k, j := rapid.IntRange(0, len(lines)-1).Draw(t, "line"), rapid.IntRange(0, len(lines)-1).Draw(t, "other")
	switch rapid.IntRange(0, 7).Draw(t, "mutation") {
	case 0:
		return slices.Concat(texto[:at], []byte(rapid.SampledFrom(pieces).Draw(t, "piece")), texto[to:])
	case 1:
		return slices.Concat(texto[:at], []byte(rapid.SampledFrom(pieces).Draw(t, "piece")), texto[at:])
	case 2:
		return slices.Concat(texto[:at], texto[to:])
	case 3:
		lines[k], lines[j] = lines[j], lines[k]
	case 4:
		lines = slices.Insert(lines, k, lines[j])
	case 5:
		lines = slices.Delete(lines, k, k+1)
	case 6: // a word for another
		words := strings.FieldsFunc(string(texto), func(r rune) bool { return strings.ContainsRune(" \n=", r) })
		word := rapid.SampledFrom(append(words, "")).Draw(t, "word")
		by := rapid.OneOf(rapid.SampledFrom(append(words, pieces...)), genNombre, genDato, genTipo).Draw(t, "by")
		return bytes.Replace(texto, []byte(word), []byte(by), 1)
	case 7:
		out := bytes.Clone(texto)
		if at < len(out) {
			out[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		}
		return out
	}
	return bytes.Join(lines, nil)
}

// What the product refuses, the verifier refuses, and the other way round.
func TestReadersRefuseAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genAsiento.Draw(t, "asiento")
		texto, err := diario.Format(&a)
		if err != nil {
			t.Skip(err)
		}
		for range rapid.IntRange(1, 3).Draw(t, "times") {
			texto = mutate(t, texto)
		}
		same(t, texto)
	})
}

// What is nearly right: read by both (+) or by neither.
func TestReadersAgreeAtTheLimits(t *testing.T) {
	base, err := os.ReadFile(filepath.Join(carpetaVectores, "asiento-completo.txt"))
	if err != nil {
		t.Fatal(err)
	}
	name := func(n int) string { return strings.Repeat("x", n) }
	for field, cases := range map[string][]string{
		"posicion 41\n": {"posicion 041\n", "posicion +41\n", "posicion -1\n", "posicion \n", "posicion 41 \n", "posicion  41\n", "posicion\n", "",
			"posicion 9223372036854775807\n", "posicion 9223372036854775808\n", "posicion 18446744073709551617\n", "+posicion 9223372036854775806\n", "+posicion 0\n"},
		"libro anticipos-4": {"libro ", "libro A", "libro a/b", "+libro " + name(64), "libro " + name(65), "libro ñ"},
		"numero 12":         {"numero 0", "+numero 9223372036854775807", "numero 1e3"},
		"folio 3\n":         {"folio 0\n", "folio 03\n", "folio 3\nfolio 3\n", "+"},
		"serie actas 7\n":   {"serie actas 0\n", "serie actas\n", "serie  7\n", "serie 7\n", "serie actas 7 7\n", "+"},
		"jornada 2026-11-30": {"jornada 2026-11-31", "jornada 2026-1-30", "jornada 2026-13-01", "jornada 2026-00-10", "jornada 2026-10-00", "jornada 2023-02-29",
			"+jornada 2024-02-29", "jornada 1900-02-29", "+jornada 2000-02-29", "jornada 0000-11-30", "+jornada 0001-01-01", "jornada 2026/11/30", "jornada 2026-11-3a"},
		"hecho 2026-11-30T19:00:00.000000Z": {"hecho 2026-11-30T24:00:00.000000Z", "hecho 2026-11-30T23:60:00.000000Z", "hecho 2026-11-30T23:59:60.000000Z",
			"+hecho 2026-11-30T23:59:59.999999Z", "hecho 2026-11-30T19:00:00.00000Z", "hecho 2026-11-30T19:00:00.0000000Z", "hecho 2026-11-30T19:00:00.000000+",
			"hecho 2026-11-30 19:00:00.000000Z", "hecho 2026-11-30T19:00:00,000000Z", "hecho 2026-11-30T19.00:00.000000Z", "hecho 2026-11-30T19:00.00.000000Z",
			"hecho 0001-01-01T00:00:00.000000Z", "+hecho 0001-01-01T00:00:00.000001Z", "+hecho 9999-12-31T23:59:59.999999Z", "hecho 2026-11-30T1a:00:00.000000Z",
			"hecho 2026-11-30T19:00:00.00000aZ", "hecho 2026-11-30T19:00:00.000000z", ""},
		"origen C-000123 p4\n":      {"origen C-000123\n", "origen  p4\n", "origen C-000123 \n", "origen C ñ p4\n", "origen C-1 P4\n", "+origen a/B_c.9 p4\n", "+"},
		"autor p4\n":                {"autor \n", "autor p/4\n", ""},
		"suprimible_desde 2027-05-": {"suprimible_desde 2027-06-", "+suprimible_desde 2027-07-"},
		"tipo CierreMesa":           {"tipo cierreMesa", "tipo Cierre_Mesa", "tipo ", "tipo 1", "+tipo C" + name(63), "tipo C" + name(64)},
		"dato mesa=4\n": {"dato mesa=4\ndato mesa=4\n", "dato z=4\n", "dato Mesa=4\n", "dato mesa\n", "dato =4\n", "+dato mesa=\n", "+dato mesa==\n", "+dato a/b=4\n",
			"+dato m" + name(199) + "=4\n", "dato m" + name(200) + "=4\n", "+dato mesa=\u0301\n", "dato mesa=\u0338\n", "dato mesa=n\u0303\n", "dato mesa=\u212b\n", "+dato mesa=\u00c5\n",
			"dato mesa=\u0085\n", "dato mesa=\u0080\n", "dato mesa=\u009f\n", "+dato mesa=\u00a0\n", "+dato mesa=\u2028\n", "+dato mesa=\ufeff\n", "+dato mesa=\ufffd\n", "dato mesa=\xff\n",
			"dato mesa=\xed\xa0\x80\n", "dato mesa=\t\n", "dato mesa=\r\n", "dato mesa=\x00\n", "dato mesa=\x7f\n", "dato mesa=\\\n", "dato mesa=\\t\n", "+dato mesa=\\\\\\n\n",
			"dato mesa=\\\\\\\n", "\ndato mesa=4\n", "dato mesa=4\n\n", "Dato mesa=4\n"},
		"valor motivo=5a": {"valor motivo=5A", "valor motivo=5", "valor motivo=5aa", "valor motivo=5g", "valor motivo 5a", "valor =5a", "valor Motivo=5a",
			"+valor " + name(200) + "=5a", "valor " + name(201) + "=5a", "valor motivo=" + strings.Repeat("0", 64) + "\nvalor motivo=5a", "+valor a=" + strings.Repeat("0", 64) + "\nvalor motivo=5a"},
		"firma 1 crupier p9 0123456789abcdef clave ": {"firma 0 crupier p9 0123456789abcdef clave ", "+firma 99 crupier p9 0123456789abcdef clave ",
			"firma 100 crupier p9 0123456789abcdef clave ", "firma 01 crupier p9 0123456789abcdef clave ", "firma 1 crupier p9 0123456789abcde clave ",
			"firma 1 crupier p9 0123456789abcdef0 clave ", "firma 1 crupier p9 0123456789ABCDEF clave ", "firma 1 crupier p9 0123456789abcdef otra ",
			"+firma 1 crupier p9 0123456789abcdef se_niega ", "firma 1 crupier  p9 0123456789abcdef clave ", "firma 1 p9 0123456789abcdef clave "},
		"Q==\n": {"R==\n", "Q=\n", "Q\n", "Q== \n", "Q===\n", "Q==", "Q==\n\n", "Q==\nx", "QQ=\n"},
		"\nfirma 1 ": {"\nfirma 1 a b 0123456789abcdef clave 2026-11-30T19:00:00.000000Z " + strings.Repeat("A", 86) + "==\nfirma 1 ",
			"\nfirma 2 a b 0123456789abcdef clave 2026-11-30T19:00:00.000000Z " + strings.Repeat("A", 86) + "==\nfirma 1 "},
		"foliado asiento v1\n": {"foliado asiento v2\n", "foliado asiento v1 \n", "foliado asiento v11\n", " foliado asiento v1\n", "\n", ""},
	} {
		for _, by := range cases {
			by, want := strings.CutPrefix(by, "+")
			texto := bytes.Replace(base, []byte(field), []byte(by), 1)
			if bytes.Equal(texto, base) {
				t.Fatalf("%q changes nothing", by)
			}
			if read := same(t, texto); read != want {
				t.Errorf("%q for %q: read %v, want %v", by, field, read, want)
			}
		}
	}
}

// At the limits of length both agree too.
func TestReadersAgreeOnLength(t *testing.T) {
	base, err := os.ReadFile(filepath.Join(carpetaVectores, "asiento-minimo.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{maxTexto - 1, maxTexto, maxTexto + 1} {
		line := "dato nota="
		texto := append(bytes.Clone(base), line+strings.Repeat("x", n-len(base)-len(line)-1)+"\n"...)
		if read := same(t, texto); len(texto) != n || read != (n <= maxTexto) {
			t.Errorf("%d bytes: read %v", len(texto), read)
		}
	}
}

// FuzzReaders feeds both readers the same bytes.
func FuzzReaders(f *testing.F) {
	for _, name := range []string{"asiento-minimo.txt", "asiento-completo.txt", "acto-propuesto.txt"} {
		texto, err := os.ReadFile(filepath.Join(carpetaVectores, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(texto)
	}
	f.Fuzz(func(t *testing.T, texto []byte) { same(t, texto) })
}

const carpetaVectores = "../testdata/vectores"

// The examples of docs/formato-diario.md.
func TestVectores(t *testing.T) {
	file := func(name string) []byte {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(carpetaVectores, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	values := map[string]string{}
	for line := range strings.Lines(string(file("vectores.txt"))) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
		values[name] = value
	}
	check := func(name, got string) {
		t.Helper()
		if want, ok := values[name]; !ok || got != want {
			t.Errorf("%s: got %s, want %q", name, got, want)
		}
	}
	for _, name := range []string{"asiento-minimo.txt", "asiento-completo.txt", "acto-propuesto.txt"} {
		a, err := readAsiento(file(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "acto-propuesto.txt" {
			h, _ := huellaActo(&a)
			check("huella de acto.txt", hex.EncodeToString(h[:]))
			message := messageFirma(instalacionVectores, "principal-7", &firma{plaza: 1, cargo: "crupier", modo: modoClave}, h)
			if !bytes.Equal(message, file("mensaje-firma.txt")) {
				t.Errorf("message: got %q", message)
			}
		}
	}
	check("hash de asiento-completo.txt", tlog.RecordHash(file("asiento-completo.txt")).String())
	var tree arbol
	for n := range 8 {
		check(fmt.Sprintf("raíz de %d hojas", n), tree.raiz().String())
		stored := tree.append(tlog.RecordHash(fmt.Appendf(nil, "hoja %d\n", n)))
		if n == 3 {
			check("hashes guardados con la hoja 3", hex.EncodeToString(diario.JoinHashes(stored)))
		}
	}
	var sal [32]byte
	hex.Decode(sal[:], []byte(values["compromiso: sal"]))
	c := compromiso{nombre: "apellidos"}
	hex.Decode(c.hmac[:], []byte(values["compromiso: apellidos, Peña"]))
	for _, valor := range []string{"Pe\u00f1a", "Pen\u0303a"} {
		if !c.opens(valor, &sal) {
			t.Errorf("%+q does not open its commitment", valor)
		}
	}
	v, err := note.NewVerifier(values["clave del diario"])
	if err != nil {
		t.Fatal(err)
	}
	cp, err := openCheckpoint(file("checkpoint.txt"), note.VerifierList(v))
	if err != nil || cp.tamano != 7 || cp.raiz.String() != values["raíz de 7 hojas"] || cp.origen != "foliado/"+instalacionVectores {
		t.Errorf("checkpoint: got %v, %v", cp, err)
	}
	id, publica, _ := strings.Cut(values["clave de p9"], " ")
	key, _ := base64.StdEncoding.DecodeString(publica)
	if got := messagePosesion(instalacionVectores, "p9", keyID(key), publica); !bytes.Equal(got, file("mensaje-posesion.txt")) || keyID(key) != id {
		t.Errorf("possession: got %q", got)
	}
}

const instalacionVectores = "00112233445566778899aabbccddeeff"
