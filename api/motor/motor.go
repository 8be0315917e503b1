// Package motor is the JSON adapter of the rules and engines: the command `foliado motor`
// and the settlement route decode one frozen schema here, and what they call knows no
// JSON.
//
// A question is {"game", "input"}; input says its operation in "op". The answer has the
// keys of the operation, or is {"error": code}. Amounts are céntimos: an integer when
// exact, else the reduced fraction as a text, "999/2". A key that is missing reads as
// null.
package motor

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Codes of an answer that no game gives.
const (
	codigoJuego     = "juego_desconocido"
	codigoOperacion = "operacion_desconocida"
	codigoEntrada   = "entrada_no_valida"
	codigoLinea     = "linea_no_valida"
)

// juegos is the dispatch table: who answers for each game of the schema. An answer is a
// value to be written as JSON, or an error that wraps a fallo.
var juegos = map[string]func(input []byte, m moneda) (any, error){
	"caja":             caja,
	"sin_descarte":     juegoSinDescarte,
	"trijoker":         juegoTrijoker,
	"dados":            juegoDados,
	"punto_banca":      juegoPuntoBanca,
	"black_jack":       juegoBlackJack,
	"ruleta_francesa":  ruletaFrancesa,
	"ruleta_americana": ruletaAmericana,
	"bola":             bolaGame,
	"treinta_cuarenta": treintaCuarenta,
	"mus":              dispatch(operacionesMus, erroresMus),
	"mus_torneo":       dispatch(operacionesTorneo, erroresMus),
	"circulo":          dispatch(operacionesCirculo, erroresCirculo),

	"bacara_chemin_de_fer": dispatch(operacionesChemin, erroresBacara),
	"bacara_dos_panos":     dispatch(operacionesPanos, erroresBacara),
}

// fallo is an error whose text is the code of an answer {"error": code}.
type fallo string

func (f fallo) Error() string { return string(f) }

// Options are the choices of a run.
type Options struct {
	// Comprobar compares each answer with the "expected" of its line, writes only the
	// differences, and closes with "N passed, N failed".
	Comprobar bool
	// Redondeado rounds amounts to céntimos (criterio RED-1); without it they are exact.
	Redondeado bool
	// Citas adds to each settlement the provision and the criterio that it rests on.
	Citas bool
}

// Resolve answers one question. It never fails: what cannot be answered is
// {"error": code}.
func Resolve(game string, input []byte, o Options) json.RawMessage {
	answer, err := resolve(game, input, o)
	if err != nil {
		code := fallo(codigoEntrada)
		errors.As(err, &code)
		answer = map[string]string{"error": string(code)}
	}
	raw, err := marshal(answer)
	if err != nil {
		panic("motor: an answer is no JSON: " + err.Error())
	}
	return raw
}

func resolve(game string, input []byte, o Options) (any, error) {
	answer, ok := juegos[game]
	if !ok {
		return nil, fallo(codigoJuego)
	}
	return answer(input, moneda{o.Redondeado, o.Citas})
}

// pregunta is a line of the input.
type pregunta struct {
	ID       json.RawMessage `json:"id"`
	Game     string          `json:"game"`
	Input    json.RawMessage `json:"input"`
	Expected json.RawMessage `json:"expected"`
}

// respuesta is a line of the output. Line is there when the question could not be read.
type respuesta struct {
	ID     json.RawMessage `json:"id"`
	Line   int             `json:"line,omitempty"`
	Result json.RawMessage `json:"result"`
}

// maxLinea bounds a line, in bytes.
const maxLinea = 4 << 20

// Run reads a question from each line of r, {"id", "game", "input"}, and writes its answer
// to w, {"id", "result"}, in the same order; with Options.Comprobar see there. Blank lines
// are skipped. A line that is no question has an answer too, with its number and an error.
// The counts are of the lines compared; err is that of r or w.
func Run(r io.Reader, w io.Writer, o Options) (passed, failed int, err error) {
	in, out := bufio.NewReaderSize(r, 64<<10), bufio.NewWriter(w)
	for n := 1; ; n++ {
		line, readErr := readLine(in)
		if readErr != nil && readErr != io.EOF {
			return passed, failed, errors.Join(readErr, out.Flush())
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			ok, err := answerLine(out, n, line, o)
			if err != nil {
				return passed, failed, err
			}
			if ok {
				passed++
			} else {
				failed++
			}
		}
		if readErr == io.EOF {
			break
		}
		if in.Buffered() == 0 { // whoever asks by hand waits for the answer
			if err := out.Flush(); err != nil {
				return passed, failed, err
			}
		}
	}
	if !o.Comprobar {
		return 0, 0, out.Flush()
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", passed, failed)
	return passed, failed, out.Flush()
}

// answerLine answers line n and writes the answer, or its differences. It reports whether
// there were none.
func answerLine(out io.Writer, n int, line []byte, o Options) (ok bool, err error) {
	var q pregunta
	a := respuesta{ID: json.RawMessage("null")}
	if json.Unmarshal(line, &q) != nil {
		a.Line = n
		a.Result = json.RawMessage(`{"error":"` + codigoLinea + `"}`)
	} else {
		a.Result = Resolve(q.Game, q.Input, o)
		if q.ID != nil {
			a.ID = q.ID
		}
	}
	if !o.Comprobar {
		raw, err := marshal(a)
		if err != nil {
			return false, err
		}
		_, err = out.Write(append(raw, '\n'))
		return true, err
	}
	differences := compareLine(a, q.Expected, o)
	for _, d := range differences {
		if _, err := fmt.Fprintf(out, "%s: %s\n", nameLine(a, n), d); err != nil {
			return false, err
		}
	}
	return len(differences) == 0, nil
}

// compareLine lists what in an answer is not as expected.
func compareLine(a respuesta, expected json.RawMessage, o Options) []string {
	switch {
	case a.Line != 0:
		return []string{"no es una pregunta en JSON"}
	case expected == nil:
		return []string{"no trae «expected»"}
	}
	return Compare(a.Result, expected, o)
}

// nameLine names a line in the list of differences: by its id, or by its number.
func nameLine(a respuesta, n int) string {
	var id string
	if json.Unmarshal(a.ID, &id) != nil || id == "" {
		return fmt.Sprintf("línea %d", n)
	}
	return id
}

// readLine reads up to the next line break. What exceeds maxLinea is dropped, so that the
// line is no question any more.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line) <= maxLinea {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			if len(line) > maxLinea {
				line = []byte("…")
			}
			return line, err
		}
	}
}

// marshal writes v as JSON on one line, letters as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
