package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/deposito"
	"foliado/registers"
	"foliado/reports"
)

type libroDeposito struct {
	Condicion string               `json:"condicion"`
	Entradas  []verEntradaDeposito `json:"entradas"`
}

// tramoPedido reads the dates of the query: from the beginning of desde to the end of hasta,
// by the clock on the wall; zero instants when they are not given.
func tramoPedido(c echo.Context) (desde, hasta time.Time, err error) {
	for _, q := range []struct {
		nombre string
		dst    *time.Time
		days   int
	}{{"desde", &desde, 0}, {"hasta", &hasta, 1}} {
		v := c.QueryParam(q.nombre)
		if v == "" {
			continue
		}
		f, err := domain.ParseFecha(v)
		if err != nil {
			return desde, hasta, &errForma{map[string]string{q.nombre: err.Error()}}
		}
		day, err := time.ParseInLocation(time.DateOnly, string(f), domain.Madrid)
		if err != nil {
			return desde, hasta, &errForma{map[string]string{q.nombre: err.Error()}}
		}
		*q.dst = day.AddDate(0, 0, q.days)
	}
	return desde, hasta, nil
}

// fechaConsulta is a date of the query that tramoPedido read.
func fechaConsulta(c echo.Context, nombre string) domain.Fecha {
	return domain.Fecha(c.QueryParam(nombre))
}

func (s *Servidor) libroDepositoPedido(c echo.Context) (registers.Deposito, []registers.LineaLibroDeposito, error) {
	ctx, e := c.Request().Context(), c.Param("e")
	desde, hasta, err := tramoPedido(c)
	if err != nil {
		return registers.Deposito{}, nil, err
	}
	d, err := s.cfg.Casa.Deposito(ctx, e)
	if err != nil {
		return d, nil, err
	}
	ls, err := s.cfg.Casa.LibroDeposito(ctx, e, desde, hasta)
	return d, ls, err
}

func (s *Servidor) getLibroDeposito(c echo.Context) error {
	d, ls, err := s.libroDepositoPedido(c)
	if err != nil {
		return err
	}
	out := libroDeposito{Condicion: condicionDeposito(d.Resolucion), Entradas: make([]verEntradaDeposito, 0, len(ls))}
	for k := range ls {
		out.Entradas = append(out.Entradas, seeEntradaDeposito(&ls[k]))
	}
	return c.JSON(http.StatusOK, out)
}

// entradaImpresa is a folio of the book in words, for paper and page.
func entradaImpresa(x *registers.LineaLibroDeposito) reports.EntradaDeposito {
	v := reports.EntradaDeposito{Folio: x.Folio, Hecho: x.Hecho, Que: quePaso(x)}
	for _, who := range []string{x.Llave, x.Empleado} {
		if who != "" {
			v.Presentes = append(v.Presentes, who)
		}
	}
	for k, u := range x.Unidades {
		l := reports.UnidadDeposito{Que: capital(u.Movimiento.Nombre()), Unidad: u.Numero, Fabricante: u.Fabricante, Clase: capital(u.Clase.Nombre()), Cartas: x.Cartas[k]}
		if u.Mesa > 0 {
			l.Mesa = fmt.Sprint(u.Mesa)
		}
		v.Unidades = append(v.Unidades, l)
	}
	return v
}

// quePaso says in words what an entry without units is.
func quePaso(x *registers.LineaLibroDeposito) string {
	switch x.Tipo {
	case registers.TipoDeposito:
		return "Apertura del libro; armarios: " + x.Dato("armarios")
	case registers.TipoTraspasoLlave:
		return "Traspaso de la llave"
	case registers.TipoComunicacionNaipes:
		return "Comunicada la incidencia " + x.Dato("incidencia")
	}
	if x.Dato("inspeccion") == "si" {
		return "Inspección"
	}
	return ""
}

