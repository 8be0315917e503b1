package registers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"foliado/domain"
	"foliado/domain/deposito"
	"foliado/domain/libros"
	"foliado/domain/norma"
	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
)

// ErrIncidenciaNaipes: no withdrawal of cards of that number waits to be communicated.
var ErrIncidenciaNaipes = errors.New("no consta esa retirada de naipes pendiente de comunicar")

// MueveUnidad is a unit that an opening of the cupboard moves. Mesa is the table it goes to.
type MueveUnidad struct {
	RefUnidad
	Movimiento deposito.Movimiento
	Mesa       int
}

// MovimientoFacts are an opening of the cupboard with everything that it moves; none in an
// inspection.
type MovimientoFacts struct {
	Unidades   []MueveUnidad
	Inspeccion bool
	Presentes
}

// UnidadMovida is a unit after a movement.
type UnidadMovida struct {
	deposito.Unidad
	Movimiento deposito.Movimiento
}

// MoveDeposito opens the cupboard once, with the holder of the key and who takes charge, and
// moves as many units as they come for: to a table, back from it, to or from the reserve store
// (arts. 46.1, 46.3, 46.4, 48.2, criterio NAI-1). An inspection may move none and identifies
// the official. What comes back waits to be put in order and examined (art. 46.5). A unit is in
// one place: each refusal says where it is or what it waits for.
func (c *Casa) MoveDeposito(ctx context.Context, autor Autor, hora Hora, establecimiento string, f MovimientoFacts) (int64, []UnidadMovida, error) {
	var folio int64
	var moved []UnidadMovida
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		d, err := findDeposito(db, establecimiento)
		if err != nil {
			return err
		}
		if len(f.Unidades) > maxUnidades || len(f.Unidades) == 0 && !f.Inspeccion {
			return norma.Breach(art("46.3"), ErrSinUnidades)
		}
		datos, personal, err := d.presentes(db, hora, f.Presentes, f.Inspeccion)
		if err != nil {
			return err
		}
		var desde time.Time
		if moved, desde, err = f.move(db, establecimiento); err != nil {
			return err
		}
		for k, u := range moved {
			datos = append(datos, u.linea(-1).datos(k+1)...)
		}
		if f.Inspeccion {
			datos = append(datos, datoSi("inspeccion", true))
		}
		a, err := appendDeposito(tx, autor, hora, establecimiento, later(d.Apertura, desde), diario.Borrador{Tipo: TipoMovimientoDeposito, NuevoFolio: true,
			Datos: datos, Personal: personal})
		folio = a.Folio
		tx.Recurso(201, fmt.Sprint(folio))
		return err
	})
	return folio, moved, err
}

func later(x, y time.Time) time.Time {
	if y.After(x) {
		return y
	}
	return x
}

func (u UnidadMovida) linea(cartas int) lineaUnidad {
	return lineaUnidad{u.Movimiento, u.Clase, u.Fabricante, u.Numero, u.Estado, u.Integro, u.Mesa, cartas}
}

// move judges each unit of an opening and returns where it leaves them, and the hour of the
// last movement of any.
func (f MovimientoFacts) move(db *gorm.DB, establecimiento string) ([]UnidadMovida, time.Time, error) {
	var desde time.Time
	moved := make([]UnidadMovida, 0, len(f.Unidades))
	seen := map[string]bool{}
	for _, m := range f.Unidades {
		if _, err := deposito.ParseMovimiento(string(m.Movimiento)); err != nil {
			return nil, desde, err
		}
		if !m.Movimiento.Abre() || m.Movimiento == deposito.Destruccion {
			return nil, desde, norma.Breach(art("46.3"), deposito.ErrNoToca)
		}
		u, err := findUnidad(db, establecimiento, m.RefUnidad)
		if err != nil {
			return nil, desde, err
		}
		if id := string(u.Clase) + " " + u.ClaveUnidad(); seen[id] {
			return nil, desde, norma.Errorf(art("46.1"), "%w: %s", deposito.ErrEnMesa, u)
		} else {
			seen[id] = true
		}
		x, err := u.moved(db, m.Movimiento, m.Mesa)
		if err != nil {
			return nil, desde, err
		}
		desde = later(desde, u.Ultimo)
		moved = append(moved, x)
	}
	return moved, desde, nil
}

