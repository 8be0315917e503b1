package catalogo

import "foliado/domain/norma"

// regla makes a rule that no criterio decides.
func regla(a norma.Articulo, texto string) Regla { return Regla{Texto: texto, Articulo: a} }

func (r Regla) under(criterio string) Regla {
	r.Criterio = criterio
	return r
}

var reglasFrancesa = []Regla{
	regla(art("129.1"), "El cilindro tiene treinta y siete casillas: del 1 al 36, dieciocho rojas y dieciocho negras, y el 0, que no es de ningún color."),
	regla(art("128"), "Se juega contra la casa, en mesa de uno o de dos paños."),
	regla(art("129.2"), "El paño tiene los números en tres columnas de doce, el 0 aparte y un lugar para cada suerte."),
	regla(art("131.1"), "Solo se apuesta a las suertes de la tabla. Quien acierta cobra lo que ella dice y conserva su apuesta, que puede retirar."),
	regla(art("131.1.a.2"), "El 0 admite caballos con el 1, el 2 y el 3; ni transversales ni cuadros.").under("RUL-3"),
	regla(art("131.1.b.2"), "Si sale el 0, quien apostó a una sencilla elige entre retirar la mitad o dejarla en prisión. La presa que acierta después queda libre, sin ganancia; la que falla se pierde; con otro 0 vuelve a elegir sobre la mitad.").under("RUL-1"),
	regla(art("131.1.b.2"), "Desde el segundo 0, la apuesta que valdría menos que el mínimo de la mesa sigue presa. En la última bola se devuelve la parte que quede.").under("RUL-2"),
	regla(art("132.1"), "El mínimo de la mesa no baja del que fija la autorización."),
	regla(art("133.b"), "Después del «no va más» no se apuesta: lo que llega tarde se devuelve."),
	regla(art("133.c"), "Se canta el número con su color, paridad y mitad, se retira lo perdido y se paga de las columnas y docenas a las sencillas, y de las seisenas al pleno."),
	regla(art("133.d"), "La tirada es nula si cae algo en el cilindro o la bola no se lanza bien: las apuestas siguen y se vuelve a tirar."),
}

var reglasAmericana = []Regla{
	regla(art("129.1"), "El cilindro, el paño y las suertes son los de la ruleta francesa: del 1 al 36, rojos y negros, y el 0."),
	regla(art("131.1"), "Solo se apuesta a las suertes de la tabla. Quien acierta cobra lo que ella dice y conserva su apuesta."),
	regla(art("134.1.b"), "Cada jugador lleva fichas de un color. Al recibirlas dice cuánto vale cada una, entre el mínimo de la mesa y el máximo del pleno; el marcador de su color lo enseña.").under("RUL-11"),
	regla(art("134.2"), "El marcador está junto al cartel de la mesa o en un pedestal."),
	regla(art("134.3"), "También puede ser electrónico, con la misma información."),
	regla(art("139.4"), "Si no dice nada, cada ficha vale el mínimo de la mesa."),
	regla(art("135"), "Juegan tantos como colores tiene la mesa y, si la dirección lo permite, tres más con fichas de valor."),
	regla(art("138"), "Si sale el 0, las sencillas pierden la mitad y recuperan la otra mitad. No hay prisión.").under("RUL-12"),
	regla(art("137.2"), "Se pagan las columnas, las sencillas, las docenas y el resto de las múltiples, y al final el pleno. Quien acierta varias cobra junto, en fichas de su color, de valor o de ambas."),
	regla(art("133.d"), "La tirada es nula si cae algo en el cilindro o la bola no se lanza bien: las apuestas siguen y se vuelve a tirar."),
}

var reglasBola = []Regla{
	regla(art("141"), "Se juega contra la casa, con una bola que se lanza sobre un plato; sin límite de jugadores."),
	regla(art("142.1"), "El plato, de metro y medio, va en un cuadro de 1,85 m, con uno o dos paños."),
	regla(art("142.2"), "Hay nueve números, cada uno en dos de los dieciocho orificios del plato."),
	regla(art("142.3"), "Son negros el 1, el 3, el 6 y el 8; rojos, el 2, el 4, el 7 y el 9."),
	regla(art("142.4"), "El 5 no es rojo ni negro, par ni impar, falta ni pasa."),
	regla(art("145.2"), "Si sale el 5 pierden todas las sencillas, y nada de ellas se devuelve."),
	regla(art("147"), "Quien acierta recupera su apuesta además de lo que cobra. Después del «no va más» lo que llega se devuelve.").under("BOL-1"),
	regla(art("146.4"), "El máximo es de cada jugador en cada mesa; entre todos no hay tope."),
}

