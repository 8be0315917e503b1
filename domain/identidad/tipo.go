package identidad

import (
	"errors"
	"strings"

	"foliado/domain"
	"foliado/domain/norma"
)

// TipoDocumento is a kind of identity document of the closed list of art. 23.1.
type TipoDocumento string

// The kinds of identity document (art. 23.1, criterio ADM-5).
const (
	DNI               TipoDocumento = "dni"                // documento nacional de identidad
	NIE               TipoDocumento = "nie"                // number on the tarjeta de residencia of a foreigner
	Pasaporte         TipoDocumento = "pasaporte"          // of any State
	PermisoConducir   TipoDocumento = "permiso_conducir"   // driving licence, of any State
	IdentidadEuropea  TipoDocumento = "identidad_europea"  // identity card of another State of the EU or the EEA
	DNIDigital        TipoDocumento = "dni_digital"        // the DNI on a telephone: same number, same effect
	TarjetaResidencia TipoDocumento = "tarjeta_residencia" // TIE: its number is the NIE
)

// SinDocumento stands where the kind of document would when who directs lets somebody in
// without a valid one (art. 23.5): the number is that of the act. Parse does not take it.
const SinDocumento TipoDocumento = "sin_documento"

// tipos are the kinds in the order in which a desk lists them, with their names.
var tipos = []struct {
	tipo   TipoDocumento
	nombre string
}{
	{DNI, "DNI"},
	{NIE, "NIE"},
	{Pasaporte, "Pasaporte"},
	{IdentidadEuropea, "Documento de identidad de la UE o el EEE"},
	{TarjetaResidencia, "Tarjeta de residencia (TIE)"},
	{PermisoConducir, "Permiso de conducir"},
	{DNIDigital, "DNI digital"},
}

// Tipos lists the kinds of document that open the door, in the order of the desk.
func Tipos() []TipoDocumento {
	out := make([]TipoDocumento, 0, len(tipos))
	for _, t := range tipos {
		out = append(out, t.tipo)
	}
	return out
}

// Nombre is the kind in words, for screens and papers; empty for an unknown kind.
func (t TipoDocumento) Nombre() string {
	for _, k := range tipos {
		if k.tipo == t {
			return k.nombre
		}
	}
	if t == SinDocumento {
		return "Sin documento, acto"
	}
	return ""
}

// Extranjero reports whether documents of that kind say which State issued them.
func (t TipoDocumento) Extranjero() bool {
	return t == Pasaporte || t == IdentidadEuropea || t == PermisoConducir
}

// CompletaPBC reports whether showing a document of that kind is enough for the law
// against money laundering, whose list lacks the driving licence (criterio ADM-5).
func (t TipoDocumento) CompletaPBC() bool { return t != PermisoConducir }

// What is wrong with the State of a document, or with its date.
var (
	ErrPais     = errors.New("falta el Estado que expidió el documento, con las tres letras de su código")
	ErrEuropea  = errors.New("solo vale el documento de identidad de un Estado de la UE o del EEE")
	ErrCaducado = errors.New("el documento está caducado: debe exhibirse otro")
)

// CheckCaducidad returns nil when a document that expires that day may be shown on hoy: its
// last day counts, and "" has no end or none was noted. The error is a *norma.Error on
// art. 23.1 under ADM-5 that wraps ErrCaducado.
func CheckCaducidad(caducidad, hoy domain.Fecha) error {
	if caducidad != "" && caducidad < hoy {
		return norma.Breach(art("23.1"), ErrCaducado).Under("ADM-5")
	}
	return nil
}

// europa are the States of the EU and the EEA, Spain apart (criterio ADM-5).
const europa = "AUT BEL BGR CYP CZE DEU DNK EST FIN FRA GRC HRV HUN IRL ISL ITA LIE LTU LUX LVA MLT NLD NOR POL PRT ROU SVK SVN SWE"

// mundo are the other issuers of documents: ISO 3166-1 alpha-3 and the codes that
// ICAO 9303-3 adds.
const mundo = `ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AZE BDI BEN BES BFA BGD BHR BHS BIH BLM BLR BLZ BMU
BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM DJI DMA DOM DZA ECU
EGY ERI ESH ESP ETH FJI FLK FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRD GRL GTM GUF GUM GUY HKG HMD HND HTI IDN
IMN IND IOT IRN IRQ ISR JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LKA LSO MAC MAF MAR MCO MDA MDG
MDV MEX MHL MKD MLI MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NPL NRU NZL OMN PAK PAN PCN
PER PHL PLW PNG PRI PRK PRY PSE PYF QAT REU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SWZ
SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT
WLF WSM YEM ZAF ZMB ZWE
EUE GBD GBN GBO GBP GBS RKS UNA UNK UNO XAA XBA XCC XCE XCO XEC XIM XMP XOM XPO XXA XXB XXC XXX`

var paises = func() map[string]bool {
	m := map[string]bool{}
	for _, code := range strings.Fields(europa) {
		m[code] = true
	}
	for _, code := range strings.Fields(mundo) {
		m[code] = false
	}
	return m
}()

// parsePais reads the code of the issuing State; Germany writes D.
func parsePais(pais string) (code string, ok bool) {
	code = strings.ToUpper(strings.Trim(pais, " <"))
	if code == "D" {
		code = "DEU"
	}
	_, ok = paises[code]
	return code, ok
}

// European reports whether a State is another of the EU or the EEA.
func European(pais string) bool { return paises[pais] }
