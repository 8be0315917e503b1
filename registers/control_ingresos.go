package registers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the close of a jornada.
var (
	// ErrQuedaPendiente: tables are open or acts are not signed; a *CierreBloqueado says which.
	ErrQuedaPendiente = errors.New("la jornada no puede cerrarse todavía")
	// ErrSinCerrar: the control de ingresos is not written yet.
	ErrSinCerrar = errors.New("la jornada no está cerrada: aún no hay control de ingresos que certificar")
)

// CierreBloqueado says what keeps a jornada from closing. It wraps ErrQuedaPendiente.
type CierreBloqueado struct {
	Mesas       []int    // tables still open
	SinPrecinto []int    // roulettes that nobody covered: they do not count as closed (art. 133.e)
	Actos       []string // acts neither signed nor withdrawn
}

// Error lists them for people.
func (e *CierreBloqueado) Error() string {
	var parts []string
	for _, x := range []struct {
		what  string
		mesas []int
	}{{"mesas abiertas: ", e.Mesas}, {"ruletas sin tapar ni precintar (art. 133.e): ", e.SinPrecinto}} {
		mesas := make([]string, 0, len(x.mesas))
		for _, m := range x.mesas {
			mesas = append(mesas, strconv.Itoa(m))
		}
		if len(mesas) > 0 {
			parts = append(parts, x.what+strings.Join(mesas, ", "))
		}
	}
	if len(e.Actos) > 0 {
		parts = append(parts, "actos pendientes: "+strings.Join(e.Actos, ", "))
	}
	return ErrQuedaPendiente.Error() + "; " + strings.Join(parts, "; ")
}

// Unwrap returns ErrQuedaPendiente.
func (e *CierreBloqueado) Unwrap() error { return ErrQuedaPendiente }

// CierreJornada is a jornada closed, with the total of its control de ingresos in céntimos
// and in letters (art. 42.2).
type CierreJornada struct {
	Jornada    Jornada
	Folio      int64 // of the control de ingresos
	Total      domain.Importe
	TotalLetra string
	Repetido   bool // it was closed before: nothing was written now
}

// CloseJornada closes a gaming day: the results of its tables, summed by table, pass to
// the control de ingresos with their total in figures and letters (arts. 40.2, 42.1,
// 42.2), and an EstadoDeSeries states how far every book goes. Nothing else writes a
// control de ingresos. While a table is open or an act pending it returns a
// *CierreBloqueado; before the phase recuentos, domain.ErrFase. Repeated, it answers what
// is written.
func (c *Casa) CloseJornada(ctx context.Context, autor Autor, hora Hora, establecimiento string, fecha domain.Fecha) (CierreJornada, error) {
	var done CierreJornada
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		j, err := findJornada(tx.DB(), establecimiento, fecha)
		if err != nil {
			return err
		}
		if j.Fase.Orden() >= domain.FaseCerrada.Orden() {
			done, err = repeatedCierre(tx.DB(), j)
			tx.Recurso(200, j.ID())
			return err
		}
		if err := j.checkClose(tx, hora); err != nil {
			return err
		}
		done, err = j.close(tx, autor, hora)
		tx.Recurso(201, j.ID())
		return err
	})
	return done, err
}

func repeatedCierre(db *gorm.DB, j Jornada) (CierreJornada, error) {
	f, ok, err := findControl(db, j.Establecimiento, j.Fecha)
	if err == nil && !ok {
		err = fmt.Errorf("jornada %s of %s is closed without control de ingresos", j.Fecha, j.Establecimiento)
	}
	return CierreJornada{Jornada: j, Folio: f.Folio, Total: domain.Importe(f.Total), TotalLetra: f.TotalLetra, Repetido: true}, err
}

