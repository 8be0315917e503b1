package templates

import (
	"time"

	"foliado/domain"
)

// addPropinas adds the page of the tips.
func addPropinas(m map[string]Pagina) {
	p := Propinas{Marco: marco("Propinas", base+"/propinas", domain.Director), Puede: true, Dirige: true, Admite: true, Movible: true, Contable: true,
		Cajas:      []CajaPropinas{{"mesa-1", "mesa 1", "120,50"}, {"mesa-2", "mesa 2", ""}, {"admision", "admisión", "0"}, {"caja", "caja", ""}, {"cambio", "punto de cambio", ""}},
		Pendientes: []Enlace{{Texto: "Cómputo parcial de propinas, mesa 2", Camino: "/actos/principal-9"}},
		Movimientos: []MovimientoPropinas{{1, false, "mesa 2", 40_000, ahora.Add(-time.Hour), time.Time{}, "/x.pdf"}, {1, true, "mesa 2", 10_000, ahora, time.Time{}, "/x.pdf"},
			{2, false, "mesa 1", 25_000, ahora, ahora, "/x.pdf"}},
		Recuentos: []RecuentoPropinas{{11, "2026-11-29", 83_550, 40_000, 10_000, 113_550, 0, "/x.pdf"}, {10, "2026-11-28", 99_000, 0, 0, 99_000, 2, "/x.pdf"}},
		Criterios: []CriterioPropinas{{2, ahora, 6250, "crupier 10, cajero 8", "2026-12-05", "2026-12-07", time.Time{}, "/x.pdf"}, {1, ahora.Add(-2000 * time.Hour), 6000, "crupier 10", "2026-01-05", "", ahora, "/x.pdf"}},
		Repartos:  []RepartoPropinas{{2, "2026-11-01", "2026-11-28", 2_500_000, 1_500_000, 1_000_000, "/x.pdf"}},
		Cargos:    []CargoPropinas{{"cajero", "Cajero", "8"}, {"crupier", "Crupier", "10"}},
		Personal:  []PersonaPropinas{{"p7", "Marina Quesada Orgaz", "Crupier", ""}, {"p8", "Ramón Peña Ortuño", "Cajero", "21"}}}
	m["propinas"] = p
	no := p
	no.Admite, no.Acuerdo, no.Movimientos, no.Pendientes = false, AcuerdoPropinas{"2026-11-20", "2026-11-30"}, nil, nil
	m["propinas-no"] = no
	m["reclamaciones"] = Reclamaciones{Marco: marco("Reclamaciones", base+"/reclamaciones", domain.Director), Puede: true, Dirige: true, Mesas: []Opcion{{"2", "Mesa 2", false}},
		Hojas: []Reclamacion{{2, "MAD-0043", 0, ahora, "", "", ahora, ahora, false}, {1, "MAD-0042", 2, ahora.Add(-time.Hour), "2026-11-29", "2026-12-10", time.Time{}, time.Time{}, true}}}
	m["olvidadas"] = Olvidadas{Marco: marco("Apuestas olvidadas", base+"/olvidadas", domain.Cajero), Puede: true, Admite: true, Saldo: 25_000, Mesas: []Opcion{{"2", "Mesa 2", false}},
		Anotadas: []Olvidada{{2, ahora, "fuera de mesa", "perdida", 5_000, 5_000, 0, "/x.pdf"}, {1, ahora.Add(-time.Hour), "mesa 2", "abandonada", 25_000, 0, 25_000, ""}}}
}
