package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain/deposito"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/templates"
)

// paginasDeposito is the page of the depósito, with its forms.
func (s *Servidor) paginasDeposito() []ruta {
	const d = "/establecimientos/:e/deposito"
	return []ruta{
		{metodo: "GET", camino: d, cargos: depositoVe, hace: s.getPaginaDeposito, resumen: "Depósito de naipes y dados"},
		{metodo: "POST", camino: d, cargos: direccion, hace: s.formDeposito, resumen: "Abre el libro del depósito"},
		{metodo: "POST", camino: d + "/llave", cargos: direccion, hace: s.formLlave, resumen: "Anota el traspaso de la llave"},
		{metodo: "POST", camino: d + "/proveedores", cargos: direccion, hace: s.formProveedor, resumen: "Da de alta un proveedor"},
		{metodo: "POST", camino: d + "/modelos", cargos: direccion, hace: s.formModelo, resumen: "Da de alta un modelo de baraja"},
		{metodo: "POST", camino: d + "/recepciones", cargos: direccion, hace: s.formRecepcion, resumen: "Anota una recepción"},
		{metodo: "POST", camino: d + "/movimientos", cargos: depositoHace, hace: s.formMovimientoDeposito, resumen: "Anota una apertura del armario"},
		{metodo: "POST", camino: d + "/examenes", cargos: depositoHace, hace: s.formExamen, resumen: "Anota un examen"},
		{metodo: "POST", camino: d + "/destrucciones", cargos: direccion, hace: s.formDestruccion, resumen: "Propone una destrucción"},
		{metodo: "POST", camino: d + "/incidencias/:n/comunicacion", cargos: direccion, hace: s.formComunicacionNaipes, resumen: "Anota la presentación de una comunicación"},
	}
}

func (s *Servidor) getPaginaDeposito(c echo.Context) error {
	return s.drawDeposito(c, templates.FormaDeposito{}, nil)
}

// drawDeposito draws the page with what a form had typed, and with what was wrong.
func (s *Servidor) drawDeposito(c echo.Context, f templates.FormaDeposito, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Deposito{Forma: f}
	if p.Marco, err = s.marco(c, "Depósito de naipes y dados", c.Param("e")); err != nil {
		return err
	}
	p.Problema = problem
	p.Puede, p.Dirige = ruta{cargos: depositoHace}.admits(p.Cargo), ruta{cargos: direccion}.admits(p.Cargo)
	d, err := s.cfg.Casa.Deposito(c.Request().Context(), c.Param("e"))
	if errors.Is(err, registers.ErrDeposito) {
		return render(c, status, p)
	}
	if err != nil {
		return err
	}
	p.EnUso, p.Desde, p.Condicion = true, d.Desde, condicionDeposito(d.Resolucion)
	p.PDF = "/api/v1" + paginaDe(c.Param("e"), "deposito", "libro", "impreso")
	holder, err := s.cfg.Casa.Persona(c.Request().Context(), d.Llave)
	if err != nil {
		return err
	}
	p.Llave = holder.NombreCompleto()
	if err := s.fillPaginaDeposito(c.Request().Context(), &p); err != nil {
		return err
	}
	return render(c, status, p)
}

func (s *Servidor) fillPaginaDeposito(ctx context.Context, p *templates.Deposito) error {
	e := p.Establecimiento.ID
	saldo, err := s.cfg.Casa.Saldo(ctx, e, p.Ahora)
	if err != nil {
		return err
	}
	p.Saldo = saldoPorClase(saldo)
	us, err := s.cfg.Casa.Unidades(ctx, e, false)
	if err != nil {
		return err
	}
	for k := range us {
		v := shownUnidad(&us[k])
		p.Unidades = append(p.Unidades, v)
		if us[k].Estado == deposito.Deteriorada || us[k].Estado == deposito.Retirada {
			p.Desechadas = append(p.Desechadas, v)
		}
	}
	is, err := s.cfg.Casa.Incidencias(ctx, e)
	if err != nil {
		return err
	}
	for _, i := range is {
		p.Incidencias = append(p.Incidencias, templates.IncidenciaNaipes{Incidencia: i.Incidencia, Mesa: int64(i.Mesa), Numero: i.Numero, Fabricante: i.Fabricante,
			Defecto: i.Defecto.Nombre(), Hora: i.Hecho, Comunicada: i.Comunicada, PDF: fmt.Sprintf("/api/v1/establecimientos/%s/deposito/incidencias/%d.pdf", e, i.Incidencia)})
	}
	if err := s.fillEntradasDeposito(ctx, p); err != nil {
		return err
	}
	return s.fillOpcionesDeposito(ctx, p)
}

