package identidad

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/norma"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name         string
		tipo, numero string
		want         string
		err          error
		art          string
	}{
		{"22.3/a DNI", "dni", "50111222H", "50111222H", nil, ""},
		{"22.3/one digit", "dni", "1-R", "00000001R", nil, ""},
		{"22.3/other signs", "dni", "50\u00a0111\u2009222\u2013h", "50111222H", nil, ""},
		{"22.3/wrong letter", "dni", "50111222J", "", ErrLetra, "22.3"},
		{"22.3/no letter", "dni", "50111222", "", ErrFormato, "22.3"},
		{"22.3/nine digits", "dni", "150111222H", "", ErrFormato, "22.3"},
		{"22.3/letter alone", "dni", "H", "", ErrFormato, "22.3"},
		{"22.3/empty", "dni", "", "", ErrFormato, "22.3"},
		{"22.3/signs alone", "dni", " .-", "", ErrFormato, "22.3"},
		{"22.3/letter inside", "dni", "5011A222H", "", ErrFormato, "22.3"},
		{"22.3/digits of another script", "dni", "٥٠١١١٢٢٢H", "", ErrFormato, "22.3"},
		{"22.3/long s is no S", "dni", "00000015ſ", "", ErrFormato, "22.3"},
		{"22.3/endless", "dni", strings.Repeat(" ", 64) + "50111222H", "", ErrFormato, "22.3"},
		{"22.3/a NIE as DNI", "dni", "X1234567L", "", ErrOtroTipo, "22.3"},
		{"22.3/a DNI as NIE", "nie", "50111222H", "", ErrOtroTipo, "22.3"},
		{"22.3/a NIE", "nie", "x-1234567-l", "X1234567L", nil, ""},
		{"22.3/a NIE, wrong letter", "nie", "X1234567T", "", ErrLetra, "22.3"},
		{"22.3/a NIE with six digits", "nie", "X123456L", "", ErrFormato, "22.3"},
		{"22.3/a NIE with eight digits, the first not 0", "nie", "X11234567L", "", ErrFormato, "22.3"},
		{"22.3/only X had eight digits", "nie", "Y01234567X", "", ErrFormato, "22.3"},
		{"22.3/a NIE without letter", "nie", "X12345678", "", ErrFormato, "22.3"},
		{"22.3/a prefix alone", "nie", "X", "", ErrFormato, "22.3"},
		{"23.1/a company", "nie", "B12345674", "", ErrNoIdentidad, "23.1"},
		{"23.1/a company with a control letter", "dni", "P2800000J", "", ErrNoIdentidad, "23.1"},
		{"23.1/a tax number", "dni", "L1234567A", "", ErrNoIdentidad, "23.1"},
		{"23.1/a library card", "carné de biblioteca", "50111222H", "", ErrTipo, "23.1"},
		{"23.1/no kind", "", "50111222H", "", ErrTipo, "23.1"},
		{"23.1/kinds are in lower case", "DNI", "50111222H", "", ErrTipo, "23.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, avisos, err := Parse(tt.tipo, tt.numero)
			if !errors.Is(err, tt.err) || (tt.err == nil && err != nil) {
				t.Fatalf("Parse(%q, %q) error = %v, want %v", tt.tipo, tt.numero, err, tt.err)
			}
			if got.Numero != tt.want || len(avisos) != 0 {
				t.Errorf("Parse(%q, %q) = %v, %v, want %s", tt.tipo, tt.numero, got, avisos, tt.want)
			}
			if a, _ := norma.Cited(err); a.Ref() != tt.art {
				t.Errorf("Parse(%q, %q) cites %q, want %q", tt.tipo, tt.numero, a.Ref(), tt.art)
			}
			if err == nil && (got.Pais != "ESP" || string(got.Tipo) != tt.tipo || got.IsZero()) {
				t.Errorf("Parse(%q, %q) = %+v", tt.tipo, tt.numero, got)
			}
		})
	}
}

