package api

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/admission"
	"foliado/domain"
	"foliado/domain/acceso"
	"foliado/templates"
)

// paginasMedidas are the pages of what the house decides on a person.
func (s *Servidor) paginasMedidas() []ruta {
	const e = "/establecimientos/:e"
	inspecciona := append([]domain.Cargo{domain.FuncionarioInspector}, puertaManda...)
	return []ruta{
		{metodo: "GET", camino: e + "/medidas", cargos: inspecciona, hace: s.getPaginaMedidas, resumen: "Registro de denegaciones y expulsiones", consulta: []string{"desde", "hasta"}},
		{metodo: "POST", camino: e + "/expulsiones", cargos: puertaManda, hace: s.formExpulsion, resumen: "Anota una expulsión"},
		{metodo: "POST", camino: e + "/prohibiciones", cargos: puertaManda, hace: s.formProhibicion, resumen: "Prohíbe la entrada a la persona de una ficha"},
		{metodo: "POST", camino: e + "/prohibiciones/:numero/levantamiento", cargos: puertaManda, hace: s.formLevantamiento, resumen: "Levanta una prohibición"},
		{metodo: "POST", camino: e + "/comprobaciones/:c/denegacion", cargos: puertaManda, hace: s.formDenegacion, resumen: "El responsable deniega la entrada"},
		{metodo: "POST", camino: e + "/corte", cargos: puertaManda, hace: s.formCorte, resumen: "Cierra la entrada a nuevos visitantes, o la reabre"},
	}
}

// opcionesCausa are the grounds of the house, with the one chosen.
func opcionesCausa(chosen string) []templates.Opcion {
	var out []templates.Opcion
	for _, c := range acceso.Medidas() {
		out = append(out, templates.Opcion{Valor: string(c), Texto: c.Nombre(), Elegida: string(c) == chosen})
	}
	return out
}

func (s *Servidor) getPaginaMedidas(c echo.Context) error {
	return s.drawMedidas(c, templates.FormaMedida{}, nil)
}

