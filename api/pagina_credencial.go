package api

import (
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
	"foliado/templates"
)

// errDosPIN: the PIN was not typed alike twice.
var errDosPIN = errors.New("el PIN no se ha escrito igual las dos veces")

// paginasCredencial is where a badge is given, also for a forgotten PIN.
func (s *Servidor) paginasCredencial() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/credenciales", cargos: direccion, hace: s.getCredenciales, resumen: "Credencial nueva: alta, PIN olvidado o credencial perdida", consulta: []string{"e"}},
		{metodo: "POST", camino: "/credenciales", cargos: direccion, hace: s.formCredencial, resumen: "Da una credencial, que se enseña una vez; la cierran dos firmas", estado: http.StatusCreated},
	}
}

func (s *Servidor) getCredenciales(c echo.Context) error { return s.drawCredenciales(c, nil) }

// drawCredenciales lists who may hold a key.
func (s *Servidor) drawCredenciales(c echo.Context, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Credenciales{}
	if p.Marco, err = s.marco(c, "Credenciales", ""); err != nil {
		return err
	}
	p.Problema = problem
	people, err := s.cfg.Casa.Personas(c.Request().Context())
	if err != nil {
		return err
	}
	for _, x := range people {
		if x.Baja.IsZero() && x.Cargo != domain.Sistema {
			p.Personas = append(p.Personas, templates.Opcion{Valor: x.ID, Texto: x.NombreCompleto() + " · " + x.Cargo.Nombre(),
				Elegida: x.ID == field(c, "persona")})
		}
	}
	return render(c, status, p)
}

// formCredencial gives a badge: its text is told now and kept nowhere, so that the answer
// is the page itself.
func (s *Servidor) formCredencial(c echo.Context) error {
	pin := c.Request().PostFormValue("pin")
	if pin != c.Request().PostFormValue("pin2") {
		return s.drawCredenciales(c, &errForma{map[string]string{"pin": errDosPIN.Error()}})
	}
	ctx := c.Request().Context()
	who, err := s.cfg.Casa.Persona(ctx, field(c, "persona"))
	if err != nil {
		return s.drawCredenciales(c, err)
	}
	a, badge, err := s.cfg.Casa.EnrolClave(ctx, registers.ClaveFacts{Autor: autor(c), Persona: who.ID, PIN: pin})
	if err != nil {
		return s.drawCredenciales(c, err)
	}
	png, err := reports.CodigoQR(badge)
	if err != nil {
		return err
	}
	p := templates.Credenciales{Nombre: who.NombreCompleto(), CargoDe: who.Cargo, Credencial: badge, Acto: a.ID,
		QR: template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png))}
	if p.Marco, err = s.marco(c, "Credenciales", ""); err != nil {
		return err
	}
	return render(c, http.StatusCreated, p)
}