func (s *Servidor) getLibroDepositoPDF(c echo.Context) error {
	ctx := c.Request().Context()
	d, ls, err := s.libroDepositoPedido(c)
	if err != nil {
		return err
	}
	casa, err := s.casaImpresa(ctx, c.Param("e"))
	if err != nil {
		return err
	}
	f := reports.LibroDepositoFacts{Casa: casa, Regimen: reports.Regimen{Resolucion: d.Resolucion}, Desde: fechaConsulta(c, "desde"), Hasta: fechaConsulta(c, "hasta"),
		Emitido: s.cfg.Escritor.Ahora()}
	last := int64(0)
	for k := range ls {
		f.Entradas = append(f.Entradas, entradaImpresa(&ls[k]))
		last = max(last, ls[k].Posicion)
	}
	cp, err := s.checkpointDe(ctx, last)
	if err != nil {
		return err
	}
	f.Evidencia = reports.Evidencia{Token: c.Param("e") + "/" + registers.LibroDeposito, Checkpoint: cp, Criterios: []string{"NAI-1", "LIB-1"}}
	if len(ls) > 0 {
		f.Evidencia.Asientos = fmt.Sprintf("%d a %d", ls[0].Asiento, ls[len(ls)-1].Asiento)
	}
	return s.pdf(c, c.Param("e")+"-deposito-naipes.pdf", func(w io.Writer, o reports.Options) error { return reports.LibroDeposito(w, f, o) })
}

type lineaDestruccion struct {
	Clase      deposito.Clase `json:"clase"`
	Fabricante string         `json:"fabricante"`
	Numero     string         `json:"numero"`
	Cartas     int            `json:"cartas"`
}

type verDestruccion struct {
	verEntrada
	Folio       int64              `json:"folio"`
	Llave       string             `json:"llave"`
	Empleado    string             `json:"empleado"`
	Funcionario string             `json:"funcionario,omitempty"`
	Unidades    []lineaDestruccion `json:"unidades"`
}

// getDestruccion answers a destruction, or its acta when the number ends in .pdf.
func (s *Servidor) getDestruccion(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	x, err := s.cfg.Casa.Destruccion(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfDestruccion(c, &x)
	}
	v := verDestruccion{seeEntrada(&x.EntradaFolio), x.Folio, x.Llave, x.Empleado, x.Funcionario, []lineaDestruccion{}}
	for _, u := range x.Unidades {
		v.Unidades = append(v.Unidades, lineaDestruccion{u.Clase, u.Fabricante, u.Numero, u.Cartas})
	}
	return c.JSON(http.StatusOK, v)
}

func (s *Servidor) pdfDestruccion(c echo.Context, x *registers.Destruccion) error {
	casa, err := s.casaImpresa(c.Request().Context(), x.Establecimiento)
	if err != nil {
		return err
	}
	cp, err := reports.NewCheckpoint(x.Checkpoint)
	if err != nil {
		return err
	}
	f := reports.DestruccionFacts{Casa: casa, Regimen: reports.Regimen{Resolucion: x.Resolucion}, Folio: x.Folio, Hecho: x.Hecho, Anotacion: x.Anotacion,
		Contingencia: x.Formulario, Asiento: x.Numero, Llave: x.Llave, Empleado: x.Empleado, Funcionario: x.Funcionario, Acto: printedActo(&x.EntradaFolio),
		Evidencia: reports.Evidencia{Token: x.Establecimiento + "/" + registers.LibroDeposito + "/" + decimal(x.Folio), Checkpoint: cp, Asientos: decimal(x.Numero),
			Criterios: []string{"NAI-1", "LIB-1"}}}
	for _, u := range x.Unidades {
		f.Unidades = append(f.Unidades, reports.UnidadDeposito{Clase: capital(u.Clase.Nombre()), Unidad: u.Numero, Fabricante: u.Fabricante, Cartas: u.Cartas, Debidas: u.Unidad.Cartas()})
	}
	return s.pdf(c, fmt.Sprintf("%s-destruccion-%d.pdf", x.Establecimiento, x.Folio), func(w io.Writer, o reports.Options) error { return reports.Destruccion(w, f, o) })
}

