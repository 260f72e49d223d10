import { describe, expect, it } from 'vitest';
import type { EventRow } from '../log/event-log.repository.js';
import { sendInLanes } from './lanes.js';
import { RunProgress } from './run-progress.js';

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
  const progress = new RunProgress({ position: '0', acknowledged: [] });
  const acknowledged = await sendInLanes(progress.read(events, '12'), (row) => {
    order.push(row.position);
    return Promise.resolve(!fails(row));
  });
  progress.delivered(acknowledged);
  return { order, place: progress.place };
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

describe('the windows of a run', () => {
  const positions = (events: readonly EventRow[]): string[] => events.map(({ position }) => position);

  it('go on past an event that fails, and keep back its customer in all later windows', () => {
    const progress = new RunProgress({ position: '0', acknowledged: [] });
    progress.read([event(1, 'ann'), event(2, 'bob')], '2');
    progress.delivered(['2']);
    expect(progress.place).toEqual({ position: '0', acknowledged: ['2'] });
    expect(progress.readUntil).toBe('2');
    expect(positions(progress.read([event(3, 'ann'), event(4, 'bob')], '5'))).toEqual(['4']);
    progress.delivered(['4']);
    expect(progress.place).toEqual({ position: '0', acknowledged: ['2', '4'] });
  });

  it('send nothing again that an earlier run delivered, also beyond the first window', () => {
    const progress = new RunProgress({ position: '4', acknowledged: ['6', '10'] });
    expect(positions(progress.read([event(5, 'bob'), event(6, 'ann')], '6'))).toEqual(['5']);
    progress.delivered(['5']);
    expect(progress.place).toEqual({ position: '6', acknowledged: ['10'] });
    expect(positions(progress.read([event(9, 'bob'), event(10, null)], '12'))).toEqual(['9']);
    progress.delivered(['9']);
    expect(progress.place).toEqual({ position: '12', acknowledged: [] });
  });

  it('end where too many events would have to be remembered', () => {
    const progress = new RunProgress({ position: '0', acknowledged: [] });
    const many = Array.from({ length: 10_000 }, (_, index) => event(index + 1, `customer ${index}`));
    progress.read(many, '10000');
    expect(progress.isFull).toBe(true);
    progress.delivered(positions(many));
    expect(progress.isFull).toBe(false);
  });
});
