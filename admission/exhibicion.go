package admission

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/domain/norma"
	"foliado/registers/diario"
)

// ErrSinFicha: nobody has come with that document, so that there is no other day's to show.
var ErrSinFicha = errors.New("ese documento no está en ninguna ficha: tome los datos de quien lo exhibe")

const queryOnFile = `SELECT v.nombre, v.apellidos, v.fecha_nacimiento, COALESCE(c.exhibido, ''), COALESCE(c.caducidad, '')
	FROM documentos d JOIN visitantes v ON v.ficha = d.ficha
	LEFT JOIN tarjetas t ON t.ficha = d.ficha
	LEFT JOIN comprobaciones c ON c.id = t.comprobacion AND c.tipo = d.tipo AND c.pais = d.pais AND c.numero = d.numero
	WHERE d.tipo = ? AND d.pais = ? AND d.numero = ? ORDER BY CASE WHEN c.caducidad <> '' THEN 1 ELSE 0 END DESC, c.instante DESC LIMIT 1`

// onFile completes what the desk typed of a returning visitor, who shows the document of
// another day, with her ficha: one key for «mismo documento exhibido» (criterio ADM-5). The
// desk holds the document in its hand and compares. Errors: those of the document; inside a
// *norma.Error on art. 23.1, ErrSinFicha and, when the validity noted has run out,
// identidad.ErrCaducado.
func (p *Puerta) onFile(ctx context.Context, v Visitante) (Visitante, error) {
	doc, _, err := identidad.ParseDe(v.Tipo, v.Pais, v.Numero)
	if err != nil {
		return v, err
	}
	var exhibido, caducidad string
	err = p.w.Lectura().WithContext(ctx).Raw(queryOnFile, string(doc.Tipo), doc.Pais, doc.Numero).Row().
		Scan(&v.Nombre, &v.Apellidos, &v.FechaNacimiento, &exhibido, &caducidad)
	if errors.Is(err, sql.ErrNoRows) || err == nil && v.Nombre+v.Apellidos == "" {
		return v, norma.Breach(art("23.1"), ErrSinFicha).Under("ADM-5")
	}
	if err != nil {
		return v, fmt.Errorf("read the ficha of a document: %w", err)
	}
	if exhibido != "" {
		v.Tipo = exhibido
	}
	if v.Caducidad == "" {
		v.Caducidad = domain.Fecha(caducidad)
	}
	return v, nil
}

// exhibido is the kind of document shown; before it was noted, that of its number.
func (f *filaComprobacion) exhibido() identidad.TipoDocumento {
	if f.Exhibido != "" {
		return identidad.TipoDocumento(f.Exhibido)
	}
	return identidad.TipoDocumento(f.Tipo)
}

// exhibicion are the data of a card on the document shown: its kind, whether its last day is
// noted or the desk only saw that it is in force, and whether it is that of another day
// (criterio ADM-5).
func (f *filaComprobacion) exhibicion() []diario.Dato {
	vigencia := "a_la_vista"
	if f.Caducidad != "" {
		vigencia = "anotada"
	}
	ds := []diario.Dato{dato("documento_exhibido", string(f.exhibido())), dato("documento_vigencia", vigencia)}
	if f.MismoDocumento != 0 {
		ds = append(ds, dato("mismo_documento", "si"))
	}
	return ds
}

// validez adds the last day of the document to the personal values of a card.
func (f *filaComprobacion) validez(more ...diario.ValorPersonal) []diario.ValorPersonal {
	if f.Caducidad == "" {
		return more
	}
	return append(more, diario.ValorPersonal{Nombre: "documento_caducidad", Valor: f.Caducidad})
}

// flag is a truth as the databases keep it.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
