package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/registers/diario"
)

// rutasActo are the routes about acts of signature.
func (s *Servidor) rutasActo() []ruta {
	return []ruta{
		{metodo: "GET", camino: "/api/v1/actos", cargos: salaVe, hace: s.getActosEntidad, resumen: "Actos de la entidad pendientes de firma: claves y revocaciones", estado: 200, respuesta: listaActos{}},
		{metodo: "GET", camino: "/api/v1/actos/:a", cargos: salaVe, hace: s.getActo, resumen: "Un acto: qué se firma, con qué huella y quién falta", estado: 200, respuesta: verActo{}},
		{metodo: "POST", camino: "/api/v1/actos/:a/firmas", cargos: salaFirma, hace: s.postFirmas, resumen: "Firma un acto con credencial y PIN; la última firma lo cierra (arts. 36.2, 36.3, 40.3, 42.2)", idem: true, cuerpo: peticionFirmas{}, estado: 200, respuesta: respuestaFirmas{}},
		{metodo: "POST", camino: "/api/v1/actos/:a/retirada", cargos: salaRetira, hace: s.postRetirada, resumen: "Retira un acto pendiente, con su motivo", idem: true, cuerpo: peticionMotivo{}, estado: 200, respuesta: verActo{}},
		{metodo: "GET", camino: "/api/v1/establecimientos/:e/actos", cargos: salaVe, hace: s.getActos, resumen: "Actos pendientes de firma", estado: 200, respuesta: listaActos{}},
	}
}

// respuestaActo names the act that a request proposed.
type respuestaActo struct {
	Acto      string          `json:"acto"`
	Resultado *domain.Importe `json:"resultado,omitempty"` // of a count, signed céntimos
	Avisos    []verAviso      `json:"avisos,omitempty"`
}

// verAviso is what the program tells without stopping anybody (criterio MAQ-1).
type verAviso struct {
	Articulo string `json:"articulo,omitempty"`
	Criterio string `json:"criterio,omitempty"`
	Texto    string `json:"texto"`
}

func seeAvisos(avisos []registers.Aviso) []verAviso {
	out := make([]verAviso, 0, len(avisos))
	for _, a := range avisos {
		v := verAviso{Criterio: a.Criterio, Texto: a.Texto}
		if !a.Articulo.IsZero() {
			v.Articulo = cite(a.Articulo)
		}
		out = append(out, v)
	}
	return out
}

type verPlaza struct {
	Plaza    int          `json:"plaza"`
	Cargo    string       `json:"cargo"`
	Firmante *verFirmante `json:"firmante,omitempty"`
}

type verFirmante struct {
	Persona  string       `json:"persona"`
	Nombre   string       `json:"nombre"`
	Cargo    domain.Cargo `json:"cargo"`
	Clave    string       `json:"clave"`
	Modo     diario.Modo  `json:"modo"`
	Instante instante     `json:"instante"`
}

type verActo struct {
	Acto            string            `json:"acto"`
	Establecimiento string            `json:"establecimiento"`
	Tipo            string            `json:"tipo"`
	Estado          registers.Estado  `json:"estado"`
	Digest          string            `json:"digest"`
	Jornada         domain.Fecha      `json:"jornada"`
	Hecho           instante          `json:"hecho"`
	Propuesto       instante          `json:"propuesto"`
	Caduca          instante          `json:"caduca"`
	Plazas          []verPlaza        `json:"plazas"`
	Libro           string            `json:"libro,omitempty"`
	Folio           *int64            `json:"folio,omitempty"`
	Datos           map[string]string `json:"datos"`
	Valores         map[string]string `json:"valores,omitempty"` // personal values, while they are kept
}

func seeActo(a *registers.Acto) verActo {
	v := verActo{Acto: a.ID, Establecimiento: a.Establecimiento, Tipo: a.Tipo, Estado: a.Estado, Digest: a.Huella,
		Jornada: a.Jornada, Hecho: instante(a.Hecho), Propuesto: instante(a.Propuesto), Caduca: instante(a.Caduca),
		Libro: a.Libro, Plazas: make([]verPlaza, 0, len(a.Plazas)), Datos: map[string]string{}}
	if a.Folio > 0 {
		v.Folio = &a.Folio
	}
	for _, p := range a.Plazas {
		slot := verPlaza{Plaza: p.Num, Cargo: string(p.Quien)}
		if f := p.Firmante; f != nil {
			slot.Firmante = &verFirmante{f.Persona, f.Nombre, f.Cargo, f.Clave, f.Modo, instante(f.Instante)}
		}
		v.Plazas = append(v.Plazas, slot)
	}
	for _, d := range a.Datos {
		v.Datos[d.Nombre] = d.Valor
	}
	for _, p := range a.Personal {
		if v.Valores == nil {
			v.Valores = map[string]string{}
		}
		v.Valores[p.Nombre] = p.Valor
	}
	return v
}

