package registers

import (
	"context"
	"errors"
	"strings"
	"testing"

	"foliado/domain"
	"foliado/domain/libros"
	"foliado/migrations/dbtest"
)

func TestCreateMesa(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		create := func(f MesaFacts) error {
			_, err := s.CreateMesa(ctx, s.director.autor(), s.ahora(), "principal", f)
			return err
		}
		t.Run("9.c/a game or a table more than granted", func(t *testing.T) {
			checkErr(t, create(MesaFacts{Numero: 9, Juego: domain.Dados}), ErrJuegoNoAutorizado, "9.c", "")
			checkErr(t, create(MesaFacts{Numero: 9, Juego: domain.BlackJack}), ErrMasMesas, "9.c", "")
		})
		t.Run("146.2/below the authorised minimum", func(t *testing.T) {
			checkErr(t, create(MesaFacts{Numero: 9, Juego: domain.Bola, MinimoPrevisto: 99}), libros.ErrBajoAutorizado, "146.2", "")
		})
		t.Run("9.e/above the band", func(t *testing.T) {
			checkErr(t, create(MesaFacts{Numero: 9, Juego: domain.Bola, MinimoPrevisto: 201}), libros.ErrBanda, "9.e", "")
		})
		if err := create(MesaFacts{Numero: 2, Juego: domain.Bola}); !errors.Is(err, ErrMesaRepetida) {
			t.Errorf("number taken: got %v", err)
		}
		for _, n := range []int{0, -1, maxMesa + 1} {
			if err := create(MesaFacts{Numero: n, Juego: domain.Bola}); !errors.Is(err, ErrDatos) {
				t.Errorf("table %d: got %v, want ErrDatos", n, err)
			}
		}
		if _, err := s.CreateMesa(ctx, s.director.autor(), s.ahora(), "otra", MesaFacts{Numero: 1, Juego: domain.Bola}); !errors.Is(err, ErrAutorizacion) {
			t.Errorf("no house: got %v", err)
		}
		t.Run("39.1.b/its book begins with the table, with its number", func(t *testing.T) {
			s.must(create(MesaFacts{Numero: 40, Juego: domain.Bola}))
			ls, err := s.Libros(ctx, "principal")
			s.must(err)
			var got []string
			for _, l := range ls {
				got = append(got, l.Nombre)
			}
			if want := "anticipos-1 anticipos-2 anticipos-3 anticipos-40 control-ingresos"; strings.Join(got, " ") != want {
				t.Errorf("got %v, want %s", got, want)
			}
			if l := ls[3]; l.Mesa != 40 || l.Juego != domain.Bola || l.Folios != 0 || !strings.Contains(l.Condicion, "copia auxiliar") {
				t.Errorf("got %+v", l)
			}
		})
		t.Run("40.1.b/a book of another number does not exist", func(t *testing.T) {
			for _, libro := range []string{"anticipos-4", "anticipos-01", "anticipos-", "anticipos-x", "registro", ""} {
				if _, err := s.Folio(ctx, "principal", libro, 1); !errors.Is(err, ErrLibro) {
					t.Errorf("%q: got %v, want ErrLibro", libro, err)
				}
			}
			if _, err := s.Folio(ctx, "principal", "anticipos-40", 1); !errors.Is(err, ErrFolio) {
				t.Errorf("got %v, want ErrFolio", err)
			}
			if _, err := s.Folio(ctx, "otra", "anticipos-40", 1); !errors.Is(err, ErrEstablecimiento) {
				t.Errorf("got %v, want ErrEstablecimiento", err)
			}
		})
		s.check()
	})
}

