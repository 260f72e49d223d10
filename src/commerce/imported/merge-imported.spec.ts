import { describe, expect, it } from 'vitest';
import { emptyCustomer } from '../intake/merge.js';
import type { Marketing } from '../model/customer.entity.js';
import { mergeImported } from './merge-imported.js';
import type { ImportedCustomer } from './records.js';

const NOW = new Date('2026-05-01T00:00:00Z');
const [EARLY, LATE] = [new Date('2025-01-01T00:00:00Z'), new Date('2025-06-01T00:00:00Z')];
const incoming = (change: Partial<ImportedCustomer>): ImportedCustomer => ({
  person: { externalId: 'till:7', customerId: '7', email: null },
  firstName: null,
  lastName: null,
  country: null,
  marketing: 'unknown',
  decidedAt: null,
  ...change,
});
const stored = { ...emptyCustomer('c', '7'), email: 'a@x.com', firstName: 'Ada' };

describe('an imported customer', () => {
  const cases: readonly (readonly [Marketing, Marketing, Marketing])[] = [
    ['subscribed', 'unsubscribed', 'unsubscribed'],
    ['unsubscribed', 'subscribed', 'unsubscribed'],
    ['unknown', 'subscribed', 'subscribed'],
    ['unknown', 'unsubscribed', 'unsubscribed'],
    ['subscribed', 'unknown', 'subscribed'],
    ['unsubscribed', 'unknown', 'unsubscribed'],
  ];
  it.each(cases)('who is %s, and %s in the file, ends as %s, whichever is later', (before, marketing, after) => {
    for (const [was, now] of [
      [EARLY, LATE],
      [LATE, EARLY],
      [null, null],
    ] as const) {
      const row = { ...stored, marketing: before, marketingUpdatedAt: was };
      const change = mergeImported(row, incoming({ marketing, decidedAt: now }), false, NOW);
      expect((change?.row ?? row).marketing).toBe(after);
    }
  });

  it('whose refusal ends a later permission refuses from now on, so that the permission does not come back', () => {
    const row = { ...stored, marketing: 'subscribed', marketingUpdatedAt: LATE } as const;
    const change = mergeImported(row, incoming({ marketing: 'unsubscribed', decidedAt: EARLY }), false, NOW);
    expect(change?.row.marketingUpdatedAt).toEqual(NOW);
  });

  it('completes a record of the platform, and replaces one of an import', () => {
    const given = incoming({
      firstName: 'Eve',
      lastName: 'Byron',
      person: { externalId: 'till:7', customerId: '7', email: 'b@x.com' },
    });
    expect(mergeImported(stored, given, false, NOW)).toMatchObject({
      row: { firstName: 'Ada', lastName: 'Byron', email: 'a@x.com' },
      before: { lastName: null },
      after: { lastName: 'Byron' },
    });
    expect(mergeImported(stored, given, true, NOW)?.row).toMatchObject({ firstName: 'Eve', email: 'b@x.com' });
  });

  it('who is stored like that already changes nothing, and says which fields are so', () => {
    const alike = mergeImported(
      { ...stored, marketing: 'unsubscribed' },
      incoming({ firstName: 'Ada', marketing: 'unsubscribed' }),
      true,
      NOW,
    );
    const fields = { firstName: 'Ada', marketing: 'unsubscribed', marketingUpdatedAt: null };
    expect(alike).toMatchObject({ isChanged: false, before: fields, after: fields });
    expect(mergeImported(stored, incoming({ marketing: 'unknown' }), true, NOW)).toBeUndefined();
  });
});
