package api

import (
	"context"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/identidad"
	"foliado/templates"
)

// tiposDocumento are the kinds of document as the desk chooses them: the number tells a DNI
// from a NIE.
var tiposDocumento = func() []templates.Opcion {
	out := []templates.Opcion{{Valor: "", Texto: "DNI o NIE"}}
	for _, t := range identidad.Tipos() {
		if t != identidad.DNI && t != identidad.NIE {
			out = append(out, templates.Opcion{Valor: string(t), Texto: t.Nombre()})
		}
	}
	return out
}()

// documentoVisto is the document of a check in words, with the one shown when it is another
// that bears the same number.
func documentoVisto(k *admission.Comprobacion) string {
	text := k.Documento.String()
	if k.Exhibido != k.Documento.Tipo {
		text += " (" + strings.ToLower(k.Exhibido.Nombre()[:1]) + k.Exhibido.Nombre()[1:] + ")"
	}
	return text
}

// tipoTecleado tells a NIE from a DNI by its first letter, so that nobody has to say.
func tipoTecleado(numero string) identidad.TipoDocumento {
	if n := strings.TrimSpace(numero); n != "" && strings.ContainsAny(n[:1], "XYZxyz") {
		return identidad.NIE
	}
	return identidad.DNI
}

// fechaTecleada reads a date as people type it: 31/12/1980, 31-12-1980, 31121980 or
// 1980-12-31; campo is the field that is wrong.
func fechaTecleada(campo, text string) (domain.Fecha, error) {
	for _, layout := range []string{"2/1/2006", "2-1-2006", "2.1.2006", "02012006", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return domain.Fecha(t.Format(time.DateOnly)), nil
		}
	}
	return "", &errForma{map[string]string{campo: "La fecha se escribe DD/MM/AAAA"}}
}

// visitanteTecleado are the fields of the desk.
func visitanteTecleado(c echo.Context) templates.Visitante {
	return templates.Visitante{Tipo: field(c, "tipo"), Pais: strings.ToUpper(field(c, "pais")), Numero: field(c, "numero"),
		Nombre: field(c, "nombre"), Apellidos: field(c, "apellidos"), FechaNacimiento: field(c, "fecha_nacimiento"),
		Caducidad: field(c, "caducidad"), Cortado: field(c, "nombre_cortado") == "si" && field(c, "nombre") == field(c, "nombre_banda")}
}

// visitante reads the fields of the desk.
func (s *Servidor) visitante(c echo.Context, typed templates.Visitante) (admission.Visitante, error) {
	v := admission.Visitante{Tipo: typed.Tipo, Pais: typed.Pais, Numero: typed.Numero, Nombre: typed.Nombre, Apellidos: typed.Apellidos,
		Cortado: typed.Cortado, Mismo: field(c, "mismo") == "si"}
	if v.Tipo == "" {
		v.Tipo = string(tipoTecleado(typed.Numero))
	}
	var err error
	if !v.Mismo {
		if v.FechaNacimiento, err = fechaTecleada("fecha_nacimiento", typed.FechaNacimiento); err != nil {
			return v, err
		}
	}
	v.Caducidad, err = fechaOpcional(c, "caducidad")
	return v, err
}

// formComprobacion checks the person typed and shows the verdict; what a scanner typed where
// the number goes fills the fields instead.
func (s *Servidor) formComprobacion(c echo.Context) error {
	typed, e := visitanteTecleado(c), c.Param("e")
	if identidad.LooksMRZ(typed.Numero) || identidad.LooksDigitalDNI(typed.Numero) {
		read, err := s.readEscaner(typed.Numero)
		return s.drawMostrador(c, templates.Mostrador{Visitante: read}, err)
	}
	show := func(id string) error { return goTo(c, paginaDe(e, "mostrador")+"?comprobacion="+escapeQuery(id)) }
	v, err := s.visitante(c, typed)
	if err == nil {
		err = s.onceForm(c, func(ctx context.Context) error {
			k, err := s.cfg.Puerta.Check(ctx, e, v, autor(c))
			if err != nil {
				return err
			}
			return show(k.ID)
		}, show)
	}
	if err != nil {
		if v.Mismo {
			typed.Foco = "nombre"
		}
		return s.drawMostrador(c, templates.Mostrador{Visitante: typed}, err)
	}
	return nil
}

// readEscaner fills the fields of the desk with what a scanner read: a machine-readable zone
// or the code of a DNI on a telephone. With an error it fills what can be kept.
func (s *Servidor) readEscaner(text string) (templates.Visitante, error) {
	ahora := s.cfg.Escritor.Ahora()
	hoy := domain.FechaDe(ahora)
	if identidad.LooksDigitalDNI(text) {
		d, err := identidad.ParseDigitalDNI(text, ahora)
		if err != nil {
			return templates.Visitante{}, err
		}
		return templates.Visitante{Tipo: string(identidad.DNIDigital), Numero: d.Documento.Numero, Nombre: d.Nombre, Apellidos: d.Apellidos,
			FechaNacimiento: larga(d.Nacimiento), Caducidad: larga(d.Caducidad), Foco: "comprobar",
			Leido: "Leído el código del DNI digital. Mire la fotografía, y en la aplicación oficial que la firma es buena."}, nil
	}
	m, err := identidad.ParseMRZ(text, hoy)
	if m.Tipo == "" {
		return templates.Visitante{}, err
	}
	v := templates.Visitante{Tipo: string(m.Tipo), Numero: m.Documento.Numero, Nombre: m.Nombre, Apellidos: m.Apellidos, Cortado: m.Cortado,
		FechaNacimiento: larga(m.Nacimiento), Caducidad: larga(m.Caducidad), Foco: "comprobar",
		Leido: "Leída la banda: " + m.Tipo.Nombre() + ". Compruebe el nombre y la fotografía."}
	if m.Tipo.Extranjero() {
		v.Pais = m.Documento.Pais
	}
	if m.Tipo == identidad.DNI {
		v.Tipo = ""
	}
	switch {
	case err != nil:
		v.Leido, v.Foco = "", "numero"
		if len(m.Malos) > 0 && (m.Malos[0] == identidad.CampoNacimiento || m.Malos[0] == identidad.CampoCaducidad) {
			v.Foco = string(m.Malos[0])
		}
	case !m.Confirmado:
		v.Leido, v.Foco = "La banda no trae un nombre legible: escríbalo como figura en el documento.", "nombre"
	case m.Cortado:
		v.Leido, v.Foco = "El nombre no cabía entero en la banda: complételo como figura en el documento.", "nombre"
	default:
		err = identidad.CheckCaducidad(m.Caducidad, hoy)
	}
	return v, err
}

// larga writes a date as the desk types it.
func larga(f domain.Fecha) string {
	if f == "" {
		return ""
	}
	return f.Larga()
}

// formFichaComprobacion says that the person checked has a ficha already, with another
// document (art. 20.2).
func (s *Servidor) formFichaComprobacion(c echo.Context) error {
	e, id := c.Param("e"), c.Param("c")
	show := func(string) error { return goTo(c, paginaDe(e, "mostrador")+"?comprobacion="+escapeQuery(id)) }
	n, err := parseNumero(field(c, "ficha"))
	if err == nil {
		err = s.onceForm(c, func(ctx context.Context) error {
			if _, err := s.cfg.Puerta.Join(ctx, e, id, n, autor(c)); err != nil {
				return err
			}
			return show(id)
		}, show)
	}
	if err != nil {
		return s.drawMostrador(c, templates.Mostrador{}, err)
	}
	return nil
}
