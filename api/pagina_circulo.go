package api

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"foliado/domain"
	"foliado/domain/bacara"
	"foliado/domain/letras"
	"foliado/domain/poquer"
	"foliado/registers"
	"foliado/templates"
)

// paginasCirculo are the forms of the sheet of a table of círculo.
func (s *Servidor) paginasCirculo() []ruta {
	const m = "/establecimientos/:e/mesas/:m"
	return []ruta{
		{metodo: "POST", camino: m + "/dotacion-cambista", cargos: direccion, hace: s.formDotacionCambista, resumen: "Fija la dotación de la caja del cambista"},
		{metodo: "POST", camino: m + "/beneficio", cargos: salaHace, hace: s.formBeneficio, resumen: "Anota el anuncio del beneficio"},
		{metodo: "POST", camino: m + "/partidas", cargos: salaHace, hace: s.formPartida, resumen: "Abre una mesa de círculo"},
		{metodo: "POST", camino: m + "/bancas", cargos: salaHace, hace: s.formBanca, resumen: "Anota a quién se adjudica la banca"},
		{metodo: "POST", camino: m + "/pozos", cargos: salaHace, hace: s.formPozo, resumen: "Propone el recuento del pozo"},
	}
}

// fillCirculo fills what the sheet of a table of círculo offers.
func (s *Servidor) fillCirculo(ctx context.Context, p *templates.Mesa, m *registers.EstadoMesa, me string) error {
	e := m.Mesa.Establecimiento
	if p.Circulo == nil {
		p.Circulo = &templates.MesaCirculo{Campos: map[string]string{"apuesta_minima": m.Mesa.MinimoPrevisto.Cifra()}}
	}
	k := p.Circulo
	k.Poquer, k.Panos = m.Mesa.Juego == domain.PoquerCirculo, m.Mesa.Juego == domain.BacaraDosPanos
	ds, err := s.cfg.Casa.Direccion(ctx, e, s.cfg.Escritor.Ahora())
	if err != nil {
		return err
	}
	for _, d := range ds {
		k.Dirige = k.Dirige || d.Persona.ID == me
	}
	d, err := s.cfg.Casa.DotacionCambista(ctx, e)
	if err != nil {
		return err
	}
	k.Dotacion, k.Temporada = d.Importe, d.Temporada
	if k.Poquer && p.Jornada != "" {
		b, err := s.cfg.Casa.BeneficioAnunciado(ctx, m.Mesa.Mesa, p.Jornada)
		if err != nil {
			return err
		}
		if b != nil {
			k.Beneficio = b.String()
		}
	}
	if err := s.fillEmpleados(ctx, k, m); err != nil {
		return err
	}
	k.Modalidades, k.Variantes = opcionesModalidad(m.Mesa.Juego, k.Campos["modalidad"]), opcionesVariante(k.Campos["variante"])
	if p.Jornada != "" {
		if err := s.fillEspera(ctx, k, m, p); err != nil {
			return err
		}
	}
	if m.Sesion == nil {
		return nil
	}
	return s.fillPartida(ctx, k, m)
}

// fillEmpleados lists those who may serve the table, with those chosen.
func (s *Servidor) fillEmpleados(ctx context.Context, k *templates.MesaCirculo, m *registers.EstadoMesa) error {
	ps, err := s.cfg.Casa.Personas(ctx)
	if err != nil {
		return err
	}
	responsable := domain.InspectorMesa
	if k.Poquer {
		responsable = domain.JefeMesa
	}
	for _, x := range ps {
		if x.Establecimiento != registers.Todos && x.Establecimiento != m.Mesa.Establecimiento {
			continue
		}
		o := templates.Opcion{Valor: x.ID, Texto: x.NombreCompleto()}
		switch x.Cargo {
		case responsable:
			o.Elegida = k.Campos["responsable"] == x.ID
			k.Responsable = append(k.Responsable, o)
		case domain.Crupier:
			o.Elegida = k.Campos["crupier."+x.ID] != ""
			k.Crupieres = append(k.Crupieres, o)
		case domain.Cambista:
			o.Elegida = k.Campos["cambista"] == x.ID
			k.Cambistas = append(k.Cambistas, o)
		}
	}
	return nil
}