// TestParseDe reads the documents that say which State issued them, and the Spanish ones
// that bear the number of another (art. 23.1, criterio ADM-5).
func TestParseDe(t *testing.T) {
	for _, tt := range []struct {
		name, tipo, pais, numero string
		want                     Documento
		err                      error
		art                      string
		aviso                    bool
	}{
		{"23.1/passport", "pasaporte", "fra", "12-ab 34567", Documento{Pasaporte, "FRA", "12AB34567"}, nil, "", false},
		{"23.1/Germany writes D", "pasaporte", "D<<", "C01X00T47", Documento{Pasaporte, "DEU", "C01X00T47"}, nil, "", false},
		{"23.1/passport of stateless person", "pasaporte", "XXA", "A1234567", Documento{Pasaporte, "XXA", "A1234567"}, nil, "", false},
		{"22.3/passport of no State", "pasaporte", "", "12AB34567", Documento{}, ErrPais, "22.3", false},
		{"22.3/passport of Utopia", "pasaporte", "UTO", "12AB34567", Documento{}, ErrPais, "22.3", false},
		{"22.3/passport without digits", "pasaporte", "FRA", "ABCDEF", Documento{}, ErrFormato, "22.3", false},
		{"22.3/passport of two characters", "pasaporte", "FRA", "A1", Documento{}, ErrFormato, "22.3", false},
		{"22.3/passport of twenty-one", "pasaporte", "FRA", "123456789012345678901", Documento{}, ErrFormato, "22.3", false},
		{"23.1/identity card of Portugal", "identidad_europea", "PRT", "12345678 9 ZZ0", Documento{IdentidadEuropea, "PRT", "123456789ZZ0"}, nil, "", false},
		{"23.1/identity card of Norway", "identidad_europea", "NOR", "ABC123", Documento{IdentidadEuropea, "NOR", "ABC123"}, nil, "", false},
		{"23.1/identity card of Switzerland", "identidad_europea", "CHE", "ABC123", Documento{}, ErrEuropea, "23.1", false},
		{"23.1/identity card of the United Kingdom", "identidad_europea", "GBR", "ABC123", Documento{}, ErrEuropea, "23.1", false},
		{"23.1/the Spanish one is the DNI", "identidad_europea", "ESP", "50111222H", Documento{}, ErrEuropea, "23.1", false},
		{"23.1/DNI on a telephone", "dni_digital", "", "50111222h", Documento{DNI, "ESP", "50111222H"}, nil, "", false},
		{"23.1/TIE", "tarjeta_residencia", "", "X1234567L", Documento{NIE, "ESP", "X1234567L"}, nil, "", false},
		{"23.1/TIE with a DNI", "tarjeta_residencia", "", "50111222H", Documento{}, ErrOtroTipo, "22.3", false},
		{"23.1/Spanish driving licence", "permiso_conducir", "", "50111222H", Documento{DNI, "ESP", "50111222H"}, nil, "", true},
		{"23.1/Spanish driving licence of a foreigner", "permiso_conducir", "ESP", "X1234567L", Documento{NIE, "ESP", "X1234567L"}, nil, "", true},
		{"22.3/Spanish driving licence with another letter", "permiso_conducir", "", "50111222J", Documento{}, ErrLetra, "22.3", true},
		{"23.1/Italian driving licence", "permiso_conducir", "ITA", "U1B23456C", Documento{PermisoConducir, "ITA", "U1B23456C"}, nil, "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, avisos, err := ParseDe(tt.tipo, tt.pais, tt.numero)
			if a, _ := norma.Cited(err); got != tt.want || !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) || a.Ref() != tt.art {
				t.Errorf("got %+v, %v citing %q, want %+v, %v", got, err, a.Ref(), tt.want, tt.err)
			}
			if pbc := len(avisos) == 1 && avisos[0] == AvisoPBC; err == nil && pbc != tt.aviso {
				t.Errorf("warns %v, want incomplete %v", avisos, tt.aviso)
			}
			if TipoDocumento(tt.tipo).CompletaPBC() == tt.aviso && tt.tipo == "permiso_conducir" {
				t.Error("a driving licence is enough for the money laundering law")
			}
		})
	}
}

func TestCheckCaducidad(t *testing.T) {
	for _, tt := range []struct {
		name      string
		caducidad domain.Fecha
		good      bool
	}{
		{"ADM-5/its last day", "2026-11-30", true},
		{"ADM-5/the day after", "2026-11-29", false},
		{"ADM-5/without end", "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckCaducidad(tt.caducidad, "2026-11-30")
			if (err == nil) != tt.good || err != nil && !errors.Is(err, ErrCaducado) {
				t.Errorf("got %v, want good %v", err, tt.good)
			}
		})
	}
}

func TestTipos(t *testing.T) {
	for _, k := range Tipos() {
		if k.Nombre() == "" {
			t.Errorf("%s has no name", k)
		}
	}
	if got := len(strings.Fields(europa)); got != 29 {
		t.Errorf("%d States, want 26 of the EU and 3 of the EEA", got)
	}
}

// TestParseErrorsHoldNoPersonalData: errors are logged.
func TestParseErrorsHoldNoPersonalData(t *testing.T) {
	for _, numero := range []string{"50111222J", "5011122", "B50111222"} {
		_, _, err := Parse("dni", numero)
		if err == nil || strings.Contains(err.Error(), "5011") {
			t.Errorf("Parse(%q) error = %q", numero, err)
		}
	}
}

// caso is a line of testdata/casos.jsonl: a fault seen in similar software.
type caso struct {
	ID    string `json:"id"`
	Input struct {
		Tipo    string   `json:"doc_type"`
		Number  string   `json:"number"`
		Numbers []string `json:"numbers"`
	} `json:"input"`
	Expected struct {
		Valid     json.RawMessage `json:"valid"`
		Canonical string          `json:"canonical"`
		Warning   string          `json:"warning"`
		Error     string          `json:"error"`
	} `json:"expected"`
}

func (c caso) valid(t *testing.T, k int) bool {
	var one bool
	if json.Unmarshal(c.Expected.Valid, &one) == nil {
		return one
	}
	var many []bool
	if err := json.Unmarshal(c.Expected.Valid, &many); err != nil {
		t.Fatal(err)
	}
	return many[k]
}

