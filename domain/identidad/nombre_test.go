package identidad

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"foliado/domain/norma"
)

func TestNFC(t *testing.T) {
	good := map[string]string{
		"":                           "",
		"  María   Peña ":            "María Peña",
		"Pen\u0303a":                 "Peña",
		"María\u00a0\u2003de la Paz": "María de la Paz",
		"李 小龍":                       "李 小龍",
	}
	for in, want := range good {
		if got, err := NFC(in); got != want || err != nil {
			t.Errorf("NFC(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"a\x00b", "a\tb", "a\nb", "a\u200bb", "a\u202eb", "a\u00adb", "a\u2028b", "a\xffb", "a\ufffdb", "a\ue000b"} {
		if got, err := NFC(in); !errors.Is(err, ErrTexto) || got != "" {
			t.Errorf("NFC(%q) = %q, %v, want ErrTexto", in, got, err)
		}
	}
}

func TestParseNombre(t *testing.T) {
	t.Run("22.3/cleaned", func(t *testing.T) {
		n, a, err := ParseNombre(" Iva\u0301n", "Peña  Lara ")
		if n != "Iván" || a != "Peña Lara" || err != nil {
			t.Errorf("ParseNombre = %q, %q, %v", n, a, err)
		}
	})
	for name, tt := range map[string]struct {
		nombre, apellidos string
		want              error
	}{
		"no name":      {"", "Peña", ErrNombre},
		"no apellidos": {"Iván", "  ", ErrNombre},
		"no letter":    {"Iván", "--", ErrNombre},
		"control":      {"Iván\x07", "Peña", ErrTexto},
	} {
		t.Run("22.3/"+name, func(t *testing.T) {
			_, _, err := ParseNombre(tt.nombre, tt.apellidos)
			if a, _ := norma.Cited(err); !errors.Is(err, tt.want) || a.Ref() != "22.3" {
				t.Errorf("ParseNombre(%q, %q) error = %v, want %v", tt.nombre, tt.apellidos, err, tt.want)
			}
		})
	}
}

func TestFold(t *testing.T) {
	tests := []struct{ nombre, apellidos, want string }{
		{"Óscar", "Río Sanz", "OSCAR RIO SANZ"},
		{"Iván", "Peña Lara", "IVAN LARA PENA"},
		{"Raúl", "Sigüenza de la Torre", "RAUL SIGUENZA TORRE"},
		{"", "DE LA TORRE SIGUENZA, RAUL", "RAUL SIGUENZA TORRE"},
		{"Mª del Carmen", "Puig i Cadafalch", "CADAFALCH CARMEN MARIA PUIG"},
		{"M.ª Carmen", "Puig", "CARMEN MARIA PUIG"},
		{"Sean", "O'Donnell", "ODONNELL SEAN"},
		{"Sean", "O´Donnell", "ODONNELL SEAN"},
		{"Gal·la", "Pérez", "GALLA PEREZ"},
		{"Jean-Luc", "Müller", "JEAN LUC MULLER"},
		{"Jürgen", "Groß", "GROSS JURGEN"},
		{"Łukasz", "Ærø", "AERO LUKASZ"},
		{"Françoise", "Îles", "FRANCOISE ILES"},
		{"José", "García García", "GARCIA JOSE"},
		{"", "De la O", "O"},
		{"La", "De", "DE LA"},
		{"", "", ""},
		{"—", "…", ""},
	}
	for _, tt := range tests {
		if got := Fold(tt.nombre, tt.apellidos); got != tt.want {
			t.Errorf("Fold(%q, %q) = %q, want %q", tt.nombre, tt.apellidos, got, tt.want)
		}
		if got := Fold(tt.apellidos, norm.NFD.String(tt.nombre)); got != tt.want {
			t.Errorf("Fold(%q, %q) decomposed = %q, want %q", tt.apellidos, tt.nombre, got, tt.want)
		}
	}
}

func TestMatches(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"GARCIA JOSE", "GARCIA JOSE", true},
		{"GARCIA JOSE", "GARCIA JOSE RUIZ", true},
		{"GARCIA", "GARCIA JOSE", false},
		{"GARCIA JOSE", "GARCIA LOPE MARTA", false},
		{"MADONNA", "MADONNA", true},
		{"", "", false},
		{"", "GARCIA JOSE", false},
	}
	for _, tt := range tests {
		t.Run("ADM-3/"+tt.a+"~"+tt.b, func(t *testing.T) {
			if got := Matches(tt.a, tt.b); got != tt.want {
				t.Errorf("Matches(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
			}
			if got := Matches(tt.b, tt.a); got != tt.want {
				t.Errorf("Matches(%q, %q) = %v, want %v", tt.b, tt.a, got, tt.want)
			}
		})
	}
}

// TestFoldCasos runs, of the faults seen in other barred lists, the part that is names and
// numbers: equal keys, or none, between the list and what the desk writes.
func TestFoldCasos(t *testing.T) {
	for _, line := range readCasos(t, "EXC-") {
		var c struct {
			ID    string `json:"id"`
			Input struct {
				List []struct {
					Name, Doc string
				} `json:"list"`
				Query   struct{ Name string } `json:"query"`
				Queries json.RawMessage       `json:"queries"`
			} `json:"input"`
			Expected struct {
				Candidate json.RawMessage `json:"candidate"`
			} `json:"expected"`
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		listed := c.Input.List[0]
		var typed []string
		_ = json.Unmarshal(c.Input.Queries, &typed)
		t.Run("21.1/"+c.ID, func(t *testing.T) {
			switch c.ID {
			case "EXC-07":
				want, _, err := Parse("dni", listed.Doc)
				for _, q := range typed {
					if got, _, qerr := Parse("dni", q); got != want || err != nil || qerr != nil {
						t.Errorf("%q is %v, the list has %v", q, got, want)
					}
				}
			case "EXC-02":
				if !Matches(Fold("", listed.Name), Fold("Ivan", "Pena Lara")) {
					t.Error("the name without its tilde is not found")
				}
			case "EXC-04":
				for _, q := range typed {
					if !Matches(Fold("", listed.Name), Fold("", q)) {
						t.Errorf("%q is not found", q)
					}
				}
			default:
				want := string(c.Expected.Candidate) == "true"
				if got := Matches(Fold("", listed.Name), Fold("", c.Input.Query.Name)); got != want {
					t.Errorf("%q matches %q: %v, want %v", listed.Name, c.Input.Query.Name, got, want)
				}
			}
		})
	}
}

// TestNFCCaso is SIG-04: composed and decomposed, one stored text and one key.
func TestNFCCaso(t *testing.T) {
	var c struct {
		Input struct{ Names []string } `json:"input"`
	}
	if err := json.Unmarshal(readCasos(t, "SIG-04")[0], &c); err != nil {
		t.Fatal(err)
	}
	var stored, keys []string
	for _, n := range append(c.Input.Names, norm.NFD.String(c.Input.Names[0])) {
		s, err := NFC(n)
		if err != nil {
			t.Fatal(err)
		}
		stored, keys = append(stored, s), append(keys, Fold(s, ""))
	}
	for k := range stored {
		if stored[k] != stored[0] || keys[k] != "PENA" {
			t.Errorf("name %d is stored %q under %q, want %q under PENA", k, stored[k], keys[k], stored[0])
		}
	}
}

func FuzzNombre(f *testing.F) {
	for _, s := range []string{"Mª del Carmen", "O'Donnell", "Pen\u0303a", "a\u200bb", "\xff", "ŀl", "ŉ", "ǅ", "№ 5", "Ⅳ", "ẞ"} {
		f.Add(s, "Peña")
	}
	f.Fuzz(func(t *testing.T, nombre, apellidos string) {
		if s, err := NFC(nombre); err == nil {
			again, err := NFC(s)
			if again != s || err != nil || !norm.NFC.IsNormalString(s) || strings.TrimSpace(s) != s {
				t.Fatalf("NFC(%q) = %q, again %q, %v", nombre, s, again, err)
			}
		}
		key := Fold(nombre, apellidos)
		if again := Fold("", key); again != key {
			t.Fatalf("Fold(%q, %q) = %q, folded again %q", nombre, apellidos, key, again)
		}
		if swapped := Fold(apellidos, nombre); swapped != key {
			t.Fatalf("Fold(%q, %q) = %q, swapped %q", nombre, apellidos, key, swapped)
		}
		if key != "" && !Matches(key, key) {
			t.Fatalf("%q does not match itself", key)
		}
	})
}

func TestParseNombreDe(t *testing.T) {
	passport, dni := Documento{Pasaporte, "IDN", "X1234567"}, Documento{DNI, "ESP", "00612345Q"}
	for _, tt := range []struct {
		name         string
		doc          Documento
		n, a         string
		wantN, wantA string
		err          error
	}{
		{"23.1/only apellidos", passport, "", " SUHARTONO ", "", "SUHARTONO", nil},
		{"23.1/only a name", passport, "Björk", " ", "Björk", "", nil},
		{"23.1/both", passport, "Ana", "Ríos", "Ana", "Ríos", nil},
		{"22.3/neither", passport, "", "", "", "", ErrNombre},
		{"22.3/no letters", passport, "--", "", "", "", ErrNombre},
		{"22.3/a DNI has both", dni, "", "Ríos", "", "", ErrNombre},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n, a, err := ParseNombreDe(tt.doc, tt.n, tt.a)
			if err == nil && (n != tt.wantN || a != tt.wantA) || !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
				t.Errorf("got %q, %q, %v", n, a, err)
			}
		})
	}
}

func TestFoldCortado(t *testing.T) {
	t.Run("21.1/MRZ-07 a cut name finds the whole one", func(t *testing.T) {
		if cut := FoldCortado("MARIA CONCEICA", "VASCONCELOS ALBUQUERQUE"); !Matches(cut, Fold("Maria Conceição", "Vasconcelos Albuquerque")) {
			t.Errorf("%q does not match", cut)
		}
	})
	if got := FoldCortado("", "VASCONCELOS ALBUQUER"); got != "VASCONCELOS" {
		t.Errorf("got %q", got)
	}
	if got := FoldCortado("", ""); got != "" {
		t.Errorf("got %q", got)
	}
}
