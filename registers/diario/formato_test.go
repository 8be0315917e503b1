package diario_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/registers/diario"
)

// full is an asiento that has every field.
func full() diario.Asiento {
	return diario.Asiento{
		Posicion: 41, Establecimiento: "principal", Libro: "anticipos-4", Numero: 12, Folio: 3,
		Serie: "actas", NumeroSerie: 7, Jornada: "2026-11-30",
		Hecho:     time.Date(2026, 11, 30, 19, 0, 0, 0, time.UTC),
		Anotacion: time.Date(2026, 11, 30, 19, 0, 0, 125_000, time.UTC),
		Origen:    diario.Origen{Formulario: "C-000123", Transcriptor: "p4"},
		Autor:     "p4", Cargo: domain.JefeMesa, Clase: diario.ClaseLibros, SuprimibleDesde: "2027-05-31",
		Tipo: "CierreMesa",
		Datos: []diario.Dato{
			{Nombre: "mesa", Valor: "4"},
			{Nombre: "nota", Valor: "una \\ y\notra línea"},
			{Nombre: "resultado", Valor: "-1250"},
		},
		Valores: []diario.Compromiso{{Nombre: "motivo",
			HMAC: diario.Comprometer("motivo", "cierre anticipado", [32]byte{1, 2, 3})}},
		Firmas: []diario.Firma{{Plaza: 1, Cargo: domain.Crupier, Persona: "p9", Clave: "0123456789abcdef",
			Modo: diario.ModoClave, Instante: time.Date(2026, 11, 30, 19, 0, 0, 0, time.UTC),
			Firma: bytes.Repeat([]byte{0xa5}, 64)}},
	}
}

func mustFormat(t testing.TB, a diario.Asiento) []byte {
	t.Helper()
	texto, err := diario.Format(&a)
	if err != nil {
		t.Fatalf("Format: %v", err)
	}
	return texto
}

func TestFormatParse(t *testing.T) {
	minimal := full()
	minimal.Folio, minimal.Serie, minimal.NumeroSerie, minimal.Jornada = 0, "", 0, ""
	minimal.Origen, minimal.SuprimibleDesde = diario.Origen{}, ""
	minimal.Datos, minimal.Valores, minimal.Firmas = nil, nil, nil
	for name, want := range map[string]diario.Asiento{"full": full(), "minimal": minimal} {
		t.Run(name, func(t *testing.T) {
			texto := mustFormat(t, want)
			got, err := diario.Parse(texto)
			if err != nil {
				t.Fatalf("Parse: %v\n%s", err, texto)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("Parse(Format(a)) (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawAsiento(t)
		texto, err := diario.Format(&want)
		if err != nil {
			t.Fatalf("Format: %v", err)
		}
		if !norm.NFC.IsNormal(texto) {
			t.Fatalf("the text is not in NFC: %q", texto)
		}
		got, err := diario.Parse(texto)
		if err != nil {
			t.Fatalf("Parse: %v\n%q", err, texto)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

// Two asientos that differ have texts that differ.
func TestInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawAsiento(t), drawAsiento(t)
		ta, err1 := diario.Format(&a)
		tb, err2 := diario.Format(&b)
		if err1 != nil || err2 != nil {
			t.Fatalf("Format: %v, %v", err1, err2)
		}
		if cmp.Equal(a, b) != bytes.Equal(ta, tb) {
			t.Fatalf("equal asientos: %v; equal texts: %v", cmp.Equal(a, b), bytes.Equal(ta, tb))
		}
	})
}

func drawAsiento(t *rapid.T) diario.Asiento {
	nombre := rapid.StringMatching(`[a-z0-9_.-]{1,12}`)
	instante := rapid.Custom(func(t *rapid.T) time.Time {
		return time.UnixMicro(rapid.Int64Range(-1e15, 4e15).Draw(t, "µs")).UTC()
	})
	fecha := rapid.Custom(func(t *rapid.T) domain.Fecha {
		return domain.Fecha(instante.Draw(t, "date").Format(time.DateOnly))
	})
	a := diario.Asiento{
		Posicion:        rapid.Int64Range(0, 1<<40).Draw(t, "posicion"),
		Establecimiento: nombre.Draw(t, "establecimiento"),
		Libro:           nombre.Draw(t, "libro"),
		Numero:          rapid.Int64Range(1, 1<<40).Draw(t, "numero"),
		Folio:           rapid.Int64Range(0, 3).Draw(t, "folio"),
		Hecho:           instante.Draw(t, "hecho"),
		Anotacion:       instante.Draw(t, "anotacion"),
		Autor:           nombre.Draw(t, "autor"),
		Cargo:           domain.Cargo(nombre.Draw(t, "cargo")),
		Clase:           diario.Clase(nombre.Draw(t, "clase")),
		Tipo:            rapid.StringMatching(`[A-Z][A-Za-z0-9]{0,12}`).Draw(t, "tipo"),
	}
	if rapid.Bool().Draw(t, "has serie") {
		a.Serie, a.NumeroSerie = nombre.Draw(t, "serie"), rapid.Int64Range(1, 1<<40).Draw(t, "número de serie")
	}
	if rapid.Bool().Draw(t, "has jornada") {
		a.Jornada, a.SuprimibleDesde = fecha.Draw(t, "jornada"), fecha.Draw(t, "suprimible")
	}
	if rapid.Bool().Draw(t, "has origen") {
		a.Origen = diario.Origen{Formulario: rapid.StringMatching(`[A-Za-z0-9/-]{1,9}`).Draw(t, "formulario"),
			Transcriptor: nombre.Draw(t, "transcriptor")}
	}
	for k := range rapid.IntRange(0, 3).Draw(t, "datos") {
		a.Datos = append(a.Datos, diario.Dato{Nombre: fmt.Sprintf("d%d/%s", k, nombre.Draw(t, "nombre")), Valor: drawValor(t)})
	}
	for k := range rapid.IntRange(0, 3).Draw(t, "valores") {
		c := diario.Compromiso{Nombre: fmt.Sprintf("v%d", k)}
		copy(c.HMAC[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "hmac"))
		a.Valores = append(a.Valores, c)
	}
	for k := range rapid.IntRange(0, 3).Draw(t, "firmas") {
		a.Firmas = append(a.Firmas, diario.Firma{Plaza: k + 1, Cargo: domain.Director, Persona: nombre.Draw(t, "persona"),
			Clave: rapid.StringMatching(`[0-9a-f]{16}`).Draw(t, "clave"), Modo: diario.ModoClave,
			Instante: instante.Draw(t, "instante"), Firma: rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "firma")})
	}
	return a
}

// drawValor draws a text that a leaf takes: NFC, no controls but line feed. A first
// combining mark would join the sign before it.
func drawValor(t *rapid.T) string {
	v := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("\\n\n=ñÁ \u0301")))).Draw(t, "valor")
	v = norm.NFC.String(strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' || r >= 0x7f && r <= 0x9f || r == 0xfffd {
			return -1
		}
		return r
	}, v))
	if !norm.NFC.IsNormalString("=" + strings.ReplaceAll(v, "\n", "n")) {
		return ""
	}
	return v
}

