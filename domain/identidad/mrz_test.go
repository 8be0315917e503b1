package identidad

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"foliado/domain"
	"foliado/domain/norma"
)

const hoyMRZ = domain.Fecha("2026-11-30")

// casoMRZ is a caso about machine-readable zones.
type casoMRZ struct {
	ID    string `json:"id"`
	Input struct {
		Lines         []string     `json:"lines"`
		LinesA        []string     `json:"lines_a"`
		LinesB        []string     `json:"lines_b"`
		Today         domain.Fecha `json:"today"`
		SecondaExpiry string       `json:"second_expiry_field"`
	} `json:"input"`
	Expected struct {
		Surname      string       `json:"surname"`
		Given        *string      `json:"given"`
		GivenPrefix  string       `json:"given_prefix"`
		Number       string       `json:"number"`
		Control      string       `json:"number_check_digit"`
		Birth        domain.Fecha `json:"birth"`
		Expiry       domain.Fecha `json:"expiry"`
		Expired      bool         `json:"expired"`
		SecondExpiry domain.Fecha `json:"second_expiry"`
		Truncated    bool         `json:"name_truncated"`
		Confirmed    *bool        `json:"name_confirmed"`
		Bad          []string     `json:"bad_fields"`
		Kept         *struct {
			Number  string `json:"number"`
			Surname string `json:"surname"`
		} `json:"other_fields_kept"`
	} `json:"expected"`
}

func TestMRZCasos(t *testing.T) {
	for _, line := range readCasos(t, "MRZ-") {
		var c casoMRZ
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if c.Input.Today == "" {
			c.Input.Today = hoyMRZ
		}
		t.Run("22.3/"+c.ID, func(t *testing.T) {
			for _, lines := range [][]string{c.Input.Lines, c.Input.LinesA, c.Input.LinesB} {
				if lines != nil {
					c.run(t, strings.Join(lines, "\r"))
				}
			}
			if s := c.Input.SecondaExpiry; s != "" {
				if got, err := caducidadMRZ(s, c.Input.Today); got != c.Expected.SecondExpiry || err != nil {
					t.Errorf("expiry %s: got %s, %v, want %s", s, got, err, c.Expected.SecondExpiry)
				}
			}
		})
	}
}

func (c casoMRZ) run(t *testing.T, text string) {
	m, err := ParseMRZ(text, c.Input.Today)
	want := c.Expected
	if bad := len(want.Bad) > 0; bad != errors.Is(err, ErrControlMRZ) || !bad && err != nil {
		t.Fatalf("got %v, want bad fields %v", err, want.Bad)
	}
	if len(want.Bad) > 0 {
		if diff := cmp.Diff([]Campo{CampoNacimiento}, m.Malos); diff != "" || m.Nacimiento != "" {
			t.Errorf("bad fields (-want +got):\n%s birth %q", diff, m.Nacimiento)
		}
		want.Number, want.Surname = want.Kept.Number, want.Kept.Surname
	}
	for _, f := range []struct{ name, got, want string }{
		{"number", m.Documento.Numero, want.Number}, {"surname", m.Apellidos, want.Surname},
		{"birth", string(m.Nacimiento), string(want.Birth)}, {"expiry", string(m.Caducidad), string(want.Expiry)},
		{"check digit", string(rune(m.Control)), want.Control}, {"given name", m.Nombre, want.GivenPrefix},
	} {
		if f.want != "" && f.got != f.want {
			t.Errorf("%s: got %q, want %q", f.name, f.got, f.want)
		}
	}
	if want.Given != nil && m.Nombre != *want.Given {
		t.Errorf("given name: got %q, want %q", m.Nombre, *want.Given)
	}
	if m.Cortado != want.Truncated {
		t.Errorf("cut: got %v, want %v", m.Cortado, want.Truncated)
	}
	if want.Confirmed != nil && (m.Confirmado != *want.Confirmed || m.Nombre+m.Apellidos != "") {
		t.Errorf("an unmarked name is kept: %+v", m)
	}
	if want.Expired != (CheckCaducidad(m.Caducidad, c.Input.Today) != nil) {
		t.Errorf("expired: want %v", want.Expired)
	}
}

// The invented DNI of the data sheet: the field of the number holds that of the card.
const bandaDNI = "IDESPCAA000000499999999R<<<<<<\n8001014F3106028ESP<<<<<<<<<<<1\nESPANOLA<ESPANOLA<<CARMEN<<<<<"