func (s *Servidor) drawMedidas(c echo.Context, typed templates.FormaMedida, wrong error) error {
	problem, status, err := s.aviso(c, wrong)
	if err != nil {
		return err
	}
	p := templates.Medidas{Forma: typed, Causas: opcionesCausa(typed.Causa)}
	if p.Marco, err = s.marco(c, "Denegaciones y expulsiones", c.Param("e")); err != nil {
		return err
	}
	p.Problema, p.Manda = problem, ruta{cargos: puertaManda}.admits(p.Cargo)
	if p.Jornada != "" {
		var list []admission.Anotada
		if p.Desde, p.Hasta, list, err = s.medidas(c); err != nil {
			return err
		}
		for k := range list {
			p.Lineas = append(p.Lineas, lineaMedida(&list[k]))
		}
	}
	bans, err := s.cfg.Puerta.Prohibiciones(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	for _, b := range bans {
		p.Prohibiciones = append(p.Prohibiciones, templates.Prohibicion{Numero: b.Numero, Nombre: strings.TrimSpace(b.Nombre + " " + b.Apellidos),
			Documento: b.Documento.String(), Ficha: b.Ficha, Causa: b.Causa.Nombre(), Hasta: b.Hasta, Todos: b.Ambito == admission.EnTodos})
	}
	if p.Vestimentas, err = s.vestimentas(c, p.Marco, false); err != nil {
		return err
	}
	return render(c, status, p)
}

func lineaMedida(m *admission.Anotada) templates.LineaMedida {
	return templates.LineaMedida{Clase: claseMedida(m), Numero: m.Numero, Instante: m.Instante, Nombre: strings.TrimSpace(m.Nombre + " " + m.Apellidos),
		Documento: m.Documento, Causa: m.Causa.Nombre(), Articulo: m.Articulo, Motivo: m.Motivo, Quien: m.Quien}
}

// medidaTecleada reads a measure of the house off a form.
func medidaTecleada(c echo.Context) (admission.Medida, templates.FormaMedida, error) {
	typed := templates.FormaMedida{Tarjeta: field(c, "tarjeta"), Ficha: field(c, "ficha"), Causa: field(c, "causa"), Motivo: field(c, "motivo"),
		Hasta: field(c, "hasta"), Todos: field(c, "todos") == "si"}
	m := admission.Medida{Causa: acceso.Causa(typed.Causa), Motivo: typed.Motivo, Todos: typed.Todos}
	var err error
	m.Hasta, err = fechaOpcional(c, "hasta")
	return m, typed, err
}

// numeroTecleado reads a number of a form, 0 when the field is empty.
func numeroTecleado(c echo.Context, campo string) (int64, error) {
	text := strings.ReplaceAll(field(c, campo), ".", "")
	if text == "" {
		return 0, nil
	}
	n, err := parseNumero(text)
	if err != nil {
		return 0, &errForma{map[string]string{campo: "El número se escribe con cifras"}}
	}
	return n, nil
}

// formMedida does what a form of the register asks and shows the register again.
func (s *Servidor) formMedida(c echo.Context, campo string, do func(ctx context.Context, n int64, m admission.Medida) error) error {
	m, typed, err := medidaTecleada(c)
	var n int64
	if err == nil {
		n, err = numeroTecleado(c, campo)
	}
	if err == nil {
		err = s.formThen(c, "medidas", func(ctx context.Context) error { return do(ctx, n, m) })
	}
	if err != nil {
		return s.drawMedidas(c, typed, err)
	}
	return nil
}

func (s *Servidor) formExpulsion(c echo.Context) error {
	return s.formMedida(c, "tarjeta", func(ctx context.Context, n int64, m admission.Medida) error {
		_, err := s.cfg.Puerta.Expel(ctx, admission.Expulsar{Establecimiento: c.Param("e"), Tarjeta: n, Medida: m}, autor(c))
		return err
	})
}

func (s *Servidor) formProhibicion(c echo.Context) error {
	return s.formMedida(c, "ficha", func(ctx context.Context, n int64, m admission.Medida) error {
		_, err := s.cfg.Puerta.Ban(ctx, c.Param("e"), n, m, autor(c))
		return err
	})
}

func (s *Servidor) formLevantamiento(c echo.Context) error {
	n, err := parseNumero(c.Param("numero"))
	if err != nil {
		return err
	}
	return s.formMedida(c, "", func(ctx context.Context, _ int64, m admission.Medida) error {
		_, err := s.cfg.Puerta.Lift(ctx, n, m.Motivo, autor(c))
		return err
	})
}

// formDenegacion refuses entry to the person of a check.
func (s *Servidor) formDenegacion(c echo.Context) error {
	e, id := c.Param("e"), c.Param("c")
	show := func(string) error { return goTo(c, paginaDe(e, "mostrador")+"?comprobacion="+escapeQuery(id)) }
	m, _, err := medidaTecleada(c)
	if err == nil {
		err = s.onceForm(c, func(ctx context.Context) error {
			if _, err := s.cfg.Puerta.Deny(ctx, e, id, m, autor(c)); err != nil {
				return err
			}
			return show(id)
		}, show)
	}
	if err == nil {
		return nil
	}
	k, kerr := s.cfg.Puerta.Comprobacion(c.Request().Context(), e, id)
	if kerr != nil {
		return kerr
	}
	return s.drawMostrador(c, templates.Mostrador{Veredicto: veredictoDe(&k, sesionDe(c).Persona.Cargo)}, err)
}

// formCorte turns the switch of the last hour.
func (s *Servidor) formCorte(c echo.Context) error {
	err := s.formThen(c, "mostrador", func(ctx context.Context) error {
		return s.cfg.Puerta.SetCorte(ctx, c.Param("e"), field(c, "activo") == "si", autor(c))
	})
	if err != nil {
		return s.drawMostrador(c, templates.Mostrador{}, err)
	}
	return nil
}

// drawMando adds to the desk what its supervisor sees: who waits for a decision, the grounds
// of the house and the switch of the last hour, which everybody sees once it is on.
func (s *Servidor) drawMando(c echo.Context, p *templates.Mostrador) error {
	if p.Jornada == "" {
		return nil
	}
	ctx, e := c.Request().Context(), c.Param("e")
	var err error
	if p.Vestimentas, err = s.vestimentas(c, p.Marco, true); err != nil {
		return err
	}
	if p.Corte, err = s.cfg.Puerta.Corte(ctx, e, p.Jornada); err != nil {
		return err
	}
	if p.Manda = (ruta{cargos: puertaManda}).admits(p.Cargo); !p.Manda {
		return nil
	}
	p.Causas = opcionesCausa("")
	j, err := s.cfg.Casa.LastJornada(ctx, e)
	if err != nil {
		return err
	}
	p.UltimaHora = acceso.CheckCorte(p.Ahora, j.CierrePrevisto) == nil
	if p.Alertas, err = s.alertas(ctx, e, p.Jornada); err != nil {
		return err
	}
	if len(p.Alertas) > 0 {
		p.PersonasDentro = 0 // they are there to be seen
	}
	waiting, err := s.cfg.Puerta.Consultas(ctx, e, p.Jornada)
	if err != nil {
		return err
	}
	for k := range waiting {
		if p.Veredicto == nil || p.Veredicto.Comprobacion != waiting[k].ID {
			p.Consultas = append(p.Consultas, *veredictoDe(&waiting[k], p.Cargo))
		}
	}
	return nil
}
