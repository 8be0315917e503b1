package api

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
	"foliado/templates"
)

// rutasParte are the routes of the parte de situación: on screen, for programs and on paper.
func (s *Servidor) rutasParte() []ruta {
	const e = "/api/v1/establecimientos/:e"
	return []ruta{
		{metodo: "GET", camino: e + "/parte", cargos: librosVe, hace: s.getParte, resumen: "Parte de situación para una inspección (arts. 14.1.c, 36.5)", estado: 200, respuesta: verParte{}},
		{metodo: "GET", camino: e + "/parte.pdf", cargos: librosVe, hace: s.getPartePDF, resumen: "El parte de situación, en una página", estado: 200, tipo: "application/pdf"},
	}
}

type verParteMesa struct {
	Mesa          int            `json:"mesa"`
	Juego         domain.Juego   `json:"juego"`
	Apertura      instante       `json:"apertura"`
	ApuestaMinima domain.Importe `json:"apuesta_minima"`
	Anticipo      domain.Importe `json:"anticipo"`
	Reposiciones  int            `json:"reposiciones"`
	Total         domain.Importe `json:"total"`
}

type verHecho struct {
	Nombre string `json:"nombre"`
	Valor  string `json:"valor"`
}

// verParte is the parte: its facts in words, in order, and its tables in figures.
type verParte struct {
	Instante     instante       `json:"instante"`
	SinDireccion bool           `json:"sin_direccion"`
	Hechos       []verHecho     `json:"hechos"`
	Mesas        []verParteMesa `json:"mesas"`
	Pendiente    []string       `json:"pendiente"`
	Checkpoint   string         `json:"checkpoint"`
}

// parteDe gathers the parte: what registers knows and what the door adds.
func (s *Servidor) parteDe(c echo.Context) (registers.Parte, [][2]string, []string, error) {
	p, err := s.cfg.Casa.Parte(c.Request().Context(), c.Param("e"))
	if err != nil {
		return p, nil, nil, err
	}
	facts := append(hechosCasa(&p), hechosCaja(&p)...)
	door, err := s.hechosPuerta(c, &p)
	if err != nil {
		return p, nil, nil, err
	}
	var pending []string
	for k := range p.Actos {
		pending = append(pending, nombreActo(&p.Actos[k])+", propuesto el "+templates.FechaHora(p.Actos[k].Propuesto))
	}
	for _, x := range p.Comunicaciones {
		pending = append(pending, "Comunicación de "+x.Asunto+": vence el "+x.Vence.String())
	}
	return p, append(facts, door...), pending, nil
}

// hechosCasa are the authorisation, the hours and who directs.
func hechosCasa(p *registers.Parte) [][2]string {
	a := p.Autorizacion
	hs := [][2]string{{"Autorización", a.Resolucion}, {"Horario autorizado", a.Horario.Abre.String() + " a " + a.Horario.Cierra.String()}}
	if j := p.Jornada; j != nil {
		day := j.Fecha.Larga() + ", " + strings.ToLower(templates.NombreFase(j.Fase))
		hs = append(hs, [2]string{"Jornada", day}, [2]string{"Horario de hoy", "de " + templates.Hora(j.AperturaPrevista) + " a " + templates.Hora(p.Cierre)})
		if !j.Apertura.IsZero() {
			hs = append(hs, [2]string{"Abierta al público", "desde " + templates.FechaHora(j.Apertura)})
		}
	}
	var set []string
	for _, d := range p.Direccion {
		set = append(set, d.Persona.NombreCompleto()+" ("+string(d.Calidad)+")")
	}
	switch r := p.EnFunciones; {
	case p.SinDireccion:
		hs = append(hs, [2]string{"Dirige", "nadie: sala sin dirección (art. 14.2)"})
	case r != nil:
		hs = append(hs, [2]string{"Dirige", r.Entrante.NombreCompleto() + ", desde " + templates.FechaHora(r.Desde)})
	}
	return append(hs, [2]string{"Pueden dirigir", strings.Join(set, "; ")})
}