var reglasTreinta = []Regla{
	regla(art("54"), "Se juega contra la casa, sin límite de jugadores."),
	regla(art("55.3"), "El paño tiene un lugar para cada una de las cuatro suertes: rojo, negro, color e inverso."),
	regla(art("58.1"), "Se hacen dos filas de cartas, primero la negra y después la roja. Las figuras valen diez, el as uno y las demás su número."),
	regla(art("60.3"), "Cada fila se para al llegar a 31 o pasarlos.").under("TYC-1"),
	regla(art("58.2.a"), "Rojo o negro: gana la fila más cercana a 31."),
	regla(art("58.2.b"), "Color: la fila que gana es del color de la primera carta de la negra. Inverso: no lo es."),
	regla(art("58.2"), "Si las filas empatan, la jugada es nula; salvo a 31, cuando se elige entre la mitad o la prisión, como con el 0 de la ruleta francesa.").under("TYC-2"),
	regla(art("58.2"), "Quien paga un uno por ciento asegura su apuesta contra el empate a 31.").under("TYC-3"),
	regla(art("60.5"), "Las cartas siguen en la mesa mientras se cobra y se paga."),
	regla(art("60.4"), "Si aparece la carta de corte, la jugada en curso se anula y acaba la talla.").under("TYC-6"),
}

var reglasDados = []Regla{
	regla(art("148"), "Se juega contra la casa, con dos dados que cada jugador tira por turno."),
	regla(art("149.1"), "La mesa es rectangular, de bordes altos, y su paño tiene un lugar para cada suerte."),
	regla(art("151.1"), "Se juega a las suertes sencillas, múltiples y asociadas y a los place bets de las tablas, y a ninguna otra."),
	regla(art("151.2.a.1"), "Win: en la primera tirada gana con 7 y 11 y pierde con 2, 3 y 12; cualquier otro número queda como punto, que gana si vuelve a salir antes que el 7."),
	regla(art("151.2.a.2"), "Don't win: gana con 2 y 3 y pierde con 7 y 11; el 12 es nulo y la deja en la mesa. Con punto, gana si sale antes el 7.").under("DAD-3"),
	regla(art("151.2.a.3"), "Come y don't come son lo mismo desde una tirada posterior a la primera, mientras hay punto.").under("DAD-7"),
	regla(art("151.2.c"), "Las asociadas acompañan a una de esas cuatro cuando ya tiene punto, y corren su suerte."),
	regla(art("151.2.d"), "Place bet: a un número, que salga antes que el 7, o al revés.").under("DAD-2"),
	regla(art("151.2.a.4"), "Win, don't win, come y don't come no se retiran; las demás, entre dos tiradas cualesquiera.").under("DAD-4"),
	regla(art("153.6"), "La tirada es nula si un dado no rueda, se rompe, monta sobre otro o sobre una ficha, sale de la mesa o queda en el borde o en el cesto. Sobre las fichas de juego, plano, vale.").under("DAD-13"),
	regla(art("153.10"), "Quien tira ha de apostar antes a win o a don't win; los dados pasan cuando pierde el punto con un 7."),
	regla(art("153.2"), "Los dados empiezan por la izquierda de los crupieres y pasan a quien sigue; se puede rehusar."),
	regla(art("153.3"), "Se tira después del «no va más», a lo largo de la mesa y buscando el borde de enfrente, sin frotar los dados ni guardarlos."),
	regla(art("153.7"), "Lo que no está previsto lo resuelve el jefe de mesa, que puede quitar los dados a quien no cumple una y otra vez."),
}

var reglasBlackJack = []Regla{
	regla(art("47"), "Gana quien llega a 21 o se acerca más que la banca sin pasarse."),
	regla(art("48.1"), "Las figuras valen diez, el as uno u once, y las demás su número."),
	regla(art("52.1.a"), "Cada mano recibe dos cartas y la banca una. Se piden de una en una; con 21 o más no se pide, y quien se pasa pierde en el acto."),
	regla(art("52.1.a"), "La banca pide hasta 17 y se planta con todo 17. Un 21 de dos cartas es black jack y gana a cualquier otro 21; a igualdad, la apuesta se retira.").under("BJ-14"),
	regla(art("52.1.b"), "Si la primera carta de la banca es un as se puede asegurar hasta la mitad de la apuesta, antes de que se dé ninguna tercera carta.").under("BJ-13"),
	regla(art("52.1.c"), "Dos cartas del mismo valor se separan poniendo otra apuesta igual, tantas veces como se repitan. Los ases separados reciben una carta; el 21 de ases o de dieces separados no es black jack."),
	regla(art("52.1.d"), "Con 9, 10 u 11 en dos cartas se dobla la apuesta y se recibe una carta más.").under("BJ-4"),
	regla(art("50.2"), "En cada casilla caben tres apuestas. Manda quien está sentado ante ella y apuesta; si no, la apuesta más alta.").under("BJ-10"),
	regla(art("50.3"), "Quien juega de pie apuesta en esas tres y no da instrucciones a quien está sentado."),
	regla(art("51.2"), "Antes de la primera mano de un sabot se apartan cinco cartas, que no cuentan."),
	regla(art("52.2"), "Las cartas se dan descubiertas; la que sale del sabot ya vuelta se aparta."),
	regla(art("53.2"), "El mínimo y los máximos no cambian mientras la mesa está abierta."),
	regla(art("51.3"), "Al final se anuncia el último sabot o, si es automático, las cinco últimas manos.").under("CAJ-6"),
}