// saldoPorClase gathers the balance by class, in the order of the states.
func saldoPorClase(saldo []registers.SaldoDeposito) []templates.SaldoClase {
	var out []templates.SaldoClase
	for _, c := range []deposito.Clase{deposito.Naipes, deposito.Sabot, deposito.Dado} {
		v := templates.SaldoClase{Clase: map[deposito.Clase]string{deposito.Naipes: "Cajas de naipes", deposito.Sabot: "Sabots", deposito.Dado: "Dados"}[c]}
		for _, e := range deposito.Estados {
			for _, x := range saldo {
				if x.Clase == c && x.Estado == e {
					v.Estados = append(v.Estados, templates.Hecho{Nombre: capital(e.Nombre()), Valor: strconv.FormatInt(x.N, 10)})
				}
			}
		}
		if len(v.Estados) > 0 {
			out = append(out, v)
		}
	}
	return out
}

func shownUnidad(u *registers.UnidadDeposito) templates.UnidadDeposito {
	v := templates.UnidadDeposito{Clase: string(u.Clase), ClaseNombre: capital(u.Clase.Nombre()), Fabricante: u.Fabricante, Numero: u.Numero, Estado: string(u.Estado),
		EstadoNombre: capital(u.Estado.Nombre()), Mesa: int64(u.Mesa), Cartas: int64(u.Cartas())}
	switch {
	case u.Clase == deposito.Naipes:
		v.Detalle = fmt.Sprintf("%s, %d mazos, sin índices", u.Modelo, u.Mazos)
		if u.Indices {
			v.Detalle = fmt.Sprintf("%s, %d mazos, con índices", u.Modelo, u.Mazos)
		}
	case u.Clase == deposito.Sabot && u.Homologacion == "":
		v.Detalle = "sin homologación: no puede asignarse"
	case u.Clase == deposito.Sabot:
		v.Detalle = "homologación " + u.Homologacion
	}
	if u.Automatico {
		v.Detalle += ", automático"
	}
	return v
}

// ultimasEntradas is how many folios of the book the page shows.
const ultimasEntradas = 15

func (s *Servidor) fillEntradasDeposito(ctx context.Context, p *templates.Deposito) error {
	e := p.Establecimiento.ID
	ls, err := s.cfg.Casa.LibroDeposito(ctx, e, p.Ahora.AddDate(0, -1, 0), p.Ahora.AddDate(0, 0, 1))
	if err != nil {
		return err
	}
	slices.Reverse(ls)
	for k := range ls[:min(len(ls), ultimasEntradas)] {
		x := entradaImpresa(&ls[k])
		v := templates.EntradaDeposito{Folio: x.Folio, Hecho: x.Hecho, Presentes: strings.Join(x.Presentes, " y "), Que: x.Que}
		if len(x.Unidades) > 0 {
			v.Que = x.Unidades[0].Que + ":"
			for n, u := range x.Unidades {
				if n == 8 {
					v.Que += fmt.Sprintf(" y %d más", len(x.Unidades)-n)
					break
				}
				v.Que += " " + u.Unidad
			}
			if m := x.Unidades[0].Mesa; m != "" {
				v.Que += " (mesa " + m + ")"
			}
		}
		switch ls[k].Tipo {
		case registers.TipoDestruccion:
			v.PDF = fmt.Sprintf("/api/v1/establecimientos/%s/deposito/destrucciones/%d.pdf", e, x.Folio)
		case registers.TipoRetiradaNaipes:
			v.PDF = fmt.Sprintf("/api/v1/establecimientos/%s/deposito/incidencias/%d.pdf", e, ls[k].Incidencia)
		}
		p.Entradas = append(p.Entradas, v)
	}
	return nil
}

func (s *Servidor) fillOpcionesDeposito(ctx context.Context, p *templates.Deposito) error {
	e := p.Establecimiento.ID
	ms, err := s.cfg.Casa.Mesas(ctx, e)
	if err != nil {
		return err
	}
	for _, m := range ms {
		n := strconv.Itoa(m.Numero)
		p.Mesas = append(p.Mesas, templates.Opcion{Valor: n, Texto: n + " · " + m.Juego.Nombre(), Elegida: n == p.Forma.Mesa})
	}
	ps, err := s.cfg.Casa.Proveedores(ctx, e)
	if err != nil {
		return err
	}
	for _, x := range ps {
		p.Proveedores = append(p.Proveedores, templates.Opcion{Valor: x.Inscripcion, Texto: x.Nombre + " (" + x.Inscripcion + ")", Elegida: x.Inscripcion == p.Forma.Proveedor})
	}
	bs, err := s.cfg.Casa.ModelosBaraja(ctx, e)
	if err != nil {
		return err
	}
	for _, x := range bs {
		p.Modelos = append(p.Modelos, templates.Opcion{Valor: x.Referencia, Texto: x.Fabricante + " " + x.Marca + " " + x.Referencia})
	}
	p.Inspector = opcionesInspector("")
	return nil
}

