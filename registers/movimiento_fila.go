package registers

import (
	"fmt"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

type filaExtraccion struct {
	Establecimiento string
	Extraccion      int64
	Mesa            int64
	Folio           int64
	Jornada         string
	Caja            int64
	CajaRelevo      int64
	Autoriza        string
	Estado          string
	Importe         int64
	HoraRelevo      int64
	HoraRecuento    int64
	HoraCopia       int64
	Destino         string
	Acto            string
	Posicion        int64
}

func (filaExtraccion) TableName() string { return "extracciones" }

func (f filaExtraccion) extraccion() Extraccion {
	return Extraccion{
		Establecimiento: f.Establecimiento,
		Numero:          f.Extraccion,
		Mesa:            int(f.Mesa),
		Folio:           f.Folio,
		Jornada:         domain.Fecha(f.Jornada),
		Caja:            int(f.Caja),
		CajaRelevo:      int(f.CajaRelevo),
		Autoriza:        f.Autoriza,
		Estado:          EstadoExtraccion(f.Estado),
		Importe:         domain.Importe(f.Importe),
		Relevo:          fromMicros(f.HoraRelevo),
		Recuento:        fromMicros(f.HoraRecuento),
		Copia:           fromMicros(f.HoraCopia),
		Destino:         f.Destino,
		Acto:            f.Acto,
	}
}

// extraccionesOf lists the extractions that q selects, in order, with their acta if it is
// still to be signed.
func extraccionesOf(q *gorm.DB) ([]Extraccion, error) {
	var filas []filaExtraccion
	if err := q.Session(&gorm.Session{}).Order("extraccion").Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the extractions of notes: %w", err)
	}
	xs := make([]Extraccion, 0, len(filas))
	waiting := false
	for _, f := range filas {
		xs = append(xs, f.extraccion())
		waiting = waiting || f.Estado == string(ExtraccionRelevada)
	}
	if !waiting {
		return xs, nil
	}
	db := q.Session(&gorm.Session{NewDB: true})
	var acts []filaActo
	if err := pendingOf(db, xs[0].Establecimiento).Where("tipo = ?", TipoActaBilletes).Find(&acts).Error; err != nil {
		return nil, fmt.Errorf("list the actas of notes: %w", err)
	}
	for _, a := range acts {
		hoja, err := readAsiento(db, a.Posicion)
		if err != nil {
			return nil, err
		}
		d := lector{a: &hoja}
		for k := range xs {
			if xs[k].Numero == d.entero("extraccion") {
				xs[k].Acto = a.Acto
			}
		}
	}
	return xs, nil
}

type filaDotacionColor struct {
	Establecimiento string
	Mesa            int64
	Color           string
	Piezas          int64
	Posicion        int64
}

func (filaDotacionColor) TableName() string { return "dotaciones_color" }

var tablasMovimiento = []escritor.Tabla{
	{Nombre: "extracciones", Clave: []string{"establecimiento", "extraccion"}},
	{Nombre: "dotaciones_color", Clave: []string{"establecimiento", "mesa", "color"}},
}

var proyectoresMovimiento = map[string]escritor.Proyector{
	TipoRelevoCaja:       projectRelevo,
	TipoActaBilletes:     projectActaBilletes,
	TipoCopiaActa:        projectCopia,
	TipoDevolucionFichas: projectDevolucion,
	TipoDotacionColor:    projectDotacion,
	TipoIncidenciaMesa:   func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
	TipoComprobacionMesa: func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil }, // read from its leaf
}

func projectRelevo(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaExtraccion{Establecimiento: a.Establecimiento, Extraccion: a.NumeroSerie, Mesa: d.entero("mesa"), Folio: a.Folio,
		Jornada: string(a.Jornada), Caja: d.entero("caja"), CajaRelevo: d.entero("caja_relevo"), Autoriza: d.texto("autoriza"),
		Estado: string(ExtraccionRelevada), HoraRelevo: micros(a.Hecho), Posicion: a.Posicion}
	if d.err != nil {
		return d.err
	}
	return l.Insert(f)
}

func projectActaBilletes(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	mesa, numero, importe := d.entero("mesa"), d.entero("extraccion"), d.entero("importe")
	if d.err != nil {
		return d.err
	}
	err := l.Exec(`UPDATE extracciones SET estado = ?, importe = ?, hora_recuento = ?, acto = ? WHERE establecimiento = ? AND extraccion = ?`,
		string(ExtraccionContada), importe, micros(a.Hecho), a.Dato(diario.DatoActo), a.Establecimiento, numero)
	if err != nil {
		return err
	}
	return l.Exec(`UPDATE sesiones_mesa SET extraido = extraido + ? WHERE establecimiento = ? AND mesa = ? AND folio = ?`,
		importe, a.Establecimiento, mesa, a.Folio)
}

func projectCopia(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	numero := d.entero("extraccion")
	if d.err != nil {
		return d.err
	}
	return l.Exec(`UPDATE extracciones SET estado = ?, hora_copia = ?, destino = ? WHERE establecimiento = ? AND extraccion = ?`,
		string(ExtraccionArchivada), micros(a.Hecho), a.Dato("destino"), a.Establecimiento, numero)
}

func projectDevolucion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	mesa, importe := d.entero("mesa"), d.entero("importe")
	if d.err != nil {
		return d.err
	}
	return l.Exec(`UPDATE sesiones_mesa SET devuelto = devuelto + ? WHERE establecimiento = ? AND mesa = ? AND folio = ?`,
		importe, a.Establecimiento, mesa, a.Folio)
}

func projectDotacion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	mesa := d.entero("mesa")
	colores := d.colores()
	if d.err != nil {
		return d.err
	}
	if err := l.Exec(`DELETE FROM dotaciones_color WHERE establecimiento = ? AND mesa = ?`, a.Establecimiento, mesa); err != nil {
		return err
	}
	for _, c := range colores.List() {
		if err := l.Insert(&filaDotacionColor{a.Establecimiento, mesa, c, colores[c], a.Posicion}); err != nil {
			return err
		}
	}
	return nil
}
