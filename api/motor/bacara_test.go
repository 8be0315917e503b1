package motor

import "testing"

func TestBacaraVectors(t *testing.T) {
	checkVectors(t, "bacara_chemin_de_fer")
	checkVectors(t, "bacara_dos_panos")
}

func TestBacaraEdges(t *testing.T) {
	checkEdges(t, "bacara_chemin_de_fer", Options{}, []edge{
		{"76.2/the bank lays it down", `{"op":"cuadro","bank_total":8,"third":null}`, `{"error":"la_banca_abate"}`},
		{"76.1/no points", `{"op":"chf_punto","total":10}`, `{"error":"puntos_no_validos"}`},
		{"81.3/a 9 that was not laid down", `{"op":"chf_error","case":"81.3"}`, `{"winner":"banca","punto_abate":false}`},
		{"81.3/no case", `{"op":"chf_error","case":"99"}`, `{"error":"caso_desconocido"}`},
		{"69.1/no operation", `{}`, `{"error":"operacion_desconocida"}`},
	})
	checkEdges(t, "bacara_dos_panos", Options{}, []edge{
		{"82/no mode", `{"op":"b2p_cagnotte","result1":"gana","result2":"gana"}`, `{"error":"modalidad_desconocida"}`},
		{"90.4/no line", `{"op":"b2p_line","stake":1,"unit":1}`, `{"error":"raya_desconocida"}`},
	})
}

func FuzzChemin(f *testing.F) { fuzzGame(f, "bacara_chemin_de_fer") }

func FuzzPanos(f *testing.F) { fuzzGame(f, "bacara_dos_panos") }