func TestFormatRefuses(t *testing.T) {
	cases := map[string]func(*diario.Asiento){
		"position":              func(a *diario.Asiento) { a.Posicion = -1 },
		"establecimiento":       func(a *diario.Asiento) { a.Establecimiento = "Principal" },
		"empty libro":           func(a *diario.Asiento) { a.Libro = "" },
		"libro with space":      func(a *diario.Asiento) { a.Libro = "a b" },
		"numero":                func(a *diario.Asiento) { a.Numero = 0 },
		"folio":                 func(a *diario.Asiento) { a.Folio = -1 },
		"serie without number":  func(a *diario.Asiento) { a.NumeroSerie = 0 },
		"number without serie":  func(a *diario.Asiento) { a.Serie = "" },
		"jornada":               func(a *diario.Asiento) { a.Jornada = "2026-02-29" },
		"zero hecho":            func(a *diario.Asiento) { a.Hecho = time.Time{} },
		"nanoseconds":           func(a *diario.Asiento) { a.Anotacion = a.Anotacion.Add(1) },
		"half an origen":        func(a *diario.Asiento) { a.Origen.Transcriptor = "" },
		"autor":                 func(a *diario.Asiento) { a.Autor = "p4\n" },
		"cargo":                 func(a *diario.Asiento) { a.Cargo = "" },
		"clase":                 func(a *diario.Asiento) { a.Clase = "" },
		"suprimible_desde":      func(a *diario.Asiento) { a.SuprimibleDesde = "mañana" },
		"tipo":                  func(a *diario.Asiento) { a.Tipo = "cierreMesa" },
		"dato name":             func(a *diario.Asiento) { a.Datos[0].Nombre = "mesa=4" },
		"repeated dato":         func(a *diario.Asiento) { a.Datos[1].Nombre = a.Datos[0].Nombre },
		"unsorted datos":        func(a *diario.Asiento) { a.Datos[0], a.Datos[1] = a.Datos[1], a.Datos[0] },
		"tab in dato":           func(a *diario.Asiento) { a.Datos[0].Valor = "a\tb" },
		"return in dato":        func(a *diario.Asiento) { a.Datos[0].Valor = "a\r\nb" },
		"C1 control in dato":    func(a *diario.Asiento) { a.Datos[0].Valor = "a\u0085b" },
		"bad UTF-8 in dato":     func(a *diario.Asiento) { a.Datos[0].Valor = "a\xffb" },
		"decomposed dato":       func(a *diario.Asiento) { a.Datos[0].Valor = "Pen\u0303a" },
		"dato joins its equals": func(a *diario.Asiento) { a.Datos[0].Valor = "\u0338" },
		"repeated valor":        func(a *diario.Asiento) { a.Valores = append(a.Valores, a.Valores[0]) },
		"valor name":            func(a *diario.Asiento) { a.Valores[0].Nombre = "" },
		"repeated slot":         func(a *diario.Asiento) { a.Firmas = append(a.Firmas, a.Firmas[0]) },
		"slot 0":                func(a *diario.Asiento) { a.Firmas[0].Plaza = 0 },
		"short signature":       func(a *diario.Asiento) { a.Firmas[0].Firma = a.Firmas[0].Firma[:63] },
		"key id":                func(a *diario.Asiento) { a.Firmas[0].Clave = "0123456789ABCDEF" },
		"mode":                  func(a *diario.Asiento) { a.Firmas[0].Modo = "huella" },
		"huge":                  func(a *diario.Asiento) { a.Datos[0].Valor = strings.Repeat("a", diario.MaxTexto) },
	}
	for name, spoil := range cases {
		t.Run(name, func(t *testing.T) {
			a := full()
			spoil(&a)
			dst := []byte("kept")
			got, err := diario.AppendFormat(dst, &a)
			if !errors.Is(err, diario.ErrFormato) {
				t.Errorf("got %v, want ErrFormato", err)
			}
			if string(got) != "kept" {
				t.Errorf("the buffer came back as %q", got)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	texto := string(mustFormat(t, full()))
	replace := func(old, new string) string {
		if !strings.Contains(texto, old) {
			t.Fatalf("%q is not in the text", old)
		}
		return strings.Replace(texto, old, new, 1)
	}
	cases := []struct {
		name, texto string
		linea       int
	}{
		{"empty", "", 1},
		{"other version", replace("v1", "v2"), 1},
		{"version with tail", replace("v1", "v1 "), 1},
		{"no last line feed", strings.TrimSuffix(texto, "\n"), 21},
		{"blank line at the end", texto + "\n", 22},
		{"carriage return", replace("principal\n", "principal\r\n"), 3},
		{"leading zero", replace("posicion 41", "posicion 041"), 2},
		{"plus sign", replace("numero 12", "numero +12"), 5},
		{"minus zero", replace("posicion 41", "posicion -0"), 2},
		{"too large", replace("posicion 41", "posicion 9223372036854775807"), 2},
		{"folio 0", replace("folio 3", "folio 0"), 6},
		{"two spaces", replace("numero 12", "numero  12"), 5},
		{"field out of order", replace("libro anticipos-4\nnumero 12\n", "numero 12\nlibro anticipos-4\n"), 4},
		{"series with three parts", replace("actas 7", "actas 7 8"), 7},
		{"five decimals", replace("00.000125Z", "00.00012Z"), 10},
		{"offset", replace("00.000125Z", "00.000125+00:00"), 10},
		{"hour 24", replace("T19:00:00.000125", "T24:00:00.000125"), 10},
		{"no such day", replace("jornada 2026-11-30", "jornada 2026-11-31"), 8},
		{"unknown escape", replace(`\\ y`, `\t y`), 18},
		{"escape cut short", replace(`otra línea`, `otra línea\`), 18},
		{"unsorted", replace("dato mesa", "dato ozzz"), 18},
		{"decomposed", replace("í", "i\u0301"), 18},
		{"upper hex", upperHex(texto), 20},
		{"base64 with spare bits", replace("pQ==", "pR=="), 21},
		{"slot 01", replace("firma 1 ", "firma 01 "), 21},
		{"unknown field", texto + "otro campo\n", 22},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := diario.Parse([]byte(c.texto))
			var bad *diario.ParseError
			if !errors.As(err, &bad) || !errors.Is(err, diario.ErrFormato) {
				t.Fatalf("got %v, want a *ParseError", err)
			}
			if bad.Linea != c.linea {
				t.Errorf("got line %d (%v), want %d", bad.Linea, err, c.linea)
			}
		})
	}
}

// upperHex writes the commitment in capitals.
func upperHex(texto string) string {
	from := strings.Index(texto, "valor motivo=") + len("valor motivo=")
	return texto[:from] + strings.ToUpper(texto[from:from+64]) + texto[from+64:]
}

func FuzzParse(f *testing.F) {
	f.Add(mustFormat(f, full()))
	f.Add([]byte("foliado asiento v1\nposicion 0\n"))
	f.Fuzz(func(t *testing.T, texto []byte) {
		a, err := diario.Parse(texto)
		if err != nil {
			return
		}
		again, err := diario.Format(&a)
		if err != nil {
			t.Fatalf("Format refuses what Parse accepted: %v", err)
		}
		if !bytes.Equal(again, texto) {
			t.Fatalf("got %q, want %q", again, texto)
		}
	})
}

func BenchmarkAppendFormat(b *testing.B) {
	a := full()
	buf := make([]byte, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := diario.AppendFormat(buf, &a); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	texto := mustFormat(b, full())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := diario.Parse(texto); err != nil {
			b.Fatal(err)
		}
	}
}
