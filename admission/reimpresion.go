package admission

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors of a card that is printed again or takes the place of another.
var (
	// ErrNoVigente: the card is not good for the jornada going on.
	ErrNoVigente = errors.New("la tarjeta no vale para esta jornada: no hay nada que duplicar")
	// ErrSuprimida: the personal values of the card were erased on their legal date.
	ErrSuprimida = errors.New("los datos personales de esa tarjeta se suprimieron en su fecha legal")
)

// Reimpresion is one more printing of a card, under the same number (criterio ADM-4).
type Reimpresion struct {
	Ordinal  int64
	Instante time.Time
	Autor    string
}

// Perdida is the loss of a card: it is blocked, and another number takes its place.
type Perdida struct {
	Duplicado int64 // the card that takes its place
	Instante  time.Time
	Autor     string
}

// Historial is what happened to a card since its issue.
type Historial struct {
	Reimpresiones []Reimpresion
	Perdida       *Perdida
	Entradas      []Entrada // of a card for several days
}

type filaReimpresion struct {
	Establecimiento string
	Tarjeta         int64
	Ordinal         int64
	Instante        int64
	Autor           string
	Posicion        int64
}

func (filaReimpresion) TableName() string { return "reimpresiones" }

type filaPerdida struct {
	Establecimiento string
	Tarjeta         int64
	Duplicado       int64
	Instante        int64
	Autor           string
	Posicion        int64
}

func (filaPerdida) TableName() string { return "perdidas" }

var proyectoresReimpresion = map[string]escritor.Proyector{
	"ReimpresionTarjeta": projectReimpresion,
	"PerdidaTarjeta":     projectPerdida,
}

func projectReimpresion(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	tarjeta, err := numero(a, "tarjeta")
	if err != nil {
		return err
	}
	ordinal, err := numero(a, "ordinal")
	if err != nil {
		return err
	}
	return l.Insert(&filaReimpresion{a.Establecimiento, tarjeta, ordinal, a.Hecho.UnixMicro(), a.Autor, a.Posicion})
}

// projectPerdida blocks the card: the loss stands in the place of a void that one person
// is enough for (criterio ADM-4).
func projectPerdida(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	tarjeta, err := numero(a, "tarjeta")
	if err != nil {
		return err
	}
	duplicado, err := numero(a, "duplicado")
	if err != nil {
		return err
	}
	if err := l.Insert(&filaPerdida{a.Establecimiento, tarjeta, duplicado, a.Hecho.UnixMicro(), a.Autor, a.Posicion}); err != nil {
		return err
	}
	return l.Exec("UPDATE tarjetas SET anulada = ?, anulada_visto = ? WHERE establecimiento = ? AND numero = ?",
		a.Posicion, a.Autor, a.Establecimiento, tarjeta)
}

// Reprint puts on record that a card is printed again, under its own number: what is
// printed from then on says so (criterio ADM-4). Errors: ErrNoExiste, ErrYaAnulada,
// ErrSuprimida; ErrMotivo inside a *norma.Error.
func (p *Puerta) Reprint(ctx context.Context, establecimiento string, numero int64, motivo string, autor Autor) (Tarjeta, error) {
	motivo, err := parseMotivoTarjeta(motivo)
	if err != nil {
		return Tarjeta{}, err
	}
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		f, card, err := findEntera(t.DB(), establecimiento, numero)
		if err != nil {
			return err
		}
		var last int64
		err = t.DB().Raw(`SELECT COALESCE(MAX(ordinal), 0) FROM reimpresiones WHERE establecimiento = ? AND tarjeta = ?`,
			establecimiento, numero).Row().Scan(&last)
		if err != nil {
			return fmt.Errorf("count the reprints of card %d: %w", numero, err)
		}
		b := borrador(t, establecimiento, Libro, "ReimpresionTarjeta", autor)
		b.Jornada = domain.Fecha(f.Jornada)
		b.Datos = []diario.Dato{entero("ordinal", last+1), entero("reimprime", card.Posicion), entero("tarjeta", numero)}
		b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}}
		t.Recurso(201, strconv.FormatInt(numero, 10))
		_, err = t.Append(b)
		return err
	})
	if err != nil {
		return Tarjeta{}, err
	}
	return p.Tarjeta(ctx, establecimiento, numero)
}

// findEntera reads a card that stands and whose holder is still known.
func findEntera(db *gorm.DB, establecimiento string, numero int64) (filaTarjeta, Tarjeta, error) {
	f, err := findTarjeta(db, establecimiento, numero)
	if err != nil {
		return f, Tarjeta{}, err
	}
	card, err := f.tarjeta(db)
	switch {
	case err != nil:
		return f, card, err
	case card.Anulada:
		return f, card, ErrYaAnulada
	case card.Documento == "":
		return f, card, ErrSuprimida
	}
	return f, card, nil
}

