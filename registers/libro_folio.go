package registers

import (
	"fmt"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/firma"
)

// folioReader turns the leaves of a folio into its facts.
type folioReader struct {
	db    *gorm.DB
	hojas []diario.Asiento
	names map[string]string // of those who signed, from the vault
}

func (r *folioReader) anticipos(mesa int) (*FolioAnticipos, error) {
	f := &FolioAnticipos{Mesa: mesa}
	for k := range r.hojas {
		a := &r.hojas[k]
		d := lector{a: a}
		e, valores, err := r.entrada(a)
		if err != nil {
			return nil, err
		}
		switch a.Tipo {
		case TipoAnticipoInicial:
			f.Juego, f.ApuestaMinima, f.Maximos = domain.Juego(d.texto("juego")), d.importe("apuesta_minima"), d.texto("maximos")
			f.Anticipos = append(f.Anticipos, d.anticipoFolio(e, 0))
		case TipoReposicion:
			f.Anticipos = append(f.Anticipos, d.anticipoFolio(e, int(d.entero("ordinal"))))
		case TipoCierreMesa:
			f.Recuento = d.recuentoFolio(e)
			f.Recuento.Motivo, f.Recuento.Nota = valores[valorMotivo], valores[valorNota]
		case TipoRelevoCaja, TipoActaBilletes, TipoCopiaActa, TipoDevolucionFichas, TipoSuspensionMesa, TipoReanudacionMesa,
			TipoClausuraMesa, TipoComprobacionMesa, TipoIncidenciaMesa:
			f.Movimientos = append(f.Movimientos, d.movimientoFolio(e, valores))
		case TipoRectificacion:
			x := d.rectificacion(e, len(f.Rectificaciones)+1)
			x.Motivo = valores[valorMotivo]
			f.Rectificaciones = append(f.Rectificaciones, x)
		}
		if d.err != nil {
			return nil, d.err
		}
	}
	var err error
	f.Sesion, f.TotalDia, err = r.dayOf(TipoAnticipoInicial, mesa)
	return f, err
}

func (l *lector) anticipoFolio(e EntradaFolio, ordinal int) AnticipoFolio {
	return AnticipoFolio{
		EntradaFolio: e,
		Ordinal:      ordinal,
		Piezas:       l.piezas("anticipo"),
		Importe:      l.importe("importe"),
		Inspector:    libros.Presencia(l.texto("inspector")),
		Receptor:     l.texto("receptor"),
	}
}

// movimientoFolio reads an entry that is neither an anticipo nor the count.
func (l *lector) movimientoFolio(e EntradaFolio, valores map[string]string) MovimientoFolio {
	m := MovimientoFolio{
		EntradaFolio: e,
		Tipo:         l.a.Tipo,
		Extraccion:   l.enteroOpcional("extraccion"),
		Caja:         int(l.enteroOpcional("caja")),
		CajaRelevo:   int(l.enteroOpcional("caja_relevo")),
		Importe:      domain.Importe(l.enteroOpcional("importe")),
		Dependencia:  l.texto("dependencia"),
		Destino:      l.texto("destino"),
		Causa:        Causa(l.texto("causa")),
		Clase:        l.texto("clase"),
		Conforme:     l.texto("conforme") == "si",
		VenceNatural: domain.Fecha(l.texto("vence_natural")),
		VenceHabil:   domain.Fecha(l.texto("vence_habil")),
	}
	switch m.Tipo {
	case TipoRelevoCaja:
		m.Extraccion = l.a.NumeroSerie
	case TipoActaBilletes:
		m.Piezas = l.piezas("billetes")
	case TipoDevolucionFichas:
		m.Piezas = l.piezas("fichas")
	}
	for _, nombre := range []string{valorMotivo, valorCircunstancias, "resultado", "texto"} {
		if v := valores[nombre]; v != "" {
			m.Texto = v
		}
	}
	return m
}

