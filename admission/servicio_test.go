package admission_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"foliado/admission"

	"foliado/domain/acceso"
	"foliado/domain/libros"
	"foliado/registers"
	"foliado/registers/casatest"
)

// TestServicio goes through what else the door does, on both databases.
func TestServicio(t *testing.T) {
	ps := newPuertas(t, "2026-12-30 18:00:00")
	for _, e := range ps {
		e.importLista(t)
	}
	testOficial(t, ps)
	testExcepcional(t, ps)
	testSalaPrivada(t, ps)
	testPuntoControl(t, ps)
	testControlTarjeta(t, ps)
	testPublicacion(t, ps)
	for _, e := range ps {
		e.CheckProjections(t, admission.Tablas()...)
		e.outlives(t)
	}
}

func testOficial(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "24.1/on duty, neither card nor price", func(t *testing.T, e *entrada) {
		who, v := e.Autor("admision"), e.visitante()
		facts := admission.OficialFacts{Oficial: acceso.Oficial{Nombre: "Irene Policía", Identificacion: v.Numero, Cuerpo: acceso.Policia, Cargo: "Inspectora", Servicio: "Diligencias"}}
		e.unchanged(t, func() {
			bad := facts
			bad.Cuerpo = "periodista"
			_, err := e.RegisterOficial(ctx, principal, bad, who)
			wantErr(t, err, acceso.ErrCuerpo, "24.1", "")
			bad = facts
			bad.Servicio = " "
			_, err = e.RegisterOficial(ctx, principal, bad, who)
			wantErr(t, err, acceso.ErrOficial, "24.2", "")
			bad = facts
			bad.Hora.Hecho = e.Escritor.Ahora().Add(time.Hour)
			_, err = e.RegisterOficial(ctx, principal, bad, who)
			wantErr(t, err, acceso.ErrHoraFutura, "24.2", "HOR-1")
			bad.Hora.Hecho = e.Escritor.Ahora().Add(-16 * time.Minute)
			_, err = e.RegisterOficial(ctx, principal, bad, who)
			wantErr(t, err, acceso.ErrDemora, "24.2", "HOR-1")
			_, err = e.RegisterOficial(ctx, "ninguno", facts, who)
			wantErr(t, err, admission.ErrNoExiste, "", "")
		})
		cards := e.lastNumber(t)
		o, err := e.RegisterOficial(ctx, principal, facts, who)
		if err != nil || o.Numero != 1 || o.Cuerpo != acceso.Policia || o.Cargo != "Inspectora" || !o.Salida.IsZero() || o.Jornada != "2026-12-30" {
			t.Fatalf("got %+v, %v", o, err)
		}
		if got := e.lastNumber(t); got != cards {
			t.Errorf("a visit on duty took the card %d", got)
		}
		_, err = e.issue(e.mustCheck(t, v, acceso.PuedeEntrar).ID)
		wantErr(t, err, acceso.ErrOficialDentro, "24.3", "ADM-9")
		_, err = e.LeaveOficial(ctx, principal, o.Numero, registers.Hora{Hecho: o.Entrada.Add(-time.Minute)}, who)
		wantErr(t, err, acceso.ErrHoraTemprana, "24.2", "HOR-1")
		e.Reloj.Move(time.Minute)
		if o, err = e.LeaveOficial(ctx, principal, o.Numero, registers.Hora{}, who); err != nil || !o.Salida.After(o.Entrada) {
			t.Fatalf("got %+v, %v", o, err)
		}
		_, err = e.LeaveOficial(ctx, principal, o.Numero, registers.Hora{}, who)
		wantErr(t, err, admission.ErrFuera, "", "")
		if _, err := e.issue(e.mustCheck(t, v, acceso.PuedeEntrar).ID); err != nil {
			t.Errorf("off duty, and out: got %v", err)
		}
	})
	ps.each(t, "24.2/ADM-9/an urgent visit is recorded afterwards with its true hour", func(t *testing.T, e *entrada) {
		at := e.Escritor.Ahora().Add(-3 * time.Hour)
		facts := admission.OficialFacts{Oficial: acceso.Oficial{Nombre: "Juan Juez", Identificacion: "TIP 1234", Cuerpo: acceso.Juez, Cargo: "Magistrado", Servicio: "Registro"},
			Hora: registers.Hora{Hecho: at, Motivo: "Entraron con urgencia"}}
		o, err := e.RegisterOficial(ctx, principal, facts, e.Autor("admision"))
		if err != nil || !o.Entrada.Equal(at) || !o.Anotada.After(at.Add(2*time.Hour)) {
			t.Errorf("got %+v, %v", o, err)
		}
		list, err := e.Oficiales(ctx, principal, at.Add(-24*time.Hour))
		if err != nil || len(list) != 2 || list[0].Nombre != "Irene Policía" {
			t.Errorf("got %+v, %v", list, err)
		}
	})
}