func opcionesModalidad(j domain.Juego, chosen string) []templates.Opcion {
	valores := []string{string(bacara.ModoLibre), string(bacara.ModoCuadro)}
	switch j {
	case domain.BacaraDosPanos:
		valores = []string{string(bacara.Limitada), string(bacara.Abierta)}
	case domain.PoquerCirculo:
		valores = []string{string(poquer.SplitLimit), string(poquer.BoteConLimite), string(poquer.BoteSinLimite)}
	}
	var os []templates.Opcion
	for _, v := range valores {
		os = append(os, templates.Opcion{Valor: v, Texto: capital(modalidadEnPalabras(j, v, "")), Elegida: v == chosen})
	}
	return os
}

func opcionesVariante(chosen string) []templates.Opcion {
	var os []templates.Opcion
	for _, v := range poquer.Variantes() {
		os = append(os, templates.Opcion{Valor: string(v.Nombre), Texto: capital(variantes[string(v.Nombre)]), Elegida: string(v.Nombre) == chosen})
	}
	return os
}

// fillPartida fills the partida that goes on, from its folio.
func (s *Servidor) fillPartida(ctx context.Context, k *templates.MesaCirculo, m *registers.EstadoMesa) error {
	libro := registers.LibroMesa(m.Mesa.Mesa)
	f, err := s.cfg.Casa.Folio(ctx, m.Mesa.Establecimiento, libro, m.Sesion.Folio)
	if err != nil {
		return err
	}
	b := f.Beneficios
	k.Folio, k.ConCaja = folioPath(m.Mesa.Establecimiento, libro, m.Sesion.Folio), b.Cambista != nil
	k.Hechos = hechosPartida(b)
	for _, x := range b.Bancas {
		k.Bancas = append(k.Bancas, templates.LineaBanca{Talla: int64(x.Talla), Banquero: x.Banquero, Hora: x.Hecho, Importe: x.Importe, Deposito: x.Deposito})
	}
	dealt := map[string]bool{}
	for _, p := range b.Crupieres {
		dealt[p.Persona] = true
	}
	for i := range k.Crupieres {
		k.Crupieres[i].Elegida = k.Crupieres[i].Elegida || k.Abierto == "" && dealt[k.Crupieres[i].Valor]
	}
	for _, r := range []struct {
		dst    *templates.Recuento
		nombre string
	}{{&k.Pozo, "pozo"}, {&k.Fichas, "fichas"}, {&k.Dinero, "dinero"}} {
		if r.dst.Nombre == "" {
			*r.dst = newRecuento(r.nombre, nil)
		}
	}
	k.Fichas.Titulo = "Fichas en la caja del cambista"
	return nil
}

// hechosPartida are the data of art. 41.2 that a partida has from its opening.
func hechosPartida(b *registers.FolioBeneficios) []templates.Hecho {
	hs := []templates.Hecho{{Nombre: "Juego", Valor: capital(b.Juego.Nombre())}, {Nombre: "Partida", Valor: strconv.Itoa(b.Sesion)},
		{Nombre: "Apertura", Valor: templates.FechaHora(b.Apertura.Hecho)}, {Nombre: "Apuesta mínima", Valor: b.ApuestaMinima.String()},
		{Nombre: "Modalidad", Valor: capital(modalidadEnPalabras(b.Juego, b.Modalidad, b.Variante))},
		{Nombre: "Jugadores al abrir", Valor: jugadoresEnPalabras(b.Jugadores)}, {Nombre: "Dirige la mesa", Valor: empleado(b.Responsable)}}
	for _, p := range b.Crupieres {
		hs = append(hs, templates.Hecho{Nombre: "Crupier", Valor: empleado(p)})
	}
	if b.Cambista != nil {
		hs = append(hs, templates.Hecho{Nombre: "Cambista", Valor: empleado(*b.Cambista)})
	}
	for _, i := range b.Interrupcion {
		hs = append(hs, templates.Hecho{Nombre: "Interrupción", Valor: templates.FechaHora(i.Desde)})
		if !i.Hasta.IsZero() {
			hs = append(hs, templates.Hecho{Nombre: "Reanudación", Valor: templates.FechaHora(i.Hasta)})
		}
	}
	return append(hs, templates.Hecho{Nombre: "Beneficio", Valor: beneficioEnPalabras(b)})
}