func (l *lector) recuentoFolio(e EntradaFolio) *RecuentoFolio {
	r := &RecuentoFolio{
		EntradaFolio:    e,
		Fichas:          l.piezas("fichas"),
		Placas:          l.piezas("placas"),
		Billetes:        l.piezas("billetes"),
		FichasImporte:   l.importe("fichas_importe"),
		PlacasImporte:   l.importe("placas_importe"),
		BilletesImporte: l.importe("billetes_importe"),
		Existencias:     l.importe("existencias"),
		Anticipos:       l.importe("anticipos"),
		Resultado:       l.importe("resultado"),
		Extraido:        domain.Importe(l.enteroOpcional("extraido")),
		Devuelto:        domain.Importe(l.enteroOpcional("devuelto")),
		Colores:         l.colores(),
	}
	if l.texto("esperado") != "" {
		esperado, diferencia := l.importe("esperado"), l.importe("diferencia")
		r.Esperado, r.Diferencia = &esperado, &diferencia
	}
	return r
}

func (r *folioReader) control() (*FolioControl, error) {
	f := &FolioControl{}
	for k := range r.hojas {
		a := &r.hojas[k]
		d := lector{a: a}
		e, _, err := r.entrada(a)
		if err != nil {
			return nil, err
		}
		switch a.Tipo {
		case TipoControlIngresos:
			f.EntradaFolio = e
			f.Fecha, f.Total, f.TotalLetra = domain.Fecha(d.texto("fecha")), d.importe("total"), d.texto("total_letra")
			for _, l := range d.lineasControl() {
				f.Lineas = append(f.Lineas, LineaFolio{LineaControl: l})
			}
			sortLineas(f.Lineas)
			f.Rectificaciones = d.lineasRectificacion()
		case TipoCertificacion:
			f.Certificacion = &e
		}
		if d.err != nil {
			return nil, d.err
		}
	}
	return f, r.sources(f)
}

// sources says which folios of the tables each line comes from.
func (r *folioReader) sources(f *FolioControl) error {
	first := &r.hojas[0]
	hojas, err := hojasJornada(r.db, first.Establecimiento, first.Jornada)
	if err != nil {
		return err
	}
	for _, a := range hojas {
		if a.Tipo != TipoAnticipoInicial && a.Tipo != TipoAperturaCirculo {
			continue
		}
		for k := range f.Lineas {
			if strconv.Itoa(f.Lineas[k].Mesa) == a.Dato("mesa") && string(f.Lineas[k].Juego) == a.Dato("juego") {
				f.Lineas[k].Folios = append(f.Lineas[k].Folios, a.Folio)
			}
		}
	}
	return nil
}

// entrada reads what an entry says of itself, and its personal values.
func (r *folioReader) entrada(a *diario.Asiento) (EntradaFolio, map[string]string, error) {
	e := EntradaFolio{
		Posicion:     a.Posicion,
		Numero:       a.Numero,
		Hecho:        a.Hecho,
		Anotacion:    a.Anotacion,
		Formulario:   a.Origen.Formulario,
		Transcriptor: a.Origen.Transcriptor,
		Avisos:       strings.Fields(a.Dato("avisos")),
	}
	values, err := readValores(r.db, a)
	if err != nil {
		return e, nil, err
	}
	abiertos := make(map[string]string, len(values))
	for _, v := range values {
		abiertos[v.Nombre] = v.Valor
	}
	e.Demora = abiertos[valorDemora]
	if a.Dato(diario.DatoActo) == "" {
		return e, abiertos, nil
	}
	huella, err := diario.HuellaActo(a)
	if err != nil {
		return e, nil, err
	}
	e.Acto, e.Huella = a.Dato(diario.DatoActo), fmt.Sprintf("%x", huella)
	e.Firmas, err = r.firmas(a)
	return e, abiertos, err
}

