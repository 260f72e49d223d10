import { describe, expect, it } from 'vitest';
import type { PastEntry } from '../../segmentation/past/past-entries.service.js';
import type { SequenceDefinition } from '../definitions/definition.dto.js';
import { type Visit, visitRulesOf, visitsOf } from './visits.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const entry = (customerId: string, enteredAt: number, more: Partial<PastEntry> = {}): PastEntry => ({
  customerId,
  email: `${customerId}@example.com`,
  marketing: 'subscribed',
  enteredAt,
  leftAt: null,
  orderedAt: null,
  ...more,
});

/** Two steps: at the entry and a day later. */
const rules = (more: object = {}) =>
  visitRulesOf({ steps: [{ delay: 'PT1H' }, { delay: 'P1D' }], ...more } as unknown as SequenceDefinition);

const run = (
  entries: readonly PastEntry[],
  more: object = {},
  reachable: (id: string) => boolean = () => true,
  earlier: readonly Visit[] = [],
): string[] =>
  visitsOf(entries, rules(more), reachable, earlier).map(
    ({ customerId, enteredAt, emails }) => `${customerId} ${enteredAt / DAY} ${emails}`,
  );

describe('visitsOf', () => {
  it('lets everybody in once, by time', () => {
    expect(run([entry('bob', 2 * DAY), entry('ann', DAY), entry('ann', 9 * DAY)])).toEqual(['ann 1 2', 'bob 2 2']);
  });

  it('counts no email that is due after the customer left the segment or ordered', () => {
    expect(run([entry('ann', 0, { leftAt: 2 * HOUR })])).toEqual(['ann 0 1']);
    expect(run([entry('ann', 0, { leftAt: 2 * HOUR })], { exitOnLeave: false })).toEqual(['ann 0 2']);
    expect(run([entry('ann', 0, { orderedAt: HOUR })])).toEqual(['ann 0 0']);
    expect(run([entry('ann', 0, { orderedAt: HOUR })], { exitOnOrder: false })).toEqual(['ann 0 2']);
  });

  it('lets somebody in again after the pause, and not before', () => {
    const reentry = { policy: 'after', days: 5 };
    const days = [0, 4, 5, 9, 10].map((day) => entry('ann', day * DAY));
    expect(run(days, { reentry })).toEqual(['ann 0 2', 'ann 5 2', 'ann 10 2']);
  });

  it('lets nobody in who is still on the way', () => {
    const reentry = { policy: 'after', days: 1 };
    const stays = [entry('ann', 0), entry('ann', DAY), entry('ann', 2 * DAY)];
    expect(run(stays, { reentry, exitOnLeave: false })).toEqual(['ann 0 2', 'ann 2 2']);
  });

  it('lets one record of a person in at one instant, also where no email reaches the person', () => {
    const [ann, eve] = [entry('ann', 0, { marketing: 'unknown' }), entry('eve', 0, { email: 'ann@example.com' })];
    expect(run([ann, eve])).toEqual(['eve 0 2']);
    expect(run([ann, eve], {}, () => false)).toEqual(['eve 0 0']);
  });

  it('lets somebody in again who was reached by no email', () => {
    const early = entry('ann', 0, { leftAt: HOUR });
    expect(run([early, entry('ann', 9 * DAY), entry('ann', 19 * DAY)])).toEqual(['ann 0 0', 'ann 9 2']);
    expect(run([entry('ann', 0), entry('ann', DAY)], {}, () => false)).toEqual(['ann 0 0', 'ann 1 0']);
  });

  it('takes records with one address for one person, and prefers the one that subscribed', () => {
    const email = 'same@example.com';
    const unknown = entry('ann', 0, { email, marketing: 'unknown' });
    expect(run([unknown, entry('zoe', 0, { email })])).toEqual(['zoe 0 2']);
    expect(run([unknown, entry('zoe', DAY, { email })])).toEqual(['ann 0 2']);
  });

  it('counts visits before the span', () => {
    const before = { customerId: 'ann', person: 'ann@example.com', enteredAt: -DAY, endsAt: -DAY };
    expect(run([entry('ann', 0)], {}, undefined, [{ ...before, emails: 1 }])).toEqual([]);
    expect(run([entry('ann', 0)], {}, undefined, [{ ...before, emails: 0 }])).toEqual(['ann 0 2']);
    const twice = [
      { ...before, emails: 1 },
      { ...before, enteredAt: -1, endsAt: -1, emails: 0 },
    ];
    expect(run([entry('ann', 0)], {}, undefined, twice)).toEqual([]);
  });
});
