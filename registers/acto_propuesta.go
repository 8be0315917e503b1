package registers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

var tablasActo = []escritor.Tabla{
	{Nombre: "actos", Clave: []string{"acto"}},
	{Nombre: "ejemplares", Clave: []string{"acto", "plaza"}},
}

var proyectoresActo = map[string]escritor.Proyector{
	TipoActoPropuesto: proyectarPropuesta,
	TipoActoRetirado:  proyectarResuelto(EstadoRetirado),
	TipoActoCaducado:  proyectarResuelto(EstadoCaducado),
	TipoFirmaManuscrita: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		f := &filaEjemplar{Acto: d.texto(diario.DatoActo), Plaza: d.entero("plaza"), Ejemplar: d.entero("ejemplar"), Posicion: a.Posicion}
		if d.err != nil {
			return d.err
		}
		return l.Insert(f)
	},
}

func proyectarPropuesta(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaActo{Acto: d.texto(diario.DatoActo), Establecimiento: a.Establecimiento, Numero: a.NumeroSerie,
		Jornada: string(a.Jornada), Tipo: d.texto(diario.DatoActoTipo), Estado: string(EstadoPropuesto),
		Huella: d.texto(diario.DatoActoHuella), Libro: d.texto(datoActoLibro), Autor: a.Autor, Cargo: string(a.Cargo),
		Hecho: micros(a.Hecho), Propuesto: micros(a.Anotacion), Posicion: a.Posicion, Cierre: -1}
	if d.texto(datoActoFolio) != folioNuevo {
		f.Folio = d.enteroOpcional(datoActoFolio)
	}
	if d.texto(datoActoCaduca) != "" {
		f.Caduca = micros(d.instante(datoActoCaduca))
	}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

func proyectarResuelto(e Estado) escritor.Proyector {
	return func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Exec(`UPDATE actos SET estado = ?, resuelto = ?, cierre = ? WHERE acto = ?`,
			string(e), micros(a.Anotacion), a.Posicion, a.Dato(diario.DatoActo))
	}
}

// conCierre closes the act of a closing asiento, of whatever kind, before its own
// projector runs.
func conCierre(p escritor.Proyector) escritor.Proyector {
	return func(l *escritor.Lote, a *diario.Asiento, abiertos map[string]string) error {
		if a.Dato(diario.DatoActoTipo) == a.Tipo {
			err := l.Exec(`UPDATE actos SET estado = ?, resuelto = ?, cierre = ?, folio = ? WHERE acto = ?`,
				string(EstadoCerrado), micros(a.Anotacion), a.Posicion, a.Folio, a.Dato(diario.DatoActo))
			if err != nil {
				return err
			}
		}
		return p(l, a, abiertos)
	}
}

// ProyectorDeCierre is the projector of a closing asiento of another package: it closes the
// act, and then does what p does.
func ProyectorDeCierre(p escritor.Proyector) escritor.Proyector { return conCierre(p) }

// ActoBorrador is an act to propose. Plazas need no Num: they are numbered as listed.
type ActoBorrador struct {
	Establecimiento string
	Libro           string // book of the closing asiento
	NuevoFolio      bool   // the closing asiento opens the next folio of the book
	Folio           int64  // or goes to an existing one
	Jornada         domain.Fecha
	Hecho           time.Time
	Origen          diario.Origen
	Autor           string
	Cargo           domain.Cargo
	Tipo            string // kind of the closing asiento
	Datos           []diario.Dato
	Personal        []diario.ValorPersonal
	Clase           diario.Clase // "": permanente, or libros with personal values
	SuprimibleDesde domain.Fecha
	Plazas          []firma.Plaza
	Caduca          time.Duration // life of the proposal; 0: that of Options
}

// Propose puts an act on record and opens it to signature.
func (c *Casa) Propose(ctx context.Context, b ActoBorrador) (Acto, error) {
	var a Acto
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) (err error) {
		a, err = c.proposeTx(tx, b)
		tx.Recurso(201, a.ID)
		return err
	})
	return a, err
}