// checkClose judges whether the day may close: in phase recuentos, without open tables or
// pending acts.
func (j *Jornada) checkClose(tx *escritor.Tx, hora Hora) error {
	if err := expirePending(tx, j.Establecimiento, ""); err != nil {
		return err
	}
	db := tx.DB()
	var blocked CierreBloqueado
	err := db.Model(&filaSesionMesa{}).Where("establecimiento = ? AND abierta = 1", j.Establecimiento).Order("mesa").Pluck("mesa", &blocked.Mesas).Error
	if err != nil {
		return fmt.Errorf("list the open tables of %s: %w", j.Establecimiento, err)
	}
	if blocked.Actos, err = blockingActos(db, j.Establecimiento, j.Fecha); err != nil {
		return err
	}
	if blocked.SinPrecinto, err = sinPrecinto(db, j.Establecimiento); err != nil {
		return err
	}
	if len(blocked.Mesas) > 0 || len(blocked.SinPrecinto) > 0 || len(blocked.Actos) > 0 {
		return &blocked
	}
	if err := j.Fase.Advance(domain.FaseCerrada); err != nil {
		return err
	}
	a, err := CurrentAutorizacion(db, j.Establecimiento)
	if err != nil {
		return err
	}
	sesiones, err := sesionesOf(db, j.Establecimiento, j.Fecha)
	if err != nil {
		return err
	}
	desde := j.lastHecho()
	for _, s := range sesiones {
		if s.Cierre.After(desde) {
			desde = s.Cierre
		}
	}
	return hora.check(tx, desde, a.Parametros.Margen())
}

// close writes what closes the day, in one commit.
func (j *Jornada) close(tx *escritor.Tx, autor Autor, hora Hora) (CierreJornada, error) {
	folios, pozos, err := foliosOf(tx.DB(), j.Establecimiento, j.Fecha)
	if err != nil {
		return CierreJornada{}, err
	}
	control, err := libros.Totalize(j.Fecha, folios...)
	if err != nil {
		return CierreJornada{}, err
	}
	if control, err = control.Beneficios(pozos...); err != nil {
		return CierreJornada{}, err
	}
	lines, err := rectificacionesOf(tx.DB(), j.Establecimiento, j.Fecha)
	if err != nil {
		return CierreJornada{}, err
	}
	if control, err = control.Rectify(lines); err != nil {
		return CierreJornada{}, err
	}
	b := diario.Borrador{
		Establecimiento: j.Establecimiento,
		Libro:           LibroJornadas,
		Jornada:         j.Fecha,
		Tipo:            TipoCierreJornada,
		Datos: []diario.Dato{
			{Nombre: "fase", Valor: string(domain.FaseCerrada)},
			{Nombre: "fecha", Valor: string(j.Fecha)},
		},
	}
	hora.stamp(&b, autor)
	if _, err := tx.Append(b); err != nil {
		return CierreJornada{}, err
	}
	last := map[int]domain.Juego{} // the game that each table was last opened for
	for _, f := range folios {
		last[f.Mesa] = f.Juego
	}
	for _, f := range pozos {
		last[f.Mesa] = f.Juego
	}
	hoja, err := appendControl(tx, autor, hora, j, control, last)
	if err != nil {
		return CierreJornada{}, err
	}
	if _, err := appendEstado(tx, autor, hora); err != nil {
		return CierreJornada{}, err
	}
	j.Fase = domain.FaseCerrada
	return CierreJornada{Jornada: *j, Folio: hoja.Folio, Total: control.Total(), TotalLetra: control.TotalLetra()}, nil
}

// appendControl writes the day's page of the control de ingresos. Only a
// libros.ControlIngresos makes one, and only Totalize makes those (art. 40.2).
func appendControl(tx *escritor.Tx, autor Autor, hora Hora, j *Jornada, control libros.ControlIngresos, last map[int]domain.Juego) (diario.Asiento, error) {
	b := diario.Borrador{
		Establecimiento: j.Establecimiento,
		Libro:           LibroControlIngresos,
		NuevoFolio:      true,
		Jornada:         j.Fecha,
		Tipo:            TipoControlIngresos,
		Datos: []diario.Dato{
			{Nombre: "fecha", Valor: string(control.Fecha())},
			datoEntero("total", control.Total()),
			{Nombre: "total_letra", Valor: control.TotalLetra()},
		},
	}
	lines, err := datosLineas(control.Lineas(), last)
	if err != nil {
		return diario.Asiento{}, err
	}
	b.Datos = append(b.Datos, lines...)
	for k, l := range control.Rectificaciones() {
		b.Datos = append(b.Datos, datosRectificacion(k+1, l)...)
	}
	h := hora
	h.Motivo = "" // said once, with the close
	h.stamp(&b, autor)
	return tx.Append(b)
}