func testExcepcional(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "23.5/without a valid document, only by name and signed", func(t *testing.T, e *entrada) {
		who := e.Autor("admision")
		facts := admission.ExcepcionalFacts{Nombre: "Olvido", Apellidos: "Sin Cartera", FechaNacimiento: "1970-05-06", Motivo: "Le robaron la cartera; la conoce la dirección"}
		bad := facts
		bad.Motivo = ""
		_, err := e.ProposeExcepcional(ctx, principal, bad, who)
		wantErr(t, err, admission.ErrMotivo, "23.5", "")
		acto, err := e.ProposeExcepcional(ctx, principal, facts, who)
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.CheckExcepcional(ctx, principal, acto.ID, who)
		wantErr(t, err, admission.ErrSinAutorizar, "23.5", "")
		if _, err := e.CheckExcepcional(ctx, principal, "principal-999", who); !errors.Is(err, registers.ErrActo) {
			t.Errorf("got %v", err)
		}
		e.Sign(t, acto.ID, "director")
		_, err = e.CheckExcepcional(ctx, apendice, acto.ID, who)
		wantErr(t, err, admission.ErrCerrado, "27.4", "JOR-0")
		k, err := e.CheckExcepcional(ctx, principal, acto.ID, who)
		if err != nil || k.Decision.Veredicto != acceso.PuedeEntrar {
			t.Fatalf("got %+v, %v", k, err)
		}
		card, err := e.issue(k.ID)
		if err != nil || card.Nombre != "Olvido" || card.DocumentoTipo != "sin_documento" || card.Documento != acto.ID {
			t.Fatalf("got %+v, %v", card, err)
		}
		if datos, _, _ := e.leaf(t, "Tarjeta"); datos["autorizacion"] != acto.ID {
			t.Errorf("the card does not cite its authorisation: %v", datos)
		}
		_, err = e.CheckExcepcional(ctx, principal, acto.ID, who)
		wantErr(t, err, admission.ErrUsada, "", "")
	})
	ps.each(t, "23.5/nobody signs a minor in", func(t *testing.T, e *entrada) {
		who := e.Autor("admision")
		acto, err := e.ProposeExcepcional(ctx, principal, admission.ExcepcionalFacts{Nombre: "Niño", Apellidos: "Menor", FechaNacimiento: "2012-05-06", Motivo: "Insiste"}, who)
		if err != nil {
			t.Fatal(err)
		}
		e.Sign(t, acto.ID, "director")
		k, err := e.CheckExcepcional(ctx, principal, acto.ID, who)
		if err != nil || k.Decision.Veredicto != acceso.NoPuedeEntrar {
			t.Errorf("got %+v, %v", k, err)
		}
	})
}