// visibleActo loads the act of a route, if it is of the caller's establecimiento.
func (s *Servidor) visibleActo(c echo.Context) (registers.Acto, error) {
	a, err := s.cfg.Casa.Acto(c.Request().Context(), c.Param("a"))
	if err != nil {
		return a, err
	}
	if p := sesionDe(c).Persona; a.Establecimiento != diario.Entidad && !p.ServesIn(a.Establecimiento) {
		return a, errAmbito
	}
	return a, nil
}

func (s *Servidor) getActo(c echo.Context) error {
	a, err := s.visibleActo(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, seeActo(&a))
}

type peticionFirmas struct {
	PIN        string      `json:"pin" validate:"required,max=32"`
	Credencial string      `json:"credencial" validate:"required,max=200"`
	Usuario    string      `json:"usuario" validate:"max=32"`
	Digest     string      `json:"digest" validate:"max=64"`
	Plaza      int         `json:"plaza" validate:"min=0,max=9"`
	Modo       diario.Modo `json:"modo" validate:"omitempty,oneof=clave manuscrita se_niega"`
	Ejemplar   int64       `json:"ejemplar" validate:"min=0"`
}

type respuestaFirmas struct {
	Estado registers.Estado `json:"estado"`
	Acto   verActo          `json:"acto"`
}

// postFirmas signs an act. The badge says who signs; the session only carries it.
func (s *Servidor) postFirmas(c echo.Context) error {
	var req peticionFirmas
	if err := bind(c, &req); err != nil {
		return err
	}
	a, err := s.visibleActo(c)
	if err != nil {
		return err
	}
	c.Set(claveHuella, s.huella(req.claro()))
	show := func(a registers.Acto, err error) error {
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, respuestaFirmas{a.Estado, seeActo(&a)})
	}
	return s.onceIn(c, a.Establecimiento, string(a.Jornada), creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.Firmar(ctx, registers.FirmaRequest{Acto: a.ID, PIN: req.PIN, Credencial: req.Credencial,
				Usuario: req.Usuario, Huella: req.Digest, Plaza: req.Plaza, Modo: req.Modo, Ejemplar: req.Ejemplar}))
		},
		replay: func(int, string) error { return show(s.cfg.Casa.Acto(c.Request().Context(), a.ID)) },
	})
}

// claro is a request to sign as its Idempotency-Key keeps it: without the PIN, of which no
// digest is kept, keyed or not.
func (r *peticionFirmas) claro() []byte {
	return fmt.Appendf(nil, "%q %q %q %d %q %d", r.Credencial, r.Usuario, r.Digest, r.Plaza, r.Modo, r.Ejemplar)
}

// postRetirada withdraws an act.
func (s *Servidor) postRetirada(c echo.Context) error {
	var req peticionMotivo
	if err := bind(c, &req); err != nil {
		return err
	}
	a, err := s.visibleActo(c)
	if err != nil {
		return err
	}
	show := func(a registers.Acto, err error) error {
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, seeActo(&a))
	}
	return s.onceIn(c, a.Establecimiento, string(a.Jornada), creacion{
		do: func(ctx context.Context) error {
			return show(s.cfg.Casa.WithdrawActo(ctx, registers.RetiradaFacts{Acto: a.ID, Autor: autor(c), Motivo: req.Motivo}))
		},
		replay: func(int, string) error { return show(s.cfg.Casa.Acto(c.Request().Context(), a.ID)) },
	})
}

type listaActos struct {
	Actos []verActo `json:"actos"`
}

// getActos lists the acts that wait for a signature.
func (s *Servidor) getActos(c echo.Context) error { return s.listActos(c, c.Param("e")) }

// getActosEntidad lists those that are of no establecimiento.
func (s *Servidor) getActosEntidad(c echo.Context) error { return s.listActos(c, diario.Entidad) }

func (s *Servidor) listActos(c echo.Context, establecimiento string) error {
	list, err := s.cfg.Casa.ActosPendientes(c.Request().Context(), establecimiento, "")
	if err != nil {
		return err
	}
	out := listaActos{Actos: make([]verActo, 0, len(list))}
	for k := range list {
		out.Actos = append(out.Actos, seeActo(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// replayActo answers an idempotent replay with the act as it now is.
func (s *Servidor) replayActo(c echo.Context) func(int, string) error {
	return func(estado int, ref string) error {
		a, err := s.cfg.Casa.Acto(c.Request().Context(), ref)
		if err != nil {
			return err
		}
		if estado == http.StatusCreated {
			return created(c, actoPath(&a), actoResponse(&a, nil))
		}
		return c.JSON(estado, actoResponse(&a, nil))
	}
}

func actoPath(a *registers.Acto) string { return "/api/v1/actos/" + a.ID }

// actoResponse names an act, with its result when it is a count.
func actoResponse(a *registers.Acto, avisos []registers.Aviso) respuestaActo {
	r := respuestaActo{Acto: a.ID, Avisos: seeAvisos(avisos)}
	if n, err := strconv.ParseInt(a.Dato("resultado"), 10, 64); err == nil {
		result := domain.Importe(n)
		r.Resultado = &result
	}
	return r
}
