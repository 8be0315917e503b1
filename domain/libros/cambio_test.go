package libros

import (
	"testing"

	"foliado/domain"
)

func TestCambio(t *testing.T) {
	caja := Cambio{Sentido: Compra, Cargo: domain.Cajero, Medio: Efectivo, Divisa: Euro, Importe: 10_000, Fichas: 10_000}
	mesa := caja
	mesa.Mesa, mesa.Cargo, mesa.EnJuego = 4, domain.Crupier, true
	tests := []struct {
		name  string
		base  Cambio
		with  func(*Cambio)
		want  error
		cites string
	}{
		{"31.2/at the caja", caja, func(*Cambio) {}, nil, ""},
		{"31.2/at a table in play", mesa, func(*Cambio) {}, nil, ""},
		{"31.2/at a table that is closed", mesa, func(c *Cambio) { c.EnJuego = false }, ErrPunto, "31.2"},
		{"31.2/nowhere", caja, func(c *Cambio) { c.Mesa = -1 }, ErrPunto, "31.2"},
		{"31.2/neither way", caja, func(c *Cambio) { c.Sentido = "regalo" }, ErrSentido, "31.2"},
		{"31.2/a jefe de mesa at the table", mesa, func(c *Cambio) { c.Cargo = domain.JefeMesa }, ErrQuienCambia, "31.2"},
		{"130.2.a/the jefe of a francesa", mesa, func(c *Cambio) { c.Cargo, c.Juego = domain.JefeMesa, domain.RuletaFrancesa }, ErrQuienCambia, "130.2.a"},
		{"31.2/a croupier at the caja", caja, func(c *Cambio) { c.Cargo = domain.Crupier }, ErrQuienCambia, "31.2"},
		{"32.3/the croupier at a table of círculo", mesa, func(c *Cambio) { c.Circulo = true }, ErrQuienCambia, "32.3"},
		{"32.3/a cambista there", mesa, func(c *Cambio) { c.Circulo, c.Cargo = true, domain.Cambista }, nil, ""},
		{"28.1/dollars at a table", mesa, func(c *Cambio) { c.Divisa = "USD" }, ErrDivisa, "28.1"},
		{"28.1/dollars at the caja", caja, func(c *Cambio) { c.Divisa = "USD" }, nil, ""},
		{"30.1/a bank card at a table", mesa, func(c *Cambio) { c.Medio = TarjetaBancaria }, ErrMedio, "30.1"},
		{"30.1/a bank card at the caja", caja, func(c *Cambio) { c.Medio = TarjetaBancaria }, nil, ""},
		{"30.1/on credit", caja, func(c *Cambio) { c.Medio = "fiado" }, ErrMedio, "30.1"},
		{"30.2/chips for nothing", caja, func(c *Cambio) { c.Importe = 0 }, ErrImporte, "30.2"},
		{"30.2/one céntimo of chips more", caja, func(c *Cambio) { c.Fichas++ }, ErrContraparte, "30.2"},
		{"34.1/735 € in chips are 735 €", caja, func(c *Cambio) { c.Sentido, c.Importe, c.Fichas = Canje, 73_500, 73_500 }, nil, ""},
		{"34.1/a commission of one céntimo", caja, func(c *Cambio) { c.Sentido, c.Importe = Canje, 9_999 }, ErrDescuento, "34.1"},
		{"34.5/one céntimo below the threshold", caja, func(c *Cambio) { c.Importe, c.Fichas = UmbralPBC-1, UmbralPBC-1 }, nil, ""},
		{"34.5/at the threshold, of nobody", caja, func(c *Cambio) { c.Importe, c.Fichas = UmbralPBC, UmbralPBC }, ErrSinCliente, "34.5"},
		{"PBC 7.5/two thousand euros, of nobody", caja, func(c *Cambio) { c.Importe, c.Fichas = 200_000, 200_000 }, ErrSinCliente, "34.5"},
		{"PBC 7.5/a céntimo less", caja, func(c *Cambio) { c.Importe, c.Fichas = 199_999, 199_999 }, nil, ""},
		{"34.5/at the threshold, of a client", caja, func(c *Cambio) { c.Importe, c.Fichas, c.Tarjeta = UmbralPBC, UmbralPBC, 12 }, nil, ""},
		{"34.5/a lower threshold of the house", caja, func(c *Cambio) { c.Umbral = 5_000 }, ErrSinCliente, "34.5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := tt.base
			tt.with(&c)
			check(t, c.Check(), tt.want, tt.cites)
		})
	}
}
