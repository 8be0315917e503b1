package api

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"foliado/domain/norma"
	"foliado/registers/diario/escritor"
)

// conArticulo are the errors that only ever come inside a *norma.Error, which is 422.
var conArticulo = []string{
	"acceso.ErrMotivo", "acceso.ErrNacimiento", "acceso.ErrPrecio", "acceso.ErrReduccion", "acceso.ErrTarjeta",
	"identidad.ErrFormato", "identidad.ErrLetra", "identidad.ErrNoIdentidad", "identidad.ErrNombre", "identidad.ErrOtroTipo", "identidad.ErrTipo",
	"registers.ErrCantado", "registers.ErrCargoDireccion", "registers.ErrControlManual", "registers.ErrDemora", "registers.ErrHoraFutura", "registers.ErrHoraTemprana",
	"registers.ErrJuegoNoAutorizado", "registers.ErrMasMesas", "registers.ErrMesaAbierta", "registers.ErrMesaCerrada", "registers.ErrNota",
	"registers.ErrReceptor", "registers.ErrSinCerrar", "registers.ErrTipoDia", "admission.ErrMotivo", "admission.ErrNoEntra", "admission.ErrMerma",
	"admission.ErrMismaPersona", "admission.ErrFutura", "admission.ErrSinConsulta", "admission.ErrCausaImpreso",
	"registers.ErrAsunto", "registers.ErrDetalle", "registers.ErrAunNo",
	"registers.ErrRelevo", "registers.ErrRelevoMotivo", "registers.ErrFirmaRelevo",
	"registers.ErrPuestoMesa", "registers.ErrResponsable", "registers.ErrBanquero", "registers.ErrFormaDeposito", "registers.ErrOtroBeneficio", "registers.ErrTemporada",
	"registers.ErrEspera", "registers.ErrTurnoLista", "registers.ErrSorteoPuestos", "registers.ErrPuestoVacio",
	"registers.ErrJuezTorneo", "registers.ErrSinAceptar", "registers.ErrSorteada", "registers.ErrInscrito", "registers.ErrRondaAbierta", "registers.ErrCompromisoRonda",
	"registers.ErrSinRival", "registers.ErrSinCampeon", "registers.ErrCortesia", "registers.ErrPausa", "registers.ErrPuestos", "registers.ErrJuegoSancion", "registers.ErrDescalificada",
	"registers.ErrComite", "registers.ErrDireccionIncompleta",
	"admission.ErrNoEnVigor", "admission.ErrSinAutorizar", "admission.ErrPublicacion", "acceso.ErrOficial", "acceso.ErrCuerpo",
	"acceso.ErrOficialDentro", "acceso.ErrHoraFutura", "acceso.ErrHoraTemprana", "acceso.ErrDemora", "acceso.ErrSistema",
	"registers.ErrRecontadas", "registers.ErrActoPropinas", "registers.ErrPropinasPronto", "registers.ErrCausaPropina", "registers.ErrRepartidas",
	"registers.ErrSinPropinas", "registers.ErrSinCriterio",
	"acceso.ErrSinDeclaracion", "acceso.ErrSinInvitacion", "acceso.ErrSala", "acceso.ErrSolicita",
}

// deAdentro are the errors that no request brings about, or that are a fault of the house:
// 500 and a line in the log.
var deAdentro = []string{
	"registers.ErrFirmaAlterada", "registers.ErrFueraDeHora", "registers.ErrFundada", "registers.ErrNoFundada", "registers.ErrSinRuletas", "registers.ErrUnicaMesa", "registers.ErrSinContar",
	"firma.ErrPlaza", "domain.ErrFecha",
}

// TestEstados wants every exported error of the use cases and of the door in the table of
// statuses, or known to come with its provision: none may surprise as a 500.
func TestEstados(t *testing.T) {
	t.Parallel()
	table := map[string]bool{}
	for _, name := range sentinelsOf(t, "estados.go") {
		table[name] = true
	}
	for pkg, dir := range map[string]string{"registers": "../registers", "admission": "../admission", "firma": "../registers/diario/firma", "acceso": "../domain/acceso", "identidad": "../domain/identidad"} {
		for _, name := range exportedErrors(t, dir) {
			name = pkg + "." + name
			if !table[name] && !slices.Contains(conArticulo, name) && !slices.Contains(deAdentro, name) && name != "registers.ErrActoCerrado" &&
				name != "registers.ErrActoRetirado" && name != "registers.ErrActoCaducado" {
				t.Errorf("%s has no status: to the table of statuses with it, or say here why not", name)
			}
		}
	}
	for _, e := range estados {
		if got := statusOf(fmt.Errorf("wrapped: %w", e.err)); got != e.status {
			t.Errorf("%v: got %d, want %d", e.err, got, e.status)
		}
		if titulos[e.status] == "" {
			t.Errorf("%d has no title", e.status)
		}
	}
	for _, x := range []struct {
		err  error
		want int
	}{
		{errors.New("otro"), http.StatusInternalServerError},
		{context.Canceled, http.StatusServiceUnavailable},
		{norma.Breach(norma.Reglamento.Art("35.1"), errors.New("cualquiera")), http.StatusUnprocessableEntity},
		{errors.Join(escritor.ErrNoDisponible, norma.Breach(norma.Reglamento.Art("35.1"), errors.New("cualquiera"))), http.StatusServiceUnavailable},
	} {
		if got := statusOf(x.err); got != x.want {
			t.Errorf("%v: got %d, want %d", x.err, got, x.want)
		}
	}
	if got := cite((&norma.Error{Err: errors.New("sin artículo")}).Under("HOR-1").Art); got != "" {
		t.Errorf("no provision is cited as %q", got)
	}
}

// sentinelsOf lists the errors pkg.ErrX that a file of this package names.
func sentinelsOf(t *testing.T, file string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "Err") {
			if pkg, ok := sel.X.(*ast.Ident); ok {
				names = append(names, pkg.Name+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return names
}

// exportedErrors lists the variables ErrX that a package declares.
func exportedErrors(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			gen, ok := d.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR || strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, spec := range gen.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					if strings.HasPrefix(id.Name, "Err") {
						names = append(names, id.Name)
					}
				}
			}
		}
	}
	if len(names) == 0 {
		t.Fatalf("%s declares no error: this test looks in the wrong place", dir)
	}
	return names
}