// fillBeneficios fills the page of a folio of a libro de beneficios.
func fillBeneficios(p *templates.Folio, b *registers.FolioBeneficios) {
	p.Hechos = hechosPartida(b)
	for _, x := range b.Bancas {
		p.Hechos = append(p.Hechos, templates.Hecho{Nombre: "Banquero, talla " + strconv.Itoa(x.Talla),
			Valor: x.Banquero + ", " + x.Importe.String() + "; depósito de " + x.Deposito.String() + ", " + formasDeposito[x.Forma]})
	}
	for k := range b.Movimientos {
		m := &b.Movimientos[k]
		p.Movimientos = append(p.Movimientos, templates.MovimientoFolio{Texto: movimientoEnPalabras(m), Hora: m.Hecho, Importe: m.Importe, Firmas: firmasFolio(&m.EntradaFolio)})
	}
	r := b.Pozo
	if r == nil {
		return
	}
	p.Hechos = append(p.Hechos, templates.Hecho{Nombre: "Apertura del pozo", Valor: templates.FechaHora(r.Hecho)})
	if r.Cambista {
		p.Hechos = append(p.Hechos, templates.Hecho{Nombre: "Caja del cambista", Valor: "dotación de " + r.Dotacion.String() + ", diferencia de " + r.Diferencia.String()})
	}
	p.Cerrado, p.Existencias, p.Total, p.TotalLetra = true, r.Importe, r.Importe, letras.Euros(r.Importe)
	p.Recuentos = []templates.Recuento{newRecuento("pozo", r.Pozo)}
	p.Firmas, p.Digest = firmasFolio(&r.EntradaFolio), r.Huella
}

// pozo tells what the three sign when a pozo is counted (art. 41.4).
func (r relato) pozo() {
	r.cifra("Total del pozo", r.importe("importe").String())
	r.hecho("Total en letra", capital(letras.Euros(r.importe("importe"))))
	r.hecho("Juego", capital(domain.Juego(r.a.Dato("juego")).Nombre()))
	if r.a.Dato("cambista") != "" {
		r.hecho("Dotación de la caja del cambista", r.importe("dotacion").String())
		r.hecho("Diferencia de esa caja", templates.Firmado(r.importe("caja.diferencia")))
	}
	r.hecho("Nota", r.a.Valor("nota"))
	r.hecho("Motivo del cierre", r.a.Valor("motivo"))
	r.recuentos("pozo")
}

// camposCirculo keeps what was typed in a form of a table of círculo.
func camposCirculo(c echo.Context, abierto string) *templates.MesaCirculo {
	k := &templates.MesaCirculo{Abierto: abierto, Campos: map[string]string{}}
	for name := range c.Request().PostForm {
		k.Campos[name] = field(c, name)
	}
	for _, id := range c.Request().PostForm["crupier"] {
		k.Campos["crupier."+id] = id
	}
	return k
}

func (s *Servidor) circuloAfter(c echo.Context, abierto string, err error) error {
	if err == nil {
		return nil
	}
	return s.drawMesa(c, templates.Mesa{Circulo: camposCirculo(c, abierto)}, err)
}

// doCirculo does what a form of a table of círculo asks, unless something typed is wrong.
func (s *Servidor) doCirculo(c echo.Context, abierto string, wrong map[string]string, do func(context.Context, registers.Hora, int) error) error {
	if len(wrong) > 0 {
		return s.circuloAfter(c, abierto, &errForma{wrong})
	}
	return s.circuloAfter(c, abierto, s.doForm(c, paginaDe(c.Param("e"), "mesas", c.Param("m")), do))
}

// readOpcional reads an amount that may be left out.
func readOpcional(c echo.Context, name, titulo string, wrong map[string]string) domain.Importe {
	if field(c, name) == "" {
		return 0
	}
	return readImporte(c, name, titulo, wrong)
}

func (s *Servidor) formDotacionCambista(c echo.Context) error {
	wrong := map[string]string{}
	d := registers.DotacionCambista{Importe: readImporte(c, "dotacion", "Suma", wrong), Temporada: field(c, "temporada")}
	return s.doCirculo(c, "dotacion", wrong, func(ctx context.Context, h registers.Hora, _ int) error {
		return s.cfg.Casa.FixDotacionCambista(ctx, autor(c), h, c.Param("e"), d)
	})
}

