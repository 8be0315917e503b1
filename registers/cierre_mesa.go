package registers

import (
	"context"
	"errors"
	"strings"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// Errors about the closing count.
var (
	// ErrNota: what was counted is not what was expected, and nobody says why.
	ErrNota = errors.New("lo contado no es lo esperado: se anota lo contado, con una nota")
	// ErrUnicaMesa: no other table of the game stays in service.
	ErrUnicaMesa = errors.New("no queda en servicio otra mesa del mismo juego")
)

// Personal values of a closing count.
const (
	valorMotivo = "motivo"
	valorNota   = "nota"
)

// CierreMesaFacts is the closing count of a table, by denominations: nil is not counted,
// empty is counted and nothing found. Motivo says why it closes before its hour. Esperado
// is what the chips should have been by the reckoning of who counts; when it differs from
// the count, Nota explains and the count stands.
type CierreMesaFacts struct {
	Fichas, Placas, Billetes domain.Piezas
	Motivo                   string
	Esperado                 *domain.Importe
	Nota                     string
	// Colores are the chips of colour counted, by piece and colour: they have no value of
	// their own (art. 134.1.b, criterio CAJ-B). nil: not counted.
	Colores Colores
}

// ProposeCierre proposes the closing count of an open table (art. 36.3), which three
// people sign: croupier, cajero and who directs (art. 40.3, criterio FIR-1). The session
// closes with them. The count is recorded as it is, whatever was expected. Closing before
// its hour without a reason is a warning (art. 29.1, criterio MAQ-1). Refused: a table not
// open or with an act pending, a count that lacks a datum of art. 40.1.
func (c *Casa) ProposeCierre(ctx context.Context, autor Autor, hora Hora, establecimiento string, mesa int, f CierreMesaFacts) (Propuesta, error) {
	var p Propuesta
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		s, err := loadSala(tx, establecimiento, mesa)
		if err != nil {
			return err
		}
		folio, err := s.checkCierre(tx, hora, f)
		if err != nil {
			return err
		}
		resultado, err := folio.Resultado()
		if err != nil {
			return err
		}
		datos, err := s.datosCierre(folio, resultado, f)
		if err != nil {
			return err
		}
		plazas, err := plazasDe(libros.ActoCierre, libros.NoPresente, hora)
		if err != nil {
			return err
		}
		avisos, err := s.avisosCierre(tx.DB(), hora, f)
		if err != nil {
			return err
		}
		p, err = s.propose(c, tx, autor, hora, ActoBorrador{
			Folio:    s.sesion.Folio,
			Tipo:     TipoCierreMesa,
			Plazas:   plazas,
			Datos:    datos,
			Personal: f.personal(),
		}, avisos)
		p.Resultado = resultado
		return err
	})
	return p, err
}

// checkCierre judges the count and returns the folio that it would close.
func (s *sala) checkCierre(tx *escritor.Tx, hora Hora, f CierreMesaFacts) (libros.FolioAnticipos, error) {
	var none libros.FolioAnticipos
	if err := s.checkContrapartida(); err != nil {
		return none, err
	}
	if !s.abierta {
		return none, norma.Breach(art("36.3"), ErrMesaCerrada)
	}
	anticipos, err := anticiposOf(tx.DB(), s.sesion)
	if err != nil {
		return none, err
	}
	if err := hora.check(tx, s.desde(anticipos), s.autorizacion.Parametros.Margen()); err != nil {
		return none, err
	}
	folio := libros.FolioAnticipos{
		Juego:     s.sesion.Juego,
		Mesa:      s.mesa.Numero,
		Libro:     s.mesa.Numero,
		Fecha:     s.sesion.Jornada,
		Apertura:  s.sesion.Apertura,
		Cierre:    diario.Instante(hora.Hecho),
		Anticipos: anticipos,
		Fichas:    f.Fichas,
		Placas:    f.Placas,
		Billetes:  f.Billetes,
		Extraido:  s.sesion.Extraido,
		Devuelto:  s.sesion.Devuelto,
	}
	if err := s.checkActas(tx.DB()); err != nil {
		return none, err
	}
	if err := folio.Check(); err != nil {
		return none, err
	}
	return folio, f.checkEsperado(folio)
}

