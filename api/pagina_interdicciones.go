package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/templates"
)

// paginasInterdicciones are the pages of the barred list.
func (s *Servidor) paginasInterdicciones() []ruta {
	trae := append([]domain.Cargo{domain.Sistema}, puertaManda...)
	return []ruta{
		{metodo: "GET", camino: "/interdicciones", cargos: trae, hace: s.getListaInterdicciones, resumen: "La lista de interdicciones en vigor", consulta: []string{"hecha", "e"}},
		{metodo: "POST", camino: "/interdicciones", cargos: trae, hace: s.formInterdicciones, resumen: "Trae una lista nueva", maxCuerpo: maxLista},
	}
}

func (s *Servidor) getListaInterdicciones(c echo.Context) error {
	return s.drawInterdicciones(c, templates.Interdicciones{Hecha: c.QueryParam("hecha") == "si"}, nil)
}

func (s *Servidor) drawInterdicciones(c echo.Context, p templates.Interdicciones, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	if p.Marco, err = s.marco(c, "Lista de interdicciones", ""); err != nil {
		return err
	}
	p.Problema = problem
	if p.Lista, err = s.listaDe(c.Request().Context(), p.Establecimiento.ID); err != nil {
		return err
	}
	return render(c, status, p)
}

// errSinFichero: the form came without its file.
var errSinFichero = errors.New("elija el fichero de la lista")

// formInterdicciones takes the file of the form, for browsers that run no script: the
// script sends it to the API, with its progress in sight.
func (s *Servidor) formInterdicciones(c echo.Context) error {
	fuente := field(c, "fuente")
	file, _, err := c.Request().FormFile("fichero")
	if err != nil {
		return s.drawInterdicciones(c, templates.Interdicciones{Fuente: fuente}, echo.NewHTTPError(http.StatusBadRequest, errSinFichero.Error()))
	}
	defer file.Close()
	defer c.Request().MultipartForm.RemoveAll() //nolint:errcheck // temporary files; the system forgets them too
	if _, err := s.cfg.Puerta.ImportLista(c.Request().Context(), file, fuente, autor(c), nil); err != nil {
		return s.drawInterdicciones(c, templates.Interdicciones{Fuente: fuente}, err)
	}
	return goTo(c, "/interdicciones?hecha=si")
}
