package admission

import (
	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"strconv"
)

// filaVisitante is the ficha of a visitor (art. 20.3): the dates of her visits are
// those of her cards.
type filaVisitante struct {
	Ficha           int64
	Nombre          string
	Apellidos       string
	Plegado         string
	FechaNacimiento string
	Posicion        int64
}

func (filaVisitante) TableName() string { return "visitantes" }

// filaDocumento ties an identity document to a ficha: one person may hold several.
type filaDocumento struct {
	Tipo   string
	Pais   string
	Numero string
	Ficha  int64
}

func (filaDocumento) TableName() string { return "documentos" }

var proyectoresFicha = map[string]escritor.Proyector{"Ficha": projectFicha}

func projectFicha(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	v0 := filaVisitante{Ficha: a.NumeroSerie, Nombre: v["nombre"], Apellidos: v["apellidos"],
		FechaNacimiento: v["fecha_nacimiento"], Posicion: a.Posicion}
	if v0.Nombre != "" || v0.Apellidos != "" {
		v0.Plegado = identidad.Fold(v0.Nombre, v0.Apellidos)
	}
	if err := l.Insert(&v0); err != nil {
		return err
	}
	if v["documento"] == "" { // erased: nothing ties a document to the ficha any more
		return nil
	}
	return l.Insert(&filaDocumento{Tipo: a.Dato("documento_tipo"), Pais: a.Dato("documento_pais"),
		Numero: v["documento"], Ficha: a.NumeroSerie})
}

// appendFicha opens the personal file of whoever comes for the first time.
func appendFicha(t *escritor.Tx, c *filaComprobacion, autor Autor) (int64, error) {
	a, err := t.Append(diario.Borrador{
		Establecimiento: diario.Entidad, Libro: LibroFichas, Serie: SerieFichas, Tipo: "Ficha",
		Autor: autor.Persona, Cargo: autor.Cargo,
		Clase: diario.ClaseAdmision, SuprimibleDesde: suprimibleDesde(domain.FechaDe(t.Ahora())),
		Datos: []diario.Dato{{Nombre: "documento_tipo", Valor: c.Tipo}, {Nombre: "documento_pais", Valor: c.Pais}},
		Personal: []diario.ValorPersonal{
			{Nombre: "nombre", Valor: c.Nombre}, {Nombre: "apellidos", Valor: c.Apellidos},
			{Nombre: "documento", Valor: c.Numero}, {Nombre: "fecha_nacimiento", Valor: c.FechaNacimiento},
		},
	})
	return a.NumeroSerie, err
}

func dato(nombre, valor string) diario.Dato { return diario.Dato{Nombre: nombre, Valor: valor} }

func entero(nombre string, n int64) diario.Dato {
	return diario.Dato{Nombre: nombre, Valor: strconv.FormatInt(n, 10)}
}
