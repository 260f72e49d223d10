import { describe, expect, it } from 'vitest';
import type { EventRow } from '../log/event-log.repository.js';
import { placeAfter, sendInLanes } from './lanes.js';

const event = (position: number, customerId: string | null): EventRow => ({
  position: String(position),
  id: `event ${position}`,
  type: 'email.sent',
  at: new Date(0),
  customerId,
  externalId: null,
  data: {},
});
const EVENTS = [event(3, 'ann'), event(5, 'bob'), event(6, 'ann'), event(9, 'bob'), event(10, null)];

async function sent(fails: (row: EventRow) => boolean, events = EVENTS) {
  const order: string[] = [];
  const acknowledged = await sendInLanes(events, (row) => {
    order.push(row.position);
    return Promise.resolve(!fails(row));
  });
  return { order, place: placeAfter(events, acknowledged, '12') };
}

describe('a window of events', () => {
  it('is delivered in the order of each customer, and then over', async () => {
    const { order, place } = await sent(() => false);
    expect(order.filter((position) => position !== '10')).toHaveLength(4);
    expect(order.indexOf('3')).toBeLessThan(order.indexOf('6'));
    expect(order.indexOf('5')).toBeLessThan(order.indexOf('9'));
    expect(place).toEqual({ position: '12', acknowledged: [] });
  });

  it('keeps back the later events of a customer after a failure, and no other ones', async () => {
    const { order, place } = await sent(({ position }) => position === '5');
    expect(order.toSorted()).toEqual(['10', '3', '5', '6']);
    expect(place).toEqual({ position: '4', acknowledged: ['6', '10'] });
  });

  it('ends after a few failures, so that a dead endpoint is not asked for every customer', async () => {
    const many = Array.from({ length: 100 }, (_, index) => event(index + 1, `customer ${index}`));
    const { order, place } = await sent(() => true, many);
    expect(order.length).toBeLessThan(20);
    expect(place).toEqual({ position: '0', acknowledged: [] });
  });
});
