import { describe, expect, it } from 'vitest';
import { idleConditions } from './conditions.js';
import type { SequenceDefinition } from './definition.dto.js';
import { checkDefinition, normalise } from './definition.js';
import { imagesIn, mentionedOffers, offerContradictions } from './offer-check.js';
import { offersIn, placesShown } from './offer-places.js';

const HERO = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const offer = (value: number, more: object = {}) => ({
  kind: 'percent',
  value,
  endsIn: 'P7D',
  fallback: 'skip',
  ...more,
});
const step = (id: string, more: object = {}) => ({ id, delay: 'PT0S', subject: 'Hello', body: 'Hello', ...more });
const variants = (a: object, b: object) => [
  { id: 'a', share: 50, ...a },
  { id: 'b', share: 50, ...b },
];
const definition = (more: object): SequenceDefinition =>
  ({ brandId: HERO, name: 'Win-back', ...more }) as unknown as SequenceDefinition;
const says = (found: readonly { pointer: string; detail: string }[]): string[] =>
  found.map(({ pointer, detail }) => `${pointer} ${detail}`);

describe('the offers of a definition', () => {
  it('are that of the sequence and those of variants, kept with all their fields', () => {
    const own = variants({ offer: offer(15) }, {});
    const given = definition({ offer: offer(10), steps: [step('one'), step('two', { variants: own })] });
    const found = [
      { place: '', pointer: '/offer', terms: offer(10) },
      { place: 'two/a', pointer: '/steps/1/variants/0/offer', terms: offer(15) },
    ];
    expect(offersIn(given)).toEqual(found);
    expect(offersIn(normalise(given))).toMatchObject(found);
  });

  it('have mistakes at the variant that has them', () => {
    const own = variants({ offer: offer(10, { endsIn: 'soon', waitUpTo: 'P1M' }) }, {});
    const found = checkDefinition(definition({ steps: [step('one', { variants: own })] }));
    const at = '/steps/0/variants/0/offer';
    expect(found.map(({ pointer }) => pointer)).toEqual([`${at}/endsIn`, `${at}/waitUpTo`]);
  });
});

describe('placesShown', () => {
  const steps = definition({
    steps: [
      step('one'),
      step('two', { variants: variants({ offer: offer(15) }, {}) }),
      step('three', { variants: variants({ offer: offer(20) }, { offer: offer(25) }) }),
      step('four'),
    ],
  }).steps;

  it('has the offer of the variant, otherwise all that recipients may have by then', () => {
    expect(placesShown(steps)).toEqual([
      [''],
      ['two/a'],
      [''],
      ['three/a'],
      ['three/b'],
      ['', 'two/a', 'three/a', 'three/b'],
    ]);
  });

  it('has none of steps that are not chosen', () => {
    expect(placesShown(steps, ['two', 'four'])).toEqual([[], ['two/a'], [''], [], [], ['', 'two/a']]);
  });
});

describe('a text with a number', () => {
  const contradictions = (given: object, images = new Map<string, string>(), stepIds?: string[]): string[] =>
    says(offerContradictions(definition(given), images, stepIds));

  it('is judged by the offer of its own variant', () => {
    const own = variants({ subject: '15% off', offer: offer(15) }, { subject: '15% off' });
    expect(contradictions({ offer: offer(10), steps: [step('one', { variants: own })] })).toEqual([
      '/steps/0/variants/1/subject says "15%", and the offer is 10 percent',
    ]);
  });

  it('of a step is judged by the offers of the variants that take it', () => {
    const own = variants({ offer: offer(15) }, { subject: '20% off', offer: offer(20) });
    expect(contradictions({ steps: [step('one', { subject: '15% off', body: '15% off', variants: own })] })).toEqual([
      '/steps/0/body says "15%", and the offer is 20 percent',
    ]);
  });

  it('is judged in a later step by every offer that a recipient may have', () => {
    const own = variants({ offer: offer(15) }, { offer: offer(20) });
    const steps = [step('one', { variants: own }), step('two', { subject: '15% off' })];
    expect(contradictions({ steps })).toEqual(['/steps/1/subject says "15%", and the offer is 20 percent']);
    expect(contradictions({ steps }, new Map(), ['two'])).toEqual([]);
    expect(contradictions({ offer: offer(5), steps }, new Map(), ['two'])).toEqual([
      '/steps/1/subject says "15%", and the offer is 5 percent',
    ]);
  });

  it('in an image is judged by the variants that show it', () => {
    const own = variants({ offer: offer(15), images: { hero: HERO } }, { offer: offer(20), images: { hero: HERO } });
    const given = { steps: [step('one', { variants: own })] };
    expect(imagesIn(definition(given))).toEqual([HERO]);
    expect(contradictions(given, new Map([[HERO, '20% off everything']]))).toEqual([
      '/steps/0/variants/0/images/hero says "20%", and the offer is 15 percent',
    ]);
  });
});

describe('a text that mentions the offer', () => {
  const body = 'Use {{ offer.code }}';
  const mentions = (given: object): string[] => says(mentionedOffers(definition(given)));

  it('is named where its variant has none', () => {
    const own = variants({ offer: offer(15) }, {});
    const steps = [step('one', { body, variants: own }), step('two', { body })];
    expect(mentions({ steps })).toEqual(['/steps/0/body shows the offer, and the variant b has none']);
    expect(mentions({ offer: offer(10), steps })).toEqual([]);
  });

  it('is named once where the sequence has none at all', () => {
    const steps = [step('one', { body, variants: variants({}, {}) })];
    expect(mentions({ steps })).toEqual(['/steps/0/body shows the offer, and the sequence has none']);
  });
});

it('a condition on a redeemed code is idle only where no offer is', () => {
  const later = step('two', { when: { redeemed: 'one' } });
  expect(idleConditions(definition({ steps: [step('one'), later] }))).toHaveLength(1);
  const own = variants({ offer: offer(15) }, {});
  expect(idleConditions(definition({ steps: [step('one', { variants: own }), later] }))).toEqual([]);
});
