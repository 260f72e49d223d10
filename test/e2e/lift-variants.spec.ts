import { describe, expect, it } from 'vitest';
import { VariantEpochRow } from '../../src/sequences/variants/variant-epoch.entity.js';
import { VariantUnit } from '../../src/sequences/variants/variant-unit.entity.js';
import { given } from '../factories/given.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';

const stores = sequenceStores('bandits', 1);
const VARIANTS = [
  { id: 'quiet', share: 50 },
  { id: 'loud', share: 50, subject: 'loud for you' },
];
const bandit = { allocation: 'bandit', variants: VARIANTS };
const names = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
const people = (list: readonly string[]) => Object.fromEntries(list.map((name) => [name, {}]));

/** More customers, who enter the segment. */
async function join(store: SequenceStore, list: readonly string[]): Promise<void> {
  await store.people(people(list));
  for (const name of list) await store.setOrders(name, 1);
  await stores.app.settled();
}

/** Executes the sequence, and returns the id of the execution once it has ended. */
async function run(store: SequenceStore, body: object): Promise<string> {
  const { executionId } = (await store.execute(stores.id, body)).body;
  await store.ended(executionId, 60_000);
  return executionId;
}

const unitsOf = (epoch?: number) =>
  stores.app.sql<{ customer_id: string; variant: string; step_id: string }>(
    `SELECT customer_id, variant, step_id FROM variant_units
      WHERE sequence_id = $1 AND ($2::int IS NULL OR epoch = $2) ORDER BY customer_id, step_id`,
    [stores.id, epoch ?? null],
  );
const epochs = () =>
  stores.app.sql<{ epoch: number; shares: Record<string, number> }>(
    'SELECT epoch, shares FROM variant_epochs WHERE sequence_id = $1 ORDER BY epoch',
    [stores.id],
  );

describe('A step whose variants share by returns', () => {
  it('gives most customers of the next day what brought back most, and records each by its shares', async () => {
    const store = await stores.open(people(names('a', 60)), { steps: [step('one', 'PT0S', bandit)] });
    const executionId = await run(store, {});
    const first = await unitsOf();
    const messages = await store.messages(executionId);
    expect(Object.fromEntries(first.map((unit) => [unit.customer_id, unit.variant]))).toEqual(
      Object.fromEntries(messages.map(({ customerId, variant }) => [customerId, variant])),
    );
    expect(await epochs()).toEqual([{ epoch: 1, shares: { quiet: 50, loud: 50 } }]);

    // On the same day nothing changes, although a window has closed and customers came back.
    const returned = first.filter(({ variant }) => variant === 'loud').map((unit) => unit.customer_id);
    await stores.app.sql(
      `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                           financial_status, test, product_ids, ordered_at, platform_updated_at)
       SELECT $1, 'after ' || id, id, 'USD', 10, 0, 10, true, 'paid', 'paid', false, '{}', at, at
         FROM unnest($2::uuid[]) AS id, (SELECT now() - interval '10 days' AS at) t`,
      [store.retailerId, returned],
    );
    const ofSequence = { sequenceId: stores.id };
    await given(stores.app).backdate(VariantUnit, 'startsAt', '15 days', ofSequence);
    await given(stores.app).backdate(VariantUnit, 'closesAt', '15 days', ofSequence);
    await join(store, names('b', 1));
    await run(store, {});
    expect(await epochs()).toHaveLength(1);

    await given(stores.app).backdate(VariantEpochRow, 'startedAt', '25 hours', ofSequence);
    await join(store, names('c', 60));
    await run(store, {});
    const [, second] = await epochs();
    expect(second?.shares).toEqual({ quiet: 10, loud: 90 });
    const ofSecond = await unitsOf(2);
    expect(ofSecond).toHaveLength(60);
    expect(ofSecond.filter(({ variant }) => variant === 'loud').length).toBeGreaterThan(45);
  });

  it('shows the shares of today in a dry run, which begins no epoch', async () => {
    const store = await stores.open(people(names('d', 30)), { steps: [step('one', 'PT0S', bandit)] });
    await run(store, { mode: 'dryRun' });
    expect(await epochs()).toEqual([]);
    const shares = { quiet: 10, loud: 90 };
    const { retailerId } = store;
    const row = { retailerId, sequenceId: stores.id, stepId: 'one', epoch: 1, shares, startedAt: new Date() };
    await given(stores.app).insert(VariantEpochRow, row);
    const dry = await store.messages(await run(store, { mode: 'dryRun' }));
    const live = await store.messages(await run(store, {}));
    const variants = (list: typeof dry) => Object.fromEntries(list.map((each) => [each.customerId, each.variant]));
    expect(variants(dry)).toEqual(variants(live));
    expect(live.filter(({ variant }) => variant === 'loud').length).toBeGreaterThan(20);
  });
});

describe('Steps with fixed shares', () => {
  it('record each customer once, also at later steps, and begin an epoch where the shares change', async () => {
    const steps = [step('one', 'PT0S', { variants: VARIANTS }), step('two', 'PT0S', { variants: VARIANTS })];
    const store = await stores.open(people(names('e', 5)), { steps });
    await run(store, {});
    const before = await unitsOf();
    expect(before).toHaveLength(10);
    await run(store, { repeat: true });
    expect(await unitsOf()).toEqual(before);
    expect(await epochs()).toHaveLength(2);
    const other = VARIANTS.map((variant, index) => ({ ...variant, share: index === 0 ? 90 : 10 }));
    await store.put(stores.id, { steps: [step('one', 'PT0S', { variants: other }), steps[1]] });
    await join(store, names('f', 5));
    await run(store, {});
    expect((await epochs()).map(({ epoch }) => epoch)).toEqual([1, 1, 2]);
    expect(await unitsOf(2)).toHaveLength(5);
  });
});
