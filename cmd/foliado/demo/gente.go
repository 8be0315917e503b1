package demo

import (
	"fmt"
	"math/rand/v2"
	"time"

	"foliado/domain"
	"foliado/domain/identidad"
)

// persona is somebody who does not exist.
type persona struct {
	nombre, apellidos string
	nacimiento        domain.Fecha
	documento         identidad.Documento
	otro              identidad.Documento // a second one; zero when there is none
}

// azar draws the people and the figures of the demonstration: always the same ones.
// Keys, salts, badges and passwords are none of its business.
type azar struct {
	*rand.Rand
	corriente corriente
	dados     map[string]bool // numbers of document given
}

// corriente is one of the sequences drawn apart; each gives numbers of its own.
type corriente int

const (
	deLaCasa corriente = iota
	deLaLista
	deLaPuerta
	deLaSala // and the ones after it: one a jornada and establecimiento
)

func newAzar(c corriente) *azar {
	return &azar{rand.New(rand.NewPCG(58_2006, uint64(c))), c, map[string]bool{}}
}

// entre draws a number from a to b, both included.
func (z *azar) entre(a, b int) int { return a + z.IntN(b-a+1) }

// unaDe reports true once in n.
func (z *azar) unaDe(n int) bool { return z.IntN(n) == 0 }

const letrasDNI = "TRWAGMYFPDXBNJZSQVHLCKE"

// dni draws a DNI of a range not given to anybody yet.
func (z *azar) dni() identidad.Documento {
	return z.documento(identidad.DNI, func() string {
		n := 95_000_000 + 1_500_000*int(z.corriente) + z.IntN(1_500_000)
		return fmt.Sprintf("%08d%c", n, letrasDNI[n%len(letrasDNI)])
	})
}

// nie draws a NIE of a range not given to anybody yet.
func (z *azar) nie() identidad.Documento {
	return z.documento(identidad.NIE, func() string {
		n := 9_000_000 + 300_000*int(z.corriente) + z.IntN(300_000)
		return fmt.Sprintf("Z%07d%c", n, letrasDNI[(20_000_000+n)%len(letrasDNI)])
	})
}

func (z *azar) documento(tipo identidad.TipoDocumento, draw func() string) identidad.Documento {
	numero := draw()
	for z.dados[numero] {
		numero = draw()
	}
	z.dados[numero] = true
	return identidad.Documento{Tipo: tipo, Pais: "ESP", Numero: numero}
}

// fechaGente is the date at which the people drawn are from 19 to 84 years old.
const fechaGente domain.Fecha = "2026-01-01"

// persona draws somebody of age; one in nine shows a NIE.
func (z *azar) persona() persona {
	p := persona{nombre: z.de(nombres), apellidos: z.de(apellidos) + " " + z.de(apellidos), nacimiento: z.nacimiento(fechaGente, 19, 84)}
	if p.documento = z.dni(); z.unaDe(9) {
		p.documento = z.nie()
	}
	return p
}

// nacimiento draws a birth date for an age from a to b years.
func (z *azar) nacimiento(hoy domain.Fecha, a, b int) domain.Fecha {
	born := hoy.Time().AddDate(-z.entre(a, b), 0, -z.entre(1, 360))
	return domain.Fecha(born.Format(time.DateOnly))
}

func (z *azar) de(list []string) string { return list[z.IntN(len(list))] }

var nombres = []string{
	"Adela", "Adrián", "Aitana", "Alba", "Alejo", "Amparo", "Andrés", "Ángela", "Antonia", "Arturo", "Aurora", "Begoña",
	"Belén", "Benito", "Blanca", "Bruno", "Candela", "Carlota", "Celia", "César", "Clara", "Cristóbal", "Damián", "Débora",
	"Diego", "Elena", "Elvira", "Emilio", "Estrella", "Eugenio", "Fabián", "Fátima", "Félix", "Gabriel", "Gema", "Gonzalo",
	"Gregoria", "Hugo", "Inés", "Íñigo", "Irene", "Isidro", "Jacinta", "Jaime", "Joaquín", "Julia", "Lara", "Leandro",
	"Leonor", "Lorenzo", "Lucía", "Luján", "Macarena", "Manuela", "Marcos", "Martina", "Mateo", "Mercedes", "Nerea", "Nicolás",
	"Noelia", "Óscar", "Paloma", "Pascual", "Patricia", "Pío", "Ramiro", "Rebeca", "Remedios", "Rodrigo", "Rosalía", "Rubén",
	"Salvador", "Samuel", "Sonia", "Tadeo", "Teresa", "Tomás", "Úrsula", "Valeria", "Vicente", "Violeta", "Ximena", "Zoe",
}

var apellidos = []string{
	"Abellán", "Aguirre", "Alcaraz", "Almansa", "Arce", "Arenas", "Ávila", "Baeza", "Ballester", "Barrios", "Bermejo", "Blasco",
	"Bonilla", "Bravo", "Caballero", "Calleja", "Camacho", "Cañizares", "Carrasco", "Casado", "Cebrián", "Conde", "Cordero", "Correa",
	"Cuenca", "de la Encina", "del Pozo", "Escolano", "Espinosa", "Esteve", "Fajardo", "Ferrándiz", "Figueroa", "Gallego", "Garrido", "Gascón",
	"Granados", "Guijarro", "Herranz", "Hidalgo", "Ibáñez", "Izquierdo", "Jurado", "Lago", "Lara", "Leal", "Llorente", "Luque",
	"Maldonado", "Manrique", "Marín", "Mesa", "Millán", "Moya", "Muñoz", "Navas", "Nieto", "Núñez", "Ochoa", "Olmedo",
	"Ordóñez", "Páramo", "Pardo", "Peñalver", "Piñeiro", "Quesada", "Quintana", "Rioja", "Robledo", "Rosales", "Salcedo", "Santamaría",
	"Segura", "Serrano", "Soler", "Tejada", "Ugarte", "Urbano", "Valcárcel", "Vela", "Villalba", "Yáñez", "Zafra", "Zorrilla",
}
