import { matchPrompt } from '../prompt/match.js';
import type { Matched, Place, SceneName, Thing } from '../prompt/types.js';
import type { Tone } from '../types.js';
import { balloons } from './balloons.js';
import { candle } from './candle.js';
import { citrus, lemons, oranges } from './citrus.js';
import { cup } from './cup.js';
import { gift } from './gift.js';
import { desert, hills, mountains } from './landscapes.js';
import { PATTERNS } from './patterns.js';
import { flowers, leaves } from './plants.js';
import { nightSky } from './skies.js';
import type { Scene } from './stage.js';
import { beach, lake, sea } from './waters.js';
import { forest, winterForest } from './woods.js';

/** What a drawing shows. The description fits all lights, styles and variants. */
export interface Subject {
  readonly matched: Matched;
  /** Several compositions for one prompt; each variant takes the next. */
  readonly scenes: readonly [Scene, ...Scene[]];
  readonly shows: string;
  /** Whether it is a thing on a ground, and not a view. */
  readonly isThing: boolean;
}

type Drawing = readonly [Scene, string];

const THINGS: Readonly<Record<Thing, Drawing>> = {
  cup: [cup, 'A cup of coffee on a saucer, seen from above'],
  oranges: [oranges, 'Three slices of orange'],
  lemons: [lemons, 'Three slices of lemon'],
  citrus: [citrus, 'Slices of orange and lemon'],
  gift: [gift, 'A wrapped gift with a bow, seen from above'],
  candle: [candle, 'A candle that burns'],
  balloons: [balloons, 'Three balloons'],
  leaves: [leaves, 'Twigs with leaves'],
  flowers: [flowers, 'Flowers among leaves'],
};

const VIEWS: Readonly<Record<Place, Drawing>> = {
  mountains: [mountains, 'Mountain ranges in mist'],
  hills: [hills, 'Rolling hills'],
  sea: [sea, 'The sea under a wide sky'],
  beach: [beach, 'A beach with the sea behind it'],
  lake: [lake, 'A still lake that mirrors its far shore'],
  desert: [desert, 'Sand dunes'],
  forest: [forest, 'A forest of conifers in mist'],
  'winter-forest': [winterForest, 'A forest of conifers in falling snow'],
  'night-sky': [nightSky, 'A night sky full of stars'],
};

/** What is drawn for a prompt: a pattern that suits the tone, unless the prompt is understood. */
export function subjectOf(prompt: string, tone: Tone = 'calm'): Subject {
  const { matched, scene } = matchPrompt(prompt);
  if (scene === null) return pattern(tone);
  const [drawn, shows] = isThing(scene) ? THINGS[scene] : VIEWS[scene];
  return { matched, scenes: [drawn], shows, isThing: isThing(scene) };
}

const isThing = (scene: SceneName): scene is Thing => scene in THINGS;

const pattern = (tone: Tone): Subject => ({
  matched: 'none',
  scenes: PATTERNS[tone],
  shows: "Abstract pattern in the brand's colours",
  isThing: false,
});
