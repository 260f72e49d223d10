import { describe, expect, it } from 'vitest';
import { deliveryCause } from '../model/causes.js';
import type { CommerceCommand, OrderRecord } from '../model/records.js';
import { namesIn, withoutErased } from './without-erased.js';

const AT = new Date('2026-05-01T00:00:00Z');
const order = (externalId: string, customer?: string): OrderRecord => ({
  externalId,
  ...(customer ? { customer: { externalId: customer, email: `${customer}@example.com`, updatedAt: AT } } : {}),
  currency: 'USD',
  total: 10_000n,
  financialStatus: 'paid',
  cancelledAt: null,
  test: false,
  productIds: ['9'],
  billingCountry: 'CA',
  orderedAt: AT,
  updatedAt: AT,
  triggeredAt: null,
  refunds: [],
});
const erased = { customers: new Set(['1']), orders: new Set(['50']) };

const COMMANDS: readonly CommerceCommand[] = [
  { cause: deliveryCause({ id: 'a' }), record: { kind: 'customer', customer: { externalId: '1', updatedAt: AT } } },
  {
    cause: deliveryCause({ id: 'b' }),
    record: { kind: 'consent', consent: { externalId: '1', marketing: 'subscribed', decidedAt: AT } },
  },
  { cause: deliveryCause({ id: 'c' }), record: { kind: 'order', order: order('40', '1') } },
  { cause: deliveryCause({ id: 'd' }), record: { kind: 'order', order: order('50') } },
  {
    cause: deliveryCause({ id: 'e' }),
    record: { kind: 'refund', refund: { externalId: '7', orderExternalId: '50', amount: 1n } },
  },
  { cause: deliveryCause({ id: 'f' }), record: { kind: 'order', order: order('60', '2') } },
  { cause: deliveryCause({ id: 'g' }), record: { kind: 'customer', customer: { externalId: '2', updatedAt: AT } } },
];

describe('withoutErased', () => {
  const { commands, causesOfErased } = withoutErased(COMMANDS, erased);

  it('lets nothing of an erased customer through but their orders, as nobody’s', () => {
    expect(commands.map(({ cause }) => cause)).toEqual(['c', 'd', 'e', 'f', 'g']);
    const [first, second] = commands.map(({ record }) => record);
    for (const record of [first, second]) {
      expect(record).toMatchObject({ kind: 'order', order: { billingCountry: null, total: 10_000n } });
      expect(record).not.toHaveProperty(['order', 'customer']);
    }
  });

  it('returns the causes that named an erased person', () => {
    expect([...causesOfErased]).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('leaves others as they are', () => {
    expect(commands.slice(3)).toEqual(COMMANDS.slice(5));
  });

  it('asks for every customer and order that is named', () => {
    expect(namesIn(COMMANDS)).toEqual({ customers: ['1', '2'], orders: ['40', '50', '60'] });
  });
});