func testSalaPrivada(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "26.2/declared first, then by invitation", func(t *testing.T, e *entrada) {
		who := e.Autor("director")
		_, err := e.RegisterSala(ctx, principal, " ", "2026-12-01", who)
		wantErr(t, err, admission.ErrMotivo, "26.2", "")
		room, err := e.RegisterSala(ctx, principal, "Sala Dorada", "2026-12-01", who)
		if err != nil || room.Numero != 1 || room.Presentada != "" {
			t.Fatalf("got %+v, %v", room, err)
		}
		guest := e.visitante()
		id := e.mustCheck(t, guest, acceso.PuedeEntrar).ID
		_, err = e.Invite(ctx, principal, room.Numero, id, who)
		wantErr(t, err, acceso.ErrSinDeclaracion, "26.2", "")
		_, err = e.DeclareSala(ctx, principal, room.Numero, "2026-12-31", "REG 1", who)
		wantErr(t, err, acceso.ErrHoraFutura, "26.2", "")
		_, err = e.DeclareSala(ctx, principal, room.Numero, "2026-12-01", "", who)
		wantErr(t, err, admission.ErrMotivo, "26.2", "")
		if room, err = e.DeclareSala(ctx, principal, room.Numero, "2026-12-30", "REG 1", who); err != nil || room.Presentada != "2026-12-30" {
			t.Fatalf("got %+v, %v", room, err)
		}
		_, err = e.DeclareSala(ctx, principal, room.Numero, "2026-12-30", "REG 2", who)
		wantErr(t, err, admission.ErrDeclarada, "", "")
		minor := e.visitante()
		minor.FechaNacimiento = "2012-01-01"
		_, err = e.Invite(ctx, principal, room.Numero, e.mustCheck(t, minor, acceso.NoPuedeEntrar).ID, who)
		wantErr(t, err, admission.ErrNoEntra, "21.1", "")
		inv, err := e.Invite(ctx, principal, room.Numero, id, who)
		if err != nil || inv.Nombre != guest.Nombre+" "+guest.Apellidos || inv.Sala.Nombre != "Sala Dorada" || inv.Fecha != "2026-12-30" || inv.Ficha == 0 {
			t.Fatalf("got %+v, %v", inv, err)
		}
		_, err = e.Invite(ctx, principal, room.Numero, id, who)
		wantErr(t, err, admission.ErrInvitada, "", "")
		// An invitation is no card, and a card no invitation.
		other := e.mustIssue(t, e.visitante())
		wantErr(t, e.EnterSala(ctx, principal, room.Numero, 99999, who), acceso.ErrSinInvitacion, "26.2", "")
		wantErr(t, e.EnterSala(ctx, principal, room.Numero, other.Numero, who), acceso.ErrSinInvitacion, "26.2", "")
		card := e.mustIssue(t, guest)
		if card.Ficha != inv.Ficha {
			t.Errorf("the guest has ficha %d and %d", inv.Ficha, card.Ficha)
		}
		if err := e.EnterSala(ctx, principal, room.Numero, card.Numero, who); err != nil {
			t.Error(err)
		}
		testPuntoPrivado(t, e, room, card, other)
	})
}

// testPuntoPrivado reads the cards of a guest and of another person at a private room.
func testPuntoPrivado(t *testing.T, e *entrada, room admission.Sala, guest, other admission.Tarjeta) {
	ctx := context.Background()
	p, err := e.RegisterPunto(ctx, admission.PuntoControl{Establecimiento: principal, Nombre: "Puerta dorada", Sala: acceso.SalaPrivada, Privada: room.Numero}, e.Autor("director"))
	if err != nil {
		t.Fatal(err)
	}
	if l, err := e.ReadPunto(ctx, principal, p.Numero, guest.Token); err != nil || !l.Valida {
		t.Errorf("the guest: got %+v, %v", l, err)
	}
	if l, err := e.ReadPunto(ctx, principal, p.Numero, other.Token); err != nil || l.Valida || l.Nombre != "" {
		t.Errorf("not invited: got %+v, %v", l, err)
	}
}

