package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/deposito"
	"foliado/domain/libros"
	"foliado/registers"
)

// Who does what in the depósito: who directs keeps the key, the floor takes charge.
var (
	depositoHace = []domain.Cargo{domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa}
	depositoVe   = []domain.Cargo{domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa, domain.FuncionarioInspector}
)

// rutasDeposito are the routes of the depósito of cards, dice and sabots (arts. 43 to 46, 48.2,
// 149.2.f).
func (s *Servidor) rutasDeposito() []ruta {
	const d = "/api/v1/establecimientos/:e/deposito"
	return []ruta{
		{metodo: "GET", camino: d, cargos: depositoVe, hace: s.getDeposito, resumen: "Depósito de naipes y dados: llave, saldo a una hora y unidades (art. 46)", consulta: []string{"instante"}, estado: 200, respuesta: verDeposito{}},
		{metodo: "POST", camino: d, cargos: direccion, hace: s.postDeposito, resumen: "Abre el libro del depósito; desde entonces las mesas se abren con lo que de él reciben (arts. 46.1, 46.3)", idem: true, cuerpo: aperturaDeposito{}, estado: 201, respuesta: verEntradaDeposito{}},
		{metodo: "POST", camino: d + "/llave", cargos: direccion, hace: s.postLlave, resumen: "Anota el traspaso de la llave del armario (art. 46.3)", idem: true, cuerpo: peticionLlave{}, estado: 201, respuesta: verLlave{}},
		{metodo: "POST", camino: d + "/proveedores", cargos: direccion, hace: s.postProveedor, resumen: "Da de alta un fabricante o distribuidor inscrito (art. 43.2)", idem: true, cuerpo: verProveedor{}, estado: 201, respuesta: verProveedor{}},
		{metodo: "POST", camino: d + "/modelos", cargos: direccion, hace: s.postModelo, resumen: "Da de alta un modelo de baraja (art. 44.5)", idem: true, cuerpo: verModelo{}, estado: 201, respuesta: verModelo{}},
		{metodo: "POST", camino: d + "/recepciones", cargos: direccion, hace: s.postRecepcion, resumen: "Anota la recepción de cajas, dados o sabots (arts. 45.3, 46.2)", idem: true, cuerpo: peticionRecepcion{}, estado: 201, respuesta: verEntradaDeposito{}},
		{metodo: "POST", camino: d + "/movimientos", cargos: depositoHace, hace: s.postMovimientoDeposito, resumen: "Abre el armario una vez, con dos presentes, y mueve cuantas unidades haga falta (art. 46.3)", idem: true, cuerpo: peticionMovimiento{}, estado: 201, respuesta: verEntradaDeposito{}},
		{metodo: "POST", camino: d + "/examenes", cargos: depositoHace, hace: s.postExamen, resumen: "Anota un examen, un recuento, una comprobación a petición o una retirada (arts. 43.4, 46.5, 46.7)", idem: true, cuerpo: peticionExamen{}, estado: 201, respuesta: verEntradaDeposito{}},
		{metodo: "POST", camino: d + "/destrucciones", cargos: direccion, hace: s.postDestruccion, resumen: "Propone una destrucción ante el funcionario inspector (arts. 46.6, 149.2.f)", idem: true, cuerpo: peticionDestruccion{}, estado: 201, respuesta: respuestaActo{}},
		{metodo: "GET", camino: d + "/destrucciones/:n", cargos: depositoVe, hace: s.getDestruccion, resumen: "Una destrucción firmada, por su folio; con sufijo .pdf, su acta", pdf: true, estado: 200, respuesta: verDestruccion{}},
		{metodo: "GET", camino: d + "/incidencias/:n", cargos: depositoVe, hace: s.getIncidencia, resumen: "Una retirada de naipes; con sufijo .pdf, su parte (art. 46.7)", pdf: true, estado: 200, respuesta: verIncidencia{}},
		{metodo: "POST", camino: d + "/incidencias/:n/comunicacion", cargos: direccion, hace: s.postComunicacionNaipes, resumen: "Anota la presentación de la comunicación de una retirada (art. 46.7)", idem: true, cuerpo: peticionRegistro{}, estado: 201, respuesta: verIncidencia{}},
		{metodo: "GET", camino: d + "/libro", cargos: depositoVe, hace: s.getLibroDeposito, resumen: "Libro del depósito, folio a folio (art. 46.2)", consulta: []string{"desde", "hasta"}, estado: 200, respuesta: libroDeposito{}},
		{metodo: "GET", camino: d + "/libro/impreso", cargos: depositoVe, hace: s.getLibroDepositoPDF, resumen: "Libro del depósito, en PDF", consulta: []string{"desde", "hasta"}, pdf: true, estado: 200},
	}
}

