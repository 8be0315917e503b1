package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
)

// rutasLibroPapel are the routes about bound books: what is official on paper.
func (s *Servidor) rutasLibroPapel() []ruta {
	const p = "/api/v1/establecimientos/:e/libros/:libro/papel"
	return []ruta{
		{metodo: "GET", camino: p, cargos: librosVe, hace: s.getLibrosPapel, resumen: "Tomos en papel de un libro (art. 39.2)", estado: 200, respuesta: listaLibrosPapel{}},
		{metodo: "POST", camino: p, cargos: direccion, hace: s.postLibroPapel, resumen: "Da de alta el tomo siguiente, foliado y diligenciado (art. 39.2)", idem: true, cuerpo: peticionLibroPapel{}, estado: 201, respuesta: verLibroPapel{}},
	}
}

type verLibroPapel struct {
	Tomo       int          `json:"tomo"`
	Folios     int          `json:"folios"`
	Diligencia domain.Fecha `json:"diligencia"`
}

type listaLibrosPapel struct {
	Tomos []verLibroPapel `json:"tomos"`
}

func (s *Servidor) getLibrosPapel(c echo.Context) error {
	list, err := s.cfg.Casa.LibrosPapel(c.Request().Context(), c.Param("e"), c.Param("libro"))
	if err != nil {
		return err
	}
	out := listaLibrosPapel{Tomos: make([]verLibroPapel, 0, len(list))}
	for _, p := range list {
		out.Tomos = append(out.Tomos, verLibroPapel(p))
	}
	return c.JSON(http.StatusOK, out)
}

type peticionLibroPapel struct {
	Folios     int    `json:"folios"`
	Diligencia string `json:"diligencia" validate:"max=10"`
}

func (s *Servidor) postLibroPapel(c echo.Context) error {
	var req peticionLibroPapel
	if err := bind(c, &req); err != nil {
		return err
	}
	e, libro := c.Param("e"), c.Param("libro")
	path := fmt.Sprintf("/api/v1/establecimientos/%s/libros/%s/papel", e, libro)
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			p, err := s.addLibroPapel(ctx, c, req.Folios, req.Diligencia)
			if err != nil {
				return err
			}
			return created(c, path, verLibroPapel(p))
		},
		replay: func(_ int, ref string) error {
			list, err := s.cfg.Casa.LibrosPapel(c.Request().Context(), e, libro)
			if err != nil {
				return err
			}
			for _, p := range list {
				if strconv.Itoa(p.Tomo) == ref {
					return created(c, path, verLibroPapel(p))
				}
			}
			return echo.ErrNotFound
		},
	})
}

// addLibroPapel takes a bound book into use; a date that is none counts as missing.
func (s *Servidor) addLibroPapel(ctx context.Context, c echo.Context, folios int, diligencia string) (registers.LibroPapel, error) {
	fecha, err := domain.ParseFecha(diligencia)
	if err != nil && diligencia != "" {
		return registers.LibroPapel{}, &errForma{map[string]string{"diligencia": err.Error()}}
	}
	return s.cfg.Casa.AddLibroPapel(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), c.Param("libro"), folios, fecha)
}

// formLibroPapel is postLibroPapel from the page of the book.
func (s *Servidor) formLibroPapel(c echo.Context) error {
	folios, _ := strconv.Atoi(field(c, "folios"))
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "libros/"+c.Param("libro"))) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if _, err := s.addLibroPapel(ctx, c, folios, field(c, "diligencia")); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawLibro(c, err)
	}
	return nil
}
