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
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Tarjeta is an entry card with what art. 22.3 has it carry.
type Tarjeta struct {
	Establecimiento string
	Numero          int64
	Ficha           int64
	Jornada         domain.Fecha // day of issue
	Validez         domain.Fecha // jornada it is good for
	Precio          domain.Importe
	Nombre          string // "" once erased (art. 20.4)
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
	ficha, precio, err := numeros(a.Dato("ficha"), a.Dato("precio"))
	if err != nil {
		return err
	}
	return l.Insert(&filaTarjeta{
		Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Ficha: ficha, Jornada: string(a.Jornada),
		Precio: precio, Validez: a.Dato("validez"), Comprobacion: a.Dato("comprobacion"),
		Emitida: a.Hecho.UnixMicro(), Autor: a.Autor, Token: v["token"], Posicion: a.Posicion, Anulada: -1,
	})
}

// Emision asks for one card.
type Emision struct {
	Establecimiento string
	Comprobacion    string
	Precio          domain.Importe // the unit price (art. 23.2), céntimos
	Autor           Autor
}

// Issue issues the numbered card of a check that let the person in (arts. 22.1, 22.3,
// 23.2). Errors: ErrNoExiste, ErrCaducada, ErrCerrado, *YaTieneTarjeta; *norma.Error
// when she may not come in (21) or the price is not the unit price (23.2).
func (p *Puerta) Issue(ctx context.Context, e Emision) (Tarjeta, error) {
	db := p.w.Lectura().WithContext(ctx)
	c, err := p.loadComprobacion(db, e.Comprobacion)
	if err != nil {
		return Tarjeta{}, err
	}
	if err := p.checkEmision(ctx, e, &c); err != nil {
		return Tarjeta{}, err
	}
	if err := p.checkSinTarjeta(db, &c); err != nil {
		return Tarjeta{}, err
	}
	var asiento diario.Asiento
	token := rand.Text()
	_, err = p.w.Do(ctx, func(t *escritor.Tx) error {
		fila := c
		if t.Sola() { // run again: another desk may have been quicker
			if err := p.checkAgain(t.DB(), &fila); err != nil {
				return err
			}
		}
		if err := p.checkAbierta(t, fila.Establecimiento, domain.Fecha(fila.Jornada)); err != nil {
			return err
		}
		asiento, err = appendTarjeta(t, &fila, e, token)
		if err == nil {
			t.Recurso(201, fmt.Sprint(asiento.NumeroSerie))
		}
		return err
	})
	if err != nil {
		return Tarjeta{}, err
	}
	return tarjetaDe(&asiento, map[string]string{"nombre": c.Nombre, "apellidos": c.Apellidos, "documento": c.Numero, "token": token}), nil
}

// checkEmision judges what needs no lock: whose check, how old, which verdict, which price.
func (p *Puerta) checkEmision(ctx context.Context, e Emision, c *filaComprobacion) error {
	if c.Establecimiento != e.Establecimiento {
		return ErrNoExiste
	}
	if v := acceso.Veredicto(c.Veredicto); v != acceso.PuedeEntrar {
		return norma.Errorf(art("21.1"), "la comprobación no permite la entrada")
	}
	if err := acceso.CheckComprobacion(instante(c.Instante), p.w.Ahora()); err != nil {
		return err
	}
	puerta, err := p.abierta(ctx, e.Establecimiento)
	if err != nil {
		return err
	}
	if string(puerta.Fecha) != c.Jornada {
		return ErrCaducada
	}
	return acceso.CheckPrecio(e.Precio, puerta.Tarifa, acceso.SinReduccion)
}

// checkSinTarjeta refuses a second card of the same person, or a check already used.
func (p *Puerta) checkSinTarjeta(db *gorm.DB, c *filaComprobacion) error {
	var t filaTarjeta
	err := db.Where("comprobacion = ? OR (establecimiento = ? AND jornada = ? AND ficha = ? AND anulada < 0)",
		c.ID, c.Establecimiento, c.Jornada, c.Ficha).Order("anulada").Take(&t).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if t.Anulada >= 0 {
		return ErrCaducada
	}
	return &YaTieneTarjeta{Numero: t.Numero}
}

// checkAgain re-reads inside the transaction what another desk may have just written.
func (p *Puerta) checkAgain(db *gorm.DB, c *filaComprobacion) error {
	if c.Ficha == 0 {
		var d filaDocumento
		err := db.Where("tipo = ? AND pais = ? AND numero = ?", c.Tipo, c.Pais, c.Numero).Take(&d).Error
		if err != nil && !errors.Is(err, gorm.ErrRecordNotFound) {
			return err
		}
		c.Ficha = d.Ficha
	}
	return p.checkSinTarjeta(db, c)
}

// appendTarjeta writes the card, opening the ficha of whoever comes for the first time.
func appendTarjeta(t *escritor.Tx, c *filaComprobacion, e Emision, token string) (diario.Asiento, error) {
	if c.Ficha == 0 {
		n, err := appendFicha(t, c, e.Autor)
		if err != nil {
			return diario.Asiento{}, err
		}
		c.Ficha = n
	}
	return t.Append(diario.Borrador{
		Establecimiento: c.Establecimiento, Libro: Libro, Serie: SerieTarjetas, Tipo: "Tarjeta",
		Jornada: domain.Fecha(c.Jornada), Autor: e.Autor.Persona, Cargo: e.Autor.Cargo,
		Clase: diario.ClaseAdmision, SuprimibleDesde: suprimibleDesde(domain.FechaDe(t.Ahora())),
		Datos: []diario.Dato{
			entero("ficha", c.Ficha), entero("precio", int64(e.Precio)), dato("validez", c.Jornada),
			dato("documento_tipo", c.Tipo), dato("comprobacion", c.ID),
			dato("lista", c.Lista), dato("lista_fuente", c.ListaFuente),
			dato("lista_instante", time.UnixMicro(c.ListaInstante).UTC().Format(time.RFC3339)),
		},
		Personal: []diario.ValorPersonal{
			{Nombre: "nombre", Valor: c.Nombre}, {Nombre: "apellidos", Valor: c.Apellidos},
			{Nombre: "documento", Valor: c.Numero}, {Nombre: "token", Valor: token},
		},
	})
}

// tarjetaDe reads a card off its asiento and the values of the vault.
func tarjetaDe(a *diario.Asiento, v map[string]string) Tarjeta {
	ficha, precio, _ := numeros(a.Dato("ficha"), a.Dato("precio"))
	return Tarjeta{
		Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Ficha: ficha, Jornada: a.Jornada,
		Validez: domain.Fecha(a.Dato("validez")), Precio: domain.Importe(precio),
		Nombre: v["nombre"], Apellidos: v["apellidos"], DocumentoTipo: a.Dato("documento_tipo"), Documento: v["documento"],
		Emitida: a.Hecho, Autor: a.Autor, Token: v["token"], Lista: a.Dato("lista"), ListaFuente: a.Dato("lista_fuente"),
		ListaInstante: a.Dato("lista_instante"), Posicion: a.Posicion, Anulacion: -1,
	}
}

func numeros(a, b string) (x, y int64, err error) {
	if x, err = strconv.ParseInt(a, 10, 64); err == nil {
		y, err = strconv.ParseInt(b, 10, 64)
	}
	return x, y, err
}
