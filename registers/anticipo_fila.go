package registers

import (
	"fmt"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Kinds of asiento of the libro de anticipos (arts. 36, 40).
const (
	TipoAnticipoInicial = "AnticipoInicial"
	TipoReposicion      = "Reposicion"
	TipoCierreMesa      = "CierreMesa"
)

type filaAnticipo struct {
	Establecimiento string
	Mesa            int64
	Folio           int64
	Ordinal         int64 // 0 the initial one
	Importe         int64
	Hora            int64
	Posicion        int64
}

func (filaAnticipo) TableName() string { return "anticipos" }

var tablasAnticipo = []escritor.Tabla{
	{Nombre: "sesiones_mesa", Clave: []string{"establecimiento", "mesa", "folio"}},
	{Nombre: "anticipos", Clave: []string{"establecimiento", "mesa", "folio", "ordinal"}},
}

var proyectoresAnticipo = map[string]escritor.Proyector{
	TipoAnticipoInicial: projectApertura,
	TipoReposicion:      projectReposicion,
	TipoCierreMesa:      projectCierreMesa,
}

func projectApertura(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaSesionMesa{
		Establecimiento: a.Establecimiento,
		Mesa:            d.entero("mesa"),
		Folio:           a.Folio,
		Jornada:         string(a.Jornada),
		Juego:           d.texto("juego"),
		ApuestaMinima:   d.entero("apuesta_minima"),
		Maximos:         d.texto("maximos"),
		Anticipo:        d.entero("importe"),
		Anticipos:       d.entero("importe"),
		HoraApertura:    micros(a.Hecho),
		Abierta:         1,
		Servicio:        string(EnServicio),
		Posicion:        a.Posicion,
	}
	if d.err != nil {
		return d.err
	}
	if err := l.Insert(f); err != nil {
		return err
	}
	return l.Insert(&filaAnticipo{f.Establecimiento, f.Mesa, f.Folio, 0, f.Anticipo, f.HoraApertura, a.Posicion})
}

func projectReposicion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaAnticipo{a.Establecimiento, d.entero("mesa"), a.Folio, d.entero("ordinal"), d.entero("importe"), micros(a.Hecho), a.Posicion}
	if d.err != nil {
		return d.err
	}
	err := l.Exec(`UPDATE sesiones_mesa SET anticipos = anticipos + ?, reposiciones = ? WHERE establecimiento = ? AND mesa = ? AND folio = ?`,
		f.Importe, f.Ordinal, f.Establecimiento, f.Mesa, f.Folio)
	if err != nil {
		return err
	}
	return l.Insert(f)
}

func projectCierreMesa(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	mesa, existencias, resultado := d.entero("mesa"), d.entero("existencias"), d.entero("resultado")
	if d.err != nil {
		return d.err
	}
	return l.Exec(`UPDATE sesiones_mesa SET abierta = 0, existencias = ?, resultado = ?, hora_cierre = ? WHERE establecimiento = ? AND mesa = ? AND folio = ?`,
		existencias, resultado, micros(a.Hecho), a.Establecimiento, mesa, a.Folio)
}

// anticiposOf lists the anticipos of a session, the initial one first.
func anticiposOf(db *gorm.DB, s SesionMesa) ([]libros.Anticipo, error) {
	var filas []filaAnticipo
	err := db.Where("establecimiento = ? AND mesa = ? AND folio = ?", s.Establecimiento, s.Mesa, s.Folio).Order("ordinal").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("read the anticipos of table %d of %s: %w", s.Mesa, s.Establecimiento, err)
	}
	as := make([]libros.Anticipo, 0, len(filas))
	for _, f := range filas {
		as = append(as, libros.Anticipo{Importe: domain.Importe(f.Importe), Hora: fromMicros(f.Hora)})
	}
	return as, nil
}
