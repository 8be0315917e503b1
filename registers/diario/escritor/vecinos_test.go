package escritor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gorm.io/gorm"

	"foliado/domain/norma"
	"foliado/migrations/dbtest"
	"foliado/registers/diario"
)

// numbersOf returns the numbers of the series tarjetas in the log.
func numbersOf(leaves []leaf) []int64 {
	var numbers []int64
	for _, l := range leaves {
		if l.Serie == "tarjetas" {
			numbers = append(numbers, l.NumeroSerie)
		}
	}
	return numbers
}

// checkNumbers fails unless the cards of the log are 1..n.
func checkNumbers(t *testing.T, bd dbtest.BD, n int64) {
	t.Helper()
	var want []int64
	for k := int64(1); k <= n; k++ {
		want = append(want, k)
	}
	if got := numbersOf(readLog(t, bd)); !slices.Equal(got, want) {
		t.Errorf("cards: got %v, want %v", got, want)
	}
}

var boom = errors.New("no conviene")

// faults are acts that fail, each in its way, once p1 has a card.
var faults = map[string]struct {
	act  func(t *Tx) error
	want error
}{
	"error": {func(t *Tx) error {
		_, err := t.Append(tarjeta("x"))
		return errors.Join(err, boom)
	}, boom},
	"error/flushed": {func(t *Tx) error {
		if _, err := t.Append(tarjeta("x")); err != nil {
			return err
		}
		var n int
		if err := t.DB().Raw(`SELECT count(*) FROM prueba_tarjetas`).Scan(&n).Error; err != nil {
			return err
		}
		return boom
	}, boom},
	"panic": {func(t *Tx) error {
		t.Append(tarjeta("x"))
		panic("a bug")
	}, ErrPanico},
	"panic/flushed": {func(t *Tx) error {
		t.Append(tarjeta("x"))
		t.Exec(`UPDATE prueba_tarjetas SET precio = 1`)
		panic("a bug")
	}, ErrPanico},
	"constraint/at the end of the group": {func(t *Tx) error {
		_, err := t.Append(tarjeta("p1"))
		return err
	}, gorm.ErrDuplicatedKey},
	"constraint/in a flush": {func(t *Tx) error {
		if _, err := t.Append(tarjeta("p1")); err != nil {
			return err
		}
		return t.Exec(`UPDATE prueba_tarjetas SET precio = 2 WHERE persona = ?`, "nobody")
	}, gorm.ErrDuplicatedKey},
	"constraint/swallowed": {func(t *Tx) error {
		t.Append(tarjeta("x"))
		t.Exec(`INSERT INTO prueba_caja (posicion, importe) VALUES (0, 1)`)
		return nil
	}, gorm.ErrDuplicatedKey},
	"constraint/check": {func(t *Tx) error {
		b := tarjeta("x")
		b.Datos[0].Valor = "-1"
		_, err := t.Append(b)
		return err
	}, gorm.ErrCheckConstraintViolated},
	"read/swallowed": {func(t *Tx) error {
		t.DB().Exec(`SELECT nothing FROM nowhere`)
		_, err := t.Append(tarjeta("x"))
		return err
	}, nil},
	"format": {func(t *Tx) error {
		b := tarjeta("x")
		b.Datos = append(b.Datos, diario.Dato{Nombre: "Mal", Valor: "\x00"})
		_, err := t.Append(b)
		return err
	}, diario.ErrFormato},
	"vault": {func(t *Tx) error {
		b := tarjeta("x")
		b.Personal[0].Valor = "a\x00b"
		_, err := t.Append(b)
		return err
	}, diario.ErrFormato},
	"folio": {func(t *Tx) error {
		b := tarjeta("x")
		b.Folio = 1
		_, err := t.Append(b)
		return err
	}, ErrFolio},
	"row": {func(t *Tx) error {
		t.Append(tarjeta("x"))
		t.Insert(filaNota{"not a pointer"})
		return nil
	}, gorm.ErrInvalidValue},
}

