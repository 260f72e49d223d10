import type { Vocabulary } from '../types.js';

export const GERMAN: Vocabulary = {
  things: {
    cup: 'kaffee, tasse kaffee, kaffeetasse, kaffeetassen, tasse mit kaffee, espresso, cappuccino, milchkaffee',
    oranges: 'orangen, orangenscheiben, orangenscheibe, apfelsinen',
    lemons: 'zitronen, zitronenscheiben, zitronenscheibe',
    citrus: 'zitrusfrüchte, zitrusfrüchten, zitrusscheiben',
    gift: 'geschenk, geschenke, geschenken, geburtstagsgeschenk, geburtstagsgeschenke, weihnachtsgeschenk, weihnachtsgeschenke, geschenkbox, päckchen mit schleife',
    candle: 'kerze, kerzen, kerzenflamme',
    balloons: 'luftballons, ballons',
    leaves: 'blätter, laub, laubblätter',
    flowers: 'blumen, blüten, frühlingsblumen, sommerblumen, wiesenblumen, wildblumen',
  },
  places: {
    mountains: 'berge, bergen, berg, gebirge, alpen, berglandschaft, bergkette, berggipfel',
    hills: 'hügel, hügeln, hügellandschaft',
    sea: 'meer, ozean, nordsee, ostsee',
    beach: 'strand, sandstrand, küste, meeresstrand',
    lake: 'see, bergsee, seeufer, waldsee',
    desert: 'wüste, dünen, sanddünen, wüstenlandschaft',
    forest: 'wald, wälder, wäldern, kiefernwald, tannenwald, nadelwald',
    'winter-forest': 'winterwald, verschneiter wald, verschneiten wald, verschneitem wald, verschneite wälder',
    'night-sky': 'sternenhimmel, nachthimmel',
  },
  phrases: { sea: 'an der see, auf see, auf hoher see', 'night-sky': 'unter den sternen, unter sternen' },
  where: 'in, an, auf, bei, vor, neben, nahe, mitten in, inmitten',
  whereThe: 'im, am, beim',
  articles: 'der, die, das, dem, den, ein, eine, einem, einer, einen, unser, unsere, unserem',
  links: 'von, vom, mit, für, zum, zur, zu, aus, nach, durch, gegen, um, seit, hinter',
  and: 'und, oder',
  plain:
    'warm, warme, warmer, warmen, heiß, heiße, heißer, heißen, frisch, frische, frischer, frischen, frisches, frisch gebrühter, ruhig, ruhige, ruhiger, ruhigen, ruhigem, still, stille, stiller, stillen, stillem, gemütlich, gemütliche, gemütlicher, schön, schöne, schöner, schönen, schönes, klein, kleine, kleiner, kleinen, kleines, groß, große, großer, großen, großes, neu, neue, neuen, neues, sonnig, sonnige, sonniger, sonnigen, sonnigem, neblig, neblige, nebliger, nebligen, weit, weite, weiter, weiten, endlos, endlose, sanft, sanfte, sanften, hoch, hohe, hohen, wild, wilde, wilden, brennende, brennenden, brennend, blühende, blühenden, leuchtende, bunte, verpackte, verpacktes, erste, ersten, beste, besten, euch, dich, alle, uns, freunde, freunden, kunden, familie, landschaft, blick, bild',
  times:
    'morgen, morgens, abend, abends, mittag, tag, nacht, nachts, morgendämmerung, dämmerung, sonnenaufgang, sonnenuntergang, frühling, sommer, herbst, wochenende, urlaub, ferien, geburtstag, sonntag, sonntagmorgen, zeit, moment, pause, licht, morgenlicht, abendlicht, nebel, sonne',
  winter: 'winter, dezember, weihnachten, weihnacht',
  not: 'ohne, kein, keine, keinen, keinem, keiner, nicht, nie, niemals, statt, anstatt, anstelle, außer, weder, nichts',
  notAfter: /^(?:inspiriert|inspirierte|wie|motiv|muster|aufdruck|poster|gemälde|druck|namens|ähnlich|buch|film|über)$/,
  writing: 'spaces',
  adjectivesFollow: false,
};
