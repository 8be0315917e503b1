package api

import (
	"foliado/domain"
	"foliado/registers"
	"foliado/reports"
)

// formasDeposito names how a bank is deposited (arts. 86.3, 88.2).
var formasDeposito = map[string]string{
	registers.DepositoEfectivo: "efectivo",
	registers.DepositoCheque:   "cheque librado por un banco",
	registers.DepositoEntidad:  "depósito en entidad admitida",
}

// empleado is somebody of the house as papers name him.
func empleado(p registers.EmpleadoFolio) string {
	if p.Nombre == "" {
		return p.Persona
	}
	return p.Nombre
}

func (s *Servidor) factsBeneficios(f *registers.Folio, casa reports.Casa, regimen reports.Regimen, ev reports.Evidencia) reports.FolioBeneficiosFacts {
	b := f.Beneficios
	facts := reports.FolioBeneficiosFacts{Casa: casa, Regimen: regimen, Evidencia: ev, Mesa: b.Mesa, Juego: b.Juego, Folio: f.Numero, Jornada: f.Jornada,
		Sesion: b.Sesion, ApuestaMinima: b.ApuestaMinima, Modalidad: modalidadEnPalabras(b.Juego, b.Modalidad, b.Variante), Beneficio: beneficioEnPalabras(b),
		Apertura: b.Apertura.Hecho, Asiento: b.Apertura.Numero, Jugadores: jugadoresEnPalabras(b.Jugadores), Responsable: empleado(b.Responsable), TotalDia: b.TotalDia}
	for _, p := range b.Crupieres {
		facts.Crupieres = append(facts.Crupieres, empleado(p))
	}
	if b.Cambista != nil {
		facts.Cambista = empleado(*b.Cambista)
	}
	for _, i := range b.Interrupcion {
		facts.Interrupciones = append(facts.Interrupciones, reports.Interrupcion(i))
	}
	for _, x := range b.Bancas {
		facts.Bancas = append(facts.Bancas, reports.Banca{Talla: x.Talla, Hora: x.Hecho, Asiento: x.Numero, Banquero: x.Banquero,
			Importe: x.Importe, Deposito: x.Deposito, Forma: formasDeposito[x.Forma]})
	}
	for k := range b.Movimientos {
		facts.Movimientos = append(facts.Movimientos, printedMovimiento(&b.Movimientos[k]))
	}
	if p := b.Pozo; p != nil {
		facts.Pozo = &reports.Pozo{Hecho: p.Hecho, Anotacion: p.Anotacion, Contingencia: p.Formulario, Asiento: p.Numero, Piezas: p.Pozo, Importe: p.Importe,
			Cambista: p.Cambista, Dotacion: p.Dotacion, Fichas: totalOf(p.Fichas), Dinero: totalOf(p.Dinero), Nota: p.Nota, Motivo: p.Motivo,
			Acto: printedActo(&p.EntradaFolio)}
	}
	facts.Rectificado = printedRectificado(b.Rectificaciones)
	return facts
}

// totalOf adds up a count that was judged when it was signed.
func totalOf(p domain.Piezas) domain.Importe {
	total, err := p.Total()
	if err != nil {
		return 0
	}
	return total
}