// anotaForm does what a form of the depósito asks and goes back to the page; refused, it
// draws it again with what was typed.
func (s *Servidor) anotaForm(c echo.Context, f templates.FormaDeposito, do func(ctx context.Context, h registers.Hora) error) error {
	show := func(string) error { return goTo(c, paginaDe(c.Param("e"), "deposito")) }
	err := s.onceForm(c, func(ctx context.Context) error {
		if err := do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora())); err != nil {
			return err
		}
		return show("")
	}, show)
	if err != nil {
		return s.drawDeposito(c, f, err)
	}
	return nil
}

func (s *Servidor) formDeposito(c echo.Context) error {
	n, _ := strconv.Atoi(field(c, "armarios")) // what is no number is refused as 0 is
	return s.anotaForm(c, templates.FormaDeposito{}, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.OpenDeposito(ctx, autor(c), h, c.Param("e"), registers.DepositoFacts{Armarios: n, Llave: field(c, "llave"), Resolucion: field(c, "resolucion")})
		return err
	})
}

func (s *Servidor) formLlave(c echo.Context) error {
	return s.anotaForm(c, templates.FormaDeposito{Abierta: "llave"}, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.HandLlave(ctx, autor(c), h, c.Param("e"), field(c, "credencial"))
		return err
	})
}

func (s *Servidor) formProveedor(c echo.Context) error {
	return s.anotaForm(c, templates.FormaDeposito{Abierta: "proveedor"}, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.AddProveedor(ctx, autor(c), h, c.Param("e"), registers.Proveedor{Inscripcion: field(c, "inscripcion"), Nombre: field(c, "nombre"), Calidad: field(c, "calidad")})
		return err
	})
}

func (s *Servidor) formModelo(c echo.Context) error {
	return s.anotaForm(c, templates.FormaDeposito{Abierta: "modelo"}, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.AddModeloBaraja(ctx, autor(c), h, c.Param("e"), registers.ModeloBaraja{Fabricante: field(c, "fabricante"), Marca: field(c, "marca"),
			Referencia: field(c, "referencia"), Indices: field(c, "indices") == "si"})
		return err
	})
}

// maxTramo bounds a stretch of numbers typed as "2045-2050".
const maxTramo = 200

// readNumeros reads the numbers scanned or typed, one a line; a stretch of plain numbers may
// be typed by its ends.
func readNumeros(s string) []string {
	var out []string
	for _, line := range strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' || r == ',' || r == ';' }) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		from, to, _ := strings.Cut(line, "-")
		a, errA := strconv.Atoi(strings.TrimSpace(from))
		b, errB := strconv.Atoi(strings.TrimSpace(to))
		if errA != nil || errB != nil || b < a || b-a >= maxTramo {
			out = append(out, line)
			continue
		}
		for n := a; n <= b; n++ {
			out = append(out, strconv.Itoa(n))
		}
	}
	return out
}

func presentesForm(c echo.Context) registers.Presentes {
	return registers.Presentes{Llave: field(c, "llave"), Empleado: field(c, "empleado"), Funcionario: field(c, "funcionario")}
}

func (s *Servidor) formRecepcion(c echo.Context) error {
	form := templates.FormaDeposito{Abierta: "recepcion", Clase: field(c, "clase"), Numeros: c.Request().PostFormValue("numeros"), Fabricante: field(c, "fabricante"),
		Proveedor: field(c, "proveedor"), Homologacion: field(c, "homologacion"), Color: field(c, "color"), Siglas: field(c, "siglas"), Arista: field(c, "arista")}
	f := registers.RecepcionFacts{Clase: deposito.Clase(form.Clase), Fabricante: form.Fabricante, Numeros: readNumeros(form.Numeros), Proveedor: form.Proveedor,
		Modelo: field(c, "modelo"), Reserva: field(c, "reserva") == "si", Arista: readArista(form.Arista), Color: form.Color, Siglas: form.Siglas, Homologacion: form.Homologacion,
		Automatico: field(c, "automatico") == "si", Transparente: field(c, "rasgos") == "si", Presentes: presentesForm(c),
		Revision: deposito.Revision{Precinto: field(c, "precinto") == "si", Rotulos: field(c, "rotulos") == "si", Rasgos: field(c, "rasgos") == "si"}}
	if f.Clase == deposito.Naipes {
		f.Mazos, _ = strconv.Atoi(field(c, "mazos"))
	}
	return s.anotaForm(c, form, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.Receive(ctx, autor(c), h, c.Param("e"), f)
		return err
	})
}

