package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"foliado/domain"
)

// ruta is one line of the route table: who may, what it does, what it takes and gives.
type ruta struct {
	metodo  string
	camino  string
	cargos  []domain.Cargo // who may; empty with publica
	hace    echo.HandlerFunc
	resumen string // Spanish, for the OpenAPI document

	publica   bool
	pagina    bool     // HTML: without a session it goes to the login page
	maxCuerpo int64    // bytes; 0 = maxCuerpo
	cuerpo    any      // sample of the request body, nil when it takes none
	csv       bool     // the body is CSV text
	respuesta any      // sample of the answer; nil: see tipo
	estado    int      // status of success
	repetida  int      // status when what is asked was done before; 0: none of its own
	tipo      string   // media type when it is not JSON
	pdf       bool     // with the suffix .pdf answers the printed document
	etag      bool     // its answer carries a version; a change wants it back in If-Match
	idem      bool     // heeds Idempotency-Key
	consulta  []string // names of its query parameters
}

// Sets of cargos, as the routes name them.
var (
	todos       = domain.Cargos
	puertaHace  = []domain.Cargo{domain.Admision, domain.JefeAdmision, domain.Director, domain.Subdirector}
	puertaManda = []domain.Cargo{domain.JefeAdmision, domain.Director, domain.Subdirector}
	puertaVe    = append([]domain.Cargo{domain.FuncionarioInspector}, puertaHace...)
	direccion   = []domain.Cargo{domain.Director, domain.Subdirector}
	salaHace    = []domain.Cargo{domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa, domain.Cajero}
	salaFirma   = []domain.Cargo{domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa, domain.Cajero, domain.Crupier, domain.Cambista, domain.JefeAdmision, domain.FuncionarioInspector}
	salaVe      = salaFirma
	salaRetira  = []domain.Cargo{domain.Director, domain.Subdirector, domain.JefeMesa, domain.InspectorMesa, domain.Cajero, domain.Crupier, domain.Cambista, domain.JefeAdmision}
	librosVe    = []domain.Cargo{domain.Director, domain.Subdirector, domain.Cajero, domain.JefeMesa, domain.FuncionarioInspector}
	configura   = []domain.Cargo{domain.Sistema, domain.Director}
)

func (r ruta) admits(c domain.Cargo) bool { return slices.Contains(r.cargos, c) }

// noSesion is the answer to whoever comes without a session.
func (r ruta) noSesion(c echo.Context) error {
	if r.pagina && r.metodo == http.MethodGet {
		return c.Redirect(http.StatusSeeOther, "/entrar?sigue="+escapeQuery(c.Request().URL.RequestURI()))
	}
	return errSinSesion
}

// tabla is the whole route table, subject after subject.
func (s *Servidor) tabla() []ruta {
	return slices.Concat(
		s.rutasSistema(),
		s.rutasPuerta(),
		s.rutasMedida(),
		s.rutasAlerta(),
		s.rutasAcreditacion(),
		s.rutasTarjeta(),
		s.rutasGrupo(),
		s.rutasCajaAdmision(),
		s.rutasAccesos(),
		s.rutasPublicacion(),
		s.rutasConservacion(),
		s.rutasSala(),
		s.rutasServicio(),
		s.rutasCirculo(),
		s.rutasEspera(),
		s.rutasTorneoCirculo(),
		s.rutasTorneo(),
		s.rutasMovimiento(),
		s.rutasArqueo(),
		s.rutasPropina(),
		s.rutasOlvidada(),
		s.rutasReclamacion(),
		s.rutasCartel(),
		s.rutasCambio(),
		s.rutasFormulario(),
		s.rutasContingencia(),
		s.rutasMarcador(),
		s.rutasCilindro(),
		s.rutasJornada(),
		s.rutasActo(),
		s.rutasRonda(),
		s.rutasRectificacion(),
		s.rutasProrroga(),
		s.rutasCierre(),
		s.rutasInspeccion(),
		s.rutasParte(),
		s.rutasRelevo(),
		s.rutasPlantilla(),
		s.rutasLibro(),
		s.rutasAsientosLibro(),
		s.rutasLibroPapel(),
		s.rutasDeposito(),
		s.rutasPrecinto(),
		s.rutasMaterial(),
		s.rutasPersona(),
		s.rutasLiquidacion(),
		s.rutasJugada(),
		s.rutasJuego(),
		s.rutasPagina(),
	)
}

// localPath returns p when it is a path of this site, "/" otherwise: what comes after
// a login must never lead elsewhere.
func localPath(p string) string {
	if !strings.HasPrefix(p, "/") || strings.HasPrefix(p, "//") {
		return "/"
	}
	if strings.ContainsFunc(p, func(r rune) bool { return r == '\\' || r < ' ' }) || strings.Contains(strings.ToLower(p), "%5c") {
		return "/"
	}
	return p
}
