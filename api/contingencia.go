package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/registers"
	"foliado/templates"
)

// rutasContingencia are the routes by which the door transcribes what it wrote by hand
// (criterio HOR-2).
func (s *Servidor) rutasContingencia() []ruta {
	const e = "/api/v1/establecimientos/:e/contingencia"
	return []ruta{
		{metodo: "GET", camino: e, cargos: puertaVe, hace: s.getTranscripciones, resumen: "Lo que la puerta ha transcrito de sus impresos en una jornada (criterio HOR-2)", consulta: []string{"jornada"}, estado: 200, respuesta: listaTranscripciones{}},
		{metodo: "POST", camino: e + "/tarjetas", cargos: puertaHace, hace: s.postTarjetaPapel, resumen: "Transcribe una tarjeta escrita a mano, con su hora verdadera (HOR-2)", idem: true, cuerpo: peticionTarjetaPapel{}, estado: 201, respuesta: verTranscripcion{}},
		{metodo: "POST", camino: e + "/denegaciones", cargos: puertaHace, hace: s.postDenegacionPapel, resumen: "Transcribe una denegación escrita a mano, con su hora verdadera (HOR-2)", idem: true, cuerpo: peticionDenegacionPapel{}, estado: 201, respuesta: verTranscripcion{}},
	}
}

// peticionTarjetaPapel is a form of a card, as it was filled in.
type peticionTarjetaPapel struct {
	peticionComprobacion
	cuando
	Precio    domain.Importe   `json:"precio" validate:"min=0"`
	Reduccion acceso.Reduccion `json:"reduccion,omitempty" validate:"max=40"`
	Consulta  string           `json:"lista_consultada" validate:"max=500"` // with which copy of the barred list she was checked by hand
}

// peticionDenegacionPapel is a form of a refusal, as it was filled in.
type peticionDenegacionPapel struct {
	peticionComprobacion
	cuando
	Causa  acceso.Causa `json:"causa" validate:"max=40"`
	Motivo string       `json:"motivo,omitempty" validate:"max=1000"`
}

type verTranscripcion struct {
	Tarjeta    int64    `json:"tarjeta,omitempty"`
	Denegacion int64    `json:"denegacion,omitempty"`
	Formulario string   `json:"formulario"`
	Hora       instante `json:"hora"`
	Anotacion  instante `json:"anotacion"`
	Alerta     bool     `json:"alerta"` // the holder of the card may not be inside: the supervisor has been told
	Mensaje    string   `json:"mensaje,omitempty"`
}

type listaTranscripciones struct {
	Transcripciones []verTranscripcion `json:"transcripciones"`
}

func seeTranscripcion(x *admission.Transcripcion) verTranscripcion {
	v := verTranscripcion{Formulario: x.Formulario, Hora: instante(x.Hecho), Anotacion: instante(x.Anotada), Alerta: x.Alerta}
	if x.Tarjeta {
		v.Tarjeta = x.Numero
	} else {
		v.Denegacion = x.Numero
	}
	if x.Alerta {
		v.Mensaje = mensajeVeredicto(acceso.NoPuedeEntrar)
	}
	return v
}

