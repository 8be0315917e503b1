package escritor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"foliado/domain"
	"foliado/migrations"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// anular voids a card: its projector updates.
func anular(numero int64) func(*Tx) error {
	return func(t *Tx) error {
		_, err := t.Append(diario.Borrador{
			Establecimiento: "principal", Libro: "admision", Jornada: "2026-11-30", Autor: "p4",
			Cargo: domain.JefeAdmision, Clase: diario.ClaseAdmision, Tipo: "AnulacionTarjeta",
			Datos:    []diario.Dato{{Nombre: "tarjeta", Valor: fmt.Sprint(numero)}},
			Personal: []diario.ValorPersonal{{Nombre: "motivo", Valor: "se equivocó"}},
		})
		return err
	}
}

func contrast(t *testing.T, bd dbtest.BD) []Diferencia {
	t.Helper()
	got, err := Contrast(context.Background(), configFor(t, bd), tablasPrueba, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestContrast(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		for k := range 5 {
			mustIssue(t, e, fmt.Sprint("p", k))
		}
		mustDo(t, e, anular(2))
		mustIssue(t, e, "p5")
		e.Close()
		if got := contrast(t, bd); got != nil {
			t.Fatalf("untouched: got %v", got)
		}
		raw := bd.Raw(t)
		before := content(t, raw, "prueba_tarjetas")
		for _, c := range []struct {
			name, do, undo string
			want           []Diferencia
		}{
			{"changed", `UPDATE prueba_tarjetas SET precio = 499 WHERE numero = 3`,
				`UPDATE prueba_tarjetas SET precio = 500 WHERE numero = 3`,
				[]Diferencia{{"prueba_tarjetas", "establecimiento=principal, numero=3", DiferenciaDifiere, []string{"precio"}}}},
			{"not voided", `UPDATE prueba_tarjetas SET anulada = (1 = 0) WHERE numero = 2`,
				`UPDATE prueba_tarjetas SET anulada = (1 = 1) WHERE numero = 2`,
				[]Diferencia{{"prueba_tarjetas", "establecimiento=principal, numero=2", DiferenciaDifiere, []string{"anulada"}}}},
			{"deleted", `DELETE FROM prueba_caja WHERE posicion = 4`, `INSERT INTO prueba_caja VALUES (4, 500)`,
				[]Diferencia{{"prueba_caja", "posicion=4", DiferenciaFalta, nil}}},
			{"added", `INSERT INTO prueba_caja (posicion) VALUES (99)`, `DELETE FROM prueba_caja WHERE posicion = 99`,
				[]Diferencia{{"prueba_caja", "posicion=99", DiferenciaSobra, nil}}},
			{"key changed", `UPDATE prueba_documentos SET posicion = 50 WHERE posicion = 1`,
				`UPDATE prueba_documentos SET posicion = 1 WHERE posicion = 50`,
				[]Diferencia{{"prueba_documentos", "posicion=1", DiferenciaFalta, nil},
					{"prueba_documentos", "posicion=50", DiferenciaSobra, nil}}},
			{"NULL", `UPDATE prueba_visitas SET nacido = NULL, nombre = '' WHERE posicion = 0`,
				`UPDATE prueba_visitas SET nacido = '1980-02-29', nombre = 'Ángela' WHERE posicion = 0`,
				[]Diferencia{{"prueba_visitas", "posicion=0", DiferenciaDifiere, []string{"nombre", "nacido"}}}},
			{"vault erased", `DELETE FROM boveda WHERE posicion = 0 AND nombre = 'nombre'`, ``,
				[]Diferencia{{"prueba_visitas", "posicion=0", DiferenciaDifiere, []string{"nombre"}}}},
		} {
			t.Run(c.name, func(t *testing.T) {
				bd.Exec(t, c.do)
				if diff := cmp.Diff(c.want, contrast(t, bd)); diff != "" {
					t.Errorf("want -, got +:\n%s", diff)
				}
				if c.undo != "" {
					bd.Exec(t, c.undo)
				}
			})
		}
		if after := content(t, raw, "prueba_tarjetas"); after != before {
			t.Error("the projections changed")
		}
	})
}

// The writer goes on meanwhile; what it adds is not in the snapshot.
func TestContrastBesideTheWriter(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		for k := range 3 {
			mustIssue(t, e, fmt.Sprint("p", k))
		}
		cfg := configFor(t, bd)
		project := cfg.Proyectores["Tarjeta"]
		cfg.Proyectores = map[string]Proyector{"AnulacionTarjeta": projectAnulacion,
			"Tarjeta": func(l *Lote, a *diario.Asiento, v map[string]string) error {
				if a.Posicion == 1 {
					mustIssue(t, e, "p9")
					mustDo(t, e, anular(1))
				}
				return project(l, a, v)
			}}
		var done, total int64
		got, err := Contrast(context.Background(), cfg, tablasPrueba, func(d, n int64) { done, total = d, n })
		if err != nil || got != nil || done != 3 || total != 3 {
			t.Errorf("got %v, %v, %d of %d", got, err, done, total)
		}
		checkNumbers(t, bd, 4)
	})
}

func TestContrastErrors(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		mustIssue(t, e, "p1")
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		broken := configFor(t, bd)
		broken.Proyectores = map[string]Proyector{"Tarjeta": func(*Lote, *diario.Asiento, map[string]string) error {
			return errors.New("no se entiende")
		}}
		nowhere := configFor(t, bd)
		nowhere.Ruta += "x"
		nowhere.DSN = strings.Replace(nowhere.DSN, "/prueba_", "/nada_", 1)
		for name, c := range map[string]struct {
			ctx    context.Context
			cfg    Config
			tablas []Tabla
			answer bool // what the database holds is to blame
		}{
			"cancelled":       {ctx, configFor(t, bd), tablasPrueba, false},
			"projector":       {context.Background(), broken, tablasPrueba, true},
			"table left out":  {context.Background(), configFor(t, bd), tablasPrueba[1:], true},
			"no such table":   {context.Background(), configFor(t, bd), append(tablasPrueba, Tabla{Nombre: "nada"}), true},
			"no such archive": {context.Background(), nowhere, tablasPrueba, false},
		} {
			got, err := Contrast(c.ctx, c.cfg, c.tablas, nil)
			var no *NoSeRehacen
			if err == nil || errors.As(err, &no) != c.answer {
				t.Errorf("%s: got %v, %v", name, got, err)
			}
		}
		mustIssue(t, e, "p2")
		checkNumbers(t, bd, 2)
	})
}

func BenchmarkContrast(b *testing.B) {
	const cards = 20_000
	for _, dialecto := range migrations.Dialectos() {
		b.Run(string(dialecto), func(b *testing.B) {
			bd := dbtest.New(b, dialecto)
			createTables(b, bd)
			cfg := configFor(b, bd)
			cfg.Reloj = time.Now
			e := openWith(b, cfg)
			var wg sync.WaitGroup
			for c := range MaxGrupo {
				wg.Go(func() {
					for k := c; k < cards; k += MaxGrupo {
						if _, err := e.Do(context.Background(), issue(fmt.Sprint("p", k), nil)); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			for b.Loop() {
				got, err := Contrast(context.Background(), cfg, tablasPrueba, nil)
				if err != nil || got != nil {
					b.Fatal(got, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/cards, "us/leaf")
		})
	}
}
