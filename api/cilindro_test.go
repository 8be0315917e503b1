package api

import (
	"bytes"
	"strings"
	"testing"

	"foliado/domain/ruleta"
	"foliado/migrations"
	"foliado/migrations/dbtest"
)

// TestCilindro feeds the numbers of a wheel as a machine and as a file, and reads them.
func TestCilindro(t *testing.T) {
	t.Parallel()
	b := newBanco(t, dbtest.New(t, migrations.SQLite))
	b.openDay(t, hoy)
	path := mesa(1) + "/cilindro"
	var lote verLote
	body := objeto{"fuente": "sensor 7", "numeros": []int{17, 0, 17}}
	b.do(t, "sistema", "POST", path+"/numeros", body, cabeceraIdem, "una").want(t, 201)
	b.do(t, "sistema", "POST", path+"/numeros", body, cabeceraIdem, "una").want(t, 201).into(t, &lote)
	if lote.Cuantos != 3 || lote.Lote != 1 {
		t.Errorf("got %+v", lote)
	}
	csv := "hora;numero\n" + strings.Repeat("22:10;17\n", 200)
	b.do(t, "inspector_mesa", "POST", path+"/lecturas?fuente=sensor", csv, "Content-Type", "text/csv").want(t, 201).into(t, &lote)
	if lote.Cuantos != 200 {
		t.Errorf("got %+v", lote)
	}
	t.Run("129.1/chi-square and its false alarms", func(t *testing.T) {
		var got struct {
			Total       int64
			Dictamen    ruleta.Dictamen
			FalsaAlarma string `json:"falsa_alarma"`
			Numeros     []verNumero
		}
		b.do(t, "funcionario_inspector", "GET", path, nil).want(t, 200).into(t, &got)
		if got.Total != 203 || got.Dictamen != ruleta.Revisar || got.FalsaAlarma != "0.0100" || len(got.Numeros) != 37 {
			t.Errorf("got %+v", got)
		}
		b.do(t, "director", "GET", path+"?desde=2026-12-24", nil).want(t, 200).into(t, &got)
		if got.Total != 0 || got.Dictamen != ruleta.SinMuestra {
			t.Errorf("since later: got %+v", got)
		}
	})
	t.Run("129.1/a table without a wheel", func(t *testing.T) {
		b.do(t, "director", "GET", mesa(3)+"/cilindro", nil).refused(t, "129.1")
		b.do(t, "sistema", "POST", mesa(3)+"/cilindro/numeros", body).refused(t, "129.1")
	})
	b.do(t, "sistema", "POST", path+"/numeros", objeto{"fuente": "x", "numeros": []int{37}}).want(t, 422)
	b.do(t, "sistema", "POST", path+"/lecturas?fuente=x", "37\n", "Content-Type", "text/csv").want(t, 422)
	b.do(t, "sistema", "POST", path+"/lecturas", "7\n", "Content-Type", "text/csv").want(t, 422)
	b.do(t, "sistema", "POST", path+"/lecturas?fuente=x", "hora;numero\n", "Content-Type", "text/csv").want(t, 422)
	b.do(t, "director", "GET", path+"?desde=ayer", nil).want(t, 422)
	if r := b.do(t, "director", "GET", path+"/informe", nil).want(t, 200); !bytes.HasPrefix(r.cuerpo, []byte("%PDF-")) {
		t.Error("no PDF")
	}
	page := string(b.visit(t).login("inspector_mesa").get("/establecimientos/principal/mesas/1/cilindro?desde=2026-11-30").want(t, 200).cuerpo)
	for _, want := range []string{"<svg", "Ji cuadrado", "falsa alarma", "informe?desde=2026-11-30"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
