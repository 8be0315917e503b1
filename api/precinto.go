package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain/libros"
	"foliado/registers"
	"foliado/reports"
)

// rutasPrecinto are the routes of the seals of the wheels (arts. 133.e, 140).
func (s *Servidor) rutasPrecinto() []ruta {
	const e = "/api/v1/establecimientos/:e"
	const m = e + "/mesas/:m"
	return []ruta{
		{metodo: "GET", camino: e + "/precintos", cargos: depositoVe, hace: s.getPrecintos, resumen: "Precintos de las ruletas y libro de desprecintos fuera de horario (art. 140.3)", consulta: []string{"desde", "hasta"}, estado: 200, respuesta: listaPrecintos{}},
		{metodo: "GET", camino: e + "/desprecintos/impreso", cargos: depositoVe, hace: s.getDesprecintosPDF, resumen: "Libro de desprecintos fuera de horario, en PDF (art. 140.3)", consulta: []string{"desde", "hasta"}, pdf: true, estado: 200},
		{metodo: "POST", camino: m + "/precintos", cargos: depositoHace, hace: s.postPrecinto, resumen: "Anota que el cilindro queda tapado con llave o precinto (art. 133.e)", idem: true, cuerpo: peticionPrecinto{}, estado: 201, respuesta: verPrecinto{}},
		{metodo: "POST", camino: m + "/levantamientos", cargos: depositoHace, hace: s.postLevantaPrecinto, resumen: "Levanta el precinto tras contar el anticipo (art. 140.1)", idem: true, cuerpo: peticionLevantaPrecinto{}, estado: 201, respuesta: verPrecinto{}},
		{metodo: "POST", camino: m + "/desprecintos", cargos: depositoHace, hace: s.postDesprecinto, resumen: "Anota un desprecinto fuera de horario (arts. 140.2, 140.3)", idem: true, cuerpo: peticionDesprecinto{}, estado: 201, respuesta: verDesprecinto{}},
		{metodo: "POST", camino: e + "/desprecintos/:n/precinto", cargos: depositoHace, hace: s.postPrecintoNuevo, resumen: "Anota el precinto nuevo, que cierra el desprecinto (art. 140.3)", idem: true, cuerpo: peticionPrecinto{}, estado: 201, respuesta: verDesprecinto{}},
	}
}

type verPrecinto struct {
	Mesa   int                   `json:"mesa"`
	Medio  string                `json:"medio"`
	Numero string                `json:"numero,omitempty"`
	Estado libros.EstadoPrecinto `json:"estado"`
	Hora   instante              `json:"hora"`
}

func seePrecinto(p registers.Precinto) verPrecinto {
	return verPrecinto{p.Mesa, p.Medio, p.Numero, p.Estado, instante(p.Hora)}
}

type verDesprecinto struct {
	Folio     int64     `json:"folio"`
	Mesa      int       `json:"mesa"`
	Motivo    string    `json:"motivo"`
	Hora      instante  `json:"hora"`
	Precinto  string    `json:"precinto"`
	Presentes []string  `json:"presentes"`
	Otros     string    `json:"otros,omitempty"`
	Nuevo     string    `json:"nuevo,omitempty"`
	HoraNuevo *instante `json:"hora_nuevo,omitempty"`
}

func seeDesprecinto(d *registers.DesprecintoAnotado) verDesprecinto {
	v := verDesprecinto{Folio: d.Folio, Mesa: d.Mesa, Motivo: d.Motivo, Hora: instante(d.Hora), Precinto: d.Precinto, Presentes: d.Presentes, Otros: d.Otros, Nuevo: d.Nuevo}
	if v.Presentes == nil {
		v.Presentes = []string{}
	}
	if !d.HoraNuevo.IsZero() {
		at := instante(d.HoraNuevo)
		v.HoraNuevo = &at
	}
	return v
}

type listaPrecintos struct {
	Precintos    []verPrecinto    `json:"precintos"`
	Desprecintos []verDesprecinto `json:"desprecintos"`
}

func (s *Servidor) getPrecintos(c echo.Context) error {
	ctx := c.Request().Context()
	ps, err := s.cfg.Casa.Precintos(ctx, c.Param("e"))
	if err != nil {
		return err
	}
	ds, err := s.desprecintosPedidos(c)
	if err != nil {
		return err
	}
	out := listaPrecintos{Precintos: []verPrecinto{}, Desprecintos: []verDesprecinto{}}
	for _, p := range ps {
		out.Precintos = append(out.Precintos, seePrecinto(p))
	}
	for k := range ds {
		out.Desprecintos = append(out.Desprecintos, seeDesprecinto(&ds[k]))
	}
	return c.JSON(http.StatusOK, out)
}

func (s *Servidor) desprecintosPedidos(c echo.Context) ([]registers.DesprecintoAnotado, error) {
	desde, hasta, err := tramoPedido(c)
	if err != nil {
		return nil, err
	}
	return s.cfg.Casa.Desprecintos(c.Request().Context(), c.Param("e"), desde, hasta)
}

type peticionPrecinto struct {
	Medio  string `json:"medio" validate:"required,max=20"`
	Numero string `json:"numero,omitempty" validate:"max=40"`
	cuando
}