func (r *folioReader) firmas(a *diario.Asiento) ([]FirmaFolio, error) {
	plazas, err := firma.Plazas(a)
	if err != nil {
		return nil, err
	}
	fs := make([]FirmaFolio, 0, len(a.Firmas))
	for _, s := range a.Firmas {
		f := FirmaFolio{Firma: s}
		if f.Nombre, err = r.nombre(s.Persona, a.Posicion); err != nil {
			return nil, err
		}
		if s.Modo.Propia() && s.Plaza <= len(plazas) && plazas[s.Plaza-1].Quien == firma.QuienDirector {
			if f.Sustituye, err = r.sustituye(a, s); err != nil {
				return nil, err
			}
			if f.Sustituye {
				f.Articulo = articuloSustituto(a.Tipo)
			}
		}
		if !s.Modo.Propia() {
			if f.Ejemplar, err = r.ejemplar(a, s.Plaza); err != nil {
				return nil, err
			}
		}
		fs = append(fs, f)
	}
	return fs, nil
}

// nombre is the name of a person as the log had it at a position and the vault still
// holds it.
func (r *folioReader) nombre(persona string, posicion int64) (string, error) {
	if n, ok := r.names[persona]; ok {
		return n, nil
	}
	numero, err := strconv.ParseInt(strings.TrimPrefix(persona, "p"), 10, 64)
	if err != nil {
		return "", nil // sistema, or nobody of the house
	}
	var at []int64
	err = r.db.Table("asientos").Where("establecimiento = ? AND serie = ? AND numero_serie = ? AND posicion <= ?",
		diario.Entidad, SeriePersonas, numero, posicion).Pluck("posicion", &at).Error
	if err != nil || len(at) == 0 {
		return "", err
	}
	changes, err := readHojas(r.db.Where("tipo = ? AND posicion <= ?", TipoCambioPersona, posicion))
	if err != nil {
		return "", err
	}
	for _, h := range changes {
		if h.Dato("persona") == persona {
			at = append(at, h.Posicion)
		}
	}
	_, values, err := ReadHoja(r.db, at[len(at)-1])
	if err != nil {
		return "", err
	}
	r.names[persona] = strings.TrimSpace(values["nombre"] + " " + values["apellidos"])
	return r.names[persona], nil
}

// articuloSustituto is the provision by which a substitute signs: that of the tables that
// close at once for a closing count, that of the pozo for a pozo, the general one otherwise.
func articuloSustituto(tipo string) norma.Articulo {
	switch tipo {
	case TipoCierreMesa:
		return art("36.4")
	case TipoAperturaPozo, TipoRectificacionPozo:
		return art("41.5")
	}
	return art("14.3")
}

// sustituye reports whether who signed as director was a substitute then.
func (r *folioReader) sustituye(a *diario.Asiento, s diario.Firma) (bool, error) {
	var rows []filaDireccion
	if err := inForce(r.db, a.Establecimiento, s.Instante).Where("persona = ?", s.Persona).Find(&rows).Error; err != nil {
		return false, fmt.Errorf("read in what capacity %s directs: %w", s.Persona, err)
	}
	for _, row := range rows {
		hoja, err := readAsiento(r.db, row.Posicion)
		if err != nil {
			return false, err
		}
		if hoja.Dato("calidad") == string(CalidadTitular) {
			return false, nil
		}
	}
	return len(rows) > 0, nil
}

// ejemplar is the number of the printed copy that a slot was signed on by hand.
func (r *folioReader) ejemplar(a *diario.Asiento, plaza int) (int64, error) {
	hojas, err := readHojas(r.db.Where("tipo = ? AND establecimiento = ? AND jornada = ? AND posicion < ?",
		TipoFirmaManuscrita, a.Establecimiento, string(a.Jornada), a.Posicion))
	if err != nil {
		return 0, err
	}
	for k := range hojas {
		d := lector{a: &hojas[k]}
		if d.texto(diario.DatoActo) == a.Dato(diario.DatoActo) && d.entero("plaza") == int64(plaza) {
			return d.entero("ejemplar"), d.err
		}
	}
	return 0, nil
}
