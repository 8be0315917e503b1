package templates

import (
	"time"
)

// Rondas is the page where rondas of signature are opened and found.
type Rondas struct {
	Marco
	EnCurso []RondaBreve
	Admite  bool // the jornada lets tables be counted
	Puede   bool // her cargo may open one
}

func (Rondas) plantilla() string { return "rondas" }

// RondaBreve is a ronda in a line.
type RondaBreve struct {
	ID        string
	Quienes   string
	Desde     time.Time
	Caduca    time.Time
	Bloqueada bool
}

// Ronda is the tablet of a ronda: one sheet at a time, its figures large, and the slots
// that its two people fill with a tap of the badge.
type Ronda struct {
	Marco
	Ronda     RondaBreve
	Personas  string // who signs with the badge alone: "p1 p4"
	Acabada   bool
	Hoja      *Acto // the one on screen; nil when none waits
	Firmada   string
	Siguen    []ActoBreve   // the other sheets that wait
	Sin       []MesaTablero // tables open and not counted yet
	Cerradas  int64         // tables of the jornada already counted
	PuedeFin  bool
	Olvidados string // page where a forgotten PIN is solved
}

func (Ronda) plantilla() string { return "ronda" }