func testPuntoControl(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "22.1/the code of a card at a point of control", func(t *testing.T, e *entrada) {
		who := e.Autor("director")
		for _, bad := range []admission.PuntoControl{{Establecimiento: principal, Nombre: "Torno", Sala: "azotea"}, {Establecimiento: principal, Nombre: "", Sala: acceso.SalaGeneral},
			{Establecimiento: principal, Nombre: "Torno", Sala: acceso.SalaGeneral, Privada: 1}, {Establecimiento: principal, Nombre: "Torno", Sala: acceso.SalaPrivada}} {
			if _, err := e.RegisterPunto(ctx, bad, who); err == nil {
				t.Errorf("%+v was registered", bad)
			}
		}
		p, err := e.RegisterPunto(ctx, admission.PuntoControl{Establecimiento: principal, Nombre: "Torno de máquinas", Sala: acceso.SalaGeneral}, who)
		if err != nil {
			t.Fatal(err)
		}
		card := e.mustIssue(t, e.visitante())
		want := admission.Lectura{Valida: true, Nombre: card.Nombre + " " + card.Apellidos}
		e.unchanged(t, func() {
			for _, code := range []string{card.Token, card.Token + "\nfoliado/x\n12\n", " " + card.Token + "\r\n"} {
				if got, err := e.ReadPunto(ctx, principal, p.Numero, code); err != nil || got != want {
					t.Errorf("%q: got %+v, %v, want %+v", code, got, err, want)
				}
			}
			for _, code := range []string{"", "inventado", card.Token[1:]} {
				if got, err := e.ReadPunto(ctx, principal, p.Numero, code); err != nil || got != (admission.Lectura{}) {
					t.Errorf("%q: got %+v, %v", code, got, err)
				}
			}
			_, err = e.ReadPunto(ctx, principal, 99, card.Token)
			wantErr(t, err, acceso.ErrSistema, "22.1", "")
		})
		if _, err := e.Void(ctx, principal, card.Numero, "Error", who); err != nil {
			t.Fatal(err)
		}
		if got, err := e.ReadPunto(ctx, principal, p.Numero, card.Token); err != nil || got.Valida {
			t.Errorf("a void card: got %+v, %v", got, err)
		}
	})
	ps.each(t, "20.5/a room of círculo says what it is for and refuses nobody", func(t *testing.T, e *entrada) {
		p, err := e.RegisterPunto(ctx, admission.PuntoControl{Establecimiento: principal, Nombre: "Círculo", Sala: acceso.SalaCirculo}, e.Autor("director"))
		if err != nil {
			t.Fatal(err)
		}
		card := e.mustIssue(t, e.visitante())
		if l, err := e.ReadPunto(ctx, principal, p.Numero, card.Token); err != nil || !l.Valida || l.Aviso == "" {
			t.Errorf("got %+v, %v", l, err)
		}
	})
	ps.each(t, "22.2/EST-1/a card opens the rooms of its establecimiento alone", func(t *testing.T, e *entrada) {
		e.OpenDay(t, apendice, "2026-12-30")
		p, err := e.RegisterPunto(ctx, admission.PuntoControl{Establecimiento: apendice, Nombre: "Torno", Sala: acceso.SalaGeneral}, e.Autor("director"))
		if err != nil || p.Numero != 1 {
			t.Fatalf("got %+v, %v", p, err)
		}
		card := e.mustIssue(t, e.visitante())
		if l, err := e.ReadPunto(ctx, apendice, p.Numero, card.Token); err != nil || l.Valida {
			t.Errorf("got %+v, %v", l, err)
		}
	})
}

