package admission

import (
	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// suprimibleDesde is the date from which what the door recorded may be erased: six
// calendar months later (art. 20.4, criterio ADM-1).
func suprimibleDesde(f domain.Fecha) domain.Fecha {
	return plazos.AddMonths(f, plazos.MesesAdmision)
}

// filaDenegacion is a refusal of entry, recorded once, at the comprobación.
type filaDenegacion struct {
	Establecimiento string
	Numero          int64
	Jornada         string
	Instante        int64
	Autor           string
	Nombre          string
	Apellidos       string
	Documento       string
	Articulo        string
	Fundamento      string
	Posicion        int64
}

func (filaDenegacion) TableName() string { return "denegaciones" }

var proyectoresDenegacion = map[string]escritor.Proyector{"Denegacion": projectDenegacion}

func projectDenegacion(l *escritor.Lote, a *diario.Asiento, v map[string]string) error {
	return l.Insert(&filaDenegacion{
		Establecimiento: a.Establecimiento, Numero: a.NumeroSerie, Jornada: string(a.Jornada),
		Instante: a.Hecho.UnixMicro(), Autor: a.Autor, Nombre: v["nombre"], Apellidos: v["apellidos"],
		Documento: v["documento"], Articulo: v["articulo"], Fundamento: v["fundamento"], Posicion: a.Posicion,
	})
}

// appendDenegacion puts a refusal on record. The ground is a personal value: the leaf
// says that somebody was refused, not why (criterio ADM-1b).
func appendDenegacion(t *escritor.Tx, c *filaComprobacion, autor Autor) error {
	_, err := t.Append(diario.Borrador{
		Establecimiento: c.Establecimiento, Libro: Libro, Serie: SerieDenegaciones, Tipo: "Denegacion",
		Jornada: domain.Fecha(c.Jornada), Autor: autor.Persona, Cargo: autor.Cargo,
		Clase: diario.ClaseAdmision, SuprimibleDesde: suprimibleDesde(domain.FechaDe(t.Ahora())),
		Datos: []diario.Dato{dato("documento_tipo", c.Tipo), dato("lista", c.Lista), dato("comprobacion", c.ID)},
		Personal: []diario.ValorPersonal{
			{Nombre: "nombre", Valor: c.Nombre}, {Nombre: "apellidos", Valor: c.Apellidos},
			{Nombre: "documento", Valor: c.Numero}, {Nombre: "fecha_nacimiento", Valor: c.FechaNacimiento},
			{Nombre: "articulo", Valor: c.Articulo}, {Nombre: "fundamento", Valor: c.Fundamento},
		},
	})
	return err
}
