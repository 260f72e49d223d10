import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LinkClick } from '../../src/links/clicks/link-click.entity.js';
import { given } from '../factories/given.js';
import { placeOrder } from '../setup/place-order.js';
import { type SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { waitFor } from '../setup/wait-for.js';

const stores = sequenceStores('branches', 1);

/** Writes a click as the endpoint of links does. `sign` makes it a robot's. */
async function click(
  store: SequenceStore,
  executionId: string,
  customer: string,
  stepId = 'one',
  sign: 'burst' | null = null,
): Promise<void> {
  await given(stores.app).insert(LinkClick, {
    retailerId: store.retailerId,
    messageId: randomUUID(),
    number: 1,
    linkId: '1',
    executionId,
    stepId,
    customerId: store.idOf(customer),
    clickedAt: new Date(),
    secondsAfterSent: 60,
    method: 'GET',
    agent: 'browser',
    prefetch: false,
    trap: false,
    sign,
  });
}

/** The steps that a customer got, and the reasons for the others. */
async function outcomes(store: SequenceStore, executionId: string, customer: string): Promise<Record<string, string>> {
  const messages = await store.messages(executionId);
  return Object.fromEntries(
    messages
      .filter(({ customerId }) => customerId === store.idOf(customer))
      .map(({ step: id, state, reason }) => [id, reason ?? state]),
  );
}

async function afterStepOne(definition: object, customers: readonly string[]) {
  const people = Object.fromEntries(customers.map((name) => [name, {}]));
  const store = await stores.open(people, { exitOnOrder: false, exitOnLeave: false, ...definition });
  const { executionId } = (await store.execute(stores.id)).body;
  await waitFor(() => Object.values(store.received()).flat().length === customers.length);
  return { store, executionId };
}

describe('a condition', () => {
  it('on a click divides the recipients: each gets one of the two branches, and goes on', async () => {
    const steps = [
      step('one'),
      step('yes', 'PT3S', { when: { clicked: 'one' } }),
      step('no', 'PT0S', { unless: { clicked: 'one' } }),
      step('end'),
    ];
    const { store, executionId } = await afterStepOne({ steps }, ['1', '2', '3']);
    await click(store, executionId, '1');
    await click(store, executionId, '2', 'one', 'burst');
    const ended = await store.ended(executionId);
    expect(ended.counts).toMatchObject({ planned: 12, sent: 9, skipped: { condition: 3 } });
    expect(store.received()).toEqual({ 1: ['one', 'yes', 'end'], 2: ['one', 'no', 'end'], 3: ['one', 'no', 'end'] });
    expect(await outcomes(store, executionId, '1')).toEqual({ one: 'sent', yes: 'sent', no: 'condition', end: 'sent' });
  });

  it('sends nobody both branches, even if the answer changes in between', async () => {
    const steps = [
      step('one'),
      step('yes', 'PT2S', { when: { clicked: 'one' } }),
      step('no', 'PT3S', { unless: { clicked: 'one' } }),
    ];
    const { store, executionId } = await afterStepOne({ steps }, ['1']);
    await click(store, executionId, '1');
    await waitFor(() => store.received()['1']?.length === 2);
    // A later click shows that the first one was a robot's.
    await given(stores.app).set(LinkClick, { sign: 'burst' }, { executionId });
    await store.ended(executionId);
    expect(await outcomes(store, executionId, '1')).toEqual({ one: 'sent', yes: 'sent', no: 'condition' });
  });

  it('on an order holds for orders after the step was sent that still count', async () => {
    const steps = [
      step('one'),
      step('thanks', 'PT4S', { when: { ordered: 'one' } }),
      step('remind', 'PT0S', { unless: { ordered: 'one' } }),
    ];
    const { store, executionId } = await afterStepOne({ steps }, ['1', '2', '3']);
    await placeOrder(store, stores.domain, '1');
    const id = await placeOrder(store, stores.domain, '2');
    await placeOrder(store, stores.domain, '2', { id, cancelledAt: new Date().toISOString() });
    await store.ended(executionId);
    expect(store.received()).toEqual({ 1: ['one', 'thanks'], 2: ['one', 'remind'], 3: ['one', 'remind'] });
  });

  it('on a segment asks for the membership at that moment, also after the segment was renamed', async () => {
    const store = await stores.open({ '1': {}, '2': {} }, { steps: [step('one')] });
    const saved = await stores.app.admin<{ segments: { id: string }[] }>('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'VIP', criteria: { minOrders: 5 } }],
    });
    await stores.app.settled();
    const steps = [
      step('one'),
      step('vip', 'PT3S', { when: { inSegment: 'VIP' } }),
      step('rest', 'PT0S', { unless: { inSegment: 'VIP' } }),
    ];
    await store.put(stores.id, { exitOnLeave: false, steps });
    const { executionId } = (await store.execute(stores.id)).body;
    await waitFor(() => Object.values(store.received()).flat().length === 2);
    const renamed = await stores.app.admin('PATCH', `/admin/segments/${saved.body.segments[0]?.id}`, { name: 'Gold' });
    expect(renamed.status).toBe(200);
    await store.setOrders('1', 5);
    await store.ended(executionId);
    expect(store.received()).toEqual({ 1: ['one', 'vip'], 2: ['one', 'rest'] });
  });

  it('sends nobody both branches where one has the present name of a segment and the other a former one', async () => {
    const store = await stores.open({ '1': {} }, { steps: [step('one')] });
    const saved = await stores.app.admin<{ segments: { id: string }[] }>('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'Patrons', criteria: { minOrders: 5 } }],
    });
    await stores.app.admin('PATCH', `/admin/segments/${saved.body.segments[0]?.id}`, { name: 'Friends' });
    await store.setOrders('1', 5);
    await stores.app.settled();
    const steps = [
      step('one'),
      step('patrons', 'PT0S', { when: { inSegment: 'Patrons' } }),
      step('rest', 'PT3S', { unless: { inSegment: 'Friends' } }),
    ];
    await store.put(stores.id, { exitOnLeave: false, steps });
    const { executionId } = (await store.execute(stores.id)).body;
    await waitFor(() => store.received()['1']?.length === 2);
    await store.setOrders('1', 1);
    await store.ended(executionId);
    expect(store.received()).toEqual({ 1: ['one', 'patrons'] });
  });

  it('on an email that was not sent does not hold', async () => {
    const steps = [
      step('one'),
      step('two', 'PT0S', { when: { clicked: 'one' } }),
      step('three', 'PT0S', { when: { ordered: 'two' } }),
      step('four', 'PT0S', { unless: { ordered: 'two' } }),
    ];
    const { store, executionId } = await afterStepOne({ steps }, ['1']);
    await store.ended(executionId);
    expect(await outcomes(store, executionId, '1')).toEqual({
      one: 'sent',
      two: 'condition',
      three: 'condition',
      four: 'sent',
    });
  });

  it('is ignored in a test, which sends every step', async () => {
    const store = await stores.open({}, { steps: [step('one'), step('two', 'P1D', { when: { clicked: 'one' } })] });
    const body = { mode: 'test', recipients: [store.addressOf('editor')] };
    expect((await store.execute(stores.id, body, { prefer: 'wait=15' })).body.counts).toMatchObject({ sent: 2 });
  });
});