func (f CierreMesaFacts) checkEsperado(folio libros.FolioAnticipos) error {
	if f.Esperado == nil {
		return nil
	}
	fichas, err := folio.Fichas.Total()
	if err != nil {
		return norma.Breach(art("36.3"), err)
	}
	if fichas != *f.Esperado && strings.TrimSpace(f.Nota) == "" {
		return norma.Errorf(art("36.3"), "%w: se cuentan %s y se esperaban %s", ErrNota, fichas, *f.Esperado)
	}
	return nil
}

func (f CierreMesaFacts) personal() []diario.ValorPersonal {
	var vs []diario.ValorPersonal
	if f.Motivo != "" {
		vs = append(vs, diario.ValorPersonal{Nombre: valorMotivo, Valor: f.Motivo})
	}
	if f.Nota != "" {
		vs = append(vs, diario.ValorPersonal{Nombre: valorNota, Valor: f.Nota})
	}
	return vs
}

func (s *sala) datosCierre(folio libros.FolioAnticipos, resultado domain.Importe, f CierreMesaFacts) ([]diario.Dato, error) {
	fichas, placas, billetes, err := folio.Existencias()
	if err != nil {
		return nil, err
	}
	existencias, err := domain.Sum(fichas, placas, billetes)
	if err != nil {
		return nil, norma.Breach(art("36.3"), err)
	}
	ds := []diario.Dato{
		datoEntero("mesa", s.mesa.Numero),
		{Nombre: "fichas", Valor: f.Fichas.String()},
		{Nombre: "placas", Valor: f.Placas.String()},
		{Nombre: "billetes", Valor: f.Billetes.String()},
		datoEntero("fichas_importe", fichas),
		datoEntero("placas_importe", placas),
		datoEntero("billetes_importe", billetes),
		datoEntero("existencias", existencias),
		datoEntero("anticipos", existencias-resultado),
		datoEntero("resultado", resultado),
		datoEntero("extraido", folio.Extraido),
		datoEntero("devuelto", folio.Devuelto),
		datoEntero("a_caja", existencias-folio.Extraido-folio.Devuelto),
	}
	if f.Esperado != nil {
		ds = append(ds, datoEntero("esperado", *f.Esperado), datoEntero("diferencia", fichas-folio.Devuelto-*f.Esperado))
	}
	return append(ds, f.datosColor()...), nil
}

// avisosCierre are the warnings of a close: before its hour without a reason (art. 29.1),
// or leaving the public without a roulette or without a black jack (art. 29.4).
func (s *sala) avisosCierre(db *gorm.DB, hora Hora, f CierreMesaFacts) ([]Aviso, error) {
	ps, err := prorrogasOf(db, s.jornada.Establecimiento, s.jornada.Fecha)
	if err != nil {
		return nil, err
	}
	hecho, limite := diario.Instante(hora.Hecho), closing(ps, s.jornada.CierrePrevisto, s.mesa.Numero)
	if fin := s.jornada.FinJuegos; !fin.IsZero() && fin.Before(limite) {
		limite = fin
	}
	avisos, err := s.avisosMaterial(db, f)
	if err != nil {
		return nil, err
	}
	if a, ok := libros.AvisoCierre(hecho, limite, f.Motivo); ok {
		avisos = append(avisos, Aviso{Articulo: a.Articulo, Criterio: "MAQ-1", Texto: a.Texto})
	}
	if s.jornada.Fase != domain.FaseAbierta || !hecho.Before(limite) {
		return avisos, nil
	}
	alone, err := s.onlyOneInService(db)
	if err != nil {
		return nil, err
	}
	if alone {
		avisos = append(avisos, avisoDe(norma.Breach(art("29.4"), ErrUnicaMesa).Under("MAQ-1")))
	}
	return avisos, nil
}

// onlyOneInService reports whether the table is the last roulette, or the last black jack,
// in service.
func (s *sala) onlyOneInService(db *gorm.DB) (bool, error) {
	family := []domain.Juego{domain.BlackJack}
	switch {
	case s.mesa.Juego.Ruleta():
		family = []domain.Juego{domain.RuletaAmericana, domain.RuletaFrancesa}
	case s.mesa.Juego != domain.BlackJack:
		return false, nil
	}
	n, err := countInService(db, s.mesa.Establecimiento, s.mesa.Numero, family...)
	return n == 0, err
}