type verUnidad struct {
	Clase        deposito.Clase  `json:"clase"`
	Fabricante   string          `json:"fabricante"`
	Numero       string          `json:"numero"`
	Estado       deposito.Estado `json:"estado"`
	Mesa         int             `json:"mesa,omitempty"`
	Mazos        int             `json:"mazos,omitempty"`
	Modelo       string          `json:"modelo,omitempty"`
	Indices      bool            `json:"indices"`
	Integro      bool            `json:"integro"`
	Homologacion string          `json:"homologacion,omitempty"`
	Automatico   bool            `json:"automatico"`
	Recibida     instante        `json:"recibida"`
	Folio        int64           `json:"folio"` // of its reception
}

type verSaldo struct {
	Clase  deposito.Clase  `json:"clase"`
	Estado deposito.Estado `json:"estado"`
	N      int64           `json:"n"`
}

type verDeposito struct {
	Llave       string          `json:"llave"`
	Desde       instante        `json:"desde"`
	Armarios    int             `json:"armarios"`
	Condicion   string          `json:"condicion"`
	Instante    instante        `json:"instante"`
	Saldo       []verSaldo      `json:"saldo"`
	Unidades    []verUnidad     `json:"unidades"`
	Incidencias []verIncidencia `json:"incidencias"`
	Proveedores []verProveedor  `json:"proveedores"`
	Modelos     []verModelo     `json:"modelos"`
}

// instantePedido reads an instant of the query; without it, now.
func (s *Servidor) instantePedido(c echo.Context, nombre string) (time.Time, error) {
	q := c.QueryParam(nombre)
	if q == "" {
		return s.cfg.Escritor.Ahora(), nil
	}
	t, err := time.Parse(time.RFC3339Nano, q)
	if err != nil {
		return t, &errForma{map[string]string{nombre: "la hora se escribe en ISO 8601 con su desfase"}}
	}
	return t, nil
}

func (s *Servidor) getDeposito(c echo.Context) error {
	ctx, e := c.Request().Context(), c.Param("e")
	at, err := s.instantePedido(c, "instante")
	if err != nil {
		return err
	}
	d, err := s.cfg.Casa.Deposito(ctx, e)
	if err != nil {
		return err
	}
	v := verDeposito{Llave: d.Llave, Desde: instante(d.Desde), Armarios: d.Armarios, Condicion: condicionDeposito(d.Resolucion), Instante: instante(at),
		Saldo: []verSaldo{}, Unidades: []verUnidad{}, Incidencias: []verIncidencia{}, Proveedores: []verProveedor{}, Modelos: []verModelo{}}
	if err := s.fillDeposito(ctx, e, at, &v); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// condicionDeposito is the standing of the book (criterio LIB-1).
func condicionDeposito(resolucion string) string {
	if resolucion == "" {
		return "copia auxiliar del libro diligenciado"
	}
	return "libro oficial por resolución " + resolucion
}

func (s *Servidor) fillDeposito(ctx context.Context, e string, at time.Time, v *verDeposito) error {
	saldo, err := s.cfg.Casa.Saldo(ctx, e, at)
	if err != nil {
		return err
	}
	for _, x := range saldo {
		v.Saldo = append(v.Saldo, verSaldo(x))
	}
	us, err := s.cfg.Casa.Unidades(ctx, e, false)
	if err != nil {
		return err
	}
	for _, u := range us {
		v.Unidades = append(v.Unidades, verUnidad{u.Clase, u.Fabricante, u.Numero, u.Estado, u.Mesa, u.Mazos, u.Modelo, u.Indices, u.Integro, u.Homologacion, u.Automatico, instante(u.Recibida), u.Folio})
	}
	is, err := s.cfg.Casa.Incidencias(ctx, e)
	if err != nil {
		return err
	}
	for k := range is {
		v.Incidencias = append(v.Incidencias, seeIncidencia(&is[k]))
	}
	ps, err := s.cfg.Casa.Proveedores(ctx, e)
	if err != nil {
		return err
	}
	for _, p := range ps {
		v.Proveedores = append(v.Proveedores, verProveedor(p))
	}
	ms, err := s.cfg.Casa.ModelosBaraja(ctx, e)
	for _, m := range ms {
		v.Modelos = append(v.Modelos, verModelo(m))
	}
	return err
}

type aperturaDeposito struct {
	Armarios   int    `json:"armarios" validate:"min=1,max=99"`
	Llave      string `json:"llave" validate:"required,max=128"` // badge
	Resolucion string `json:"resolucion,omitempty" validate:"max=100"`
	cuando
}

func (s *Servidor) postDeposito(c echo.Context) error {
	var req aperturaDeposito
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.anotaDeposito(c, req.cuando, func(ctx context.Context, h registers.Hora) (int64, error) {
		_, err := s.cfg.Casa.OpenDeposito(ctx, autor(c), h, c.Param("e"), registers.DepositoFacts{Armarios: req.Armarios, Llave: req.Llave, Resolucion: req.Resolucion})
		return 1, err
	})
}

// anotaDeposito answers a POST that writes a folio of the book of the depósito with that
// folio as the book has it, the first time and again.
func (s *Servidor) anotaDeposito(c echo.Context, w cuando, do func(context.Context, registers.Hora) (int64, error)) error {
	h, err := s.hora(w)
	if err != nil {
		return err
	}
	answer := func(ctx context.Context, folio int64) error {
		x, err := s.cfg.Casa.EntradaDeposito(ctx, c.Param("e"), folio)
		if err != nil {
			return err
		}
		return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/deposito/libro", seeEntradaDeposito(&x))
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
				folio = 1 // the opening of the book, whose reference is its establecimiento
			}
			return answer(c.Request().Context(), folio)
		},
	})
}