describe('a dry run', () => {
  it('counts steps that depend on the future as maybe', async () => {
    const store = await stores.open({ '1': {}, '2': { marketing: 'unsubscribed' } });
    const steps = [step('one'), step('yes', 'P1D', { when: { clicked: 'one' } }), step('end')];
    await store.put(stores.id, { steps });
    const { body } = await store.execute(stores.id, { mode: 'dryRun' }, { prefer: 'wait=15' });
    expect(body.counts).toMatchObject({ planned: 6, queued: 2, maybe: 1, skipped: { unsubscribed: 3 } });
    expect(await outcomes(store, body.executionId, '1')).toEqual({ one: 'queued', yes: 'maybe', end: 'queued' });
  });
});

describe('PUT', () => {
  it.each<[what: string, more: object, pointers: string[]]>([
    ['an unknown step', { when: { clicked: 'none' } }, ['/steps/1/when/clicked']],
    ['an unknown segment', { unless: { inSegment: 'None' } }, ['/steps/1/unless/inSegment']],
    ['both sides', { when: { clicked: 'one' }, unless: { clicked: 'one' } }, ['/steps/1/unless']],
    ['an unknown question', { when: { opened: 'one' } }, ['/steps/1/when/opened']],
    ['a list', { when: [] }, ['/steps/1/when']],
  ])('refuses %s in a condition with its pointer', async (_what, more, pointers) => {
    const store = await stores.open({});
    const { status, body } = await store.put(stores.id, { steps: [step('one'), step('two', 'PT0S', more)] });
    const { errors } = body as unknown as { errors: { pointer: string }[] };
    expect({ status, pointers: errors.map(({ pointer }) => pointer) }).toEqual({ status: 422, pointers });
  });

  it('warns of a question about orders where an order ends the sequence', async () => {
    const store = await stores.open({});
    const steps = [step('one'), step('two', 'PT0S', { unless: { ordered: 'one' } })];
    expect((await store.put(stores.id, { steps })).body).toMatchObject({
      warnings: [{ pointer: '/steps/1/unless/ordered' }],
    });
    expect((await store.put(stores.id, { steps, exitOnOrder: false })).body).toMatchObject({ warnings: [] });
  });
});