// moved is the unit after a movement. One that goes to a table is judged against its game;
// one that comes back keeps the table it was at.
func (u UnidadDeposito) moved(db *gorm.DB, m deposito.Movimiento, mesa int) (UnidadMovida, error) {
	to, err := u.Next(m)
	if err != nil {
		return UnidadMovida{}, err
	}
	if m == deposito.Extraccion {
		t, err := findMesa(db, u.Establecimiento, mesa)
		if err != nil {
			return UnidadMovida{}, err
		}
		if err := u.CheckMesa(t.Juego); err != nil {
			return UnidadMovida{}, err
		}
		u.Mesa = mesa
	}
	x := UnidadMovida{u.Unidad, m}
	x.Estado, x.Integro = to, m.Integro(u.Unidad)
	return x, nil
}

// ExamenFacts are what was found when a unit was put in order and examined (art. 46.5), when
// every card was counted, or when a player asked for it to be checked at the table (arts. 43.4,
// 149.2.f). Cartas is the count; negative when nobody counted.
type ExamenFacts struct {
	Unidad      RefUnidad
	Resultado   string // apta, deteriorada, retirada, recuento or rotura
	Cartas      int
	Peticion    bool // a player asked for it; who directs decides
	Retirada    RetiradaNaipesFacts
	Examinadora string // persona who examined; the author when empty
}

// RetiradaNaipesFacts are what art. 46.7 asks for when a card is missing, extra, marked or foreign.
// With an inspector there, Funcionario is the professional number and the communication is
// made; otherwise it is due at once to the authority.
type RetiradaNaipesFacts struct {
	Defecto        deposito.Defecto
	Circunstancias string
	Inspector      libros.Presencia
	Funcionario    string
}

// Results of an examination.
const (
	ResultadoApta        = "apta"
	ResultadoDeteriorada = "deteriorada"
	ResultadoRetirada    = "retirada"
	ResultadoRecuento    = "recuento"
	ResultadoRotura      = "rotura"
)

// Who is told of a withdrawal of cards (art. 46.7).
const (
	DestinatarioInspector = "inspector"
	DestinatarioRegulador = "regulador"
)

// SerieIncidenciasNaipes numbers the withdrawals of an establecimiento.
const SerieIncidenciasNaipes = "incidencias-naipes"

// ExamenDeposito is an examination on record. Incidencia is the number of the withdrawal that
// it led to, 0 when none; Comunicar says that its communication is due.
type ExamenDeposito struct {
	Folio      int64
	Unidad     deposito.Unidad
	Incidencia int64
	Comunicar  bool
}

// Examine records the examination of a unit: fit again, worn, or withdrawn (arts. 43.4, 46.5,
// 46.6, 46.7). A count that is not that of the whole box withdraws it, whatever was said, and
// asks how it was found. At a player's request the unit is at a table and who directs decides.
func (c *Casa) Examine(ctx context.Context, autor Autor, hora Hora, establecimiento string, f ExamenFacts) (ExamenDeposito, error) {
	var x ExamenDeposito
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		db := tx.DB()
		if _, err := findDeposito(db, establecimiento); err != nil {
			return err
		}
		u, err := findUnidad(db, establecimiento, f.Unidad)
		if err != nil {
			return err
		}
		m, err := f.movimiento(u.Unidad)
		if err != nil {
			return err
		}
		if f.Peticion {
			a := art("43.4")
			if u.Clase == deposito.Dado {
				a = art("149.2.f")
			}
			if err := checkDirige(db, autor, establecimiento, hora, a); err != nil {
				return err
			}
		}
		moved, err := u.moved(db, m, u.Mesa)
		if err != nil {
			return err
		}
		all := []UnidadMovida{moved}
		if m == deposito.Rotura {
			if all, err = rompe(db, u); err != nil {
				return err
			}
		}
		b, err := f.borrador(db, autor, all)
		if err != nil {
			return err
		}
		a, err := appendDeposito(tx, autor, hora, establecimiento, u.Ultimo, b)
		x = ExamenDeposito{a.Folio, moved.Unidad, a.NumeroSerie, m == deposito.Retira && a.Dato("destinatario") == DestinatarioRegulador}
		tx.Recurso(201, fmt.Sprint(a.Folio))
		return err
	})
	return x, err
}

