package demo

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"foliado/domain"
)

// Fichero is what demo.json tells of the house: how to enter, to sign and to be refused.
// It holds passwords, PINs and badges, as no real house may.
type Fichero struct {
	Tarifa           domain.Importe    `json:"tarifa"` // unit price of the card, céntimos
	Establecimientos []Establecimiento `json:"establecimientos"`
	Mesas            []Mesa            `json:"mesas"`
	Usuarios         []Usuario         `json:"usuarios"`
	Interdictos      []Interdicto      `json:"interdictos"`
}

// Establecimiento is a house of the entidad; the first one is the main casino.
type Establecimiento struct {
	ID     string `json:"id"`
	Nombre string `json:"nombre"`
}

// Mesa is a table with the minimum stake that it is planned with, in céntimos.
type Mesa struct {
	Establecimiento string         `json:"establecimiento"`
	Mesa            string         `json:"mesa"`
	Juego           domain.Juego   `json:"juego"`
	ApuestaMinima   domain.Importe `json:"apuesta_minima"`
}

// Usuario is somebody of the house. Establecimiento is nil when in every one; PIN and
// Credencial are empty for who never signs.
type Usuario struct {
	Usuario         string       `json:"usuario"`
	Clave           string       `json:"clave"`
	Cargo           domain.Cargo `json:"cargo"`
	Establecimiento *string      `json:"establecimiento"`
	PIN             string       `json:"pin"`
	Credencial      string       `json:"credencial"` // as scanned
}

// Interdicto is a document of somebody barred.
type Interdicto struct {
	Tipo   string `json:"tipo"`
	Numero string `json:"numero"`
}

// Load reads demo.json.
func Load(ruta string) (*Fichero, error) {
	raw, err := os.ReadFile(ruta)
	if err != nil {
		return nil, err
	}
	f := new(Fichero)
	if err := json.Unmarshal(raw, f); err != nil {
		return nil, fmt.Errorf("%s no se puede leer: %w", ruta, err)
	}
	return f, nil
}

// Save writes demo.json so that its owner alone reads it.
func (f *Fichero) Save(ruta string) error {
	raw, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(ruta), ".demo-*.json") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(append(raw, '\n')); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), ruta)
}

// Print writes the logins for people.
func (f *Fichero) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "USUARIO\tCONTRASEÑA\tCARGO\tDÓNDE\tPIN\tCREDENCIAL")
	for _, u := range f.Usuarios {
		donde := "todos"
		if u.Establecimiento != nil {
			donde = *u.Establecimiento
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", u.Usuario, u.Clave, u.Cargo.Nombre(), donde, orDash(u.PIN), orDash(u.Credencial))
	}
	return t.Flush()
}

func orDash(s string) string {
	if s == "" {
		return "—"
	}
	return s
}