// A faulty act fails alone: its neighbours are on record, no number burns, and the
// next act goes on from there. "flushed" is the case in which its rows and theirs were
// already in the database.
func TestFaultyActFailsAlone(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		if _, err := e.Do(context.Background(), issue("p1", nil)); err != nil {
			t.Fatal(err)
		}
		for name, f := range faults {
			t.Run(name, func(t *testing.T) {
				got := together(t, e, do(e, issue(name+" 2", nil)), do(e, f.act), do(e, issue(name+" 3", nil)))
				if got[0].err != nil || got[2].err != nil {
					t.Errorf("neighbours: got %v and %v, want none", got[0].err, got[2].err)
				}
				if err := got[1].err; err == nil || f.want != nil && !errors.Is(err, f.want) {
					t.Errorf("got %v, want %v", err, f.want)
				}
				if _, err := e.Do(context.Background(), issue(name+" 4", nil)); err != nil {
					t.Error(err)
				}
			})
		}
		checkNumbers(t, bd, int64(1+3*len(faults)))
	})
}

// The answer says which key was broken, alike on both databases.
func TestRepetido(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		if _, err := e.Do(context.Background(), issue("p1", nil)); err != nil {
			t.Fatal(err)
		}
		_, err := e.Do(context.Background(), issue("p1", nil))
		var r *Repetido
		if !errors.As(err, &r) {
			t.Fatalf("got %v, want a *Repetido", err)
		}
		want := []string{"establecimiento", "jornada", "persona"}
		if r.Tabla != "prueba_tarjetas" || !slices.Equal(r.Columnas, want) {
			t.Errorf("got %s %v, want prueba_tarjetas %v", r.Tabla, r.Columnas, want)
		}
	})
}

// A request cancelled before its act begins is not run; one cancelled later is.
func TestCancelledRequest(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		early, cancelEarly := context.WithCancel(context.Background())
		late, cancelLate := context.WithCancel(context.Background())
		ran := false
		got := together(t, e,
			do(e, func(t *Tx) error { cancelEarly(); return issue("p1", nil)(t) }),
			func() (Recibo, error) {
				return e.Do(early, func(t *Tx) error { ran = true; return issue("x", nil)(t) })
			},
			func() (Recibo, error) {
				return e.Do(late, func(t *Tx) error {
					cancelLate()
					// A read under the context of the request does not end with it.
					var n int
					if err := t.DB().WithContext(late).Raw(`SELECT count(*) FROM asientos`).Scan(&n).Error; err != nil {
						return err
					}
					return issue("p2", nil)(t)
				})
			},
			do(e, issue("p3", nil)))
		for k, want := range []error{nil, context.Canceled, nil, nil} {
			if !errors.Is(got[k].err, want) {
				t.Errorf("act %d: got %v, want %v", k, got[k].err, want)
			}
		}
		if ran {
			t.Error("the cancelled act ran")
		}
		if _, err := e.Do(early, issue("x", nil)); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
		checkNumbers(t, bd, 3)
	})
}

// A whole group shares one commit and one checkpoint.
func TestGroupSharesCommit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		var acts []func() (Recibo, error)
		for k := range MaxGrupo - 1 { // the one that occupies the writer is not in the group
			acts = append(acts, do(e, issue(fmt.Sprint("p", k), nil)))
		}
		for k, o := range together(t, e, acts...) {
			if o.err != nil || o.recibo.Tamano != MaxGrupo-1 {
				t.Fatalf("act %d: got size %d, %v, want %d", k, o.recibo.Tamano, o.err, MaxGrupo-1)
			}
		}
		var n int
		bd.Raw(t).QueryRow(`SELECT count(*) FROM checkpoints`).Scan(&n)
		if n != 1 {
			t.Errorf("got %d checkpoints, want 1", n)
		}
		checkNumbers(t, bd, MaxGrupo-1)
	})
}

// What an act wrote is seen by those behind it in the group, and what Once read is read
// again once somebody wrote there.
func TestReadsInsideTheGroup(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		loads := 0
		count := func(seen *int) func(*Tx) error {
			return func(t *Tx) error {
				n, err := t.Once("notas", func(db *gorm.DB) (any, error) {
					loads++
					var n int
					return n, db.Raw(`SELECT count(*) FROM prueba_notas`).Scan(&n).Error
				})
				if err == nil {
					*seen = n.(int)
				}
				return err
			}
		}
		add := func(nota string) func(*Tx) error {
			return func(t *Tx) error { return t.Insert(&filaNota{nota}) }
		}
		alter := func(t *Tx) error { return t.Exec(`DELETE FROM prueba_notas WHERE nota = ?`, "a") }
		var seen [6]int
		got := together(t, e,
			do(e, count(&seen[0])), do(e, issue("p1", nil)), do(e, count(&seen[1])),
			do(e, add("a")), do(e, count(&seen[2])), do(e, add("b")), do(e, count(&seen[3])),
			do(e, alter), do(e, count(&seen[4])), do(e, count(&seen[5])))
		for k, o := range got {
			if o.err != nil {
				t.Errorf("act %d: %v", k, o.err)
			}
		}
		if want := [6]int{0, 0, 1, 2, 1, 1}; seen != want || loads != 4 {
			t.Errorf("got %v in %d loads, want %v in 4", seen, loads, want)
		}
		checkNumbers(t, bd, 1)
	})
}

