package registers

import (
	"crypto/ed25519"
	"fmt"
	"strconv"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// LibroRondas is the book of the rondas of an establecimiento.
const LibroRondas = "rondas"

// Kinds of asiento about rondas. Ronda closes the act of two signatures that opens one.
const (
	TipoRonda         = "Ronda"
	TipoDesbloqueo    = "DesbloqueoRonda"
	TipoCierreRonda   = "CierreRonda"
	datoRonda         = "ronda"
	datoTiposRonda    = "tipos"
	datoCaducaRonda   = "caduca"
	prefijoLlaveRonda = "llave."
)

// tiposRonda are the kinds of act that a ronda signs, as its asiento lists them.
var tiposRonda = []string{TipoActaBilletes, TipoAnticipoInicial, TipoAperturaPozo, TipoCierreMesa, TipoReposicion}

type filaRonda struct {
	Ronda           string
	Establecimiento string
	Jornada         string
	Tipos           string
	Desde           int64
	Caduca          int64
	Fin             int64
	Posicion        int64
}

func (filaRonda) TableName() string { return "rondas" }

type filaLlaveRonda struct {
	Clave   string
	Ronda   string
	Persona string
	Plaza   int64
}

func (filaLlaveRonda) TableName() string { return "llaves_ronda" }

// filaLlaveSellada is the private half of an ephemeral key, sealed. It is no projection.
type filaLlaveSellada struct {
	Clave   string
	Ronda   string
	Nonce   []byte
	Cifrado []byte
}

func (filaLlaveSellada) TableName() string { return "llaves_ronda_selladas" }

// filaUsoRonda says when a ronda was last used. It is no projection.
type filaUsoRonda struct {
	Ronda  string
	Ultimo int64
}

func (filaUsoRonda) TableName() string { return "rondas_uso" }

var tablasRonda = []escritor.Tabla{
	{Nombre: "rondas", Clave: []string{"ronda"}},
	{Nombre: "llaves_ronda", Clave: []string{"clave"}},
}

var proyectoresRonda = map[string]escritor.Proyector{
	TipoRonda: projectRonda,
	TipoCierreRonda: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		return l.Exec(`UPDATE rondas SET fin = ? WHERE ronda = ? AND fin = 0`, micros(a.Anotacion), a.Dato(datoRonda))
	},
	TipoDesbloqueo: func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil },
}

func projectRonda(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
	d := lector{a: a}
	f := &filaRonda{Ronda: d.texto(diario.DatoActo), Establecimiento: a.Establecimiento, Jornada: string(a.Jornada),
		Tipos: d.texto(datoTiposRonda), Desde: micros(a.Anotacion), Caduca: micros(d.instante(datoCaducaRonda)), Posicion: a.Posicion}
	if d.err != nil {
		return d.err
	}
	if err := l.Insert(f); err != nil {
		return err
	}
	for k := 1; k <= 2; k++ {
		name := prefijoLlaveRonda + strconv.Itoa(k) + "."
		err := l.Insert(&filaLlaveRonda{Clave: d.texto(name + "id"), Ronda: f.Ronda, Persona: d.texto(name + "persona"), Plaza: int64(k)})
		if err != nil {
			return err
		}
	}
	return nil
}

// publicaRonda returns an ephemeral public key as the asiento of its ronda states it.
func publicaRonda(db *gorm.DB, r filaRonda, k filaLlaveRonda) (ed25519.PublicKey, error) {
	a, err := readAsiento(db, r.Posicion)
	if err != nil {
		return nil, err
	}
	name := prefijoLlaveRonda + strconv.FormatInt(k.Plaza, 10) + "."
	publica, err := firma.ParsePublica(a.Dato(name + "publica"))
	stated := a.Dato(diario.DatoActo) == r.Ronda && a.Dato(name+"persona") == k.Persona && a.Dato(datoTiposRonda) == r.Tipos &&
		a.Establecimiento == r.Establecimiento && string(a.Jornada) == r.Jornada
	if err != nil || !stated || firma.ID(publica) != k.Clave {
		return nil, fmt.Errorf("%w: la llave de ronda %s está alterada", ErrFirmaAlterada, k.Clave)
	}
	return publica, nil
}

// regla is the ronda as its rule sees it.
func (f filaRonda) regla(ultimo int64) libros.Ronda {
	return libros.Ronda{Establecimiento: f.Establecimiento, Jornada: domain.Fecha(f.Jornada), Desde: fromMicros(f.Desde),
		Caduca: fromMicros(f.Caduca), Fin: fromMicros(f.Fin), Ultimo: fromMicros(ultimo)}
}

func findRonda(db *gorm.DB, id string) (filaRonda, error) {
	f, ok, err := findOne[filaRonda](db.Where("ronda = ?", id))
	if err != nil {
		return filaRonda{}, fmt.Errorf("read ronda %s: %w", id, err)
	}
	if !ok {
		return filaRonda{}, ErrRonda
	}
	return f, nil
}

func llavesOf(db *gorm.DB, ronda string) ([]filaLlaveRonda, error) {
	var ks []filaLlaveRonda
	if err := db.Where("ronda = ?", ronda).Order("plaza").Find(&ks).Error; err != nil {
		return nil, fmt.Errorf("read the keys of ronda %s: %w", ronda, err)
	}
	return ks, nil
}

// usoOf is when a ronda was last used, in microseconds; 0 when the row is gone.
func usoOf(db *gorm.DB, ronda string) (int64, error) {
	f, _, err := findOne[filaUsoRonda](db.Where("ronda = ?", ronda))
	if err != nil {
		return 0, fmt.Errorf("read the use of ronda %s: %w", ronda, err)
	}
	return f.Ultimo, nil
}

// touchRonda puts the last use of a ronda at the instant of tx.
func touchRonda(tx *escritor.Tx, ronda string) error {
	if err := tx.Exec(`DELETE FROM rondas_uso WHERE ronda = ?`, ronda); err != nil {
		return err
	}
	return tx.Insert(&filaUsoRonda{ronda, micros(tx.Ahora())})
}

// forgetRonda drops the private halves of a ronda: nothing is signed with them any more.
func forgetRonda(tx *escritor.Tx, ronda string) error {
	if err := tx.Exec(`DELETE FROM llaves_ronda_selladas WHERE ronda = ?`, ronda); err != nil {
		return err
	}
	return tx.Exec(`DELETE FROM rondas_uso WHERE ronda = ?`, ronda)
}