// hechosCaja are the caja central against art. 37.1 and the last control certified.
func hechosCaja(p *registers.Parte) [][2]string {
	var hs [][2]string
	if j := p.Jornada; j != nil {
		judged := "cubre lo exigido"
		if p.Metalico+p.Bloqueado < j.Exigido || 2*p.Metalico < j.Exigido {
			judged = "NO cubre lo exigido"
		}
		balance := "cuadra con los libros"
		if !p.Cuadra {
			balance = "NO cuadra con los libros"
		}
		hs = append(hs, [2]string{"Caja central", fmt.Sprintf("%s en metálico y %s bloqueados: %s", p.Metalico, p.Bloqueado, judged)},
			[2]string{"Exigido (art. 37.1)", j.Exigido.String()},
			[2]string{"Registro de caja (art. 37.2)", fmt.Sprintf("entregado %s, devuelto %s: %s", p.Entregado, p.Devuelto, balance)})
	}
	last := "ninguna"
	if x := p.Anterior; x != nil {
		last = fmt.Sprintf("jornada del %s, folio %d, %s", x.Jornada.Larga(), x.Folio, x.Total)
	}
	return append(hs, [2]string{"Última certificación", last})
}

// hechosPuerta are the last card and how old the barred list is.
func (s *Servidor) hechosPuerta(c echo.Context, p *registers.Parte) ([][2]string, error) {
	card := "ninguna en la jornada"
	if p.Jornada != nil {
		cards, err := s.cfg.Puerta.LastTarjetas(c.Request().Context(), c.Param("e"), p.Jornada.Fecha, 1)
		if err != nil {
			return nil, err
		}
		if len(cards) > 0 {
			card = fmt.Sprintf("n.º %d, a las %s", cards[0].Numero, templates.Hora(cards[0].Emitida))
		}
	}
	list := "ninguna importada"
	if l := s.cfg.Puerta.Lista(); l != nil {
		list = fmt.Sprintf("de hace %s (%s)", horas(p.Instante.Sub(l.Instante)), l.Fuente)
	}
	return [][2]string{{"Última tarjeta", card}, {"Lista de interdicciones", list}}, nil
}

// horas writes how long something took: "6 h 20 min".
func horas(d time.Duration) string {
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

func (s *Servidor) getParte(c echo.Context) error {
	p, facts, pending, err := s.parteDe(c)
	if err != nil {
		return err
	}
	v := verParte{Instante: instante(p.Instante), SinDireccion: p.SinDireccion, Mesas: []verParteMesa{}, Pendiente: append([]string{}, pending...), Checkpoint: string(p.Checkpoint)}
	for _, h := range facts {
		v.Hechos = append(v.Hechos, verHecho{h[0], h[1]})
	}
	for _, m := range p.Mesas {
		v.Mesas = append(v.Mesas, verParteMesa{m.Mesa, m.Juego, instante(m.Apertura), m.ApuestaMinima, m.Anticipo, m.Reposiciones, m.Total})
	}
	return c.JSON(http.StatusOK, v)
}

// getPartePDF prints the parte.
func (s *Servidor) getPartePDF(c echo.Context) error {
	p, facts, pending, err := s.parteDe(c)
	if err != nil {
		return err
	}
	casa, err := s.casaImpresa(c.Request().Context(), c.Param("e"))
	if err != nil {
		return err
	}
	cp, err := reports.NewCheckpoint(p.Checkpoint)
	if err != nil {
		return err
	}
	f := reports.ParteFacts{Casa: casa, Instante: p.Instante, Hechos: facts, Pendiente: pending,
		Evidencia: reports.Evidencia{Token: "parte/" + c.Param("e"), Checkpoint: cp, Criterios: []string{"FIR-3", "CAJ-D", "PLA-1"}}}
	if p.SinDireccion {
		f.Alerta = "SALA SIN DIRECCIÓN"
	}
	for _, m := range p.Mesas {
		f.Mesas = append(f.Mesas, reports.ParteMesa{Mesa: m.Mesa, Juego: m.Juego, Apertura: m.Apertura, Minimo: m.ApuestaMinima, Anticipo: m.Anticipo,
			Reposiciones: m.Reposiciones, Total: m.Total})
	}
	return s.pdf(c, "parte-"+c.Param("e")+".pdf", func(w io.Writer, o reports.Options) error { return reports.Parte(w, f, o) })
}
