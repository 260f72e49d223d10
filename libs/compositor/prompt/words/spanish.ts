import type { Vocabulary } from '../types.js';

export const SPANISH: Vocabulary = {
  things: {
    cup: 'taza de café, tazas de café, taza con café, café caliente, café recién hecho, café humeante, espresso, capuchino',
    oranges: 'naranjas, rodajas de naranja, rodaja de naranja',
    lemons: 'limones, rodajas de limón, rodaja de limón',
    citrus: 'cítricos, rodajas de cítricos, frutas cítricas',
    gift: 'regalo, regalos, caja de regalo, cajas de regalo, regalo envuelto, regalos envueltos, regalos de navidad, regalo de cumpleaños, regalos de cumpleaños',
    candle: 'vela, velas, vela encendida, velas encendidas',
    balloons: 'globos, globos de fiesta, globos de cumpleaños',
    leaves: 'follaje, hojas de árbol, hojas de los árboles',
    flowers: 'flores, flor, flores de primavera, flores silvestres, flores de verano',
  },
  places: {
    mountains: 'montaña, montañas, alpes, paisaje de montaña, sierra',
    hills: 'colinas, colina',
    sea: 'mar, océano, alta mar',
    beach: 'playa, orilla del mar, costa, playa de arena',
    lake: 'lago, orilla del lago, lago de montaña',
    desert: 'desierto, dunas, dunas de arena',
    forest: 'bosque, bosques, bosque de pinos, pinar',
    'winter-forest': 'bosque nevado, bosque de invierno, bosque en invierno, bosque invernal',
    'night-sky': 'cielo estrellado, cielo nocturno, cielo de noche',
  },
  phrases: {
    sea: 'en alta mar',
    beach: 'a orillas del mar, a la orilla del mar, frente al mar, junto al mar',
    lake: 'a orillas del lago, junto al lago',
    'night-sky': 'bajo las estrellas',
  },
  where: 'en, ante, junto a, cerca de, frente a, entre, en medio de, por encima de',
  whereThe: 'junto al, cerca del, frente al, en medio del',
  articles: 'el, la, los, las, un, una, unos, unas, nuestro, nuestra, tu, este, esta',
  links: 'de, del, con, para, por, a, al, desde, hacia, hasta, tras, después, durante, detrás',
  and: 'y, e, o',
  plain:
    'caliente, calientes, recién hecho, recién hechos, humeante, fresco, fresca, frescas, frescos, tranquilo, tranquila, tranquilas, tranquilos, en calma, sereno, serena, suave, suaves, bonito, bonita, bonitas, hermoso, hermosa, hermosas, pequeño, pequeña, pequeñas, gran, grande, grandes, nuevo, nueva, nuevos, soleado, soleada, soleadas, brumoso, brumosa, encendida, encendidas, lejanas, lejano, infinito, acogedora, acogedor, perfumada, perfumadas, ti, todos, todas, amigos, clientes, familia, mamá, papá, paisaje, vista, imagen, en flor, primera, primer, mejores, mejor',
  times:
    'mañana, tarde, noche, día, amanecer, atardecer, anochecer, puesta de sol, salida del sol, primavera, verano, otoño, fin de semana, vacaciones, cumpleaños, domingo, momento, pausa, tiempo, luz, niebla, bruma, sol',
  winter: 'invierno, diciembre, navidad',
  not: 'sin, no, ningún, ninguna, nunca, ni, excepto, salvo, en lugar de, en vez de, nada, tampoco',
  notAfter: /^(?:inspirad[oa]s?|como|motivos?|estampad[oa]s?|cuadro|llamad[oa]|libros?|películas?|guías?)$/,
  writing: 'spaces',
  adjectivesFollow: true,
};