// anotaPrecinto answers a POST that leaves the wheel of a table otherwise with how it stands,
// the first time and again.
func (s *Servidor) anotaPrecinto(c echo.Context, w cuando, do func(context.Context, registers.Hora, int) (registers.Precinto, error)) error {
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	h, err := s.hora(w)
	if err != nil {
		return err
	}
	path := "/api/v1/establecimientos/" + c.Param("e") + "/precintos"
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			p, err := do(ctx, h, mesa)
			if err != nil {
				return err
			}
			return created(c, path, seePrecinto(p))
		},
		replay: func(int, string) error {
			ps, err := s.cfg.Casa.Precintos(c.Request().Context(), c.Param("e"))
			for _, p := range ps {
				if p.Mesa == mesa {
					return created(c, path, seePrecinto(p))
				}
			}
			return notFound(err)
		},
	})
}

func (s *Servidor) postPrecinto(c echo.Context) error {
	var req peticionPrecinto
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.anotaPrecinto(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Precinto, error) {
		return s.cfg.Casa.SealMesa(ctx, autor(c), h, c.Param("e"), mesa, req.Medio, req.Numero)
	})
}

type peticionLevantaPrecinto struct {
	Publico bool `json:"publico"` // there was any to see it
	cuando
}

func (s *Servidor) postLevantaPrecinto(c echo.Context) error {
	var req peticionLevantaPrecinto
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.anotaPrecinto(c, req.cuando, func(ctx context.Context, h registers.Hora, mesa int) (registers.Precinto, error) {
		return s.cfg.Casa.LiftPrecinto(ctx, autor(c), h, c.Param("e"), mesa, req.Publico)
	})
}

type peticionDesprecinto struct {
	Motivo    string   `json:"motivo" validate:"required,max=40"`
	Numero    string   `json:"numero,omitempty" validate:"max=40"` // of the seal removed
	Presentes []string `json:"presentes,omitempty" validate:"max=20,dive,max=32"`
	Otros     string   `json:"otros,omitempty" validate:"max=300"`
	cuando
}

// anotaDesprecinto answers a POST about an entry of the book of unsealing with that entry.
func (s *Servidor) anotaDesprecinto(c echo.Context, w cuando, do func(context.Context, registers.Hora) (int64, error)) error {
	h, err := s.hora(w)
	if err != nil {
		return err
	}
	answer := func(ctx context.Context, folio int64) error {
		x, err := s.cfg.Casa.DesprecintoAnotado(ctx, c.Param("e"), folio)
		if err != nil {
			return err
		}
		return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/precintos", seeDesprecinto(&x))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			folio, err := do(ctx, h)
			if err != nil {
				return err
			}
			return answer(ctx, folio)
		},
		replay: func(_ int, ref string) error {
			folio, err := strconv.ParseInt(ref, 10, 64)
			if err != nil {
				return notFound(err)
			}
			return answer(c.Request().Context(), folio)
		},
	})
}

func (s *Servidor) postDesprecinto(c echo.Context) error {
	var req peticionDesprecinto
	if err := bind(c, &req); err != nil {
		return err
	}
	mesa, err := mesaPedida(c)
	if err != nil {
		return err
	}
	return s.anotaDesprecinto(c, req.cuando, func(ctx context.Context, h registers.Hora) (int64, error) {
		return s.cfg.Casa.Unseal(ctx, autor(c), h, c.Param("e"), mesa, registers.DesprecintoFacts{Motivo: req.Motivo, Numero: req.Numero, Presentes: req.Presentes, Otros: req.Otros})
	})
}

func (s *Servidor) postPrecintoNuevo(c echo.Context) error {
	var req peticionPrecinto
	if err := bind(c, &req); err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.anotaDesprecinto(c, req.cuando, func(ctx context.Context, h registers.Hora) (int64, error) {
		_, err := s.cfg.Casa.Reseal(ctx, autor(c), h, c.Param("e"), n, req.Medio, req.Numero)
		return n, err
	})
}

// presentesDe are the names of who was at an unsealing.
func presentesDe(d *registers.DesprecintoAnotado) []string {
	names := append([]string(nil), d.Presentes...)
	if d.Otros != "" {
		names = append(names, d.Otros)
	}
	return names
}

// motivoDesprecinto is the reason in words.
func motivoDesprecinto(m string) string { return capital(strings.ReplaceAll(m, "_", " ")) }

func (s *Servidor) getDesprecintosPDF(c echo.Context) error {
	ctx, e := c.Request().Context(), c.Param("e")
	ds, err := s.desprecintosPedidos(c)
	if err != nil {
		return err
	}
	casa, err := s.casaImpresa(ctx, e)
	if err != nil {
		return err
	}
	f := reports.DesprecintosFacts{Casa: casa, Desde: fechaConsulta(c, "desde"), Hasta: fechaConsulta(c, "hasta"), Emitido: s.cfg.Escritor.Ahora()}
	last := int64(0)
	for k := range ds {
		d := &ds[k]
		f.Desprecintos = append(f.Desprecintos, reports.Desprecinto{Folio: d.Folio, Mesa: d.Mesa, Motivo: motivoDesprecinto(d.Motivo), Hora: d.Hora, Precinto: d.Precinto,
			Nuevo: d.Nuevo, HoraNuevo: d.HoraNuevo, Presentes: presentesDe(d)})
		last = max(last, d.Posicion)
	}
	cp, err := s.checkpointDe(ctx, last)
	if err != nil {
		return err
	}
	f.Evidencia = reports.Evidencia{Token: e + "/" + registers.LibroDesprecintos, Checkpoint: cp, Criterios: []string{"LIB-1"}}
	if len(ds) > 0 {
		f.Evidencia.Asientos = fmt.Sprintf("%d a %d", ds[0].Asiento, ds[len(ds)-1].Asiento)
	}
	return s.pdf(c, e+"-desprecintos.pdf", func(w io.Writer, o reports.Options) error { return reports.Desprecintos(w, f, o) })
}