// Replace blocks a card that was lost and issues another in its place, with a number of
// its own and marked as its duplicate: the same holder, the same validity, no other price
// (criterio ADM-4). Errors: ErrNoExiste, ErrCerrado, ErrYaAnulada, ErrNoVigente,
// ErrSuprimida; ErrMotivo inside a *norma.Error.
func (p *Puerta) Replace(ctx context.Context, establecimiento string, numero int64, motivo string, autor Autor) (Tarjeta, error) {
	motivo, err := parseMotivoTarjeta(motivo)
	if err != nil {
		return Tarjeta{}, err
	}
	token := rand.Text()
	var done Tarjeta
	err = p.whileOpen(ctx, establecimiento, func(a *abierta) error {
		_, err := p.w.Do(ctx, func(t *escritor.Tx) error {
			if err := a.check(t); err != nil {
				return err
			}
			_, card, err := findEntera(t.DB(), establecimiento, numero)
			if err != nil {
				return err
			}
			if card.Validez < a.Fecha {
				return ErrNoVigente
			}
			done, err = replace(t, a, card, motivo, token, autor)
			return err
		})
		return err
	})
	if err != nil {
		return Tarjeta{}, err
	}
	return done, nil
}

func replace(t *escritor.Tx, a *abierta, lost Tarjeta, motivo, token string, autor Autor) (Tarjeta, error) {
	b := borrador(t, a.Establecimiento, Libro, "PerdidaTarjeta", autor)
	b.Jornada = a.Fecha
	b.Datos = []diario.Dato{entero("bloquea", lost.Posicion), entero("duplicado", t.Ultimo(a.Establecimiento, SerieTarjetas)+1),
		entero("tarjeta", lost.Numero)}
	b.Personal = []diario.ValorPersonal{{Nombre: "motivo", Valor: motivo}}
	if _, err := t.Append(b); err != nil {
		return Tarjeta{}, err
	}
	b = borrador(t, a.Establecimiento, Libro, "Tarjeta", autor)
	b.Serie, b.Jornada = SerieTarjetas, a.Fecha
	b.Datos = []diario.Dato{
		dato("comprobacion", fmt.Sprintf("duplicado-%s-%d", a.Establecimiento, lost.Numero)), dato("documento_tipo", lost.DocumentoTipo),
		entero("duplica", lost.Numero), entero("ficha", lost.Ficha), dato("lista", lost.Lista), dato("lista_fuente", lost.ListaFuente),
		dato("lista_instante", lost.ListaInstante), entero("precio", 0), dato("validez", string(lost.Validez)),
	}
	personal := map[string]string{"nombre": lost.Nombre, "apellidos": lost.Apellidos, "documento": lost.Documento, "token": token}
	for name, v := range personal {
		b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: name, Valor: v})
	}
	card, err := t.Append(b)
	if err != nil {
		return Tarjeta{}, err
	}
	t.Recurso(201, strconv.FormatInt(card.NumeroSerie, 10))
	return tarjetaDe(&card, personal)
}

// parseMotivoTarjeta cleans the reason of what is done to a card, and refuses an empty one.
func parseMotivoTarjeta(motivo string) (string, error) {
	motivo, err := identidad.NFC(motivo)
	if err == nil && motivo == "" {
		err = acceso.ErrMotivo
	}
	if err != nil {
		return "", norma.Breach(art("22.3"), err).Under("ADM-4")
	}
	return motivo, nil
}

// Historial tells what happened to a card since its issue. Errors: ErrNoExiste.
func (p *Puerta) Historial(ctx context.Context, establecimiento string, numero int64) (Historial, error) {
	db := p.w.Lectura().WithContext(ctx)
	if _, err := findTarjeta(db, establecimiento, numero); err != nil {
		return Historial{}, err
	}
	var h Historial
	var prints []filaReimpresion
	err := db.Where("establecimiento = ? AND tarjeta = ?", establecimiento, numero).Order("ordinal").Find(&prints).Error
	if err != nil {
		return h, fmt.Errorf("list the reprints of card %d: %w", numero, err)
	}
	for _, r := range prints {
		h.Reimpresiones = append(h.Reimpresiones, Reimpresion{r.Ordinal, instante(r.Instante), r.Autor})
	}
	var lost []filaPerdida
	if err := db.Where("establecimiento = ? AND tarjeta = ?", establecimiento, numero).Find(&lost).Error; err != nil {
		return h, fmt.Errorf("look for the loss of card %d: %w", numero, err)
	}
	for _, f := range lost {
		h.Perdida = &Perdida{f.Duplicado, instante(f.Instante), f.Autor}
	}
	h.Entradas, err = entradasWhere(db, "establecimiento = ? AND tarjeta = ?", establecimiento, numero)
	return h, err
}
