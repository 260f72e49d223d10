import type { Vocabulary } from '../types.js';

export const ENGLISH: Vocabulary = {
  things: {
    cup: 'coffee, cup of coffee, cups of coffee, coffee cup, coffee cups, espresso, cappuccino, flat white',
    oranges: 'oranges, orange slices, slices of orange, slices of oranges, sliced oranges',
    lemons: 'lemons, lemon slices, slices of lemon, sliced lemons',
    citrus: 'citrus fruit, citrus fruits, citrus slices, slices of citrus, citrus',
    gift: 'gift, gifts, gift box, gift boxes, presents, birthday present, birthday presents, christmas present, christmas presents, wrapped gift, wrapped gifts, wrapped present',
    candle: 'candle, candles, lit candle, burning candle, candle flame',
    balloons: 'balloons, party balloons, birthday balloons',
    leaves: 'leaves, foliage, leaf, tree leaves',
    flowers: 'flowers, flower, blossoms, spring flowers, wild flowers, wildflowers, summer flowers',
  },
  places: {
    mountains:
      'mountains, mountain, mountain range, mountain ranges, mountain landscape, mountain peaks, mountain trail, alps',
    hills: 'hills, hill, hillside, rolling hills',
    sea: 'sea, ocean, open sea',
    beach: 'beach, seaside, seashore, coast, sandy beach',
    lake: 'lake, lakeside, lakeshore, mountain lake',
    desert: 'desert, dunes, sand dunes, desert landscape',
    forest: 'forest, woods, woodland, pine forest, woodlands, forest landscape',
    'winter-forest': 'winter forest, snowy forest, snow covered forest, winter woods, snowy woods',
    'night-sky': 'night sky, starry sky, starry night, starry night sky, sky full of stars',
  },
  phrases: {
    sea: 'at sea, by the sea',
    beach: 'by the seaside, on the seashore',
    lake: 'by the lake',
    'night-sky': 'under the stars, beneath the stars',
  },
  where:
    'in, on, at, near, along, beside, above, over, through, across, among, amid, overlooking, in front of, in the middle of',
  whereThe: '',
  articles: 'the, a, an, our, your, my, their, this, these, some',
  links: 'of, with, for, from, to, by, after, before, behind, during, towards, into',
  and: 'and, or',
  plain:
    'warm, hot, fresh, freshly brewed, quiet, calm, peaceful, slow, cosy, cozy, lovely, beautiful, pretty, nice, good, new, little, small, big, large, great, perfect, simple, soft, gentle, bright, sunny, misty, foggy, hazy, wide, endless, deep, wild, remote, lonely, rolling, distant, high, tall, in bloom, blooming, first, best, favourite, favorite, you, me, us, everyone, all, customers, friends, family, loved ones, mum, mom, dad, next, adventure, is, are, it, scene, landscape, view, image, hero image',
  times:
    'morning, mornings, evening, evenings, afternoon, day, night, dawn, dusk, sunrise, sunset, spring, summer, autumn, fall, weekend, sunday, monday, holiday, holidays, birthday, time, moment, break, year, season, week, light, morning light, evening light, mist, sun, sunlight, sunshine',
  winter: 'winter, december, christmas',
  not: "no, not, without, never, none, except, minus, don't, dont, instead of, rather than, avoid, exclude, excluding, free of, nothing, neither, isn't, aren't, less, everyone leaves, it leaves, mum leaves, mom leaves, dad leaves, family leaves",
  notAfter:
    /^(?:inspired|made|named|called|print|printed|pattern|motif|poster|painting|picture|photo|logo|like|as|based|books?|films?|guides?|courses?|stories|story|about)$/,
  writing: 'spaces',
  adjectivesFollow: false,
};
