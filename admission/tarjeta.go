package admission

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/registers"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Tarjeta is an entry card with what art. 22.3 has it carry.
type Tarjeta struct {
	Establecimiento string
	Numero          int64
	Ficha           int64
	Jornada         domain.Fecha     // of its issue
	Validez         domain.Fecha     // jornada it is good for (criterio JOR-0)
	Precio          domain.Importe   // céntimos
	Reduccion       acceso.Reduccion // why it is cheaper than the unit price (art. 23.3)
	Nombre          string           // "" once erased (art. 20.4)
	Apellidos       string
	DocumentoTipo   string
	Documento       string
	Emitida         time.Time
	Autor           string
	Token           string // opaque, in the QR
	Lista           string // digest of the barred list looked at
	ListaFuente     string
	ListaInstante   string
	Posicion        int64 // of its asiento
	Anulada         bool
	Anulacion       int64 // position of the void, −1 when it stands
	Visto           bool  // the second signer of the void has signed (criterio ADM-4)
	Duplica         int64 // lost card whose place it takes (criterio ADM-4), 0 none
	Grupo           int64 // group it was paid with, 0 none
}

type filaTarjeta struct {
	Establecimiento string
	Numero          int64
	Ficha           int64
	Jornada         string
	Precio          int64
	Validez         string
	Comprobacion    string
	Emitida         int64
	Autor           string
	Token           string
	Posicion        int64
	Anulada         int64 // position of the void, −1 while it stands
	AnuladaVisto    string
}

func (filaTarjeta) TableName() string { return "tarjetas" }

var proyectoresTarjeta = map[string]escritor.Proyector{
	"Tarjeta":          projectTarjeta,
	"AnulacionTarjeta": projectAnulacion,
	"VistoAnulacion":   projectVisto,
}

func projectTarjeta(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	t, err := tarjetaDe(a, v)
	if err != nil {
		return err
	}
	return l.Insert(&filaTarjeta{
		Establecimiento: t.Establecimiento, Numero: t.Numero, Ficha: t.Ficha, Jornada: string(t.Jornada),
		Precio: int64(t.Precio), Validez: string(t.Validez), Comprobacion: a.Dato("comprobacion"),
		Emitida: t.Emitida.UnixMicro(), Autor: t.Autor, Token: t.Token, Posicion: t.Posicion, Anulada: t.Anulacion,
	})
}

// tarjetaDe reads a card off its asiento and the values of the vault.
func tarjetaDe(a *diario.Asiento, v map[string]string) (Tarjeta, error) {
	ficha, err := numero(a, "ficha")
	if err != nil {
		return Tarjeta{}, err
	}
	precio, err := numero(a, "precio")
	if err != nil {
		return Tarjeta{}, err
	}
	duplica, err := opcional(a, "duplica")
	if err != nil {
		return Tarjeta{}, err
	}
	grupo, err := opcional(a, "grupo")
	if err != nil {
		return Tarjeta{}, err
	}
	return Tarjeta{
		Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Ficha: ficha, Jornada: a.Jornada,
		Validez: domain.Fecha(a.Dato("validez")), Precio: domain.Importe(precio), Reduccion: acceso.Reduccion(a.Dato("reduccion")),
		Nombre: v["nombre"], Apellidos: v["apellidos"], DocumentoTipo: a.Dato("documento_tipo"), Documento: v["documento"],
		Emitida: a.Hecho, Autor: a.Autor, Token: v["token"], Lista: a.Dato("lista"), ListaFuente: a.Dato("lista_fuente"),
		ListaInstante: a.Dato("lista_instante"), Posicion: a.Posicion, Anulacion: -1, Duplica: duplica, Grupo: grupo,
	}, nil
}

// Tarjeta returns a card as it now is. Its facts are read off its asiento and the
// vault, never off the projection. Errors: ErrNoExiste.
func (p *Puerta) Tarjeta(ctx context.Context, establecimiento string, numero int64) (Tarjeta, error) {
	db := p.w.Lectura().WithContext(ctx)
	f, err := findTarjeta(db, establecimiento, numero)
	if err != nil {
		return Tarjeta{}, err
	}
	return f.tarjeta(db)
}

// Tarjetas lists the cards of a jornada after a number, at most limit, each as Tarjeta
// returns it.
func (p *Puerta) Tarjetas(ctx context.Context, establecimiento string, jornada domain.Fecha, after int64, limit int) ([]Tarjeta, error) {
	db := p.w.Lectura().WithContext(ctx)
	var filas []filaTarjeta
	err := db.Where("establecimiento = ? AND jornada = ? AND numero > ?", establecimiento, string(jornada), after).
		Order("numero").Limit(limit).Find(&filas).Error
	if err != nil {
		return nil, fmt.Errorf("list the cards of %s, %s: %w", establecimiento, jornada, err)
	}
	cards := make([]Tarjeta, 0, len(filas))
	for _, f := range filas {
		t, err := f.tarjeta(db)
		if err != nil {
			return nil, err
		}
		cards = append(cards, t)
	}
	return cards, nil
}

// tarjeta reads the card of a row off its leaf.
func (f *filaTarjeta) tarjeta(db *gorm.DB) (Tarjeta, error) {
	a, v, err := registers.ReadHoja(db, f.Posicion)
	if err != nil {
		return Tarjeta{}, err
	}
	t, err := tarjetaDe(&a, v)
	t.Anulacion, t.Anulada, t.Visto = f.Anulada, f.Anulada >= 0, f.AnuladaVisto != ""
	return t, err
}

func findTarjeta(db *gorm.DB, establecimiento string, numero int64) (filaTarjeta, error) {
	var f filaTarjeta
	err := db.Where("establecimiento = ? AND numero = ?", establecimiento, numero).Take(&f).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return f, ErrNoExiste
	}
	if err != nil {
		return f, fmt.Errorf("read card %d of %s: %w", numero, establecimiento, err)
	}
	return f, nil
}

// facts are what art. 22.3 wants on a card about to be issued.
func (e *Emision) facts(t *escritor.Tx, f *emitible) acceso.Tarjeta {
	ficha := f.Ficha
	if ficha == 0 {
		ficha = t.Ultimo(diario.Entidad, SerieFichas) + 1
	}
	return acceso.Tarjeta{
		Numero: t.Ultimo(f.Establecimiento, SerieTarjetas) + 1, Nombre: f.Nombre, Apellidos: f.Apellidos,
		Documento: identidad.Documento{Tipo: identidad.TipoDocumento(f.Tipo), Pais: f.Pais, Numero: f.Numero},
		Ficha:     ficha, Emision: t.Ahora(), Jornada: f.fechaDe(), Hasta: e.hasta(f),
		Precio: e.Precio, Reduccion: e.Reduccion, Sello: sello,
	}
}

// sello stands for the signature of the director (art. 22.3): the logotype that every
// printed card bears.
const sello = "logotipo"
