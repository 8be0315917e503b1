package registers

import (
	"fmt"
	"strconv"

	"foliado/domain/deposito"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

type filaDeposito struct {
	Establecimiento string
	Llave           string
	Desde           int64
	Armarios        int64
	Resolucion      string
	Apertura        int64
	Posicion        int64
}

func (filaDeposito) TableName() string { return "depositos" }

func (f filaDeposito) deposito() Deposito {
	return Deposito{f.Establecimiento, f.Llave, fromMicros(f.Desde), int(f.Armarios), f.Resolucion, fromMicros(f.Apertura)}
}

type filaProveedor struct {
	Establecimiento string
	Inscripcion     string
	Nombre          string
	Calidad         string
	Posicion        int64
}

func (filaProveedor) TableName() string { return "proveedores" }

type filaModeloBaraja struct {
	Establecimiento string
	Fabricante      string
	Referencia      string
	Marca           string
	Indices         int64
	Posicion        int64
}

func (filaModeloBaraja) TableName() string { return "modelos_baraja" }

type filaUnidad struct {
	Establecimiento string
	Clase           string
	Fabricante      string
	Numero          string
	Proveedor       string
	Modelo          string
	Mazos           int64
	Indices         int64
	Integro         int64
	Automatico      int64
	Homologacion    string
	Estado          string
	Mesa            int64
	Recibida        int64
	FolioRecepcion  int64
	Ultimo          int64
	Posicion        int64
}

func (filaUnidad) TableName() string { return "unidades_deposito" }

func (f filaUnidad) unidad() UnidadDeposito {
	return UnidadDeposito{
		Unidad: deposito.Unidad{Clase: deposito.Clase(f.Clase), Fabricante: f.Fabricante, Numero: f.Numero, Mazos: int(f.Mazos), Indices: f.Indices == 1,
			Integro: f.Integro == 1, Automatico: f.Automatico == 1, Homologacion: f.Homologacion, Estado: deposito.Estado(f.Estado), Mesa: int(f.Mesa)},
		Establecimiento: f.Establecimiento, Proveedor: f.Proveedor, Modelo: f.Modelo, Recibida: fromMicros(f.Recibida), Folio: f.FolioRecepcion, Ultimo: fromMicros(f.Ultimo),
	}
}

type filaMovimientoDeposito struct {
	Establecimiento string
	Folio           int64
	Orden           int64
	Clase           string
	Fabricante      string
	Numero          string
	Movimiento      string
	Estado          string
	Mesa            int64
	Cartas          int64
	Jornada         string
	Hora            int64
	Posicion        int64
}

func (filaMovimientoDeposito) TableName() string { return "movimientos_deposito" }

type filaIncidenciaNaipes struct {
	Establecimiento string
	Incidencia      int64
	Fabricante      string
	Numero          string
	Mesa            int64
	Defecto         string
	Destinatario    string
	Hora            int64
	Comunicada      int64
	Posicion        int64
}

func (filaIncidenciaNaipes) TableName() string { return "incidencias_naipes" }

var tablasDeposito = []escritor.Tabla{
	{Nombre: "depositos", Clave: []string{"establecimiento"}},
	{Nombre: "proveedores", Clave: []string{"establecimiento", "inscripcion"}},
	{Nombre: "modelos_baraja", Clave: []string{"establecimiento", "fabricante", "referencia"}},
	{Nombre: "unidades_deposito", Clave: []string{"establecimiento", "clase", "fabricante", "numero"}},
	{Nombre: "movimientos_deposito", Clave: []string{"posicion", "orden"}},
	{Nombre: "incidencias_naipes", Clave: []string{"establecimiento", "incidencia"}},
}

var proyectoresDeposito = map[string]escritor.Proyector{
	TipoDeposito: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaDeposito{a.Establecimiento, d.texto("llave"), micros(a.Hecho), d.entero("armarios"), d.texto("resolucion"), micros(a.Hecho), a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoTraspasoLlave: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Exec(`UPDATE depositos SET llave = ?, desde = ? WHERE establecimiento = ?`, a.Dato("llave"), micros(a.Hecho), a.Establecimiento)
	},
	TipoProveedor: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		return l.Insert(&filaProveedor{a.Establecimiento, d.texto("inscripcion"), d.texto("nombre"), d.texto("calidad"), a.Posicion})
	},
	TipoModeloBaraja: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaModeloBaraja{a.Establecimiento, d.texto("fabricante"), d.texto("referencia"), d.texto("marca"), bit(d.si("indices")), a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
	TipoRecepcionDeposito:  projectRecepcion,
	TipoMovimientoDeposito: projectMovimientos,
	TipoExamenDeposito:     projectMovimientos,
	TipoDestruccion:        projectMovimientos,
	TipoRetiradaNaipes: func(l *escritor.Lote, a *diario.Asiento, abiertos map[string]string) error {
		ls, err := lineasDe(a)
		if err != nil {
			return err
		}
		if len(ls) != 1 {
			return fmt.Errorf("asiento %d, %s: one unit, not %d", a.Posicion, a.Tipo, len(ls))
		}
		f := &filaIncidenciaNaipes{Establecimiento: a.Establecimiento, Incidencia: a.NumeroSerie, Fabricante: ls[0].Fabricante, Numero: ls[0].Numero,
			Mesa: int64(ls[0].Mesa), Defecto: a.Dato("defecto"), Destinatario: a.Dato("destinatario"), Hora: micros(a.Hecho), Posicion: a.Posicion}
		if f.Destinatario == DestinatarioInspector {
			f.Comunicada = f.Hora
		}
		if err := l.Insert(f); err != nil {
			return err
		}
		return projectMovimientos(l, a, abiertos)
	},
	TipoComunicacionNaipes: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		n := d.entero("incidencia")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE incidencias_naipes SET comunicada = ? WHERE establecimiento = ? AND incidencia = ?`, micros(a.Hecho), a.Establecimiento, n)
	},
}

// bit is a bool as columns keep it.
func bit(v bool) int64 {
	if v {
		return 1
	}
	return 0
}

// lineaUnidad is a unit in an asiento of the depósito, with where the movement leaves it.
// Cartas is -1 when nobody counted.
type lineaUnidad struct {
	Movimiento         deposito.Movimiento
	Clase              deposito.Clase
	Fabricante, Numero string
	Estado             deposito.Estado
	Integro            bool
	Mesa, Cartas       int
}

// datos writes the line as the n-th of its asiento.
func (x lineaUnidad) datos(n int) []diario.Dato {
	p := "unidad." + strconv.Itoa(n) + "."
	ds := []diario.Dato{{Nombre: p + "movimiento", Valor: string(x.Movimiento)}, {Nombre: p + "clase", Valor: string(x.Clase)},
		{Nombre: p + "fabricante", Valor: x.Fabricante}, {Nombre: p + "numero", Valor: x.Numero}, {Nombre: p + "estado", Valor: string(x.Estado)},
		datoSi(p+"integro", x.Integro), datoEntero(p+"mesa", x.Mesa)}
	if x.Cartas >= 0 {
		ds = append(ds, datoEntero(p+"cartas", x.Cartas))
	}
	return ds
}

// lineasDe reads the units of an asiento of the depósito.
func lineasDe(a *diario.Asiento) ([]lineaUnidad, error) {
	d := lector{a: a}
	var ls []lineaUnidad
	for n := 1; ; n++ {
		p := "unidad." + strconv.Itoa(n) + "."
		if a.Dato(p+"numero") == "" {
			return ls, d.err
		}
		x := lineaUnidad{Movimiento: deposito.Movimiento(d.texto(p + "movimiento")), Clase: deposito.Clase(d.texto(p + "clase")), Fabricante: d.texto(p + "fabricante"),
			Numero: d.texto(p + "numero"), Estado: deposito.Estado(d.texto(p + "estado")), Integro: d.si(p + "integro"), Mesa: int(d.entero(p + "mesa")), Cartas: -1}
		if a.Dato(p+"cartas") != "" {
			x.Cartas = int(d.entero(p + "cartas"))
		}
		ls = append(ls, x)
	}
}

func projectRecepcion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	ls, err := lineasDe(a)
	if err != nil {
		return err
	}
	d := lector{a: a}
	mazos, indices, automatico := d.enteroOpcional("mazos"), bit(d.texto("indices") == "si"), bit(d.texto("automatico") == "si")
	if d.err != nil {
		return d.err
	}
	for k, x := range ls {
		f := &filaUnidad{Establecimiento: a.Establecimiento, Clase: string(x.Clase), Fabricante: x.Fabricante, Numero: x.Numero, Proveedor: d.texto("proveedor"),
			Modelo: d.texto("modelo"), Mazos: mazos, Indices: indices, Integro: bit(x.Integro), Automatico: automatico, Homologacion: d.texto("homologacion"),
			Estado: string(x.Estado), Recibida: micros(a.Hecho), FolioRecepcion: a.Folio, Ultimo: micros(a.Hecho), Posicion: a.Posicion}
		if err := l.Insert(f); err != nil {
			return err
		}
		if err := l.Insert(movimientoFila(a, k, x)); err != nil {
			return err
		}
	}
	return nil
}

func movimientoFila(a *diario.Asiento, k int, x lineaUnidad) *filaMovimientoDeposito {
	return &filaMovimientoDeposito{a.Establecimiento, a.Folio, int64(k + 1), string(x.Clase), x.Fabricante, x.Numero, string(x.Movimiento), string(x.Estado),
		int64(x.Mesa), int64(x.Cartas), string(a.Jornada), micros(a.Hecho), a.Posicion}
}

func projectMovimientos(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	ls, err := lineasDe(a)
	if err != nil {
		return err
	}
	for k, x := range ls {
		mesa := 0
		if x.Estado == deposito.EnMesa {
			mesa = x.Mesa
		}
		err := l.Exec(`UPDATE unidades_deposito SET estado = ?, integro = ?, mesa = ?, ultimo = ?, posicion = ?
			WHERE establecimiento = ? AND clase = ? AND fabricante = ? AND numero = ?`,
			string(x.Estado), bit(x.Integro), mesa, micros(a.Hecho), a.Posicion, a.Establecimiento, string(x.Clase), x.Fabricante, x.Numero)
		if err != nil {
			return err
		}
		if err := l.Insert(movimientoFila(a, k, x)); err != nil {
			return err
		}
	}
	return nil
}
