import { city, hills, mountains, night, sea, winter } from './landscapes.js';
import type { Random } from './random.js';
import { blob, ellipse, ridge, sector, type Point, type Shape } from './shapes.js';
import type { Scene, Stage } from './stage.js';
import { botanical, cup, fruit, gifts, shopping, stillLife } from './still-lifes.js';

/** Large quiet shapes for a prompt without a known word. */
function abstract(stage: Stage, random: Random): Shape[] {
  const { width, height, x, y, reach } = stage;
  const tones = ['far', 'ground', 'mid', 'main'] as const;
  const large = tones.map((tone, index) =>
    blob(
      [x + random.between(-0.9, 0.9) * reach, y + random.between(-0.7, 0.7) * reach],
      reach * (1.25 - index * 0.24),
      random,
      tone,
      { depth: 0.1 + index * 0.18, form: 'ball' },
    ),
  );
  const band = ridge({ width, height }, height * random.between(0.82, 0.92), height * 0.06, 0.05, random, {
    tone: 'near',
    depth: 0.8,
  });
  const dot = ellipse(
    [x + random.between(-0.5, 0.5) * reach, y - random.between(0.2, 0.7) * reach],
    reach * 0.2,
    reach * 0.2,
    'accent',
    { depth: 0.9, form: 'ball' },
  );
  return [...large, band, dot];
}

/** A brand's own background: discs and rings on the side that the text leaves free, or in two corners. */
function ornament(stage: Stage, random: Random): Shape[] {
  const { width, height, x, y } = stage;
  const size = Math.min(height, width) * 0.5;
  const middle = Math.abs(x - width / 2) < width * 0.06;
  const corners: readonly (readonly [Point, number])[] = middle
    ? [
        [[width * 1.0, height * 1.02], 0.78],
        [[width * 0.0, -height * 0.04], 0.62],
      ]
    : [[[x, y + size * random.between(-0.05, 0.1)], 0.95]];
  return corners.flatMap(([[cx, cy], scale], index) => {
    const reach = middle ? size * scale : stage.reach * 1.08;
    const turn = random.between(0, Math.PI);
    return [
      ellipse([cx, cy], reach * 1.12, reach * 1.12, 'far', { depth: 0.1 }),
      ellipse([cx + reach * 0.2, cy + reach * 0.16], reach * 0.8, reach * 0.8, 'ground', { depth: 0.2 }),
      sector([cx, cy], [reach * 1.24, reach * 1.3], turn, turn + Math.PI * 1.1, index ? 'main' : 'accent', {
        depth: 0.3,
      }),
      sector(
        [cx - reach * 0.12, cy - reach * 0.1],
        [0, reach * 0.42],
        turn + 2,
        turn + 2 + Math.PI,
        index ? 'accent' : 'main',
        { depth: 0.6 },
      ),
      ...Array.from({ length: 9 }, (_, dot) =>
        ellipse(
          [cx + reach * (0.5 + (dot % 3) * 0.13), cy - reach * (0.95 - Math.floor(dot / 3) * 0.13)],
          reach * 0.022,
          reach * 0.022,
          'near',
          { depth: 0.7 },
        ),
      ),
    ];
  });
}

/** A scene and its description. The description fits all lights, styles and variants: they show the same subject. */
export interface Subject {
  readonly scene: Scene;
  readonly shows: string;
}

const ABSTRACT: Subject = { scene: abstract, shows: 'Large rounded shapes that overlap' };
const ORNAMENT: Subject = { scene: ornament, shows: 'Discs and rings' };

/** Beginnings of words that select a scene. The scene with the most matching words wins; among equals, the first. */
const SCENES: readonly (Subject & { readonly words: RegExp })[] = [
  {
    words: /^(coffee|tea|cup|mug|espresso|latte|cafe|café|cocoa|breakfast|kaffee|warm|cosy|cozy)/,
    scene: cup,
    shows: 'A cup of coffee on a table, with coffee beans beside it',
  },
  {
    words:
      /^(gift|present|sale|birthday|party|celebrat|confetti|surprise|reward|christmas|holiday|thank|geschenk|welcome|black)/,
    scene: gifts,
    shows: 'Three wrapped gifts with bows on a table, under confetti',
  },
  {
    words:
      /^(flower|floral|spring|bloom|leaf|leaves|plant|botanic|garden|rose|tulip|jungle|green|natur|herb|valentine|love|beauty|skin)/,
    scene: botanical,
    shows: 'Flowers among leaves',
  },
  {
    words: /^(fruit|citrus|orange|lemon|lime|juice|fresh|food|kitchen|healthy|apple|berry|taste|organic)/,
    scene: fruit,
    shows: 'Two round fruits and slices of citrus on a table',
  },
  {
    words: /^(sea|beach|ocean|wave|summer|sail|coast|surf|island|water|boat|holiday|swim)/,
    scene: sea,
    shows: 'A sailing boat on the sea in front of a low sun',
  },
  {
    words: /^(mountain|alps|hik|trail|outdoor|adventure|peak|climb|camp|canyon|desert|rock)/,
    scene: mountains,
    shows: 'A sun above mountain ranges',
  },
  {
    words: /^(hill|field|meadow|country|farm|vineyard|autumn|fall|harvest|sunrise|sunset|landscape|forest|wood)/,
    scene: hills,
    shows: 'Rolling hills with trees in front of a low sun',
  },
  {
    words: /^(winter|snow|pine|ski|frost|ice|cold|december|advent)/,
    scene: winter,
    shows: 'Pine trees on snowy hills under a moon, in falling snow',
  },
  {
    words: /^(night|moon|star|sleep|dream|sky|space|galaxy|evening|bed)/,
    scene: night,
    shows: 'A crescent moon and stars above hills',
  },
  {
    words: /^(city|urban|street|skyline|building|architect|town|metropol|office|travel)/,
    scene: city,
    shows: 'A city skyline in front of a large sun',
  },
  {
    words: /^(home|vase|interior|decor|ceramic|furniture|living|studio|candle|pottery|still|room|craft|handmade)/,
    scene: stillLife,
    shows: 'A vase with leaves beside a ball and a cylinder on a table',
  },
  {
    words: /^(shop|bag|fashion|store|dress|shoe|sneaker|style|cloth|collection|wear|new|outfit|boutique)/,
    scene: shopping,
    shows: 'Three shopping bags on a table',
  },
];

/** The scene for a prompt: abstract shapes if no word is known, an ornament if it is empty. */
export function subjectOf(prompt: string): Subject {
  if (prompt.trim() === '') return ORNAMENT;
  const words = prompt.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = SCENES.map(({ words: known }) => words.filter((word) => known.test(word)).length);
  const most = Math.max(...counts);
  return most === 0 ? ABSTRACT : (SCENES[counts.indexOf(most)] ?? ABSTRACT);
}