func testControlTarjeta(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "22.4/asked for in the room", func(t *testing.T, e *entrada) {
		who := e.Autor("jefe_mesa")
		card := e.mustIssue(t, e.visitante())
		_, err := e.RecordControl(ctx, principal, admission.ControlFacts{Solicita: "curioso"}, who)
		wantErr(t, err, acceso.ErrSolicita, "22.4", "")
		shown, err := e.RecordControl(ctx, principal, admission.ControlFacts{Solicita: acceso.SolicitaEmpleado, Tarjeta: card.Numero}, who)
		if err != nil || !shown.Salida.IsZero() || shown.Tarjeta != card.Numero {
			t.Errorf("got %+v, %v", shown, err)
		}
		none, err := e.RecordControl(ctx, principal, admission.ControlFacts{Solicita: acceso.SolicitaInspector, Descripcion: "Abrigo gris"}, who)
		if err != nil || !none.Salida.Equal(none.Instante) || none.Descripcion != "Abrigo gris" || none.Numero != shown.Numero+1 {
			t.Errorf("got %+v, %v", none, err)
		}
		if _, err := e.Void(ctx, principal, card.Numero, "Error", who); err != nil {
			t.Fatal(err)
		}
		_, err = e.RecordControl(ctx, principal, admission.ControlFacts{Solicita: acceso.SolicitaEmpleado, Tarjeta: card.Numero}, who)
		wantErr(t, err, admission.ErrNoEnVigor, "22.4", "")
		if list, err := e.Controles(ctx, principal, "2026-12-30"); err != nil || len(list) != 2 {
			t.Errorf("got %+v, %v", list, err)
		}
	})
}

func testPublicacion(t *testing.T, ps puertas) {
	ctx := context.Background()
	ps.each(t, "25.1/the leaflet changes with the price", func(t *testing.T, e *entrada) {
		who := e.Autor("admision")
		_, err := e.Publish(ctx, principal, "periodico", who)
		wantErr(t, err, admission.ErrPublicacion, "25.1", "")
		first, err := e.Publish(ctx, principal, admission.Folleto, who)
		if err != nil || first.Numero != 1 || first.Contenido.Tarifa != tarifa || len(first.Contenido.Juegos) != 2 || len(first.Contenido.Horarios) != 3 {
			t.Fatalf("got %+v, %v", first, err)
		}
		list, err := e.Publicados(ctx, principal)
		if err != nil || len(list) != 3 || !list[0].Vigente || list[0].Ultima.Numero != 1 || list[1].Ultima != nil {
			t.Fatalf("got %+v, %v", list, err)
		}
		f := casatest.Autorizacion()
		f.Tarifa = 600
		e.Authorise(t, principal, f)
		if list, err = e.Publicados(ctx, principal); err != nil || list[0].Vigente || list[0].Ahora.Tarifa != 600 {
			t.Fatalf("got %+v, %v", list, err)
		}
		second, err := e.Publish(ctx, principal, admission.Folleto, who)
		if err != nil || second.Numero != 2 || second.Contenido.Tarifa != 600 || second.Huella == first.Huella {
			t.Errorf("got %+v, %v", second, err)
		}
		if was, err := e.Publicacion(ctx, principal, 1); err != nil || was.Contenido.Tarifa != tarifa {
			t.Errorf("the first edition says now %+v, %v", was, err)
		}
		e.Authorise(t, principal, casatest.Autorizacion())
	})
	ps.each(t, "27.4/the hours of a Saturday", func(t *testing.T, e *entrada) {
		abre, _ := libros.ParseHora("17:00")
		cierra, _ := libros.ParseHora("05:00")
		if err := e.SetHorario(ctx, e.Autor("director"), e.Escritor.Ahora(), principal, registers.Vispera, libros.Horario{Abre: abre, Cierra: cierra}); err != nil {
			t.Fatal(err)
		}
		p, err := e.Publish(ctx, principal, admission.CartelHorario, e.Autor("admision"))
		if err != nil || p.Contenido.Horarios[2] != (admission.HorarioPublico{TipoDia: "vispera", Abre: "17:00", Cierra: "05:00"}) || p.Contenido.Horarios[0].Abre != "16:00" {
			t.Errorf("got %+v, %v", p, err)
		}
		if p.Contenido.Tarifa != 0 || len(p.Contenido.Juegos) != 0 {
			t.Errorf("the poster of hours says more: %+v", p.Contenido)
		}
		if _, err := e.Publicacion(ctx, principal, 99); !errors.Is(err, admission.ErrNoExiste) {
			t.Errorf("got %v", err)
		}
	})
}
