package registers

import (
	"foliado/domain"
	"foliado/domain/plazos"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

type filaClausura struct {
	Establecimiento string
	Mesa            int64
	Folio           int64
	Jornada         string
	Juego           string
	Acto            string
	Hora            int64
	VenceNatural    string
	VenceHabil      string
	Comunicada      int64
	Posicion        int64
}

func (filaClausura) TableName() string { return "clausuras" }

func (f filaClausura) clausura() Clausura {
	return Clausura{
		Establecimiento: f.Establecimiento,
		Mesa:            int(f.Mesa),
		Folio:           f.Folio,
		Jornada:         domain.Fecha(f.Jornada),
		Juego:           domain.Juego(f.Juego),
		Acto:            f.Acto,
		Hora:            fromMicros(f.Hora),
		Vence:           plazos.Vencimiento{Natural: domain.Fecha(f.VenceNatural), Habil: domain.Fecha(f.VenceHabil)},
		Comunicada:      fromMicros(f.Comunicada),
		Posicion:        f.Posicion,
	}
}

var tablasServicio = []escritor.Tabla{{Nombre: "clausuras", Clave: []string{"establecimiento", "mesa", "folio"}}}

var proyectoresServicio = map[string]escritor.Proyector{
	TipoSuspensionMesa:  projectServicio(Suspendida),
	TipoReanudacionMesa: projectServicio(EnServicio),
	TipoClausuraMesa: func(l *escritor.Lote, a *diario.Asiento, abiertos map[string]string) error {
		d := lector{a: a}
		f := &filaClausura{Establecimiento: a.Establecimiento, Mesa: d.entero("mesa"), Folio: a.Folio, Jornada: string(a.Jornada),
			Juego: d.texto("juego"), Acto: d.texto(diario.DatoActo), Hora: micros(a.Hecho), VenceNatural: d.texto("vence_natural"),
			VenceHabil: d.texto("vence_habil"), Posicion: a.Posicion}
		if d.err != nil {
			return d.err
		}
		if err := projectServicio(Clausurada)(l, a, abiertos); err != nil {
			return err
		}
		return l.Insert(f)
	},
	TipoComunicacionClausura: func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		mesa, folio := d.entero("mesa"), d.entero("folio")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE clausuras SET comunicada = ? WHERE establecimiento = ? AND mesa = ? AND folio = ?`,
			micros(a.Hecho), a.Establecimiento, mesa, folio)
	},
	TipoCambioJuego: func(*escritor.Lote, *diario.Asiento, map[string]string) error { return nil }, // its Mesa says it
}

func projectServicio(s Servicio) escritor.Proyector {
	return func(l *escritor.Lote, a *diario.Asiento, _ map[string]string) error {
		d := lector{a: a}
		mesa := d.entero("mesa")
		if d.err != nil {
			return d.err
		}
		return l.Exec(`UPDATE sesiones_mesa SET servicio = ? WHERE establecimiento = ? AND mesa = ? AND folio = ?`,
			string(s), a.Establecimiento, mesa, a.Folio)
	}
}