// foliosOf reads the closed folios of the tables of a jornada, from their leaves: those of
// contrapartida and those of círculo.
func foliosOf(db *gorm.DB, establecimiento string, fecha domain.Fecha) ([]libros.FolioAnticipos, []libros.FolioBeneficios, error) {
	hojas, err := hojasJornada(db, establecimiento, fecha)
	if err != nil {
		return nil, nil, err
	}
	type key struct {
		libro string
		folio int64
	}
	byFolio := map[key][]diario.Asiento{}
	var order []key
	for _, a := range hojas {
		k := key{a.Libro, a.Folio}
		if a.Libro == LibroCajaCentral || a.Folio == 0 {
			continue
		}
		if byFolio[k] == nil {
			order = append(order, k)
		}
		byFolio[k] = append(byFolio[k], a)
	}
	var folios []libros.FolioAnticipos
	var pozos []libros.FolioBeneficios
	for _, k := range order {
		if strings.HasPrefix(k.libro, prefijoBeneficios) {
			f, err := readFolioBeneficios(byFolio[k])
			if err != nil {
				return nil, nil, err
			}
			pozos = append(pozos, f)
			continue
		}
		f, err := readFolioAnticipos(byFolio[k])
		if err != nil {
			return nil, nil, err
		}
		folios = append(folios, f)
	}
	return folios, pozos, nil
}

// readFolioAnticipos is the sheet that the leaves of one folio make.
func readFolioAnticipos(hojas []diario.Asiento) (libros.FolioAnticipos, error) {
	var f libros.FolioAnticipos
	for k := range hojas {
		a := &hojas[k]
		d := lector{a: a}
		switch a.Tipo {
		case TipoAnticipoInicial:
			f.Juego, f.Mesa, f.Fecha, f.Apertura = domain.Juego(d.texto("juego")), int(d.entero("mesa")), a.Jornada, a.Hecho
			libro, err := strconv.Atoi(strings.TrimPrefix(a.Libro, prefijoAnticipos))
			if err != nil {
				return f, fmt.Errorf("asiento %d: book %q", a.Posicion, a.Libro)
			}
			f.Libro = libro
			f.Anticipos = append(f.Anticipos, libros.Anticipo{Importe: d.importe("importe"), Hora: a.Hecho})
		case TipoReposicion:
			f.Anticipos = append(f.Anticipos, libros.Anticipo{Importe: d.importe("importe"), Hora: a.Hecho})
		case TipoActaBilletes:
			f.Extraido += d.importe("importe")
		case TipoDevolucionFichas:
			f.Devuelto += d.importe("importe")
		case TipoCierreMesa:
			f.Cierre = a.Hecho
			f.Fichas, f.Placas, f.Billetes = d.piezas("fichas"), d.piezas("placas"), d.piezas("billetes")
		}
		if d.err != nil {
			return f, d.err
		}
	}
	return f, nil
}

// Certificacion is the act with which who directs certifies the total of a jornada.
type Certificacion struct {
	Acto     Acto
	Repetida bool // it was proposed before: nothing was written now
}