type verIncidencia struct {
	Incidencia     int64            `json:"incidencia"`
	Folio          int64            `json:"folio,omitempty"`
	Fabricante     string           `json:"fabricante"`
	Numero         string           `json:"numero"`
	Mesa           int              `json:"mesa,omitempty"`
	Hora           instante         `json:"hora"`
	Defecto        deposito.Defecto `json:"defecto"`
	Cartas         *int             `json:"cartas,omitempty"`
	Circunstancias string           `json:"circunstancias,omitempty"`
	Destinatario   string           `json:"destinatario"`
	Comunicada     *instante        `json:"comunicada,omitempty"`
}

func seeIncidencia(x *registers.IncidenciaNaipes) verIncidencia {
	v := verIncidencia{Incidencia: x.Incidencia, Folio: x.Folio, Fabricante: x.Fabricante, Numero: x.Numero, Mesa: x.Mesa, Hora: instante(x.Hecho), Defecto: x.Defecto,
		Circunstancias: x.Circunstancias, Destinatario: x.Destinatario}
	if x.Cartas >= 0 {
		v.Cartas = &x.Cartas
	}
	if !x.Comunicada.IsZero() {
		at := instante(x.Comunicada)
		v.Comunicada = &at
	}
	return v
}

// getIncidencia answers a withdrawal, or its parte when the number ends in .pdf.
func (s *Servidor) getIncidencia(c echo.Context) error {
	name, pdf := strings.CutSuffix(c.Param("n"), ".pdf")
	n, err := parseNumero(name)
	if err != nil {
		return err
	}
	x, err := s.cfg.Casa.Incidencia(c.Request().Context(), c.Param("e"), n)
	if err != nil {
		return err
	}
	if pdf {
		return s.pdfIncidencia(c, &x)
	}
	return c.JSON(http.StatusOK, seeIncidencia(&x))
}

func (s *Servidor) pdfIncidencia(c echo.Context, x *registers.IncidenciaNaipes) error {
	if x.Circunstancias == "" {
		return registers.ErrIncidenciaNaipes // its circumstances are gone: no paper without them
	}
	casa, err := s.casaImpresa(c.Request().Context(), x.Establecimiento)
	if err != nil {
		return err
	}
	cp, err := reports.NewCheckpoint(x.Checkpoint)
	if err != nil {
		return err
	}
	f := reports.IncidenciaNaipesFacts{Casa: casa, Incidencia: x.Incidencia, Folio: x.Folio, Caja: x.Numero, Fabricante: x.Fabricante, Mesa: x.Mesa, Hecho: x.Hecho,
		Anotacion: x.Anotacion, Defecto: capital(x.Defecto.Nombre()), Cartas: x.Cartas, Circunstancias: x.Circunstancias, Funcionario: x.Funcionario,
		Inspector: x.Destinatario == registers.DestinatarioInspector, Comunicada: x.Comunicada,
		Evidencia: reports.Evidencia{Token: x.Establecimiento + "/incidencias-naipes/" + decimal(x.Incidencia), Checkpoint: cp, Asientos: decimal(x.EntradaFolio.Numero), Criterios: []string{"NAI-1"}}}
	return s.pdf(c, fmt.Sprintf("%s-incidencia-naipes-%d.pdf", x.Establecimiento, x.Incidencia), func(w io.Writer, o reports.Options) error {
		return reports.IncidenciaNaipes(w, f, o)
	})
}

type peticionRegistro struct {
	Registro string `json:"registro" validate:"required,max=100"`
	cuando
}

// postComunicacionNaipes notes the filing of the communication of a withdrawal.
func (s *Servidor) postComunicacionNaipes(c echo.Context) error {
	var req peticionRegistro
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	show := func(ctx context.Context) error {
		x, err := s.cfg.Casa.Incidencia(ctx, c.Param("e"), n)
		if err != nil {
			return err
		}
		return created(c, fmt.Sprintf("/api/v1/establecimientos/%s/deposito/incidencias/%d", c.Param("e"), n), seeIncidencia(&x))
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			if err := s.cfg.Casa.CommunicateIncidencia(ctx, autor(c), h, c.Param("e"), n, req.Registro); err != nil {
				return err
			}
			return show(ctx)
		},
		replay: func(int, string) error { return show(c.Request().Context()) },
	})
}
