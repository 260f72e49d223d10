import { describe, expect, it } from 'vitest';
import { percentile, variantAt } from '../../src/sequences/definitions/variants.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';

const stores = sequenceStores('variants', 1);
const VARIANTS = [
  { id: 'short', share: 50, subject: 'short for you' },
  { id: 'long', share: 30, subject: 'long for you', body: 'A longer text. [Look]({{ shop.url }}/long)' },
  { id: 'same', share: 20 },
];
const STEPS = [step('one', 'PT0S', { variants: VARIANTS }), step('two')];
const CUSTOMERS = Array.from({ length: 40 }, (_, index) => String(index + 1));
const people = Object.fromEntries(CUSTOMERS.map((name) => [name, {}]));

const assigned = (store: SequenceStore, customer: string): string =>
  variantAt(VARIANTS, percentile(store.retailerId, stores.id, 'one', store.idOf(customer)))?.id ?? '';

interface Variants {
  readonly variants: { step: string; variant: string; messages: number; sent: number }[];
}
const countsOf = (body: unknown) => (body as Variants).variants;

describe('a step with variants', () => {
  it('sends each customer one of them, names it with the message, and counts as the dry run said', async () => {
    const store = await stores.open(people, { steps: STEPS });
    const dry = await store.ended((await store.execute(stores.id, { mode: 'dryRun' })).body.executionId);
    const live = await store.ended((await store.execute(stores.id)).body.executionId);
    expect(live).toMatchObject({ status: 'completed', counts: { sent: 80 } });
    const messages = await store.messages(live.executionId);
    const planned = await store.messages(dry.executionId);
    const received = store.received();
    for (const customer of CUSTOMERS) {
      const variant = assigned(store, customer);
      const ofCustomer = (list: typeof messages) =>
        list.filter(({ customerId }) => customerId === store.idOf(customer));
      const first = { short: 'short', long: 'long', same: 'one' }[variant];
      expect(received[customer]).toEqual([first, 'two']);
      for (const list of [messages, planned]) {
        const variants = ofCustomer(list).map((message) => [message.step, message.variant]);
        expect(Object.fromEntries(variants)).toEqual({ one: variant, two: null });
      }
    }
    const share = (id: string): number => CUSTOMERS.filter((customer) => assigned(store, customer) === id).length;
    const expected = VARIANTS.map(({ id }) => ({ step: 'one', variant: id, messages: share(id) }));
    expect(countsOf(live)).toEqual(expected.map((count) => ({ ...count, sent: count.messages })));
    expect(countsOf(dry)).toEqual(expected.map((count) => ({ ...count, sent: 0 })));
  });

  it('keeps the assignment in a later run and another version', async () => {
    const store = await stores.open({ '1': {}, '2': {}, '3': {} }, { steps: STEPS });
    const run = async () => {
      const { executionId } = (await store.execute(stores.id, { repeat: true }, { prefer: 'wait=20' })).body;
      const messages = await store.messages(executionId);
      return Object.fromEntries(messages.flatMap((m) => (m.step === 'one' ? [[m.customerId, m.variant]] : [])));
    };
    const before = await run();
    await store.put(stores.id, { name: 'Another name', steps: STEPS });
    expect(await run()).toEqual(before);
  });

  it('sends every variant in a test', async () => {
    const store = await stores.open({}, { steps: STEPS });
    const body = { mode: 'test', recipients: [store.addressOf('editor')] };
    const { executionId, counts } = (await store.execute(stores.id, body, { prefer: 'wait=15' })).body;
    expect(counts.sent).toBe(4);
    expect((await store.messages(executionId)).map(({ variant }) => variant ?? '-').sort()).toEqual([
      '-',
      'long',
      'same',
      'short',
    ]);
  });

  it('shows each variant in a preview', async () => {
    await stores.open({}, { steps: STEPS });
    const preview = async (query = '') =>
      stores.app.admin('GET', `/admin/sequences/${stores.id}/steps/one/preview?as=no_name${query}`);
    expect((await preview('&variant=long')).body).toMatchObject({ variant: 'long', subject: 'long for you' });
    expect((await preview('&variant=same')).body).toMatchObject({ variant: 'same', subject: 'one for you' });
    expect((await preview()).body).toMatchObject({ variant: 'short', subject: 'short for you' });
    expect((await preview('&variant=none')).status).toBe(404);
    const other = await stores.app.admin('GET', `/admin/sequences/${stores.id}/steps/two/preview?as=no_name`);
    expect(other.body).toMatchObject({ variant: null });
  });

  it.each<[what: string, variants: object[], pointers: string[]]>([
    ['one variant', [{ id: 'a', share: 99 }], ['/steps/0/variants']],
    ['five variants', Array.from({ length: 5 }, (_, n) => ({ id: `v${n}`, share: 20 })), ['/steps/0/variants']],
    [
      'shares that are no 100',
      [
        { id: 'a', share: 50 },
        { id: 'b', share: 40 },
      ],
      ['/steps/0/variants'],
    ],
    [
      'a share that is not whole',
      [
        { id: 'a', share: 49.5 },
        { id: 'b', share: 50.5 },
      ],
      ['/steps/0/variants/0/share', '/steps/0/variants/1/share'],
    ],
    [
      'an id twice',
      [
        { id: 'a', share: 50 },
        { id: 'a', share: 50 },
      ],
      ['/steps/0/variants/1/id'],
    ],
    [
      'an offer without its fields',
      [
        { id: 'a', share: 50, offer: {} },
        { id: 'b', share: 50 },
      ],
      ['kind', 'endsIn', 'fallback'].map((field) => `/steps/0/variants/0/offer/${field}`),
    ],
    [
      'a broken text of a variant',
      [
        { id: 'a', share: 50, body: '{% if %}' },
        { id: 'b', share: 50 },
      ],
      ['/steps/0/variants/0/body'],
    ],
    [
      'an image that is none',
      [
        { id: 'a', share: 50, images: { hero: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11' } },
        { id: 'b', share: 50 },
      ],
      ['/steps/0/variants/0/images/hero'],
    ],
  ])('refuses %s', async (_what, variants, pointers) => {
    const store = await stores.open({});
    const { status, body } = await store.put(stores.id, { steps: [step('one', 'PT0S', { variants })] });
    const { errors = [] } = body as { errors?: { pointer: string }[] };
    expect({ status, pointers: [...new Set(errors.map(({ pointer }) => pointer))] }).toEqual({ status: 422, pointers });
  });

  it('points to the step where a variant takes the mistake from it', async () => {
    const store = await stores.open({});
    const variants = [
      { id: 'a', share: 50, subject: 'Fine' },
      { id: 'b', share: 50 },
    ];
    const { body } = await store.put(stores.id, { steps: [step('one', 'PT0S', { body: '{% if %}', variants })] });
    const { errors = [] } = body as { errors?: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/steps/0/body']);
  });
});
