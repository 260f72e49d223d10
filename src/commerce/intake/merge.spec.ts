import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mergeConsent,
  mergeCustomer,
  mergeLanguage,
  mergeOrder,
  mergeRefund,
  type OrderWithLanguage,
} from './merge.js';
import {
  type ConsentRecord,
  type CustomerRecord,
  type OrderRecord,
  REFUND_SOURCES,
  type RefundRecord,
} from '../model/records.js';
import type { CustomerRow, OrderRow } from '../model/rows.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));

function order(change: Partial<OrderRecord> = {}): OrderRecord {
  return {
    externalId: '1',
    currency: 'USD',
    total: 1_000_000n,
    financialStatus: 'paid',
    cancelledAt: null,
    test: false,
    productIds: [],
    billingCountry: null,
    orderedAt: at(0),
    updatedAt: at(0),
    triggeredAt: null,
    refunds: [],
    ...change,
  };
}
const mergeAll = (orders: readonly OrderRecord[]): OrderRow | undefined =>
  orders.reduce<OrderRow | undefined>((stored, incoming) => mergeOrder(stored, incoming, null), undefined);

describe('mergeOrder', () => {
  it('keeps a newer body when an older one comes late', () => {
    const newer = order({ updatedAt: at(5), total: 5n });
    expect(mergeAll([newer, order({ updatedAt: at(1), total: 1n })])?.total).toBe(5n);
  });

  it('lets the time of the event decide between bodies of the same second', () => {
    const first = order({ triggeredAt: at(1), total: 1n });
    const second = order({ triggeredAt: at(2), total: 2n });
    expect(mergeAll([first, second])?.total).toBe(2n);
    expect(mergeAll([second, first])?.total).toBe(2n);
  });

  it('keeps the codes in upper case, each once, until a body names others or none', () => {
    const codes = (...bodies: Partial<OrderRecord>[]) =>
      mergeAll(bodies.map((body, minute) => order({ updatedAt: at(minute), ...body })))?.discountCodes;
    expect(codes({ discountCodes: ['ten', ' FIVE', 'TEN'] })).toEqual(['FIVE', 'TEN']);
    expect(codes({ discountCodes: ['ten'] }, {})).toEqual(['TEN']);
    expect(codes({ discountCodes: ['ten'] }, { discountCodes: [] })).toBeNull();
    expect(codes({})).toBeNull();
  });

  it('never takes a cancellation back', () => {
    const cancelled = order({ updatedAt: at(1), cancelledAt: at(1) });
    expect(mergeAll([cancelled, order({ updatedAt: at(2) })])?.cancelledAt).toEqual(at(1));
    expect(mergeAll([order({ updatedAt: at(2) }), cancelled])?.cancelledAt).toEqual(at(1));
  });

  it('ends in the same state for every order of arrival and any repeats', () => {
    const bodies = fc.uniqueArray(
      fc.record({
        minute: fc.integer({ min: 0, max: 50 }),
        total: fc.bigInt({ min: 0n, max: 99n }),
        cancelled: fc.boolean(),
      }),
      { selector: ({ minute }) => minute, minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(bodies, fc.infiniteStream(fc.nat()), (list, random) => {
        const orders = list.map(({ minute, total, cancelled }) =>
          order({ updatedAt: at(minute), total, cancelledAt: cancelled ? at(minute) : null }),
        );
        const repeated = [...orders, ...orders.slice(0, 2)];
        const keys = new Map(repeated.map((item, index) => [`${index}`, { item, key: random.next().value as number }]));
        const shuffled = [...keys.values()].sort((a, b) => a.key - b.key).map(({ item }) => item);
        expect(mergeAll(shuffled)).toEqual(mergeAll(orders));
      }),
    );
  });
});

describe('mergeCustomer', () => {
  const record = (change: Partial<CustomerRecord>): CustomerRecord => ({ externalId: '7', updatedAt: null, ...change });
  const merge = (...records: CustomerRecord[]): CustomerRow | undefined =>
    records.reduce<CustomerRow | undefined>((row, next) => mergeCustomer(row, next, 'id'), undefined);

  it('keeps what a body does not speak of', () => {
    const row = merge(
      record({ email: 'a@b.example', updatedAt: at(1) }),
      record({ firstName: 'Ann', updatedAt: at(2) }),
    );
    expect(row).toMatchObject({ email: 'a@b.example', firstName: 'Ann' });
  });

  it('removes what a newer body says is empty', () => {
    expect(
      merge(record({ email: 'a@b.example', updatedAt: at(1) }), record({ email: null, updatedAt: at(2) }))?.email,
    ).toBeNull();
  });

  it('ignores an older body', () => {
    expect(
      merge(record({ email: 'new@b.example', updatedAt: at(2) }), record({ email: 'old@b.example', updatedAt: at(1) }))
        ?.email,
    ).toBe('new@b.example');
  });
});

describe('mergeLanguage', () => {
  const record = (change: Partial<CustomerRecord> = {}): CustomerRecord => ({
    externalId: '7',
    updatedAt: null,
    ...change,
  });
  const purchase = (language: string, minute: number, change: Partial<OrderRecord> = {}): OrderWithLanguage => ({
    ...order({ orderedAt: at(minute), updatedAt: at(minute), ...change }),
    customer: record(),
    language,
  });
  const languageAfter = (...facts: readonly (OrderWithLanguage | CustomerRecord)[]): string | null | undefined =>
    facts.reduce<CustomerRow | undefined>(
      (row, fact) => ('orderedAt' in fact ? mergeLanguage(row, fact, 'id') : mergeCustomer(row, fact, 'id')),
      undefined,
    )?.language;

  it('lets the later purchase decide', () => {
    expect(languageAfter(purchase('fr', 1), purchase('de', 2))).toBe('de');
    expect(languageAfter(purchase('de', 2), purchase('fr', 1))).toBe('de');
  });

  it('does not let the update of an old order bring its language back', () => {
    expect(languageAfter(purchase('de', 2), purchase('fr', 1, { updatedAt: at(9) }))).toBe('de');
  });

  it('does not let an order that is dated ahead win for good', () => {
    expect(languageAfter(purchase('fr', 99, { updatedAt: at(1) }), purchase('de', 2))).toBe('de');
  });

  it("takes the record's language until an order says one, and no longer", () => {
    expect(languageAfter(record({ language: 'en', updatedAt: at(1) }))).toBe('en');
    expect(languageAfter(record({ language: 'en', updatedAt: at(9) }), purchase('fr', 1))).toBe('fr');
    expect(languageAfter(purchase('fr', 1), record({ language: 'en', updatedAt: at(9) }))).toBe('fr');
  });

  it('keeps the language through a record that says none', () => {
    expect(languageAfter(purchase('fr', 1), record({ firstName: 'Ann', updatedAt: at(9) }))).toBe('fr');
    expect(languageAfter(record({ firstName: 'Ann', updatedAt: at(9) }), purchase('fr', 1))).toBe('fr');
  });

  it('writes nothing where the same order comes again', () => {
    const row = mergeLanguage(undefined, purchase('fr', 1), 'id');
    expect(mergeLanguage(row, purchase('fr', 1, { updatedAt: at(5) }), 'id')).toBe(row);
  });

  it('ends in the same state for every order of arrival and any repeats', () => {
    const purchases = fc
      .uniqueArray(fc.record({ minute: fc.nat(50), language: fc.constantFrom('de', 'fr-CA', 'es') }), {
        selector: ({ minute }) => minute,
        minLength: 1,
        maxLength: 6,
      })
      .map((list) => list.map(({ language, minute }) => purchase(language, minute)));
    const told = purchases.map((list) => [...list, record({ updatedAt: at(9) }), record({ language: 'en' })]);
    const shuffled = told.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray([...list, ...list.slice(0, 2)], { minLength: list.length + Math.min(2, list.length) }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([list, arrival]) => {
        expect(languageAfter(...arrival)).toBe(languageAfter(...list));
      }),
    );
  });
});

