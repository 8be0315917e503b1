package admission_test

import (
	"testing"

	"foliado/admission"
	"foliado/domain"
)

// Once the jornada is closed its voids are stated: no other card of it is voided.
func TestAnulacionTrasElCierre(t *testing.T) {
	t.Parallel()
	newPuertas(t, tarde).each(t, "22.3/ADM-4/after the close", func(t *testing.T, e *entrada) {
		e.importLista(t)
		card := e.mustIssue(t, e.visitante())
		jornada := domain.Fecha(tarde[:10])
		e.CloseDay(t, principal, jornada)
		e.unchanged(t, func() {
			_, err := e.Void(t.Context(), principal, card.Numero, "Tarde", e.Autor("admision"))
			wantErr(t, err, admission.ErrJornadaCerrada, "22.3", "ADM-4")
		})
	})
}
