package registers

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gorm.io/gorm"

	"foliado/registers/diario"
	"foliado/registers/diario/escritor"
	"foliado/registers/diario/firma"
)

// verifyFirma judges a signature by the log alone: the key (llaveDeFirma), the cargo and the direction held at its instant, and the
// message. A row that somebody wrote or moved behind the log's back is ErrFirmaAlterada.
func verifyFirma(db *gorm.DB, instalacion string, a *Acto, f diario.Firma) error {
	bad := func(why string) error {
		return fmt.Errorf("%w: plaza %d del acto %s: %s", ErrFirmaAlterada, f.Plaza, a.ID, why)
	}
	publica, err := llaveDeFirma(db, a, f)
	if err != nil {
		return fmt.Errorf("plaza %d del acto %s: %w", f.Plaza, a.ID, err)
	}
	if f.Plaza < 1 || f.Plaza > len(a.Plazas) || !a.Plazas[f.Plaza-1].Accepts(f.Modo) {
		return bad("la plaza no admite ese modo")
	}
	held, err := cargoAt(db, f.Persona, f.Instante)
	if err != nil {
		return err
	}
	if held.Cargo != string(f.Cargo) {
		return bad("quien firma no tenía ese cargo")
	}
	ok, err := mayFill(db, a.Plazas[f.Plaza-1].Plaza, a.Establecimiento, f.Persona, f.Modo, f.Instante)
	if err != nil {
		return err
	}
	if !ok {
		return bad("quien firma no podía ocuparla en ese instante")
	}
	if !ed25519.Verify(publica, firma.Mensaje(instalacion, a.ID, f.Plaza, f.Cargo, f.Modo, a.huella), f.Firma) {
		return bad("la firma no es de este acto")
	}
	return nil
}

// closeActo writes the closing asiento with every signature, verified again, and runs the
// hooks of its kind in the same commit.
func closeActo(tx *escritor.Tx, instalacion string, a *Acto, last Autor) error {
	firmas, err := checkFirmas(tx.DB(), instalacion, a)
	if err != nil {
		return err
	}
	if check := validaciones[a.Tipo]; check != nil {
		if err := check(tx, a); err != nil {
			return err
		}
	}
	if err := tx.Exec(`DELETE FROM firmas WHERE acto = ?`, a.ID); err != nil {
		return err
	}
	if err := attest(tx, a, last); err != nil {
		return err
	}
	hoja, err := tx.Append(borradorCierre(a, last, firmas))
	if err != nil {
		return err
	}
	if huella, err := diario.HuellaActo(&hoja); err != nil || huella != a.huella {
		return fmt.Errorf("close act %s: its closing asiento has another digest: %w", a.ID, errors.Join(ErrHuella, err))
	}
	a.Estado, a.Folio, a.Cierre, a.Resuelto = EstadoCerrado, hoja.Folio, hoja.Posicion, hoja.Anotacion
	if then := cierres[a.Tipo]; then != nil {
		return then(tx, a, hoja)
	}
	return nil
}

// checkFirmas verifies every signature of an act again, and that they are of different
// people (criterio FIR-1).
func checkFirmas(db *gorm.DB, instalacion string, a *Acto) ([]diario.Firma, error) {
	firmas := make([]diario.Firma, 0, len(a.Plazas))
	seen := map[string]bool{}
	for _, p := range a.Plazas {
		s := p.Firmante
		f := diario.Firma{Plaza: p.Num, Cargo: s.Cargo, Persona: s.Persona, Clave: s.Clave, Modo: s.Modo, Instante: s.Instante, Firma: s.Firma}
		if err := verifyFirma(db, instalacion, a, f); err != nil {
			return nil, err
		}
		if f.Modo.Propia() {
			if seen[f.Persona] {
				return nil, breachActo(a.Tipo, p.Quien, ErrMismaPersona, "FIR-1")
			}
			seen[f.Persona] = true
		}
		firmas = append(firmas, f)
	}
	return firmas, nil
}

// attest puts on record which printed copy each attested signature was on.
func attest(tx *escritor.Tx, a *Acto, last Autor) error {
	for _, p := range a.Plazas {
		if p.Firmante.Modo.Propia() {
			continue
		}
		b := borradorResuelto(tx, a, last, TipoFirmaManuscrita)
		b.Datos = append(b.Datos, diario.Dato{Nombre: "plaza", Valor: strconv.Itoa(p.Num)},
			diario.Dato{Nombre: "modo", Valor: string(p.Firmante.Modo)},
			diario.Dato{Nombre: "ejemplar", Valor: strconv.FormatInt(p.Firmante.Ejemplar, 10)},
			diario.Dato{Nombre: "atesta", Valor: p.Firmante.Persona})
		if _, err := tx.Append(b); err != nil {
			return err
		}
	}
	return nil
}

// borradorCierre repeats the proposal, digest apart, with the salts of its values.
func borradorCierre(a *Acto, last Autor, firmas []diario.Firma) diario.Borrador {
	folio := a.Folio
	if a.NuevoFolio {
		folio = 0
	}
	return diario.Borrador{
		Establecimiento: a.Establecimiento,
		Libro:           a.Libro,
		NuevoFolio:      a.NuevoFolio,
		Folio:           folio,
		Jornada:         a.Jornada,
		Hecho:           a.Hecho,
		Origen:          a.Origen,
		Autor:           last.Persona,
		Cargo:           last.Cargo,
		Clase:           a.propuesta.Clase,
		SuprimibleDesde: a.propuesta.SuprimibleDesde,
		Tipo:            a.Tipo,
		Datos: slices.DeleteFunc(slices.Clone(a.propuesta.Datos), func(d diario.Dato) bool {
			return d.Nombre == diario.DatoActoHuella
		}),
		Personal: a.Personal,
		Firmas:   firmas,
	}
}
