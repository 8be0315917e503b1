package admission

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// SerieAcreditaciones numbers those who come in to work, apart from the cards (criterio ADM-9).
const SerieAcreditaciones = "acreditaciones"

// ErrSalida: she left already.
var ErrSalida = errors.New("esa acreditación ya tiene anotada su salida")

// Acreditacion is somebody who comes into the rooms to work or to learn, never to play
// (arts. 1.6, 18.1.a; criterio ADM-9).
type Acreditacion struct {
	Establecimiento string
	Numero          int64
	Jornada         domain.Fecha
	Entrada         time.Time
	Salida          time.Time // zero while inside
	Autor           string    // who let her in; the director, off duty
	Calidad         acceso.Calidad
	Empresa         string
	Nombre          string // "" once erased
	Apellidos       string
	Documento       string
	Motivo          string
}

type filaAcreditacion struct {
	Establecimiento string
	Numero          int64
	Jornada         string
	Instante        int64
	Autor           string
	Calidad         string
	Empresa         string
	Nombre          string
	Apellidos       string
	Documento       string
	Motivo          string
	Salida          int64
	Posicion        int64
}

func (filaAcreditacion) TableName() string { return "acreditaciones" }

func (f *filaAcreditacion) acreditacion() Acreditacion {
	a := Acreditacion{Establecimiento: f.Establecimiento, Numero: f.Numero, Jornada: domain.Fecha(f.Jornada), Entrada: instante(f.Instante),
		Autor: f.Autor, Calidad: acceso.Calidad(f.Calidad), Empresa: f.Empresa, Nombre: f.Nombre, Apellidos: f.Apellidos,
		Documento: f.Documento, Motivo: f.Motivo}
	if f.Salida != 0 {
		a.Salida = instante(f.Salida)
	}
	return a
}

var proyectoresAcreditacion = map[string]escritor.Proyector{
	"Acreditacion":       projectAcreditacion,
	"SalidaAcreditacion": projectSalida,
}

func projectAcreditacion(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	return l.Insert(&filaAcreditacion{a.Establecimiento, a.NumeroSerie, string(a.Jornada), a.Hecho.UnixMicro(), a.Autor, a.Dato("calidad"),
		v["empresa"], v["nombre"], v["apellidos"], v["documento"], v["motivo"], 0, a.Posicion})
}

func projectSalida(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	n, err := numero(a, "acreditacion")
	if err != nil {
		return err
	}
	return l.Exec("UPDATE acreditaciones SET salida = ? WHERE establecimiento = ? AND numero = ?", a.Hecho.UnixMicro(), a.Establecimiento, n)
}

// Acreditar asks to let somebody in to work.
type Acreditar struct {
	Establecimiento string
	Tipo            string // of the document shown
	Pais            string
	Numero          string
	Nombre          string
	Apellidos       string
	Calidad         acceso.Calidad
	Empresa         string
	Motivo          string
}

// Accredit lets somebody in to work, with a number of its own and no card, at any time of the
// jornada (arts. 1.6, 18.1.a; criterio ADM-9). Errors: ErrNoExiste, ErrCerrado without a
// jornada; those of the document, the name and acceso.CheckAcreditacion.
func (p *Puerta) Accredit(ctx context.Context, e Acreditar, autor Autor) (Acreditacion, error) {
	doc, err := p.parseAcreditar(ctx, &e, autor)
	if err != nil {
		return Acreditacion{}, err
	}
	var n int64
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		j, ok, err := registers.LastJornada(t.DB(), e.Establecimiento)
		if err != nil {
			return err
		}
		if !ok || !j.AdmiteRecuentos() {
			return norma.Breach(art("27.4"), ErrCerrado).Under("JOR-0")
		}
		b := borrador(t, e.Establecimiento, Libro, "Acreditacion", autor)
		b.Serie, b.Jornada = SerieAcreditaciones, j.Fecha
		b.Datos = []diario.Dato{dato("calidad", string(e.Calidad)), dato("documento_tipo", string(doc.Tipo))}
		b.Personal = []diario.ValorPersonal{{Nombre: "nombre", Valor: e.Nombre}, {Nombre: "apellidos", Valor: e.Apellidos},
			{Nombre: "documento", Valor: doc.Numero}, {Nombre: "empresa", Valor: e.Empresa}, {Nombre: "motivo", Valor: e.Motivo}}
		a, err := t.Append(b)
		n = a.NumeroSerie
		t.Recurso(201, strconv.FormatInt(n, 10))
		return err
	})
	if err != nil {
		return Acreditacion{}, err
	}
	return p.Acreditacion(ctx, e.Establecimiento, n)
}