// proposeTx is Propose inside a transaction. The proposal takes the next number of the
// acts of the establecimiento, and holds every fact that the closing asiento will repeat.
func (c *Casa) proposeTx(tx *escritor.Tx, b ActoBorrador) (Acto, error) {
	if b.Libro == "" || b.Tipo == "" || len(b.Plazas) == 0 || b.NuevoFolio && b.Folio != 0 {
		return Acto{}, errors.New("propose an act: libro, tipo or plazas are missing, or two folios")
	}
	if err := checkFormulario(tx.DB(), b.Establecimiento, b.Tipo, b.Origen.Formulario); err != nil {
		return Acto{}, err
	}
	id := fmt.Sprintf("%s-%d", b.Establecimiento, tx.Ultimo(b.Establecimiento, SerieActos)+1)
	personal, err := c.salted(b.Personal)
	if err != nil {
		return Acto{}, err
	}
	caduca := expiry(tx.Ahora(), b.Caduca, c.opts.CaducaActo)
	datos := datosActo(id, b, caduca)
	huella, err := huellaPropuesta(b, datos, personal)
	if err != nil {
		return Acto{}, err
	}
	if b.Clase == "" {
		b.Clase = diario.ClasePermanente
		if len(personal) > 0 {
			b.Clase = diario.ClaseLibros
		}
	}
	hoja, err := tx.Append(diario.Borrador{
		Establecimiento: b.Establecimiento,
		Libro:           LibroActos,
		Serie:           SerieActos,
		Jornada:         b.Jornada,
		Hecho:           diario.Instante(b.Hecho),
		Origen:          b.Origen,
		Autor:           b.Autor,
		Cargo:           b.Cargo,
		Clase:           b.Clase,
		SuprimibleDesde: b.SuprimibleDesde,
		Tipo:            TipoActoPropuesto,
		Datos:           append(datos, diario.Dato{Nombre: diario.DatoActoHuella, Valor: huella}),
		Personal:        personal,
	})
	if err != nil {
		return Acto{}, err
	}
	a, err := newActo(filaActo{Acto: id, Estado: string(EstadoPropuesto), Huella: huella, Folio: b.Folio,
		Caduca: micros(caduca), Posicion: hoja.Posicion, Cierre: -1}, hoja)
	a.Personal = personal
	return a, err
}

// expiry is when an act dies: after its own life, else that of the house; zero: never.
func expiry(now time.Time, own, house time.Duration) time.Time {
	if own == 0 {
		own = house
	}
	if own == 0 {
		return time.Time{}
	}
	return diario.Instante(now.Add(own))
}

// salted gives each personal value the salt that proposal and closing share.
func (c *Casa) salted(values []diario.ValorPersonal) ([]diario.ValorPersonal, error) {
	out := make([]diario.ValorPersonal, 0, len(values))
	for _, v := range values {
		if v.Sal == nil {
			v.Sal = new([32]byte)
			if _, err := io.ReadFull(c.opts.Azar, v.Sal[:]); err != nil {
				return nil, fmt.Errorf("draw a salt: %w", err)
			}
		}
		v.Valor = diario.NFC(v.Valor)
		out = append(out, v)
	}
	slices.SortFunc(out, func(x, y diario.ValorPersonal) int { return strings.Compare(x.Nombre, y.Nombre) })
	return out, nil
}

// datosActo are the facts of the act and those that describe it as an act, sorted.
func datosActo(id string, b ActoBorrador, caduca time.Time) []diario.Dato {
	datos := make([]diario.Dato, 0, len(b.Datos)+len(b.Plazas)+6)
	for _, d := range b.Datos {
		datos = append(datos, diario.Dato{Nombre: d.Nombre, Valor: diario.NFC(d.Valor)})
	}
	datos = append(datos, diario.Dato{Nombre: diario.DatoActo, Valor: id},
		diario.Dato{Nombre: diario.DatoActoTipo, Valor: b.Tipo},
		diario.Dato{Nombre: datoActoLibro, Valor: b.Libro})
	switch {
	case b.NuevoFolio:
		datos = append(datos, diario.Dato{Nombre: datoActoFolio, Valor: folioNuevo})
	case b.Folio != 0:
		datos = append(datos, diario.Dato{Nombre: datoActoFolio, Valor: strconv.FormatInt(b.Folio, 10)})
	}
	if !caduca.IsZero() {
		datos = append(datos, datoInstante(datoActoCaduca, caduca))
	}
	for k, p := range b.Plazas {
		p.Num = k + 1
		datos = append(datos, p.Dato())
	}
	slices.SortFunc(datos, func(x, y diario.Dato) int { return strings.Compare(x.Nombre, y.Nombre) })
	return datos
}

// huellaPropuesta is the hex digest that the closing asiento will have too.
func huellaPropuesta(b ActoBorrador, datos []diario.Dato, personal []diario.ValorPersonal) (string, error) {
	hoja := diario.Asiento{Establecimiento: b.Establecimiento, Jornada: b.Jornada, Hecho: diario.Instante(b.Hecho),
		Tipo: TipoActoPropuesto, Datos: datos}
	for _, v := range personal {
		hoja.Valores = append(hoja.Valores, diario.Compromiso{Nombre: v.Nombre, HMAC: diario.Comprometer(v.Nombre, v.Valor, *v.Sal)})
	}
	huella, err := diario.HuellaActo(&hoja)
	if err != nil {
		return "", fmt.Errorf("propose an act: %w", err)
	}
	return fmt.Sprintf("%x", huella), nil
}
