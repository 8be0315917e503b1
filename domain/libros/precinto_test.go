package libros

import (
	"errors"
	"testing"

	"foliado/domain/norma"
)

func TestPrecinto(t *testing.T) {
	good := Desprecinto{Motivo: "limpiar", Retirado: " 114 ", Consta: "114", Presentes: 2}
	with := func(change func(*Desprecinto)) Desprecinto { d := good; change(&d); return d }
	for _, tt := range []struct {
		name     string
		err      error
		want     error
		articulo string
	}{
		{"133.e/with a key", CheckPrecinto(MedioLlave, ""), nil, ""},
		{"133.e/with a numbered seal", CheckPrecinto(MedioPrecinto, "114"), nil, ""},
		{"133.e/a seal without number", CheckPrecinto(MedioPrecinto, " "), ErrMedioPrecinto, "133.e"},
		{"133.e/with a cloth", CheckPrecinto("manta", "1"), ErrMedioPrecinto, "133.e"},
		{"133.e/opens sealed", CheckRuletaPrecintada(PrecintoPuesto), nil, ""},
		{"133.e/opens uncovered", CheckRuletaPrecintada(PrecintoLevantado), ErrSinPrecinto, "133.e"},
		{"140.3/opens without its new seal", CheckRuletaPrecintada(PrecintoFuera), ErrDesprecintada, "140.3"},
		{"133.e/covered after the session", CheckTapa(PrecintoLevantado, false), nil, ""},
		{"133.e/covered for the first time", CheckTapa("", false), nil, ""},
		{"133.e/covered while it plays", CheckTapa(PrecintoLevantado, true), ErrEnSesion, "133.e"},
		{"140.3/covered twice", CheckTapa(PrecintoPuesto, false), ErrPrecintoPuesto, "140.3"},
		{"140.3/covered over an open entry", CheckTapa(PrecintoFuera, false), ErrDesprecintada, "140.3"},
		{"140.1/before the anticipo", CheckLevanta(PrecintoPuesto, false), ErrSinAnticipo, "140.1"},
		{"140.1/after it", CheckLevanta(PrecintoPuesto, true), nil, ""},
		{"140.1/twice", CheckLevanta(PrecintoLevantado, true), ErrSinPrecinto, "133.e"},
		{"140.2/for its upkeep", CheckDesprecinto(PrecintoPuesto, false, good), nil, ""},
		{"140.2/to practise", CheckDesprecinto(PrecintoPuesto, false, with(func(d *Desprecinto) { d.Motivo = "practicar" })), ErrMotivoDesprecinto, "140.2"},
		{"140.2/in session", CheckDesprecinto(PrecintoLevantado, true, good), ErrEnSesion, "140.2"},
		{"140.3/with nobody", CheckDesprecinto(PrecintoPuesto, false, with(func(d *Desprecinto) { d.Presentes = 0 })), ErrSinPresentes, "140.3"},
		{"140.3/another number", CheckDesprecinto(PrecintoPuesto, false, with(func(d *Desprecinto) { d.Retirado = "115" })), ErrOtroPrecinto, "140.3"},
		{"140.3/twice", CheckDesprecinto(PrecintoFuera, false, good), ErrDesprecintada, "140.3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, _ := norma.Cited(tt.err)
			if !errors.Is(tt.err, tt.want) || a.Ref() != tt.articulo {
				t.Errorf("got %v, want %v (%s)", tt.err, tt.want, tt.articulo)
			}
		})
	}
}
