import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { OfferRow } from '../../src/offers/offer.entity.js';
import type { NewOffer, OfferAsk } from '../../src/offers/offers.service.js';
import { OffersService } from '../../src/offers/offers.service.js';
import { given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { installStore } from '../setup/webhooks.js';

const TERMS = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' } as const;

let app: IdleApp;
let retailerId: string;
let executionId: string;
beforeAll(async () => {
  app = await IdleApp.start();
  ({ retailerId } = await installStore(app, 'places.myshopify.com'));
});
afterAll(() => app.stop());
beforeEach(() => {
  executionId = randomUUID();
});

const offers = () => app.get(OffersService);

async function open(place: string, more: Partial<NewOffer> = {}): Promise<string> {
  const start: NewOffer = {
    retailerId,
    executionId,
    sequenceId: executionId,
    place,
    mode: 'live',
    trigger: 'manual',
    terms: TERMS,
    language: 'en',
    startsAt: null,
    endsInMs: 86_400_000,
    waitUpToMs: 60_000,
    ...more,
  };
  await app.transaction((tx) => offers().open(tx, start));
  const { sequenceId } = start;
  const [row] = await stored(app).rows(OfferRow, { retailerId, sequenceId, place }, 'id');
  return row?.id ?? '';
}

const mint = (offerId: string, code: string) => given(app).insert(OfferCode, { retailerId, offerId, code });
const ask = (offerPlace: string, customerId: string): OfferAsk => ({ executionId, offerPlace, customerId });

/** The codes that messages get; null where there is none yet, undefined where there is no offer. */
async function codesFor(asks: readonly OfferAsk[]): Promise<(string | null | undefined)[]> {
  const answers = await offers().forMessages(retailerId, asks, 'https://shop.example');
  return answers.map((answer) => answer && (answer.status === 'ready' ? answer.offer.code : null));
}

describe('an execution with several offers', () => {
  it('gives a customer one code of each offer, and each message the code of its own', async () => {
    const [own, other] = [await open('one/a'), await open('one/b')];
    for (const [offerId, code] of [
      [own, 'A'],
      [own, 'AA'],
      [other, 'B'],
    ] as const) {
      await mint(offerId, `${code}-${executionId}`.toUpperCase());
    }
    const customer = randomUUID();
    const asks = [ask('one/a', customer), ask('one/b', customer), ask('', customer), ask('one/a', customer)];
    const [first, second, none, again] = await codesFor(asks);
    expect([first?.split('-')[0]?.replace('AA', 'A'), second?.split('-')[0], none]).toEqual(['A', 'B', undefined]);
    expect(again).toBe(first);
    expect(await codesFor(asks)).toEqual([first, second, none, again]);
  });

  it('counts the codes that are wanted of each offer alone', async () => {
    const ids = [await open(''), await open('one/a')];
    await app.transaction((tx) => offers().expect(tx, retailerId, { executionId, place: 'one/a' }, 3));
    const rows = await stored(app).rows(OfferRow, { retailerId, sequenceId: executionId }, 'id', 'wanted');
    expect(ids.map((id) => rows.find((row) => row.id === id)?.wanted)).toEqual([0, 3]);
  });

  it('lets a recipient wait, although another offer has free codes', async () => {
    await open('one/a');
    await mint(await open('one/b'), `FREE-${executionId}`.toUpperCase());
    const isAnswered = (place: string): Promise<boolean> => offers().isAnswered(retailerId, [{ executionId, place }]);
    expect(await isAnswered('one/a')).toBe(false);
    expect(await isAnswered('one/b')).toBe(true);
  });

  it('ends all of them, once', async () => {
    await open('');
    await open('one/a');
    const end = () => app.transaction((tx) => offers().end(tx, retailerId, executionId));
    await end();
    const ended = () =>
      app.sql<{ at: Date | null }>(`SELECT ended_at AS at FROM offer_executions WHERE execution_id = $1`, [
        executionId,
      ]);
    const before = await ended();
    expect(before.map(({ at }) => at !== null)).toEqual([true, true]);
    await end();
    expect(await ended()).toEqual(before);
  });

  it('shares a discount with other triggered executions only for the same place', async () => {
    const sequenceId = randomUUID();
    const of = async (place: string): Promise<string> => {
      executionId = randomUUID();
      return open(place, { sequenceId, trigger: 'segment_entered' });
    };
    const [first, other, again] = [await of('one/a'), await of('one/b'), await of('one/a')];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(await stored(app).count(OfferRow, { retailerId, sequenceId })).toBe(2);
  });
});

it('keeps one code of an offer for each recipient, whatever writes it', async () => {
  const offerId = await open('one/a');
  const customerId = randomUUID();
  const insert = (code: string) =>
    given(app).insert(OfferCode, { retailerId, offerId, code, executionId, customerId, assignedAt: new Date() });
  await insert(`ONE-${executionId}`);
  await expect(insert(`TWO-${executionId}`)).rejects.toThrow('offer_codes_recipient_key');
});
