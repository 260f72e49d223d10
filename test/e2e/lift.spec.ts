import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from '../setup/test-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

const NO_MONEY = { sumY: 0, sumYY: 0, sumX: 0, sumXX: 0, sumXY: 0 };
const PROVEN = {
  percent: 20,
  treated: {
    n: 1_612,
    x: 190,
    sumY: '11752.64',
    sumYY: '1097140.5606',
    sumX: '158610.38',
    sumXX: '35289868.5184',
    sumXY: '1175558.7955',
  },
  holdout: {
    n: 388,
    x: 21,
    sumY: 1_276.93,
    sumYY: 115_464.8187,
    sumX: 36_764.05,
    sumXX: 8_325_710.6941,
    sumXY: 124_633.4693,
  },
};
const calculate = (body: object, headers: Record<string, string> = {}) =>
  app.admin('POST', '/admin/lift/calculate', body, headers);

describe('POST /admin/lift/calculate', () => {
  it('answers estimates with intervals, money in the given currency, and sentences', async () => {
    const { status, body } = await calculate({ ...PROVEN, currency: 'USD' });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'brought_back',
      customers: {
        status: 'brought_back',
        pValue: expect.closeTo(0.0022854, 6) as number,
        difference: { estimate: 0.063742, low: 0.016726, high: 0.099647 },
        relativeLift: { estimate: 1.177715, low: 0.181769, high: 3.956597 },
        incremental: { estimate: 102.752577, low: 26.962567, high: 160.630187 },
      },
      revenue: {
        status: 'more',
        coefficient: expect.closeTo(0.000930279, 8) as number,
        perCustomer: {
          estimate: { amount: '3.9963', currency: 'USD' },
          low: { amount: '0.7413', currency: 'USD' },
          high: { amount: '7.2513', currency: 'USD' },
        },
        incremental: {
          estimate: { amount: '6442.00', currency: 'USD' },
          low: { amount: '1194.90', currency: 'USD' },
          high: { amount: '11689.09', currency: 'USD' },
        },
      },
      sentences: [
        '190 of 1612 came back (11.8 %); of the 388 who got nothing 21 did (5.4 %). ' +
          'The e-mails brought back about 103 customers (26 to 161).',
        'About $6,442 more revenue ($1,194 to $11,690).',
      ],
    });
  });

  it('answers no estimate while the groups are too small, and a sentence with the counts', async () => {
    const { body } = await calculate({
      percent: 20,
      treated: { n: 48, x: 5, ...NO_MONEY },
      holdout: { n: 12, x: 1, ...NO_MONEY },
    });
    const nothing = { estimate: null, low: null, high: null };
    expect(body).toEqual({
      status: 'too_early',
      customers: {
        status: 'too_early',
        pValue: null,
        difference: nothing,
        relativeLift: nothing,
        incremental: nothing,
      },
      revenue: { status: 'too_early', coefficient: null, perCustomer: nothing, incremental: nothing },
      sentences: ['5 of 48 came back; of the 12 who got nothing 1 did: too early to tell.'],
    });
  });

  it('does not compare groups whose sizes differ from the planned split', async () => {
    const { body } = await calculate({
      percent: 20,
      treated: { n: 900, x: 60, ...NO_MONEY },
      holdout: { n: 100, x: 5, ...NO_MONEY },
    });
    expect(body).toMatchObject({
      status: 'split_broken',
      customers: { status: 'split_broken', pValue: null },
      revenue: { status: 'split_broken' },
    });
  });

  it('writes the sentences in the language of Accept-Language', async () => {
    const { body } = await calculate({ ...PROVEN, currency: 'EUR' }, { 'accept-language': 'de-AT,en;q=0.5' });
    const [customers, money] = (body as { sentences: string[] }).sentences;
    expect(customers).toMatch(/^190 von 1612 .*\(11,8 %\); .*\(5,4 %\)\. .* 103 \(26 bis 161\)\.$/);
    expect(money).toMatch(/ 6\.442\u00a0€ .*\(1\.194\u00a0€ bis 11\.690\u00a0€\)\.$/);
  });

  it.each([
    ['more returned customers than units', { treated: { ...PROVEN.treated, x: 1_613 } }, '/treated/x'],
    ['squares that no values have', { holdout: { ...PROVEN.holdout, sumYY: 1 } }, '/holdout/sumYY'],
    ['a sum that is no number', { treated: { ...PROVEN.treated, sumXY: 'many' } }, '/treated/sumXY'],
    ['a percent above 50', { percent: 51 }, '/percent'],
    ['a currency that is no code', { currency: 'dollars' }, '/currency'],
    ['a window of more than 60 days', { windowDays: 61 }, '/windowDays'],
    ['a key that is unknown', { alpha: 0.1 }, '/alpha'],
  ])('refuses %s with a pointer', async (_what, change, pointer) => {
    const { status, body } = await calculate({ ...PROVEN, ...change });
    expect(status).toBe(422);
    expect((body as { errors: { pointer: string }[] }).errors.map((error) => error.pointer)).toContain(pointer);
  });
});