// parseAcreditar cleans what was typed and judges it: what she is to the house is told by her
// document.
func (p *Puerta) parseAcreditar(ctx context.Context, e *Acreditar, autor Autor) (identidad.Documento, error) {
	doc, _, err := identidad.ParseDe(e.Tipo, e.Pais, e.Numero)
	if err != nil {
		return doc, err
	}
	if e.Nombre, e.Apellidos, err = identidad.ParseNombreDe(doc, e.Nombre, e.Apellidos); err != nil {
		return doc, err
	}
	for _, text := range []*string{&e.Empresa, &e.Motivo} {
		if *text, err = identidad.NFC(*text); err != nil {
			return doc, norma.Breach(art("18.1.a"), err).Under("ADM-9")
		}
	}
	staff, err := p.casa.CargosByDocumento(ctx)
	if err != nil {
		return doc, err
	}
	ask := acceso.Acreditacion{Calidad: e.Calidad, Empresa: e.Empresa, Motivo: e.Motivo,
		Relacion: acceso.RelacionDe(staff[identidad.Documento{Tipo: doc.Tipo, Numero: doc.Numero}])}
	return doc, acceso.CheckAcreditacion(ask, autor.Cargo)
}

// Leave puts on record that somebody who came in to work leaves. Errors: ErrNoExiste,
// ErrSalida.
func (p *Puerta) Leave(ctx context.Context, establecimiento string, n int64, autor Autor) (Acreditacion, error) {
	_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
		f, err := findAcreditacion(t.DB(), establecimiento, n)
		if err != nil {
			return err
		}
		if f.Salida != 0 {
			return ErrSalida
		}
		t.Recurso(200, strconv.FormatInt(n, 10))
		_, err = t.Append(diario.Borrador{Establecimiento: establecimiento, Libro: Libro, Tipo: "SalidaAcreditacion",
			Jornada: domain.Fecha(f.Jornada), Autor: autor.Persona, Cargo: autor.Cargo, Clase: diario.ClasePermanente,
			Datos: []diario.Dato{entero("acreditacion", n)}})
		return err
	})
	if err != nil {
		return Acreditacion{}, err
	}
	return p.Acreditacion(ctx, establecimiento, n)
}

// Acreditacion returns one. Errors: ErrNoExiste.
func (p *Puerta) Acreditacion(ctx context.Context, establecimiento string, n int64) (Acreditacion, error) {
	f, err := findAcreditacion(p.w.Lectura().WithContext(ctx), establecimiento, n)
	return f.acreditacion(), err
}

func findAcreditacion(db *gorm.DB, establecimiento string, n int64) (filaAcreditacion, error) {
	return findNumero[filaAcreditacion](db, "the acreditación", establecimiento, n)
}

// Acreditaciones lists those of a jornada, the latest first.
func (p *Puerta) Acreditaciones(ctx context.Context, establecimiento string, jornada domain.Fecha) ([]Acreditacion, error) {
	var filas []filaAcreditacion
	err := p.w.Lectura().WithContext(ctx).Where("establecimiento = ? AND jornada = ?", establecimiento, string(jornada)).
		Order("numero DESC").Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the acreditaciones of %s, %s: %w", establecimiento, jornada, err)
	}
	out := make([]Acreditacion, 0, len(filas))
	for k := range filas {
		out = append(out, filas[k].acreditacion())
	}
	return out, nil
}