type peticionLlave struct {
	Credencial string `json:"credencial" validate:"required,max=128"`
	cuando
}

type verLlave struct {
	Llave string   `json:"llave"`
	Desde instante `json:"desde"`
}

func (s *Servidor) postLlave(c echo.Context) error {
	var req peticionLlave
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	answer := func(d registers.Deposito, err error) error {
		if err != nil {
			return err
		}
		return created(c, "/api/v1/establecimientos/"+c.Param("e")+"/deposito", verLlave{d.Llave, instante(d.Desde)})
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			return answer(s.cfg.Casa.HandLlave(ctx, autor(c), h, c.Param("e"), req.Credencial))
		},
		replay: func(int, string) error { return answer(s.cfg.Casa.Deposito(c.Request().Context(), c.Param("e"))) },
	})
}

type verProveedor struct {
	Inscripcion string `json:"inscripcion" validate:"max=60"`
	Nombre      string `json:"nombre" validate:"max=120"`
	Calidad     string `json:"calidad" validate:"max=20"`
}

func (s *Servidor) postProveedor(c echo.Context) error {
	var req verProveedor
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.altaDeposito(c, func(ctx context.Context, h registers.Hora) (any, error) {
		p, err := s.cfg.Casa.AddProveedor(ctx, autor(c), h, c.Param("e"), registers.Proveedor(req))
		return verProveedor(p), err
	}, func(ref string) (any, error) {
		ps, err := s.cfg.Casa.Proveedores(c.Request().Context(), c.Param("e"))
		for _, p := range ps {
			if p.Inscripcion == ref {
				return verProveedor(p), nil
			}
		}
		return nil, notFound(err)
	})
}

// notFound is err, or that there is no such thing.
func notFound(err error) error {
	if err != nil {
		return err
	}
	return echo.ErrNotFound
}

// altaDeposito answers a POST that registers something of the depósito, the first time and
// again.
func (s *Servidor) altaDeposito(c echo.Context, do func(context.Context, registers.Hora) (any, error), find func(ref string) (any, error)) error {
	path := "/api/v1/establecimientos/" + c.Param("e") + "/deposito"
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			v, err := do(ctx, registers.EnLinea(s.cfg.Escritor.Ahora()))
			if err != nil {
				return err
			}
			return created(c, path, v)
		},
		replay: func(_ int, ref string) error {
			v, err := find(ref)
			if err != nil {
				return err
			}
			return created(c, path, v)
		},
	})
}

type verModelo struct {
	Fabricante string `json:"fabricante" validate:"max=60"`
	Marca      string `json:"marca" validate:"max=60"`
	Referencia string `json:"referencia" validate:"max=60"`
	Indices    bool   `json:"indices"`
}

func (s *Servidor) postModelo(c echo.Context) error {
	var req verModelo
	if err := bind(c, &req); err != nil {
		return err
	}
	return s.altaDeposito(c, func(ctx context.Context, h registers.Hora) (any, error) {
		m, err := s.cfg.Casa.AddModeloBaraja(ctx, autor(c), h, c.Param("e"), registers.ModeloBaraja(req))
		return verModelo(m), err
	}, func(ref string) (any, error) {
		ms, err := s.cfg.Casa.ModelosBaraja(c.Request().Context(), c.Param("e"))
		for _, m := range ms {
			if m.Referencia == ref {
				return verModelo(m), nil
			}
		}
		return nil, notFound(err)
	})
}

