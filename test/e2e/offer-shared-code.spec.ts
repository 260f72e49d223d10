import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BothPlatforms } from '../setup/both-platforms.js';
import { type OfferScene, offerSceneA, offerSceneB } from '../setup/offer-scene.js';
import { step } from '../setup/sequence-store.js';
import { type Answer } from '../setup/test-app.js';

interface Checked {
  readonly code?: string;
  readonly executionId?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly warnings?: readonly { readonly pointer: string; readonly detail: string }[];
}

let both: BothPlatforms;
let stores = 0;

beforeAll(async () => {
  both = await BothPlatforms.start();
});
afterAll(() => both?.stop());

async function put({ store }: OfferScene, code: string): Promise<Answer<Checked>> {
  const offer = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'send', code };
  const steps = [step('one', 'PT0S', { body: 'Use {{ offer.code }}. [Go]({{ offer.url }})' })];
  const answer: Answer<object> = await store.put(`seq-${store.retailerId}`, { offer, steps });
  return answer;
}
const execute = ({ store }: OfferScene): Promise<Answer<Checked>> => store.execute(`seq-${store.retailerId}`);
const aboutCode = ({ body }: Answer<Checked>): readonly string[] =>
  [...(body.errors ?? []), ...(body.warnings ?? [])]
    .filter(({ pointer }) => pointer === '/offer/code')
    .map(({ detail }) => detail);

describe.each([
  [
    'A',
    () => offerSceneA(both.appA, both.sink, both.platformA, `shared-code-${(stores += 1)}`, 1),
    /feature=discounts/,
  ],
  ['B', () => offerSceneB(both.stageB, both.sink, 1), /http/],
] as const)('a shared code on a store of platform %s', (_platform, open, grantUrl) => {
  it('is looked up at the PUT and again by a live run', async () => {
    const scene = await open();
    const refused = await put(scene, 'NOBODY');
    expect([refused.status, aboutCode(refused)]).toEqual([422, ['is no code of the store that works']]);
    scene.merchantsCode('WELCOME');
    const saved = await put(scene, 'welcome');
    expect([saved.status, aboutCode(saved)]).toEqual([201, []]);
    scene.merchantsCode('WELCOME', false);
    const late = await execute(scene);
    expect([late.status, late.body.code]).toEqual([409, 'offer_code_unknown']);
  });

  it('is taken as it is without the scope, with a warning that says where to grant it', async () => {
    const scene = await open();
    scene.withdraw();
    const saved = await put(scene, 'UNSEEN');
    expect(saved.status).toBe(201);
    expect(aboutCode(saved)).toEqual([expect.stringMatching(/not granted/)]);
    expect(aboutCode(saved)[0]).toMatch(grantUrl);
    const started = await execute(scene);
    expect(started.status).toBe(202);
    expect(aboutCode(started)).toEqual(aboutCode(saved));
    expect((await scene.store.ended(started.body.executionId ?? '')).counts).toMatchObject({ sent: 1 });
    expect(both.sink.emails.at(-1)?.source).toContain('UNSEEN');
  });

  it('is saved with a warning where the store does not answer, and a live run is refused until it does', async () => {
    const scene = await open();
    scene.merchantsCode('WELCOME');
    scene.fail('disconnect');
    const saved = await put(scene, 'WELCOME');
    expect([saved.status, aboutCode(saved)]).toEqual([201, [expect.stringMatching(/did not answer/)]]);
    expect((await execute(scene)).status).toBeGreaterThanOrEqual(500);
    scene.heal();
    const started = await execute(scene);
    expect([started.status, aboutCode(started)]).toEqual([202, []]);
  });
});