func readCasos(t *testing.T, prefix string) []json.RawMessage {
	t.Helper()
	raw, err := os.ReadFile("testdata/casos.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []json.RawMessage
	for line := range bytes.Lines(raw) {
		if bytes.HasPrefix(line, []byte(`{"id": "`+prefix)) {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no casos %s", prefix)
	}
	return out
}

func TestParseCasos(t *testing.T) {
	words := map[string]error{"": nil, "not_identity_document": ErrNoIdentidad}
	for _, line := range readCasos(t, "ADM-") {
		var c caso
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		numbers := c.Input.Numbers
		if len(numbers) == 0 {
			numbers = []string{c.Input.Number}
		}
		t.Run("23.1/"+c.ID, func(t *testing.T) {
			files := map[Documento]bool{}
			for k, numero := range numbers {
				got, avisos, err := Parse(c.Input.Tipo, numero)
				if want := c.valid(t, k); (err == nil) != want {
					t.Fatalf("Parse(%q) error = %v, want valid %v", numero, err, want)
				}
				if want := words[c.Expected.Error]; want != nil && !errors.Is(err, want) {
					t.Errorf("Parse(%q) error = %v, want %v", numero, err, want)
				}
				if want := c.Expected.Canonical; want != "" && got.Numero != want {
					t.Errorf("Parse(%q) = %v, want %s", numero, got, want)
				}
				old := len(avisos) == 1 && avisos[0] == AvisoFormatoAntiguo
				if want := c.Expected.Warning == "old_format"; old != want {
					t.Errorf("Parse(%q) warns %v, want old format %v", numero, avisos, want)
				}
				files[got] = true
			}
			if c.Expected.Canonical != "" && len(files) != 1 {
				t.Errorf("%d files for one person", len(files))
			}
		})
	}
}

// TestParseEveryNumber writes numbers with their letter, by arithmetic of its own, and in
// every careless way.
func TestParseEveryNumber(t *testing.T) {
	letter := func(n int64) string {
		m := new(big.Int).Mod(big.NewInt(n), big.NewInt(23)).Int64()
		return string("TRWAGMYFPDXBNJZSQVHLCKE"[m])
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 99_999_999).Draw(t, "n")
		tipo, typed, want := "dni", fmt.Sprintf("%d%s", n, letter(n)), fmt.Sprintf("%08d%s", n, letter(n))
		if rapid.Bool().Draw(t, "foreigner") {
			prefix := rapid.IntRange(0, 2).Draw(t, "prefix")
			m := n % 10_000_000
			tipo, typed = "nie", fmt.Sprintf("%c%07d%s", "XYZ"[prefix], m, letter(int64(prefix)*10_000_000+m))
			want = typed
		}
		var careless strings.Builder
		for _, c := range typed {
			careless.WriteString(rapid.SampledFrom([]string{"", " ", ".", "-"}).Draw(t, "sign"))
			careless.WriteRune(c)
		}
		for _, s := range []string{careless.String(), strings.ToLower(careless.String())} {
			got, avisos, err := Parse(tipo, s)
			if got.Numero != want || len(avisos) != 0 || err != nil {
				t.Fatalf("Parse(%q, %q) = %v, %v, %v, want %s", tipo, s, got, avisos, err, want)
			}
		}
		wrong := strings.ReplaceAll("TRWAGMYFPDXBNJZSQVHLCKE", want[8:], "")
		bad := want[:8] + string(wrong[rapid.IntRange(0, len(wrong)-1).Draw(t, "wrong")])
		if _, _, err := Parse(tipo, bad); !errors.Is(err, ErrLetra) {
			t.Fatalf("Parse(%q, %q) error = %v, want ErrLetra", tipo, bad, err)
		}
	})
}

func TestDocumentoString(t *testing.T) {
	got := []string{Documento{DNI, "ESP", "00612345Q"}.String(), Documento{NIE, "ESP", "X1234567L"}.String(), Documento{}.String(),
		Documento{Pasaporte, "FRA", "12AB34567"}.String()}
	if diff := cmp.Diff([]string{"DNI 00612345Q", "NIE X1234567L", "", "Pasaporte FRA 12AB34567"}, got); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
	if AvisoFormatoAntiguo.Texto() == "" || Aviso("otro").Texto() != "" {
		t.Error("Texto is wrong")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{" 50.111.222-h ", "612345Q", "X01234567L", "Y2000003Y", "B12345674", "K1234567A", "", "ñ"} {
		f.Add("dni", s)
		f.Add("nie", s)
	}
	f.Fuzz(func(t *testing.T, tipo, numero string) {
		d, avisos, err := Parse(tipo, numero)
		if err != nil {
			if _, cited := norma.Cited(err); !cited || !d.IsZero() || avisos != nil {
				t.Fatalf("Parse(%q, %q) = %v, %v, %v", tipo, numero, d, avisos, err)
			}
			return
		}
		again, avisos, err := Parse(tipo, d.Numero)
		if again != d || avisos != nil || err != nil || len(d.Numero) != 9 {
			t.Fatalf("Parse(%q, %q) = %v, read again %v, %v, %v", tipo, numero, d, again, avisos, err)
		}
	})
}