func (s *Servidor) getTranscripciones(c echo.Context) error {
	j, err := s.jornadaPedida(c)
	if err != nil {
		return err
	}
	list, err := s.cfg.Puerta.Transcripciones(c.Request().Context(), c.Param("e"), j)
	if err != nil {
		return err
	}
	out := listaTranscripciones{Transcripciones: make([]verTranscripcion, 0, len(list))}
	for k := range list {
		out.Transcripciones = append(out.Transcripciones, seeTranscripcion(&list[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// papel is the form of a request: whom it is about, and when.
func (s *Servidor) papel(p *peticionComprobacion, w cuando) (admission.Impreso, error) {
	v, err := p.visitante()
	if err != nil {
		return admission.Impreso{}, err
	}
	h, err := s.hora(w)
	return admission.Impreso{Visitante: v, Hora: h}, err
}

// transcribed does what a request asks and answers with what is on record under its number.
func (s *Servidor) transcribed(c echo.Context, tarjeta bool, do func(ctx context.Context) (int64, error)) error {
	show := func(n int64) error {
		e := c.Param("e")
		j, ok, err := s.cfg.Puerta.Transcripcion(c.Request().Context(), e, tarjeta, n)
		if err == nil && !ok {
			err = admission.ErrNoExiste
		}
		if err != nil {
			return err
		}
		thing := "denegaciones"
		if tarjeta {
			thing = "tarjetas"
		}
		return created(c, lugar(c, thing, n), seeTranscripcion(&j))
	}
	return s.once(c, "", numerada(func(ctx context.Context) error {
		n, err := do(ctx)
		if err != nil {
			return err
		}
		return show(n)
	}, show))
}

func (s *Servidor) postTarjetaPapel(c echo.Context) error {
	var req peticionTarjetaPapel
	if err := bind(c, &req); err != nil {
		return err
	}
	i, err := s.papel(&req.peticionComprobacion, req.cuando)
	if err != nil {
		return err
	}
	return s.transcribed(c, true, func(ctx context.Context) (int64, error) {
		x, err := s.cfg.Puerta.TranscribeTarjeta(ctx, c.Param("e"), admission.TarjetaPapel{Impreso: i, Precio: req.Precio, Reduccion: req.Reduccion, Consulta: req.Consulta}, autor(c))
		return x.Numero, err
	})
}

func (s *Servidor) postDenegacionPapel(c echo.Context) error {
	var req peticionDenegacionPapel
	if err := bind(c, &req); err != nil {
		return err
	}
	i, err := s.papel(&req.peticionComprobacion, req.cuando)
	if err != nil {
		return err
	}
	return s.transcribed(c, false, func(ctx context.Context) (int64, error) {
		d, err := s.cfg.Puerta.TranscribeDenegacion(ctx, c.Param("e"), admission.DenegacionPapel{Impreso: i, Causa: req.Causa, Motivo: req.Motivo}, autor(c))
		return d.Numero, err
	})
}

// paginasContingencia is the page by which the door transcribes its forms.
func (s *Servidor) paginasContingencia() []ruta {
	const e = "/establecimientos/:e/contingencia"
	return []ruta{
		{metodo: "GET", camino: e, cargos: puertaVe, hace: s.getPaginaContingencia, resumen: "Impresos de contingencia de la puerta"},
		{metodo: "POST", camino: e + "/tarjetas", cargos: puertaHace, hace: s.formTarjetaPapel, resumen: "Transcribe una tarjeta escrita a mano"},
		{metodo: "POST", camino: e + "/denegaciones", cargos: puertaHace, hace: s.formDenegacionPapel, resumen: "Transcribe una denegación escrita a mano"},
	}
}

func (s *Servidor) getPaginaContingencia(c echo.Context) error {
	return s.drawContingencia(c, templates.FormaImpreso{}, nil)
}

// drawContingencia draws the forms of the door, with what was typed of one and what was wrong.
func (s *Servidor) drawContingencia(c echo.Context, typed templates.FormaImpreso, wrong error) error {
	ctx, e := c.Request().Context(), c.Param("e")
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Contingencia{Forma: typed, Tipos: tiposDocumento, Casos: casos()}
	if p.Marco, err = s.marco(c, "Contingencia de la puerta", e); err != nil {
		return err
	}
	p.Problema, p.Puede = problem, ruta{cargos: puertaHace}.admits(p.Cargo)
	for _, k := range admission.CausasImpreso() {
		p.Causas = append(p.Causas, templates.Opcion{Valor: string(k), Texto: k.Nombre(), Elegida: string(k) == typed.Causa})
	}
	forms, _, err := s.cfg.Casa.Formularios(ctx, e)
	if err != nil {
		return err
	}
	for _, f := range forms {
		if f.Clase == registers.FormularioTarjeta || f.Clase == registers.FormularioDenegacion {
			p.Impresos = append(p.Impresos, templates.Formulario{Numero: f.Formulario, Estado: string(f.Estado)})
		}
	}
	if p.Jornada == "" {
		return render(c, status, p)
	}
	done, err := s.cfg.Puerta.Transcripciones(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	for _, x := range done {
		p.Transcritos = append(p.Transcritos, templates.Transcrito{Formulario: x.Formulario, Tarjeta: x.Tarjeta, Numero: x.Numero, Hora: x.Hecho, Anotada: x.Anotada, Alerta: x.Alerta})
	}
	return render(c, status, p)
}

// impresoTecleado is a form as typed on the page.
func (s *Servidor) impresoTecleado(c echo.Context) (templates.FormaImpreso, admission.Impreso, error) {
	f := templates.FormaImpreso{Formulario: strings.ToUpper(field(c, "formulario")), Hora: field(c, "hora"), Demora: field(c, "demora"), Tipo: field(c, "tipo"),
		Pais: strings.ToUpper(field(c, "pais")), Numero: field(c, "numero"), Nombre: field(c, "nombre"), Apellidos: field(c, "apellidos"),
		FechaNacimiento: field(c, "fecha_nacimiento"), Precio: field(c, "precio"), Reduccion: field(c, "reduccion"), Consulta: field(c, "lista_consultada"),
		Causa: field(c, "causa"), Motivo: field(c, "motivo"), Caducidad: field(c, "caducidad")}
	i := admission.Impreso{Visitante: admission.Visitante{Tipo: f.Tipo, Pais: f.Pais, Numero: f.Numero, Nombre: f.Nombre, Apellidos: f.Apellidos}}
	if i.Tipo == "" {
		i.Tipo = string(tipoTecleado(f.Numero))
	}
	var err error
	if i.Hora, err = s.horaTecleada(c); err == nil && i.Hora.Hecho.IsZero() {
		err = errHoraTecleada
	}
	if err != nil {
		return f, i, err
	}
	i.Hora.Formulario = f.Formulario
	if i.FechaNacimiento, err = fechaTecleada("fecha_nacimiento", f.FechaNacimiento); err != nil {
		return f, i, err
	}
	i.Caducidad, err = fechaOpcional(c, "caducidad")
	return f, i, err
}

// formImpreso transcribes a form of the page, and shows the page again.
func (s *Servidor) formImpreso(c echo.Context, do func(ctx context.Context, i admission.Impreso) error) error {
	typed, i, err := s.impresoTecleado(c)
	if err != nil {
		return s.drawContingencia(c, typed, err)
	}
	return s.onceFormTo(c, paginaDe(c.Param("e"), "contingencia"), func(ctx context.Context) error { return do(ctx, i) },
		func(wrong error) error { return s.drawContingencia(c, typed, wrong) })
}

func (s *Servidor) formTarjetaPapel(c echo.Context) error {
	return s.formImpreso(c, func(ctx context.Context, i admission.Impreso) error {
		price, err := importeTecleado(c, "precio")
		if err == nil {
			_, err = s.cfg.Puerta.TranscribeTarjeta(ctx, c.Param("e"), admission.TarjetaPapel{Impreso: i, Precio: price,
				Reduccion: acceso.Reduccion(field(c, "reduccion")), Consulta: field(c, "lista_consultada")}, autor(c))
		}
		return err
	})
}

func (s *Servidor) formDenegacionPapel(c echo.Context) error {
	return s.formImpreso(c, func(ctx context.Context, i admission.Impreso) error {
		_, err := s.cfg.Puerta.TranscribeDenegacion(ctx, c.Param("e"), admission.DenegacionPapel{Impreso: i, Causa: acceso.Causa(field(c, "causa")),
			Motivo: field(c, "motivo")}, autor(c))
		return err
	})
}
