package identidad

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"foliado/domain/norma"
)

var ahoraDNI = time.Date(2026, 11, 30, 20, 0, 0, 0, time.UTC)

// packC40 packs capitals and digits three to two bytes.
func packC40(s string) []byte {
	for len(s)%3 != 0 {
		s += " "
	}
	v := func(c byte) int {
		switch {
		case c == ' ':
			return 3
		case c <= '9':
			return int(c-'0') + 4
		}
		return int(c-'A') + 14
	}
	var out []byte
	for ; s != ""; s = s[3:] {
		u := 1600*v(s[0]) + 40*v(s[1]) + v(s[2]) + 1
		out = append(out, byte(u>>8), byte(u))
	}
	return out
}

// seal makes the code of an invented DNI; a nil value leaves a field out.
func seal(change map[byte]string) []byte {
	raw := append([]byte{0xDC, 0x03}, packC40("ES ")...)
	raw = append(raw, packC40("ESPN20"+"0123456789ABCDEF0123456789ABCDEF")...)
	raw = append(raw, 0, 1, 2, 3, 4, 5, 7, 9)
	fields := map[byte]string{0x40: "99999999R", 0x42: "01-01-1980", 0x44: "CARMEN", 0x46: "ESPAÑOLA ESPAÑOLA", 0x48: "F",
		0x4C: "02-06-2031", 0x50: string([]byte{0xff, 0xd8, 0xff}), 0x80: "30-11-2026 21:05:00"}
	for tag, v := range change {
		fields[tag] = v
	}
	for _, tag := range []byte{0x40, 0x42, 0x44, 0x46, 0x48, 0x4C, 0x50, 0x80} {
		if v := fields[tag]; v != "" {
			raw = append(append(raw, tag, byte(len(v))), v...)
		}
	}
	return append(raw, 0xFF, 2, 1, 2)
}

func TestDigitalDNI(t *testing.T) {
	want := DigitalDNI{Documento{DNI, "ESP", "99999999R"}, "CARMEN", "ESPAÑOLA ESPAÑOLA", "1980-01-01", "2031-06-02",
		time.Date(2026, 11, 30, 20, 5, 0, 0, time.UTC)}
	for name, text := range map[string]string{
		"hexadecimal": hex.EncodeToString(seal(nil)),
		"base 64":     base64.StdEncoding.EncodeToString(seal(nil)) + "\r",
	} {
		t.Run("23.1/"+name, func(t *testing.T) {
			got, err := ParseDigitalDNI(text, ahoraDNI)
			if diff := cmp.Diff(want, got); diff != "" || err != nil || !LooksDigitalDNI(text) {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	for _, c := range []struct {
		name   string
		change map[byte]string
		err    error
		art    string
	}{
		{"23.1/five minutes later", map[byte]string{0x80: "30-11-2026 20:59:59"}, ErrCodigoCaducado, "23.1"},
		{"23.1/only the age", map[byte]string{0x44: "", 0x46: "", 0x42: ""}, ErrCodigoParcial, "23.1"},
		{"22.3/no validity", map[byte]string{0x80: ""}, ErrCodigo, "22.3"},
		{"22.3/letter of another number", map[byte]string{0x40: "99999999A"}, ErrLetra, "22.3"},
		{"22.3/no date", map[byte]string{0x42: "31-02-1980"}, ErrCodigo, "22.3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseDigitalDNI(hex.EncodeToString(seal(c.change)), ahoraDNI)
			if a, _ := norma.Cited(err); !errors.Is(err, c.err) || a.Ref() != c.art {
				t.Errorf("got %v citing %q, want %v, %q", err, a.Ref(), c.err, c.art)
			}
		})
	}
	t.Run("22.3/every cut is refused", func(t *testing.T) {
		whole := seal(nil)
		for n := range len(whole) - 3 {
			if _, err := ParseDigitalDNI(hex.EncodeToString(whole[:n]), ahoraDNI); err == nil {
				t.Errorf("%d bytes of %d are accepted", n, len(whole))
			}
		}
	})
	if LooksDigitalDNI("50111222H") || LooksDigitalDNI(bandaDNI) {
		t.Error("a number looks like a code")
	}
}

func FuzzParseDigitalDNI(f *testing.F) {
	f.Add(hex.EncodeToString(seal(nil)))
	f.Add(hex.EncodeToString([]byte{0xDC, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x82, 0xff, 0xff}))
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := ParseDigitalDNI(text, ahoraDNI); err == nil && (d.Documento.Tipo != DNI || d.Nombre == "" || ahoraDNI.After(d.Hasta)) {
			t.Errorf("accepted: %+v", d)
		}
	})
}