// dosPresentes are the badges read at the cupboard, and the number of an inspector.
type dosPresentes struct {
	Llave       string `json:"llave,omitempty" validate:"max=128"`
	Empleado    string `json:"empleado,omitempty" validate:"max=128"`
	Funcionario string `json:"funcionario,omitempty" validate:"max=40"`
}

func (p dosPresentes) presentes() registers.Presentes {
	return registers.Presentes{Llave: p.Llave, Empleado: p.Empleado, Funcionario: p.Funcionario}
}

type peticionRecepcion struct {
	Clase        deposito.Clase `json:"clase" validate:"required,max=20"`
	Fabricante   string         `json:"fabricante" validate:"max=60"`
	Numeros      []string       `json:"numeros" validate:"max=200,dive,max=60"`
	Proveedor    string         `json:"proveedor,omitempty" validate:"max=60"`
	Modelo       string         `json:"modelo,omitempty" validate:"max=60"`
	Mazos        int            `json:"mazos,omitempty"`
	Precinto     bool           `json:"precinto"`
	Rotulos      bool           `json:"rotulos"`
	Rasgos       bool           `json:"rasgos"`
	Reserva      bool           `json:"reserva"`
	Arista       int            `json:"arista,omitempty"` // tenths of a millimetre
	Color        string         `json:"color,omitempty" validate:"max=40"`
	Siglas       string         `json:"siglas,omitempty" validate:"max=20"`
	Transparente bool           `json:"transparente"`
	Homologacion string         `json:"homologacion,omitempty" validate:"max=80"`
	Automatico   bool           `json:"automatico"`
	dosPresentes
	cuando
}

func (s *Servidor) postRecepcion(c echo.Context) error {
	var req peticionRecepcion
	if err := bind(c, &req); err != nil {
		return err
	}
	f := registers.RecepcionFacts{Clase: req.Clase, Fabricante: req.Fabricante, Numeros: req.Numeros, Proveedor: req.Proveedor, Modelo: req.Modelo, Mazos: req.Mazos,
		Revision: deposito.Revision{Precinto: req.Precinto, Rotulos: req.Rotulos, Rasgos: req.Rasgos}, Reserva: req.Reserva, Arista: req.Arista, Color: req.Color,
		Siglas: req.Siglas, Transparente: req.Transparente, Homologacion: req.Homologacion, Automatico: req.Automatico, Presentes: req.presentes()}
	return s.anotaDeposito(c, req.cuando, func(ctx context.Context, h registers.Hora) (int64, error) {
		r, err := s.cfg.Casa.Receive(ctx, autor(c), h, c.Param("e"), f)
		return r.Folio, err
	})
}

type refUnidad struct {
	Clase      deposito.Clase `json:"clase" validate:"required,max=20"`
	Fabricante string         `json:"fabricante,omitempty" validate:"max=60"`
	Numero     string         `json:"numero" validate:"required,max=60"`
}

func (r refUnidad) ref() registers.RefUnidad { return registers.RefUnidad(r) }

type peticionUnidad struct {
	refUnidad
	Movimiento deposito.Movimiento `json:"movimiento" validate:"max=20"`
	Mesa       int                 `json:"mesa,omitempty"`
}

type peticionMovimiento struct {
	Unidades   []peticionUnidad `json:"unidades" validate:"max=200,dive"`
	Inspeccion bool             `json:"inspeccion"`
	dosPresentes
	cuando
}

func (s *Servidor) postMovimientoDeposito(c echo.Context) error {
	var req peticionMovimiento
	if err := bind(c, &req); err != nil {
		return err
	}
	f := registers.MovimientoFacts{Inspeccion: req.Inspeccion, Presentes: req.presentes()}
	for _, u := range req.Unidades {
		f.Unidades = append(f.Unidades, registers.MueveUnidad{RefUnidad: u.ref(), Movimiento: u.Movimiento, Mesa: u.Mesa})
	}
	return s.anotaDeposito(c, req.cuando, func(ctx context.Context, h registers.Hora) (int64, error) {
		folio, _, err := s.cfg.Casa.MoveDeposito(ctx, autor(c), h, c.Param("e"), f)
		return folio, err
	})
}