func TestChangeLimites(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, bd dbtest.BD) {
		ctx := context.Background()
		s := newSala(t, bd)
		change := func(mesa int, f LimitesFacts) error {
			_, err := s.ChangeLimites(ctx, s.director.autor(), s.ahora(), "principal", mesa, f)
			return err
		}
		s.begin("principal", "2026-11-30")
		t.Run("29.6/until it opens the plan may change", func(t *testing.T) {
			s.must(change(1, LimitesFacts{ApuestaMinima: 300, Maximos: "alto"}))
			if m, err := s.Mesa(ctx, "principal", 1); err != nil || m.MinimoPrevisto != 300 || m.MinimoAutorizado != 200 {
				t.Errorf("got %+v, %v", m, err)
			}
			checkErr(t, change(1, LimitesFacts{ApuestaMinima: 199}), libros.ErrBajoAutorizado, "139.2", "")
			checkErr(t, change(1, LimitesFacts{ApuestaMinima: 5001}), libros.ErrBanda, "9.e", "")
			checkErr(t, change(1, LimitesFacts{ApuestaMinima: 300, Maximos: "50"}), libros.ErrMaximos, "139.3", "")
			if err := change(7, LimitesFacts{ApuestaMinima: 300}); !errors.Is(err, ErrMesa) {
				t.Errorf("got %v, want ErrMesa", err)
			}
		})
		p, err := s.proposeApertura(1, aperturaRuleta())
		s.must(err)
		if err := change(1, LimitesFacts{ApuestaMinima: 400}); !errors.Is(err, ErrActoPendiente) {
			t.Errorf("with its opening pending: got %v, want ErrActoPendiente", err)
		}
		s.mustSign(p.Acto.ID, s.director)
		t.Run("29.6/with the table open nothing changes", func(t *testing.T) {
			before := s.Escritor.Tamano()
			checkErr(t, change(1, LimitesFacts{ApuestaMinima: 400}), libros.ErrEnMarcha, "29.6", "")
			f := aperturaRuleta()
			f.Maximos = "alto"
			_, err := s.proposeApertura(1, f)
			checkErr(t, err, libros.ErrEnMarcha, "29.6", "")
			if got := s.Escritor.Tamano(); got != before {
				t.Errorf("got %d asientos, want %d", got, before)
			}
		})
		t.Run("29.1/nor does it open twice", func(t *testing.T) {
			_, err := s.proposeApertura(1, aperturaRuleta())
			checkErr(t, err, ErrMesaAbierta, "29.1", "")
		})
		t.Run("29.6/free again for the next session", func(t *testing.T) {
			s.closeMesa(1, cuenta(piezas(1000, 1), piezas()))
			s.must(change(1, LimitesFacts{ApuestaMinima: 400}))
		})
		s.check()
	})
}

func TestTablero(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newSala(t, dbtest.New(t, "sqlite"))
	if b, err := s.Tablero(ctx, "principal"); err != nil || b.Jornada != nil || len(b.Mesas) != 3 || b.Mesas[0].AnticipoMinimo != 3_000_000 {
		t.Fatalf("got %+v, %v", b, err)
	}
	if _, err := s.Tablero(ctx, "otra"); !errors.Is(err, ErrEstablecimiento) {
		t.Errorf("got %v, want ErrEstablecimiento", err)
	}
	s.begin("principal", "2026-11-30")
	s.advance("principal", "2026-11-30", domain.FaseAbierta)
	s.openMesa(1, aperturaRuleta())
	s.replenish(1, aperturaRuleta().Anticipo)
	p, err := s.proposeApertura(2, aperturaBlackJack())
	s.must(err)

	b, err := s.Tablero(ctx, "principal")
	s.must(err)
	one, two := b.Mesas[0], b.Mesas[1]
	if one.Sesion == nil || one.Sesion.Reposiciones != 1 || one.Sesion.Anticipos != 6_000_000 || one.Pendiente != nil || len(one.Maximos) != 10 {
		t.Errorf("table 1: got %+v, session %+v", one, one.Sesion)
	}
	if two.Sesion != nil || two.Pendiente == nil || two.Pendiente.Acto != p.Acto.ID || two.Pendiente.Tipo != TipoAnticipoInicial {
		t.Errorf("table 2: got %+v", two)
	}
	t.Run("29.4/no black jack in service", func(t *testing.T) {
		if len(b.Avisos) != 1 || b.Avisos[0].Articulo != art("29.4") || b.Avisos[0].Criterio != "MAQ-1" {
			t.Errorf("got %+v", b.Avisos)
		}
	})
	s.mustSign(p.Acto.ID, s.director)
	s.closeMesa(1, cuenta(piezas(), piezas()))
	m, err := s.EstadoMesa(ctx, "principal", 1)
	if err != nil || m.Sesion != nil || m.Ultima == nil || m.Ultima.Resultado != -6_000_000 {
		t.Errorf("closed: got %+v, %v", m, err)
	}
	if _, err := s.EstadoMesa(ctx, "principal", 4); !errors.Is(err, ErrMesa) {
		t.Errorf("got %v, want ErrMesa", err)
	}
}
