import type { Vocabulary } from '../types.js';

export const ITALIAN: Vocabulary = {
  things: {
    cup: 'tazza di caffè, tazzina di caffè, tazze di caffè, caffè caldo, caffè fumante, caffè appena fatto, espresso, cappuccino',
    oranges: 'arance, fette di arancia, fette d arancia, fetta d arancia, fetta di arancia',
    lemons: 'limoni, fette di limone, fetta di limone',
    citrus: 'agrumi, fette di agrumi',
    gift: 'regalo, regali, pacco regalo, pacchi regalo, scatola regalo, regali di natale, regalo di compleanno, regali di compleanno',
    candle: 'candela, candele, candela accesa, candele accese',
    balloons: 'palloncini, palloncini di compleanno',
    leaves: 'foglie, fogliame',
    flowers: 'fiori, fiore, fiori di primavera, fiori primaverili, fiori di campo, fiori selvatici',
  },
  places: {
    mountains: 'montagna, montagne, alpi, monti, paesaggio di montagna',
    hills: 'colline, collina, paesaggio collinare',
    sea: 'mare, oceano, mare aperto',
    beach: 'spiaggia, riva del mare, riva al mare, costa, spiaggia di sabbia',
    lake: 'lago, riva del lago, lago di montagna',
    desert: 'deserto, dune, dune di sabbia',
    forest: 'bosco, boschi, foresta, foreste, bosco di pini, pineta',
    'winter-forest': 'bosco innevato, foresta innevata, bosco d inverno, bosco invernale, bosco in inverno',
    'night-sky': 'cielo stellato, cielo notturno, notte stellata',
  },
  phrases: {
    mountains: 'in montagna, ai monti',
    hills: 'in collina',
    sea: 'in mare, in mezzo al mare',
    beach: 'al mare, in spiaggia, in riva al mare, vicino al mare',
    lake: 'in riva al lago',
    'night-sky': 'sotto le stelle',
  },
  where: 'in, su, presso, vicino a, davanti a, in mezzo a, accanto a, sopra',
  whereThe:
    'nel, nella, nell, nei, negli, nelle, sul, sulla, sull, sui, sugli, sulle, vicino al, vicino alla, davanti al, davanti alla, in mezzo al, accanto al',
  articles: 'il, lo, la, l, i, gli, le, un, uno, una, nostro, nostra, questo, questa',
  links:
    'di, d, del, della, dell, dei, delle, con, per, da, dal, dalla, a, al, alla, all, ai, verso, dopo, durante, dietro',
  and: 'e, ed, o',
  plain:
    'caldo, calda, caldi, fumante, fresco, fresca, fresche, freschi, tranquillo, tranquilla, tranquille, calmo, calma, sereno, serena, dolce, dolci, bello, bella, belle, bellissimo, bellissima, piccolo, piccola, piccole, grande, grandi, nuovo, nuova, nuovi, soleggiato, soleggiata, nebbioso, nebbiosa, accesa, accese, lontane, lontano, infinito, accogliente, profumata, profumate, te, voi, tutti, tutte, amici, clienti, famiglia, mamma, papà, paesaggio, vista, immagine, in fiore, prima, primo, migliori',
  times:
    'mattina, mattino, sera, notte, giorno, giornata, alba, tramonto, crepuscolo, primavera, estate, autunno, fine settimana, vacanza, vacanze, compleanno, domenica, momento, pausa, tempo, luce, nebbia, sole',
  winter: 'inverno, dicembre, natale',
  not: 'senza, non, nessun, nessuna, nessuno, né, tranne, eccetto, invece di, al posto di, niente, nulla',
  notAfter: /^(?:ispirat[oaie]|come|motivi?|stampa|stampat[oaie]|quadro|chiamat[oa]|libr[oi]|film|guid[ae])$/,
  writing: 'spaces',
  adjectivesFollow: true,
};
