package api

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers"
)

// cambioHace are those who may be asked for an exchange; the rule says which of them makes
// it (arts. 31.2, 32.3).
var cambioHace = []domain.Cargo{domain.Cajero, domain.Crupier, domain.Cambista, domain.JefeMesa, domain.InspectorMesa, domain.Director, domain.Subdirector}

// rutasCambio are the routes about exchanges of money and chips with players.
func (s *Servidor) rutasCambio() []ruta {
	const e = "/api/v1/establecimientos/:e/cambios"
	return []ruta{
		{metodo: "GET", camino: e, cargos: librosVe, hace: s.getCambios, resumen: "Cambios y canjes anotados en una jornada (arts. 28.1, 31.2, 34.1)", consulta: []string{"jornada"}, estado: 200, respuesta: listaCambios{}},
		{metodo: "POST", camino: e, cargos: cambioHace, hace: s.postCambio, resumen: "Anota un cambio o un canje con un visitante, en la caja o en una mesa (arts. 28.1, 30.1, 30.2, 31.2, 34.1)", idem: true, cuerpo: peticionCambioCliente{}, estado: 201, respuesta: verCambio{}},
	}
}

type verCambio struct {
	Numero        int64          `json:"numero"`
	Hora          instante       `json:"hora"`
	Sentido       libros.Sentido `json:"sentido"`
	Punto         string         `json:"punto"` // "caja" or "mesa"
	Mesa          int            `json:"mesa"`  // 0 at the caja
	Medio         libros.Medio   `json:"medio"`
	Divisa        string         `json:"divisa"`
	ImporteDivisa int64          `json:"importe_divisa"` // in hundredths of the currency
	TipoCambio    string         `json:"tipo_cambio"`
	Importe       domain.Importe `json:"importe"`
	Fichas        domain.Importe `json:"fichas"`
	Tarjeta       int64          `json:"tarjeta"`
	Avisos        []verAviso     `json:"avisos,omitempty"`
}

func seeCambio(k *registers.Cambio, avisos []registers.Aviso) verCambio {
	v := verCambio{k.Numero, instante(k.Hora), k.Sentido, "caja", k.Mesa, k.Medio, k.Divisa, k.ImporteDivisa, k.TipoCambio, k.Importe, k.Fichas, k.Tarjeta, seeAvisos(avisos)}
	if k.Mesa > 0 {
		v.Punto = "mesa"
	}
	return v
}

type listaCambios struct {
	Cambios []verCambio `json:"cambios"`
}

func (s *Servidor) getCambios(c echo.Context) error {
	fecha, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	ks, err := s.cfg.Casa.Cambios(c.Request().Context(), c.Param("e"), fecha)
	if err != nil {
		return err
	}
	out := listaCambios{Cambios: make([]verCambio, 0, len(ks))}
	for k := range ks {
		out.Cambios = append(out.Cambios, seeCambio(&ks[k], nil))
	}
	return c.JSON(http.StatusOK, out)
}

type peticionCambioCliente struct {
	Sentido       string         `json:"sentido" validate:"required,max=16"`
	Mesa          int            `json:"mesa,omitempty" validate:"min=0,max=9999"`
	Medio         string         `json:"medio,omitempty" validate:"max=32"`
	Divisa        string         `json:"divisa,omitempty" validate:"max=3"`
	ImporteDivisa int64          `json:"importe_divisa,omitempty" validate:"min=0"`
	TipoCambio    string         `json:"tipo_cambio,omitempty" validate:"max=20"`
	Importe       domain.Importe `json:"importe" validate:"required"`
	Fichas        domain.Importe `json:"fichas"`
	Tarjeta       int64          `json:"tarjeta,omitempty" validate:"min=0"`
	cuando
}

// postCambio puts an exchange with a player on record.
func (s *Servidor) postCambio(c echo.Context) error {
	var req peticionCambioCliente
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	path := "/api/v1/establecimientos/" + c.Param("e") + "/cambios"
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			k, avisos, err := s.cfg.Casa.RecordCambio(ctx, autor(c), h, c.Param("e"), registers.CambioClienteFacts{Sentido: libros.Sentido(req.Sentido), Mesa: req.Mesa,
				Medio: libros.Medio(req.Medio), Divisa: req.Divisa, ImporteDivisa: req.ImporteDivisa, TipoCambio: req.TipoCambio, Importe: req.Importe, Fichas: req.Fichas, Tarjeta: req.Tarjeta})
			if err != nil {
				return err
			}
			return created(c, path, seeCambio(&k, avisos))
		},
		replay: func(_ int, ref string) error {
			j, err := s.cfg.Casa.LastJornada(c.Request().Context(), c.Param("e"))
			if err != nil {
				return err
			}
			ks, err := s.cfg.Casa.Cambios(c.Request().Context(), c.Param("e"), j.Fecha)
			if err != nil {
				return err
			}
			for k := range ks {
				if decimal(ks[k].Numero) == ref {
					return created(c, path, seeCambio(&ks[k], nil))
				}
			}
			return echo.ErrNotFound
		},
	})
}

// formCambio puts an exchange of the caja on record from its form.
func (s *Servidor) formCambio(c echo.Context) error {
	wrong := map[string]string{}
	f := registers.CambioClienteFacts{Sentido: libros.Sentido(field(c, "sentido")), Medio: libros.Medio(field(c, "medio")), Divisa: field(c, "divisa"), TipoCambio: field(c, "tipo_cambio")}
	f.Importe = readImporte(c, "importe", "Dinero", wrong)
	f.Fichas = readImporte(c, "fichas_importe", "Fichas", wrong)
	if field(c, "importe_divisa") != "" {
		f.ImporteDivisa = int64(readImporte(c, "importe_divisa", "Importe en esa moneda", wrong))
	}
	if field(c, "tarjeta") != "" {
		n, ok := parsePiezas(field(c, "tarjeta"))
		if !ok {
			wrong["tarjeta"] = "Tarjeta: se escribe su número"
		}
		f.Tarjeta = n
	}
	var err error
	if len(wrong) > 0 {
		err = &errForma{wrong}
	} else {
		show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "caja")) }
		err = s.onceForm(c, func(ctx context.Context) error {
			if _, _, err := s.cfg.Casa.RecordCambio(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), f); err != nil {
				return err
			}
			return show("")
		}, show)
	}
	return s.cajaAfter(c, err)
}
