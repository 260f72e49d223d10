import { describe, expect, it } from 'vitest';
import { checkVariants, percentile, placeIn, sourcesOf, variantAt } from './variants.js';

const STEP = { id: 'one', delay: 'PT0S', subject: 'Hello', body: 'Hello' };
const HERO = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const BANNER = '2b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

describe('sourcesOf', () => {
  it('has one email for a step, or one for each of its variants with what these take from the step', () => {
    const step = {
      ...STEP,
      id: 'two',
      images: { hero: HERO, banner: BANNER },
      variants: [
        { id: 'a', share: 50, subject: 'Short' },
        { id: 'b', share: 50, images: { hero: BANNER } },
      ],
    };
    expect(sourcesOf([STEP, step])).toMatchObject([
      { step: 0, variant: null, source: { subject: 'Hello' }, pointer: '/steps/0' },
      { step: 1, source: { subject: 'Short', body: 'Hello', images: step.images }, pointer: '/steps/1/variants/0' },
      { step: 1, source: { subject: 'Hello', images: { hero: BANNER, banner: BANNER } } },
    ]);
  });

  it('replaces the source of the step by the body of a variant', () => {
    const { body: _body, ...bare } = STEP;
    const variants = [
      { id: 'a', share: 50, body: 'Other' },
      { id: 'b', share: 50 },
    ];
    const [own, inherited] = sourcesOf([{ ...bare, mjml: '<mjml />', variants }]);
    expect(own?.source).toMatchObject({ body: 'Other' });
    expect(own?.source.mjml).toBeUndefined();
    expect(inherited?.source).toMatchObject({ mjml: '<mjml />' });
  });
});

describe('placeIn', () => {
  it('points to the variant where it has the text, otherwise to the step', () => {
    const [source] = sourcesOf([{ ...STEP, variants: [{ id: 'a', share: 100, subject: 'x' }] }]);
    expect(source && [placeIn(source, '/subject'), placeIn(source, '/body'), placeIn(source, '')]).toEqual([
      '/steps/0/variants/0/subject',
      '/steps/0/body',
      '/steps/0/variants/0',
    ]);
  });
});

describe('checkVariants', () => {
  it.each<[what: string, ids: string, shares: number[], pointers: string[]]>([
    ['accepts shares of 100 in all', 'abc', [34, 33, 33], []],
    ['refuses less', 'ab', [50, 49], ['/steps/0/variants']],
    ['refuses more', 'ab', [50, 51], ['/steps/0/variants']],
    ['refuses an id twice', 'aa', [50, 50], ['/steps/0/variants/1/id']],
  ])('%s', (_what, ids, shares, pointers) => {
    const variants = shares.map((share, index) => ({ id: ids[index] ?? '', share }));
    expect(checkVariants([{ ...STEP, variants }]).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('refuses a bandit without variants, and one with a share below its floor', () => {
    const variants = [
      { id: 'a', share: 91 },
      { id: 'b', share: 9 },
    ];
    const steps = [
      { ...STEP, allocation: 'bandit' as const },
      { ...STEP, allocation: 'bandit' as const, variants },
    ];
    expect(checkVariants(steps).map(({ pointer }) => pointer)).toEqual([
      '/steps/0/allocation',
      '/steps/1/variants/1/share',
    ]);
  });
});

describe('the assignment of variants', () => {
  it('gives each variant its share, and each customer the same variant every time', () => {
    const variants = [
      { id: 'a', share: 10 },
      { id: 'b', share: 60 },
      { id: 'c', share: 30 },
    ];
    const assigned = (stepId: string) =>
      Array.from({ length: 10_000 }, (_, n) => variantAt(variants, percentile('r', 's', stepId, `c${n}`))?.id);
    const first = assigned('one');
    expect(assigned('one')).toEqual(first);
    for (const { id, share } of variants) {
      const count = first.filter((each) => each === id).length;
      expect(Math.abs(count - share * 100)).toBeLessThan(200);
    }
    // Another step divides the customers independently: of those with b in one, about 60 % have b in the other.
    const second = assigned('two');
    const both = first.filter((id, n) => id === 'b' && second[n] === 'b').length;
    expect(Math.abs(both - 3_600)).toBeLessThan(200);
  });

  it('covers all percentiles', () => {
    const variants = [{ share: 1 }, { share: 99 }];
    expect(Array.from({ length: 100 }, (_, place) => variantAt(variants, place))).not.toContain(undefined);
    expect([variantAt(variants, 0), variantAt(variants, 1)]).toEqual(variants);
  });
});