func (s *Servidor) formBeneficio(c echo.Context) error {
	wrong := map[string]string{}
	tanto := readImporte(c, "tanto", "Tanto por ciento", wrong) // two decimals, as an amount
	b := registers.Beneficio{Opcion: poquer.Opcion(field(c, "opcion")), Centesimas: int64(tanto)}
	if b.Opcion == poquer.PorSesion {
		b.Centesimas, b.PorCiento, b.Base = 0, int64(tanto)/100, readOpcional(c, "base", "Máximo o resto", wrong)
		if int64(tanto)%100 != 0 {
			wrong["tanto"] = "Tanto por ciento: por sesión se escribe sin decimales"
		}
	}
	return s.doCirculo(c, "beneficio", wrong, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.AnnounceBeneficio(ctx, autor(c), h, c.Param("e"), mesa, b)
	})
}

// readBanca reads a bank as typed.
func readBanca(c echo.Context, wrong map[string]string) registers.Banca {
	return registers.Banca{Banquero: field(c, "banquero"), Importe: readImporte(c, "banca", "Banca adjudicada", wrong),
		Deposito: readImporte(c, "deposito", "Depósito", wrong), Forma: field(c, "forma"), Validada: field(c, "validada") == "si", Salta: field(c, "salta") == "si"}
}

func (s *Servidor) formPartida(c echo.Context) error {
	wrong := map[string]string{}
	f := registers.AperturaCirculoFacts{
		PersonalCirculo: registers.PersonalCirculo{Responsable: field(c, "responsable"), Crupieres: c.Request().PostForm["crupier"], Cambista: field(c, "cambista")},
		ApuestaMinima:   readImporte(c, "apuesta_minima", "Apuesta mínima", wrong), Modalidad: field(c, "modalidad"),
		Maximo: readOpcional(c, "maximo", "Máximo", wrong), MaximoBanca: readOpcional(c, "maximo_banca", "Máximo de la banca", wrong),
		Ante: readOpcional(c, "ante", "Ante", wrong), Variante: poquer.Nombre(field(c, "variante")), Cena: field(c, "cena") == "si"}
	for _, name := range []string{"jugadores", "jugadores2"} {
		if c.Request().PostForm[name] == nil {
			continue
		}
		n, err := strconv.Atoi(field(c, name))
		if err != nil || n < 0 {
			wrong[name] = "Jugadores: se escribe cuántos hay"
		}
		f.Jugadores = append(f.Jugadores, n)
	}
	if c.Request().PostForm["banquero"] != nil {
		b := readBanca(c, wrong)
		f.Banca = &b
	}
	return s.doCirculo(c, "partida", wrong, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.OpenCirculo(ctx, autor(c), h, c.Param("e"), mesa, f)
	})
}

func (s *Servidor) formBanca(c echo.Context) error {
	wrong := map[string]string{}
	b := readBanca(c, wrong)
	return s.doCirculo(c, "banca", wrong, func(ctx context.Context, h registers.Hora, mesa int) error {
		return s.cfg.Casa.AwardBanca(ctx, autor(c), h, c.Param("e"), mesa, b)
	})
}

func (s *Servidor) formPozo(c echo.Context) error {
	wrong := map[string]string{}
	k := camposCirculo(c, "pozo")
	f := registers.PozoFacts{Cantado: readImporte(c, "cantado", "Total cantado", wrong), Crupieres: c.Request().PostForm["crupier"],
		Nota: field(c, "nota"), Motivo: field(c, "motivo")}
	var err error
	for _, r := range []struct {
		nombre string
		dst    *domain.Piezas
		shown  *templates.Recuento
	}{{"pozo", &f.Pozo, &k.Pozo}, {"fichas", &f.Fichas, &k.Fichas}, {"dinero", &f.Dinero, &k.Dinero}} {
		var bad error
		if *r.dst, *r.shown, bad = readRecuento(c, r.nombre); bad != nil && err == nil {
			err = bad
		}
	}
	if len(wrong) > 0 {
		err = &errForma{wrong}
	}
	if err == nil {
		err = s.proponeForm(c, func(ctx context.Context, h registers.Hora, mesa int) (registers.Propuesta, error) {
			return s.cfg.Casa.ProposePozo(ctx, autor(c), h, c.Param("e"), mesa, f)
		})
	}
	if err != nil {
		return s.drawMesa(c, templates.Mesa{Circulo: k}, err)
	}
	return nil
}
