package templates

import (
	"html/template"

	"foliado/domain"
)

// Credenciales is the page where a badge is given. With Credencial it shows the one just
// drawn, once.
type Credenciales struct {
	Marco
	Personas   []Opcion
	Nombre     string
	CargoDe    domain.Cargo
	Credencial string
	QR         template.URL // image of the badge
	Acto       string       // that its two signatures close
}

func (Credenciales) plantilla() string { return "credenciales" }