// readArista reads millimetres with a decimal comma, in tenths; 0 what cannot be read.
func readArista(s string) int {
	whole, tenth, _ := strings.Cut(strings.Replace(s, ".", ",", 1), ",")
	if len(tenth) > 1 {
		return 0
	}
	n, err := strconv.Atoi(whole + (tenth + "0")[:1])
	if err != nil {
		return 0
	}
	return n
}

func (s *Servidor) formMovimientoDeposito(c echo.Context) error {
	form := templates.FormaDeposito{Movimiento: field(c, "movimiento"), Clase: field(c, "clase"), Numeros: c.Request().PostFormValue("numeros"), Mesa: field(c, "mesa"),
		Funcionario: field(c, "funcionario")}
	f := registers.MovimientoFacts{Inspeccion: form.Movimiento == "inspeccion", Presentes: presentesForm(c)}
	mesa, _ := strconv.Atoi(form.Mesa) // no table is table 0, which does not exist
	if !f.Inspeccion {
		for _, n := range readNumeros(form.Numeros) {
			f.Unidades = append(f.Unidades, registers.MueveUnidad{RefUnidad: registers.RefUnidad{Clase: deposito.Clase(form.Clase), Numero: n},
				Movimiento: deposito.Movimiento(form.Movimiento), Mesa: mesa})
		}
	}
	return s.anotaForm(c, form, func(ctx context.Context, h registers.Hora) error {
		_, _, err := s.cfg.Casa.MoveDeposito(ctx, autor(c), h, c.Param("e"), f)
		return err
	})
}

// readUnidad reads "naipes|FABRICANTE|2045".
func readUnidad(s string) registers.RefUnidad {
	p := strings.SplitN(s, "|", 3)
	if len(p) != 3 {
		return registers.RefUnidad{}
	}
	return registers.RefUnidad{Clase: deposito.Clase(p[0]), Fabricante: p[1], Numero: p[2]}
}

func (s *Servidor) formExamen(c echo.Context) error {
	form := templates.FormaDeposito{Abierta: "examen", Resultado: field(c, "resultado"), Cartas: field(c, "cartas"), Circunstancias: field(c, "circunstancias")}
	f := registers.ExamenFacts{Unidad: readUnidad(field(c, "unidad")), Resultado: form.Resultado, Cartas: -1, Peticion: field(c, "peticion") == "si",
		Retirada: registers.RetiradaNaipesFacts{Defecto: deposito.Defecto(field(c, "defecto")), Circunstancias: form.Circunstancias,
			Inspector: libros.Presencia(field(c, "inspector")), Funcionario: field(c, "funcionario")}}
	if form.Cartas != "" {
		n, err := strconv.Atoi(form.Cartas)
		if err != nil || n < 0 {
			return s.drawDeposito(c, form, &errForma{map[string]string{"cartas": "Cartas contadas: hace falta un número"}})
		}
		f.Cartas = n
	}
	return s.anotaForm(c, form, func(ctx context.Context, h registers.Hora) error {
		_, err := s.cfg.Casa.Examine(ctx, autor(c), h, c.Param("e"), f)
		return err
	})
}

func (s *Servidor) formDestruccion(c echo.Context) error {
	f := registers.DestruccionFacts{Presentes: presentesForm(c)}
	names := make([]string, 0, len(c.Request().PostForm))
	for name := range c.Request().PostForm {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		unidad, ok := strings.CutPrefix(name, "cartas|")
		count := field(c, name)
		if !ok || count == "" {
			continue
		}
		n, err := strconv.Atoi(count)
		if err != nil {
			return s.drawDeposito(c, templates.FormaDeposito{}, &errForma{map[string]string{"cartas": "Cartas contadas: hace falta un número"}})
		}
		f.Unidades = append(f.Unidades, registers.RecuentoUnidad{RefUnidad: readUnidad(unidad), Cartas: n})
	}
	show := func(acto string) error { return goTo(c, "/actos/"+acto) }
	err := s.onceForm(c, func(ctx context.Context) error {
		p, err := s.cfg.Casa.ProposeDestruccion(ctx, autor(c), registers.EnLinea(s.cfg.Escritor.Ahora()), c.Param("e"), f)
		if err != nil {
			return err
		}
		return show(p.Acto.ID)
	}, show)
	if err != nil {
		return s.drawDeposito(c, templates.FormaDeposito{}, err)
	}
	return nil
}

func (s *Servidor) formComunicacionNaipes(c echo.Context) error {
	n, err := parseNumero(c.Param("n"))
	if err != nil {
		return err
	}
	return s.anotaForm(c, templates.FormaDeposito{}, func(ctx context.Context, h registers.Hora) error {
		return s.cfg.Casa.CommunicateIncidencia(ctx, autor(c), h, c.Param("e"), n, field(c, "registro"))
	})
}
