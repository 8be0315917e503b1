package acceso

import (
	"errors"
	"testing"
	"time"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/norma"
)

func TestCheckPrecio(t *testing.T) {
	tests := []struct {
		name           string
		precio, tarifa domain.Importe
		r              Reduccion
		want           error
		art            string
	}{
		{"23.2/unit price", 500, 500, SinReduccion, nil, ""},
		{"23.2/one céntimo less", 499, 500, SinReduccion, ErrPrecio, "23.2"},
		{"23.2/one céntimo more", 501, 500, SinReduccion, ErrPrecio, "23.2"},
		{"23.2/free entry", 0, 0, SinReduccion, nil, ""},
		{"23.2/negative", -1, -1, SinReduccion, ErrPrecio, "23.2"},
		{"23.3/unknown ground", 300, 500, "amigo", ErrReduccion, "23.3"},
		{"23.3.a/cheaper", 300, 500, ReduccionCongreso, nil, ""},
		{"23.3.a/one céntimo less", 499, 500, ReduccionCongreso, nil, ""},
		{"23.3.a/not cheaper", 500, 500, ReduccionCongreso, ErrReduccion, "23.3.a"},
		{"23.3.b/free", 0, 500, ReduccionViaje, nil, ""},
		{"23.3.b/negative", -1, 500, ReduccionViaje, ErrReduccion, "23.3.b"},
		{"23.3.c/cheaper", 300, 500, ReduccionVariosDias, nil, ""},
		{"23.3.c/dearer", 501, 500, ReduccionVariosDias, ErrReduccion, "23.3.c"},
		{"23.3.d/cheaper", 300, 500, ReduccionServicios, nil, ""},
		{"23.3.d/nothing is cheaper than free", 0, 0, ReduccionServicios, ErrReduccion, "23.3.d"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckPrecio(tt.precio, tt.tarifa, tt.r)
			if !errors.Is(err, tt.want) || (tt.want == nil && err != nil) {
				t.Fatalf("CheckPrecio(%d, %d, %q) = %v, want %v", tt.precio, tt.tarifa, tt.r, err, tt.want)
			}
			if a, _ := norma.Cited(err); a.Ref() != tt.art {
				t.Errorf("CheckPrecio(%d, %d, %q) cites %q, want %q", tt.precio, tt.tarifa, tt.r, a.Ref(), tt.art)
			}
		})
	}
}

func card(t *testing.T) Tarjeta {
	d, _, err := identidad.Parse("dni", "50111222H")
	if err != nil {
		t.Fatal(err)
	}
	return Tarjeta{Numero: 1205, Nombre: "Iván", Apellidos: "Peña Lara", Documento: d, Ficha: 7,
		Emision: at(t, "2026-12-01T00:30:00+01:00"), Jornada: "2026-11-30", Hasta: "2026-11-30",
		Precio: 500, Sello: "Casino de Ejemplo"}
}

func TestTarjetaCheck(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Tarjeta)
		want   error
		art    string
	}{
		{"22.3/complete", func(*Tarjeta) {}, nil, ""},
		{"22.3/number", func(c *Tarjeta) { c.Numero = 0 }, ErrTarjeta, "22.3"},
		{"22.3/name", func(c *Tarjeta) { c.Nombre, c.Apellidos = "", "" }, ErrTarjeta, "22.3"},
		{"22.3/document", func(c *Tarjeta) { c.Documento = identidad.Documento{} }, ErrTarjeta, "22.3"},
		{"22.3/file", func(c *Tarjeta) { c.Ficha = 0 }, ErrTarjeta, "22.3"},
		{"22.3/day of issue", func(c *Tarjeta) { c.Emision = time.Time{} }, ErrTarjeta, "22.3"},
		{"22.3/no validity", func(c *Tarjeta) { c.Jornada, c.Hasta = "", "" }, ErrTarjeta, "22.3"},
		{"22.3/validity that ends before it begins", func(c *Tarjeta) { c.Hasta = "2026-11-29" }, ErrTarjeta, "22.3"},
		{"22.3/seal", func(c *Tarjeta) { c.Sello = "" }, ErrTarjeta, "22.3"},
		{"23.2/price", func(c *Tarjeta) { c.Precio = 400 }, ErrPrecio, "23.2"},
		{"23.3.c/two days without being special", func(c *Tarjeta) { c.Hasta = "2026-12-01" }, ErrReduccion, "23.3.c"},
		{"23.3.c/two days", func(c *Tarjeta) { c.Hasta, c.Reduccion, c.Precio = "2026-12-01", ReduccionVariosDias, 400 }, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := card(t)
			tt.change(&c)
			err := c.Check(500)
			if !errors.Is(err, tt.want) || (tt.want == nil && err != nil) {
				t.Fatalf("Check = %v, want %v", err, tt.want)
			}
			if a, _ := norma.Cited(err); a.Ref() != tt.art {
				t.Errorf("Check cites %q, want %q", a.Ref(), tt.art)
			}
		})
	}
}

func TestTarjetaVigente(t *testing.T) {
	c := card(t)
	for jornada, want := range map[domain.Fecha]bool{"2026-11-29": false, "2026-11-30": true, "2026-12-01": false} {
		t.Run("JOR-0/"+string(jornada), func(t *testing.T) {
			if got := c.Vigente(jornada); got != want {
				t.Errorf("Vigente(%s) = %v, want %v", jornada, got, want)
			}
		})
	}
}

func TestCheckAnulacion(t *testing.T) {
	t.Run("22.3/ADM-4", func(t *testing.T) {
		if err := CheckAnulacion("nombre mal escrito"); err != nil {
			t.Errorf("CheckAnulacion = %v", err)
		}
		err := CheckAnulacion("  ")
		var e *norma.Error
		if !errors.As(err, &e) || !errors.Is(err, ErrMotivo) || e.Art != art("22.3") || e.Criterio != "ADM-4" {
			t.Errorf("CheckAnulacion without a reason = %v", err)
		}
	})
}