// rompe are the dice of the pack that is opened: every sealed one at the table of u (art.
// 149.2.f).
func rompe(db *gorm.DB, u UnidadDeposito) ([]UnidadMovida, error) {
	us, err := unidadesDe(db.Where("establecimiento = ? AND clase = ? AND estado = ? AND mesa = ? AND integro = 1",
		u.Establecimiento, string(deposito.Dado), string(deposito.EnMesa), u.Mesa))
	if err != nil {
		return nil, err
	}
	if len(us) == 0 {
		return nil, norma.Breach(art("149.2.f"), ErrSinUnidades)
	}
	all := make([]UnidadMovida, 0, len(us))
	for _, d := range us {
		x, err := d.moved(db, deposito.Rotura, d.Mesa)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// movimiento is what the result does to the unit.
func (f *ExamenFacts) movimiento(u deposito.Unidad) (deposito.Movimiento, error) {
	if d := u.Defecto(f.Cartas); f.Cartas >= 0 && d != "" && u.Clase == deposito.Naipes && u.Estado != deposito.Deteriorada && u.Estado != deposito.Retirada {
		f.Resultado = ResultadoRetirada
		if f.Retirada.Defecto == "" {
			f.Retirada.Defecto = d
		}
	}
	switch {
	case f.Peticion && f.Resultado == ResultadoApta:
		return deposito.Comprueba, nil
	case f.Peticion && u.Estado != deposito.EnMesa:
		_, err := u.Next(deposito.Comprueba)
		return "", err
	}
	switch f.Resultado {
	case ResultadoApta:
		return deposito.Examen, nil
	case ResultadoDeteriorada:
		return deposito.Deterioro, nil
	case ResultadoRetirada:
		return deposito.Retira, nil
	case ResultadoRecuento:
		return deposito.Recuento, nil
	case ResultadoRotura:
		return deposito.Rotura, nil
	}
	return "", fmt.Errorf("%w: el resultado es apta, deteriorada, retirada, recuento o rotura", ErrDatos)
}

// borrador is the asiento of the examination, or of the withdrawal.
func (f *ExamenFacts) borrador(db *gorm.DB, autor Autor, all []UnidadMovida) (diario.Borrador, error) {
	u := all[0]
	quien := f.Examinadora
	if quien == "" {
		quien = autor.Persona
	}
	if _, err := findPersona(db, quien); err != nil {
		return diario.Borrador{}, err
	}
	b := diario.Borrador{Tipo: TipoExamenDeposito, NuevoFolio: true, Datos: []diario.Dato{{Nombre: "examina", Valor: quien}}}
	for k, x := range all {
		b.Datos = append(b.Datos, x.linea(f.Cartas).datos(k+1)...)
	}
	if f.Peticion {
		b.Datos = append(b.Datos, datoSi("peticion", true), diario.Dato{Nombre: "decide", Valor: autor.Persona})
	}
	if u.Movimiento != deposito.Retira {
		return b, nil
	}
	r := f.Retirada
	if err := deposito.CheckRetirada(r.Defecto, r.Circunstancias); err != nil {
		return b, err
	}
	presencia, err := libros.ParsePresencia(string(r.Inspector))
	if err != nil {
		return b, err
	}
	destinatario := DestinatarioRegulador
	b.Personal = []diario.ValorPersonal{{Nombre: valorCircunstancias, Valor: r.Circunstancias}}
	if presencia == libros.PresenteFirma || presencia == libros.PresenteNoFirma {
		if strings.TrimSpace(r.Funcionario) == "" {
			return b, norma.Breach(art("46.7"), deposito.ErrFuncionario)
		}
		destinatario = DestinatarioInspector
		b.Personal = append(b.Personal, diario.ValorPersonal{Nombre: valorFuncionario, Valor: r.Funcionario})
	}
	b.Tipo, b.Serie = TipoRetiradaNaipes, SerieIncidenciasNaipes
	b.Datos = append(b.Datos, diario.Dato{Nombre: "defecto", Valor: string(r.Defecto)}, diario.Dato{Nombre: "destinatario", Valor: destinatario},
		diario.Dato{Nombre: "inspector", Valor: string(presencia)})
	return b, nil
}

// IncidenciaNaipes is a box withdrawn (art. 46.7), with everything that its parte shows.
type IncidenciaNaipes struct {
	EntradaFolio
	Establecimiento    string
	Incidencia         int64
	Folio              int64
	Jornada            domain.Fecha
	Fabricante, Numero string
	Mesa               int // 0: found in the cupboard
	Cartas             int // counted; -1 nobody counted
	Defecto            deposito.Defecto
	Circunstancias     string // while the vault holds them
	Destinatario       string
	Funcionario        string
	Comunicada         time.Time // zero while it is due
	Checkpoint         []byte
}

// Incidencias lists the withdrawals of an establecimiento, the latest first.
func (c *Casa) Incidencias(ctx context.Context, establecimiento string) ([]IncidenciaNaipes, error) {
	return incidenciasDe(c.Escritor.Lectura().WithContext(ctx).Where("establecimiento = ?", establecimiento))
}

func incidenciasDe(q *gorm.DB) ([]IncidenciaNaipes, error) {
	var filas []filaIncidenciaNaipes
	if err := q.Order("incidencia DESC").Limit(200).Find(&filas).Error; err != nil {
		return nil, fmt.Errorf("list the withdrawals of cards: %w", err)
	}
	out := make([]IncidenciaNaipes, 0, len(filas))
	for _, f := range filas {
		x := f.incidencia()
		out = append(out, x)
	}
	return out, nil
}

func (f filaIncidenciaNaipes) incidencia() IncidenciaNaipes {
	x := IncidenciaNaipes{Establecimiento: f.Establecimiento, Incidencia: f.Incidencia, Fabricante: f.Fabricante, Numero: f.Numero, Mesa: int(f.Mesa), Cartas: -1,
		Defecto: deposito.Defecto(f.Defecto), Destinatario: f.Destinatario, Comunicada: fromMicros(f.Comunicada)}
	x.Hecho = fromMicros(f.Hora)
	return x
}

// Incidencia returns a withdrawal as its leaf tells it, or ErrIncidenciaNaipes.
func (c *Casa) Incidencia(ctx context.Context, establecimiento string, n int64) (IncidenciaNaipes, error) {
	db := c.Escritor.Lectura().WithContext(ctx)
	f, ok, err := findOne[filaIncidenciaNaipes](db.Where("establecimiento = ? AND incidencia = ?", establecimiento, n))
	if err != nil || !ok {
		return IncidenciaNaipes{}, errors.Join(ErrIncidenciaNaipes, err)
	}
	a, err := readAsiento(db, f.Posicion)
	if err != nil {
		return IncidenciaNaipes{}, err
	}
	r := folioReader{db: db, names: map[string]string{}}
	e, valores, err := r.entrada(&a)
	if err != nil {
		return IncidenciaNaipes{}, err
	}
	x := f.incidencia()
	x.EntradaFolio, x.Folio, x.Jornada = e, a.Folio, a.Jornada
	x.Circunstancias, x.Funcionario = valores[valorCircunstancias], valores[valorFuncionario]
	ls, err := lineasDe(&a)
	if err == nil && len(ls) == 1 {
		x.Cartas = ls[0].Cartas
	}
	if err != nil {
		return x, err
	}
	x.Checkpoint, err = c.Escritor.CheckpointAfter(ctx, a.Posicion)
	return x, err
}

// CommunicateIncidencia notes that a withdrawal was told to the authority, with its entry
// number there (art. 46.7). It returns ErrIncidenciaNaipes or ErrDatos.
func (c *Casa) CommunicateIncidencia(ctx context.Context, autor Autor, hora Hora, establecimiento string, n int64, registro string) error {
	_, err := c.Escritor.Do(ctx, func(tx *escritor.Tx) error {
		hora := c.settle(tx, hora)
		if strings.TrimSpace(registro) == "" {
			return fmt.Errorf("%w: falta el número de registro de la presentación", ErrDatos)
		}
		f, ok, err := findOne[filaIncidenciaNaipes](tx.DB().Where("establecimiento = ? AND incidencia = ? AND comunicada = 0", establecimiento, n))
		if err != nil || !ok {
			return errors.Join(ErrIncidenciaNaipes, err)
		}
		_, err = appendDeposito(tx, autor, hora, establecimiento, fromMicros(f.Hora), diario.Borrador{Tipo: TipoComunicacionNaipes, NuevoFolio: true,
			Datos: []diario.Dato{datoEntero("incidencia", n)}, Personal: []diario.ValorPersonal{{Nombre: valorRegistro, Valor: registro}}})
		tx.Recurso(200, fmt.Sprint(n))
		return err
	})
	return err
}
