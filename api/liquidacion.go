package api

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"foliado/api/motor"
	"foliado/domain"
	"foliado/domain/jugada"
	"foliado/domain/norma"
)

// rutasLiquidacion is the calculator: the engines, without a table and without a record.
func (s *Servidor) rutasLiquidacion() []ruta {
	return []ruta{
		{metodo: "POST", camino: "/api/v1/juegos/:juego/liquidacion", cargos: todos, hace: s.postLiquidacion,
			resumen: "Liquida una jugada con los mismos hechos que «foliado motor», sin mesa y sin anotar nada; " +
				"sin «op» se entiende la operación que liquida el juego; con «hechos» y «pagos», como al anotar, dice además el veredicto",
			cuerpo: hechosJugada{}, estado: 200, respuesta: respuestaLiquidacion{}},
	}
}

// hechosJugada are the facts of a jugada, which are those of the schema of its game, as
// they come.
type hechosJugada json.RawMessage

// respuestaLiquidacion is what the schema of the game answers, and beside it each bet with
// what is due, the provisions and the criterios.
type respuestaLiquidacion map[string]any

// verApuesta is a bet with what it comes to, in céntimos; Exacto is what was rounded.
type verApuesta struct {
	Apuesta   string         `json:"apuesta"`
	Apostado  domain.Importe `json:"apostado"`
	Resultado string         `json:"resultado"`
	Debido    domain.Importe `json:"debido"`
	Devuelto  domain.Importe `json:"devuelto"`
	Pendiente domain.Importe `json:"pendiente"`
	Exacto    string         `json:"exacto,omitempty"`
	Articulo  string         `json:"articulo,omitempty"`
	Criterio  string         `json:"criterio,omitempty"`
}

func seeApuesta(a jugada.Apuesta) verApuesta {
	return verApuesta{Apuesta: a.Nombre, Apostado: a.Apostado, Resultado: a.Resultado, Debido: a.Ganado.Ceil(),
		Devuelto: a.Devuelto.Ceil(), Pendiente: a.Pendiente.Ceil(), Exacto: a.Exacto(), Articulo: cite(a.Articulo), Criterio: a.Criterio}
}

// juegoPedido is the game of a route.
func juegoPedido(c echo.Context) (domain.Juego, error) {
	j, ok := motor.Juego(c.Param("juego"))
	if !ok {
		return "", errJuego
	}
	return j, nil
}

// postLiquidacion answers what the game's engine answers, and records nothing.
func (s *Servidor) postLiquidacion(c echo.Context) error {
	j, err := juegoPedido(c)
	if err != nil {
		return err
	}
	if err := checkTipo(c, echo.MIMEApplicationJSON); err != nil {
		return err
	}
	body, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	q, err := readLiquidacion(body)
	if err != nil {
		return err
	}
	if err := c.Validate(&q); err != nil {
		return err
	}
	answer, err := liquidate(j, q)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, answer)
}

// peticionLiquidacion are the facts to settle, bare, in the envelope of the schema or as a
// jugada is recorded, with what was paid.
type peticionLiquidacion struct {
	Hechos hechosJugada   `json:"hechos"`
	Input  hechosJugada   `json:"input"`
	Pagos  []peticionPago `json:"pagos" validate:"max=200,dive"`
}

// readLiquidacion takes the facts out of what they came in.
func readLiquidacion(body []byte) (peticionLiquidacion, error) {
	var q peticionLiquidacion
	if err := json.Unmarshal(body, &q); err != nil {
		return q, fmt.Errorf("%w: %s", errJSON, explain(err))
	}
	if len(q.Hechos) == 0 {
		q.Hechos = q.Input
	}
	if len(q.Hechos) == 0 {
		q.Hechos = body
	}
	return q, nil
}

// liquidate answers the question of the schema, with the bets when it is a settlement and
// the verdict when it says what was paid.
func liquidate(j domain.Juego, q peticionLiquidacion) (respuestaLiquidacion, error) {
	raw, err := motor.Answer(j, q.Hechos, false)
	if err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{} // amounts as they came: no float on the way
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	answer := make(respuestaLiquidacion, len(fields))
	for name, v := range fields {
		answer[name] = v
	}
	l, err := motor.Liquidar(j, q.Hechos)
	if err != nil || len(l.Apuestas) == 0 {
		return answer, nil // another question than a settlement
	}
	apuestas := make([]verApuesta, 0, len(l.Apuestas))
	for _, a := range l.Apuestas {
		apuestas = append(apuestas, seeApuesta(a))
	}
	articulos, criterios := l.Citas()
	answer["apuestas"], answer["articulos"], answer["criterios"] = apuestas, citeAll(articulos), append([]string{}, criterios...)
	if q.Pagos == nil {
		return answer, nil
	}
	pagos := make([]jugada.Pago, 0, len(q.Pagos))
	for _, p := range q.Pagos {
		pagos = append(pagos, jugada.Pago{Pagado: p.Pagado, Devuelto: p.Devuelto})
	}
	d, err := jugada.Judge(l, pagos)
	if err != nil {
		return nil, err
	}
	answer["veredicto"], answer["diferencia"] = d.Veredicto, d.Diferencia
	return answer, nil
}

// citeAll writes provisions as the API does.
func citeAll(as []norma.Articulo) []string {
	out := make([]string, 0, len(as))
	for _, a := range as {
		out = append(out, cite(a))
	}
	return out
}