// DB-01: zero values are written, those of keys and defaults among them.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		_, err := e.Do(context.Background(), func(t *Tx) error {
			return errors.Join(t.Insert(&filaCaja{}), t.Insert(&filaVisita{}), t.Insert(&filaTarjeta{}))
		})
		if err != nil {
			t.Fatal(err)
		}
		var posicion, importe int64
		var nacido *string
		db := bd.Raw(t)
		if err := db.QueryRow(`SELECT posicion, importe FROM prueba_caja`).Scan(&posicion, &importe); err != nil ||
			posicion != 0 || importe != 0 {
			t.Errorf("got %d, %d, %v, want zeros", posicion, importe, err)
		}
		if err := db.QueryRow(`SELECT nacido FROM prueba_visitas WHERE posicion = 0`).Scan(&nacido); err != nil || nacido != nil {
			t.Errorf("got %v, %v, want NULL", nacido, err)
		}
	})
}

func TestFolios(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		var folios, numeros []int64
		for _, b := range []diario.Borrador{{NuevoFolio: true}, {Folio: 1}, {NuevoFolio: true}, {Folio: 1}, {}, {Folio: 2}} {
			_, err := e.Do(context.Background(), func(t *Tx) error {
				b.Establecimiento, b.Libro, b.Autor, b.Cargo = "principal", "anticipos-1", "p2", "director"
				b.Clase, b.Tipo = diario.ClasePermanente, "Reposicion"
				a, err := t.Append(b)
				if t.UltimoFolio("principal", "anticipos-1") < a.Folio {
					return errors.New("UltimoFolio lags behind")
				}
				folios, numeros = append(folios, a.Folio), append(numeros, a.Numero)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if want := []int64{1, 1, 2, 1, 0, 2}; !slices.Equal(folios, want) {
			t.Errorf("folios: got %v, want %v", folios, want)
		}
		if want := []int64{1, 2, 3, 4, 5, 6}; !slices.Equal(numeros, want) {
			t.Errorf("numbers: got %v, want %v", numeros, want)
		}
		_, err := e.Do(context.Background(), func(t *Tx) error {
			got, want := fmt.Sprint(t.Contadores()), "map[folio.principal/anticipos-1:2 libro.principal/anticipos-1:6]"
			if got != want || t.Tamano() != 6 || t.Ultimo("principal", "tarjetas") != 0 {
				return fmt.Errorf("got %s, %d, want %s", got, t.Tamano(), want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// HOR-1: a fact may not be later than its annotation.
func TestHechoFuturo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		e := openTest(t, bd)
		for _, c := range []struct {
			name  string
			after int // microseconds from the instant of the act
			want  error
		}{{"before", -1, nil}, {"same", 0, nil}, {"after", 1, ErrHechoFuturo}} {
			t.Run("HOR-1/"+c.name, func(t *testing.T) {
				var got diario.Asiento
				_, err := e.Do(context.Background(), func(t *Tx) error {
					b := tarjeta(c.name)
					b.Hecho = t.Ahora().Add(micro(c.after))
					a, err := t.Append(b)
					got = a
					return err
				})
				if !errors.Is(err, c.want) {
					t.Fatalf("got %v, want %v", err, c.want)
				}
				var n *norma.Error
				if c.want != nil && (!errors.As(err, &n) || n.Criterio != "HOR-1") {
					t.Errorf("got %v, want the criterio cited", err)
				}
				if c.want == nil && got.Anotacion.Sub(got.Hecho) != micro(-c.after) {
					t.Errorf("got %v and %v", got.Hecho, got.Anotacion)
				}
			})
		}
		checkNumbers(t, bd, 2)
	})
}