describe('mergeConsent', () => {
  const consent = (change: Partial<ConsentRecord>): ConsentRecord => ({
    externalId: '7',
    marketing: 'subscribed',
    decidedAt: null,
    ...change,
  });

  it('keeps the later decision', () => {
    const row = mergeConsent(undefined, consent({ marketing: 'unsubscribed', decidedAt: at(2) }), 'id');
    expect(mergeConsent(row, consent({ decidedAt: at(1) }), 'id').marketing).toBe('unsubscribed');
    expect(mergeConsent(row, consent({ decidedAt: at(3) }), 'id').marketing).toBe('subscribed');
  });

  it('lets a decision without a time lose against any with one', () => {
    const row = mergeConsent(undefined, consent({ marketing: 'unsubscribed', decidedAt: at(2) }), 'id');
    expect(mergeConsent(row, consent({}), 'id').marketing).toBe('unsubscribed');
  });
});

describe('mergeRefund', () => {
  it('keeps the amount that has succeeded', () => {
    const pending = { externalId: '1', orderExternalId: '2', amount: 0n };
    const done = { ...pending, amount: 500n };
    expect(mergeRefund(done, pending)).toBe(done);
    expect(mergeRefund(pending, done)).toBe(done);
  });

  const refund = (change: Partial<RefundRecord>): RefundRecord => ({
    externalId: '1',
    orderExternalId: '2',
    amount: 0n,
    ...change,
  });
  const mergeAll = (refunds: readonly RefundRecord[]): RefundRecord | undefined =>
    refunds.reduce<RefundRecord | undefined>(mergeRefund, undefined);

  it('lets an amount that was read replace an amount of a delivery, even a larger one, and keeps it', () => {
    const told = refund({ amount: 1_500n });
    const read = refund({ amount: 10n, source: 'read', asOf: at(1) });
    for (const order of [
      [told, read],
      [read, told],
      [told, read, told],
    ]) {
      expect(mergeAll(order)).toEqual(read);
    }
  });

  it('lets the later of two readings stay', () => {
    const first = refund({ amount: 30n, source: 'read', asOf: at(1) });
    const second = refund({ amount: 10n, source: 'read', asOf: at(2) });
    expect(mergeAll([first, second])).toEqual(second);
    expect(mergeAll([second, first])).toEqual(second);
  });

  it('owes a reading from an unknown amount on until one is settled', () => {
    const unknown = refund({ source: 'unknown' });
    expect(mergeAll([unknown])?.readOwed).toBe(true);
    expect(mergeAll([refund({ source: 'under_way' }), unknown])?.readOwed).toBe(true);
    expect(mergeAll([unknown, refund({ source: 'under_way' })])?.readOwed).toBe(true);
    expect(mergeAll([unknown, refund({ amount: 5n, source: 'estimated' })])?.readOwed ?? false).toBe(false);
    expect(mergeAll([refund({ amount: 5n, source: 'read', asOf: at(1) }), unknown])?.readOwed ?? false).toBe(false);
  });

  it('ends in the same state for every order of arrival and any repeats', () => {
    const bodies = fc.array(
      fc.record({
        source: fc.constantFrom(...REFUND_SOURCES),
        amount: fc.bigInt({ min: 0n, max: 9n }),
        asOf: fc.constantFrom(at(1), at(2)),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const plain = (merged: RefundRecord | undefined) => merged && { ...merged, readOwed: merged.readOwed ?? false };
    const shuffled = bodies.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray([...list, ...list.slice(0, 2)], { minLength: list.length + Math.min(2, list.length) }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([list, arrival]) => {
        const of = ({ source, amount, asOf }: (typeof list)[number]): RefundRecord =>
          refund({ source, amount: source === 'unknown' ? 0n : amount, ...(source === 'read' ? { asOf } : {}) });
        expect(plain(mergeAll(arrival.map(of)))).toEqual(plain(mergeAll(list.map(of))));
      }),
    );
  });
});