// ProposeCertificacion proposes the certification of the control de ingresos of a closed
// jornada, which who directs signs alone (art. 42.2). When it closes, the jornada is
// certificada and the next one may begin. What was certified on paper in time is
// transcribed with its form and may carry a handwritten signature (criterio HOR-2).
// Repeated, it answers the same act. It returns ErrJornada or, before the close, a breach
// that wraps ErrSinCerrar.
func (c *Casa) ProposeCertificacion(ctx context.Context, autor Autor, hora Hora, establecimiento string, fecha domain.Fecha) (Certificacion, error) {
	var done Certificacion
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		j, err := findJornada(tx.DB(), establecimiento, fecha)
		if err != nil {
			return err
		}
		if j.Fase.Orden() < domain.FaseCerrada.Orden() {
			return norma.Breach(art("42.2"), ErrSinCerrar)
		}
		if err := expirePending(tx, establecimiento, LibroControlIngresos); err != nil {
			return err
		}
		id, ok, err := findCertificacion(tx.DB(), establecimiento, fecha)
		if err != nil {
			return err
		}
		if ok {
			done.Repetida = true
			done.Acto, err = loadActo(tx.DB(), id)
			tx.Recurso(200, id)
			return err
		}
		done.Acto, err = c.proposeCertificacion(tx, autor, c.settle(tx, hora), j)
		tx.Recurso(201, done.Acto.ID)
		return err
	})
	return done, err
}

// findCertificacion returns the act that certifies a jornada, pending or closed.
func findCertificacion(db *gorm.DB, establecimiento string, fecha domain.Fecha) (string, bool, error) {
	states := []string{string(EstadoPropuesto), string(EstadoCerrado)}
	f, ok, err := findOne[filaActo](db.Where("establecimiento = ? AND jornada = ? AND tipo = ? AND estado IN ?",
		establecimiento, string(fecha), TipoCertificacion, states).Order("numero DESC"))
	if err != nil {
		err = fmt.Errorf("read the certification of %s, %s: %w", establecimiento, fecha, err)
	}
	return f.Acto, ok, err
}

func (c *Casa) proposeCertificacion(tx *escritor.Tx, autor Autor, hora Hora, j Jornada) (Acto, error) {
	f, ok, err := findControl(tx.DB(), j.Establecimiento, j.Fecha)
	if err != nil || !ok {
		return Acto{}, errors.Join(ErrSinCerrar, err)
	}
	hoja, err := readAsiento(tx.DB(), f.Posicion)
	if err != nil {
		return Acto{}, err
	}
	a, err := CurrentAutorizacion(tx.DB(), j.Establecimiento)
	if err != nil {
		return Acto{}, err
	}
	if err := hora.check(tx, hoja.Hecho, a.Parametros.Margen()); err != nil {
		return Acto{}, err
	}
	plazas, err := plazasDe(libros.ActoCertificacion, libros.NoPresente, hora)
	if err != nil {
		return Acto{}, err
	}
	b := ActoBorrador{
		Establecimiento: j.Establecimiento,
		Libro:           LibroControlIngresos,
		Folio:           hoja.Folio,
		Jornada:         j.Fecha,
		Tipo:            TipoCertificacion,
		Plazas:          plazas,
		Datos: append(slices.Clone(hoja.Datos),
			datoEntero("asiento", hoja.Posicion)),
	}
	hora.stampActo(&b, autor)
	return c.proposeTx(tx, b)
}

func init() {
	// Nobody signs a control de ingresos, nor an entry of the caja central, into being.
	validaciones[TipoControlIngresos] = func(*escritor.Tx, *Acto) error { return norma.Breach(art("40.2"), ErrControlManual) }
	validaciones[TipoCierreJornada] = validaciones[TipoControlIngresos]
	validaciones[TipoAsientoCaja] = func(*escritor.Tx, *Acto) error {
		return norma.Breach(art("37.2"), libros.ErrMovimiento).Under("CAJ-C")
	}
	// A folio just certified can prove that nothing is missing: a statement of the series
	// follows it. Nothing of the day is asked again: its idempotency keys go.
	cierres[TipoCertificacion] = func(tx *escritor.Tx, a *Acto, hoja diario.Asiento) error {
		if _, err := appendEstado(tx, Autor{hoja.Autor, hoja.Cargo}, EnLinea(tx.Ahora())); err != nil {
			return err
		}
		return escritor.ForgetIdempotencia(tx, a.Establecimiento, string(a.Jornada))
	}
}