func TestMRZ(t *testing.T) {
	t.Run("22.3/DNI", func(t *testing.T) {
		got, err := ParseMRZ(bandaDNI, hoyMRZ)
		want := MRZ{Formato: TD1, Tipo: DNI, Documento: Documento{DNI, "ESP", "99999999R"}, Soporte: "CAA000000", Control: '4',
			Nombre: "CARMEN", Apellidos: "ESPANOLA ESPANOLA", Confirmado: true, Nacimiento: "1980-01-01", Caducidad: "2031-06-02",
			Sexo: "F", Nacionalidad: "ESP"}
		if diff := cmp.Diff(want, got); diff != "" || err != nil || !got.Buena() {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
	td1 := func(code, issuer, number, optional, birth, expiry, nationality, name string) string {
		a := code + issuer + number + string(rune(digit(number))) + pad(optional, 15)
		b := birth + string(rune(digit(birth))) + "M" + expiry + string(rune(digit(expiry))) + nationality + strings.Repeat("<", 11)
		return a + b + string(rune(digit(a[5:]+b[:7]+b[8:15]+b[18:29]))) + pad(name, 30)
	}
	for _, c := range []struct {
		name, zone string
		tipo       TipoDocumento
		want       Documento
		err        error
		articulo   string
	}{
		{"23.1/TIE gives the NIE", td1("IX", "ESP", "E12345678", "X1234567L", "800101", "310602", "MAR", "TAZI<<NADIA"),
			TarjetaResidencia, Documento{NIE, "ESP", "X1234567L"}, nil, ""},
		{"23.1/identity card of the Union", td1("ID", "D<<", "L01X00T47", "", "800101", "310602", "D<<", "MUSTER<<ERIKA"),
			IdentidadEuropea, Documento{IdentidadEuropea, "DEU", "L01X00T47"}, nil, ""},
		{"23.1/identity card of elsewhere", td1("ID", "CHE", "S0A00A000", "", "800101", "310602", "CHE", "MUSTER<<URS"), IdentidadEuropea, Documento{}, ErrEuropea, "23.1"},
		{"23.1/permit to reside elsewhere in the Union", td1("AR", "FRA", "123456789", "", "800101", "310602", "MAR", "TAZI<<NADIA"), IdentidadEuropea, Documento{}, ErrEuropea, "23.1"},
		{"23.1/crew certificate of no State", td1("ID", "QQQ", "123456789", "", "800101", "310602", "QQQ", "TAZI<<NADIA"), "", Documento{}, ErrMRZ, "22.3"},
		{"23.1/visa", "V<FRAERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<" + "L8988901C4XXX4009078F96121096ZE184226B<<<<<<", "", Documento{}, ErrTipo, "23.1"},
		{"22.3/a DNI whose letter is another", td1("ID", "ESP", "CAA000000", "99999999A", "800101", "310602", "ESP", "ESPANOLA<<CARMEN"), DNI, Documento{}, ErrLetra, "22.3"},
		{"22.3/half a zone", bandaDNI[:40], "", Documento{}, ErrMRZ, "22.3"},
		{"22.3/no zone", "50111222H", "", Documento{}, ErrMRZ, "22.3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ParseMRZ(c.zone, hoyMRZ)
			if m.Tipo != c.tipo || m.Documento != c.want || !errors.Is(err, c.err) || (c.err == nil) != (err == nil) {
				t.Errorf("got %+v, %v, want %v, %v", m, err, c.want, c.err)
			}
			if a, _ := norma.Cited(err); a.Ref() != c.articulo {
				t.Errorf("cites %q, want %q", a.Ref(), c.articulo)
			}
		})
	}
}

func pad(s string, n int) string { return s + strings.Repeat("<", n-len(s)) }

// TestMRZDigits: any one character of the numbers and dates, read as another of another
// value, is caught. 9303 gives 7, 3 and 1, so that values ten apart are not told.
func TestMRZDigits(t *testing.T) {
	const alphabet = "<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	value := func(c byte) int {
		switch {
		case c >= '0' && c <= '9':
			return int(c-'0') % 10
		case c >= 'A':
			return int(c-'A') % 10
		}
		return 0
	}
	good := strings.ReplaceAll(bandaDNI, "\n", "")
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.SampledFrom([]int{5, 6, 7, 8, 9, 10, 11, 12, 13, 30, 31, 32, 33, 34, 35, 38, 39, 40, 41, 42, 43}).Draw(t, "at")
		to := rapid.SampledFrom([]byte(alphabet)).Draw(t, "to")
		if value(to) == value(good[at]) {
			return
		}
		bad := good[:at] + string(rune(to)) + good[at+1:]
		if m, err := ParseMRZ(bad, hoyMRZ); err == nil {
			t.Fatalf("%q read for %q at %d: %+v", to, good[at], at, m)
		}
	})
}

func FuzzParseMRZ(f *testing.F) {
	f.Add(bandaDNI)
	f.Add("P<ESPLOZANO<PRIETO<<INES<<<<<<<<<<<<<<<<<<<<PAB1234561ESP9103144F3105191<<<<<<<<<<<<<<06")
	f.Add(fmt.Sprintf("%090d", 0))
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMRZ(text, hoyMRZ)
		if err != nil && text != "" && len(text) > 20 && strings.Contains(err.Error(), text) {
			t.Errorf("the error repeats the zone")
		}
		if err == nil && (m.Documento.IsZero() || m.Tipo == "" || m.Nacimiento == "" || m.Nacimiento > hoyMRZ) {
			t.Errorf("accepted: %+v", m)
		}
	})
}