var reglasPuntoBanca = []Regla{
	regla(art("61"), "Se apuesta a punto, a banca o a igualdad, siempre contra la casa.").under("PYB-7"),
	regla(art("67.1"), "El as vale uno, el diez y las figuras nada y las demás su número; solo cuentan las unidades. Gana la mano más cercana a 9."),
	regla(art("67.2"), "Con 8 o 9 en las dos primeras cartas de cualquiera acaba la jugada."),
	regla(art("67.3.a"), "El punto pide carta con 0 a 5 y se planta con 6 y 7."),
	regla(art("67.3.b"), "La banca pide según sus puntos y la carta que tomó el punto: siempre con 0 a 2; con 3, salvo que tomara un 8; con 4, si tomó de 2 a 7; con 5, de 4 a 7; con 6, 6 o 7; con 7 no. Si el punto no pidió, con 0 a 5.").under("PYB-1"),
	regla(art("67.1"), "Con manos iguales, las apuestas a punto y a banca se devuelven.").under("PYB-6"),
	regla(art("64.3"), "Talla quien tiene el sabot, hasta que pierde la banca; lleva la mano del punto quien más apostó a él."),
	regla(art("64.1"), "Tallar es voluntario: quien no quiere pasa el sabot a su derecha, y si nadie quiere talla el crupier."),
	regla(art("63.2"), "El jefe de mesa lleva la lista de quienes esperan plaza, por su orden."),
	regla(art("68"), "Al salir la carta de corte solo se acaba la jugada en curso."),
}

var reglasSinDescarte = []Regla{
	regla(art("96"), "Cinco cartas para cada jugador y cinco para la banca, una a la vista: hay que superar su combinación."),
	regla(art("97.1"), "Una baraja de 52. El as es la carta más alta y, en las escaleras, también la que va bajo el 2."),
	regla(art("101.3"), "Vistas las cartas, se va poniendo en la segunda casilla el doble de la inicial, o se pasa y se pierde la inicial.").under("A-SD-1"),
	regla(art("101.4"), "La banca juega con as y rey o mejor. Si no juega, paga la inicial a la par y devuelve la segunda.").under("A-SD-2"),
	regla(art("101.5"), "Si juega y el jugador gana, la inicial se paga a la par y la segunda según la tabla; si pierde, pierde las dos; a igualdad las conserva."),
	regla(art("101.6"), "Un error al repartir, en el número de cartas o una carta vista indebidamente anula la jugada.").under("A-SD-11"),
	regla(art("101.7"), "Quien enseña sus cartas o cambia información pierde cuanto apostó.").under("A-SD-11"),
	regla(art("99.3"), "No se enseñan las cartas, ni se pide consejo, ni se comenta la jugada."),
	regla(art("102.c"), "Donde se ofrece, se cambia una carta por otra apuesta inicial, que no vuelve.").under("A-SD-12"),
}

var reglasTrijoker = []Regla{
	regla(art("103"), "Tres cartas propias y dos comunes, contra la tabla de pagos y no contra otra mano."),
	regla(art("104.1"), "Una baraja de 52. El as es la carta más alta y no va bajo el 2.").under("A-TJ-1"),
	regla(art("109.1"), "Se ponen tres apuestas iguales, una por casilla."),
	regla(art("109.3"), "Se puede retirar la primera antes de la primera carta común y la segunda antes de la otra; la tercera se juega siempre."),
	regla(art("109.4"), "Cada apuesta que sigue en juego cobra lo que dice la tabla, o se pierde.").under("A-TJ-2"),
	regla(art("109.2"), "Una carta común vista antes de tiempo anula la mano de la jota en adelante; la de un jugador, no.").under("A-TJ-3"),
	regla(art("110.1"), "Cualquier otro error al repartir anula la mano."),
}
