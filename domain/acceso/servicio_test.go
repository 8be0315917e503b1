package acceso

import (
	"errors"
	"testing"
	"time"

	"foliado/domain"
)

func TestOficial(t *testing.T) {
	good := Oficial{Nombre: "Irene", Identificacion: "TIP 1", Cuerpo: Policia, Cargo: "Inspectora", Servicio: "Diligencias"}
	for _, c := range []struct {
		name     string
		spoil    func(*Oficial)
		want     error
		articulo string
	}{
		{"24.1/complete", func(*Oficial) {}, nil, ""},
		{"24.1/another body", func(o *Oficial) { o.Cuerpo = "bomberos" }, ErrCuerpo, "24.1"},
		{"24.2/nobody", func(o *Oficial) { o.Nombre = " " }, ErrOficial, "24.2"},
		{"24.2/no identification", func(o *Oficial) { o.Identificacion = "" }, ErrOficial, "24.2"},
		{"24.2/no post", func(o *Oficial) { o.Cargo = "" }, ErrOficial, "24.2"},
		{"24.2/no service", func(o *Oficial) { o.Servicio = "" }, ErrOficial, "24.2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := good
			c.spoil(&o)
			err := o.Check()
			if got, _ := citedBy(err); !errors.Is(err, c.want) || got != c.articulo {
				t.Errorf("got %v citing %q, want %v citing %q", err, got, c.want, c.articulo)
			}
		})
	}
	t.Run("24.1/every body has its name", func(t *testing.T) {
		for _, c := range Cuerpos() {
			if c.Nombre() == "" {
				t.Errorf("%q has no name", c)
			}
		}
	})
	t.Run("24.3/inside on duty, no play", func(t *testing.T) {
		if articulo, criterio := citedBy(BreachOficial()); articulo != "24.3" || criterio != "ADM-9" {
			t.Errorf("got %q, %q", articulo, criterio)
		}
	})
}

func TestCheckHora(t *testing.T) {
	now, margen := at(t, "2026-11-30T23:00:00+01:00"), 15*time.Minute
	for _, c := range []struct {
		name   string
		hecho  time.Time
		motivo string
		want   error
	}{
		{"24.2/HOR-1/now", now, "", nil},
		{"24.2/HOR-1/a microsecond later", now.Add(time.Microsecond), "", ErrHoraFutura},
		{"24.2/HOR-1/at the margin", now.Add(-margen), "", nil},
		{"24.2/HOR-1/past the margin", now.Add(-margen - time.Microsecond), "", ErrDemora},
		{"24.2/HOR-1/past the margin, with its reason", now.Add(-margen - time.Microsecond), "Urgencia", nil},
		{"24.2/HOR-1/before it may be", now.Add(-time.Hour - time.Microsecond), "Urgencia", ErrHoraTemprana},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := CheckHora(c.hecho, now, now.Add(-time.Hour), margen, c.motivo)
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestSalas(t *testing.T) {
	t.Run("26.2/a card and an invitation", func(t *testing.T) {
		for _, c := range []struct{ card, invited, good bool }{{true, true, true}, {true, false, false}, {false, true, false}, {false, false, false}} {
			err := CheckPrivada(c.card, c.invited)
			if articulo, _ := citedBy(err); (err == nil) != c.good || err != nil && (articulo != "26.2" || !errors.Is(err, ErrSinInvitacion)) {
				t.Errorf("%+v: got %v", c, err)
			}
		}
	})
	t.Run("26.2/declared by then", func(t *testing.T) {
		if err := CheckDeclaracion("2026-11-30", "2026-11-30"); err != nil {
			t.Errorf("the same day: got %v", err)
		}
		for _, presentada := range []string{"", "2026-12-01"} {
			if err := CheckDeclaracion(domain.Fecha(presentada), "2026-11-30"); !errors.Is(err, ErrSinDeclaracion) {
				t.Errorf("%q: got %v", presentada, err)
			}
		}
	})
	t.Run("22.1/kinds of room", func(t *testing.T) {
		for _, k := range []TipoSala{SalaGeneral, SalaCirculo, SalaPrivada} {
			if err := CheckSala(k); err != nil {
				t.Errorf("%s: got %v", k, err)
			}
		}
		if err := CheckSala("azotea"); !errors.Is(err, ErrSala) {
			t.Errorf("got %v", err)
		}
		if articulo, _ := citedBy(BreachSistema()); articulo != "22.1" {
			t.Errorf("got %q", articulo)
		}
	})
	t.Run("20.5/what is said at the door of a room of círculo", func(t *testing.T) {
		if AvisoSala(SalaCirculo) == "" || AvisoSala(SalaGeneral) != "" || AvisoSala(SalaPrivada) != "" {
			t.Error("another room says it, or that one does not")
		}
	})
	t.Run("22.4/who asks for a card", func(t *testing.T) {
		if CheckSolicita(SolicitaEmpleado) != nil || CheckSolicita(SolicitaInspector) != nil || !errors.Is(CheckSolicita("curioso"), ErrSolicita) {
			t.Error("an employee or an inspector, nobody else")
		}
	})
}