type peticionExamen struct {
	refUnidad
	Resultado      string           `json:"resultado" validate:"required,max=20"`
	Cartas         *int             `json:"cartas,omitempty"`
	Peticion       bool             `json:"peticion"` // a player asked for it
	Examina        string           `json:"examina,omitempty" validate:"max=32"`
	Defecto        deposito.Defecto `json:"defecto,omitempty" validate:"max=20"`
	Circunstancias string           `json:"circunstancias,omitempty" validate:"max=2000"`
	Inspector      libros.Presencia `json:"inspector,omitempty" validate:"max=32"`
	Funcionario    string           `json:"funcionario,omitempty" validate:"max=40"`
	cuando
}

func (s *Servidor) postExamen(c echo.Context) error {
	var req peticionExamen
	if err := bind(c, &req); err != nil {
		return err
	}
	f := registers.ExamenFacts{Unidad: req.ref(), Resultado: req.Resultado, Cartas: -1, Peticion: req.Peticion, Examinadora: req.Examina,
		Retirada: registers.RetiradaNaipesFacts{Defecto: req.Defecto, Circunstancias: req.Circunstancias, Inspector: req.Inspector, Funcionario: req.Funcionario}}
	if req.Cartas != nil {
		f.Cartas = max(*req.Cartas, 0)
	}
	return s.anotaDeposito(c, req.cuando, func(ctx context.Context, h registers.Hora) (int64, error) {
		x, err := s.cfg.Casa.Examine(ctx, autor(c), h, c.Param("e"), f)
		return x.Folio, err
	})
}

type recuentoUnidad struct {
	refUnidad
	Cartas int `json:"cartas"`
}

type peticionDestruccion struct {
	Unidades []recuentoUnidad `json:"unidades" validate:"max=200,dive"`
	dosPresentes
	cuando
}

func (s *Servidor) postDestruccion(c echo.Context) error {
	var req peticionDestruccion
	if err := bind(c, &req); err != nil {
		return err
	}
	h, err := s.hora(req.cuando)
	if err != nil {
		return err
	}
	f := registers.DestruccionFacts{Presentes: req.presentes()}
	for _, u := range req.Unidades {
		f.Unidades = append(f.Unidades, registers.RecuentoUnidad{RefUnidad: u.ref(), Cartas: u.Cartas})
	}
	return s.once(c, "", creacion{
		do: func(ctx context.Context) error {
			p, err := s.cfg.Casa.ProposeDestruccion(ctx, autor(c), h, c.Param("e"), f)
			if err != nil {
				return err
			}
			return created(c, actoPath(&p.Acto), actoResponse(&p.Acto, p.Avisos))
		},
		replay: s.replayActo(c),
	})
}

type verUnidadMovida struct {
	Movimiento deposito.Movimiento `json:"movimiento"`
	Clase      deposito.Clase      `json:"clase"`
	Fabricante string              `json:"fabricante"`
	Numero     string              `json:"numero"`
	Estado     deposito.Estado     `json:"estado"`
	Mesa       int                 `json:"mesa,omitempty"`
	Cartas     *int                `json:"cartas,omitempty"`
}

// verEntradaDeposito is a folio of the book of the depósito. Datos are the other facts of its
// asiento: model, packs, what was found wrong, incidencia.
type verEntradaDeposito struct {
	Folio    int64             `json:"folio"`
	Asiento  int64             `json:"asiento"`
	Tipo     string            `json:"tipo"`
	Hecho    instante          `json:"hecho"`
	Llave    string            `json:"llave,omitempty"`
	Empleado string            `json:"empleado,omitempty"`
	Unidades []verUnidadMovida `json:"unidades"`
	Datos    map[string]string `json:"datos"`
}

func seeEntradaDeposito(x *registers.LineaLibroDeposito) verEntradaDeposito {
	v := verEntradaDeposito{Folio: x.Folio, Asiento: x.Asiento, Tipo: x.Tipo, Hecho: instante(x.Hecho), Llave: x.Llave, Empleado: x.Empleado,
		Unidades: []verUnidadMovida{}, Datos: map[string]string{}}
	for k, u := range x.Unidades {
		m := verUnidadMovida{u.Movimiento, u.Clase, u.Fabricante, u.Numero, u.Estado, u.Mesa, nil}
		if n := x.Cartas[k]; n >= 0 {
			m.Cartas = &n
		}
		v.Unidades = append(v.Unidades, m)
	}
	for _, d := range x.Datos {
		if d.Nombre != "llave" && d.Nombre != "empleado" && !strings.HasPrefix(d.Nombre, "unidad.") && !strings.HasPrefix(d.Nombre, "acto") {
			v.Datos[d.Nombre] = d.Valor
		}
	}
	if x.Incidencia > 0 {
		v.Datos["incidencia"] = strconv.FormatInt(x.Incidencia, 10)
	}
	return v
}
