import { entityId, retailerIdOf } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { stored } from '../factories/given.js';
import { idOf, StageB } from '../setup/platform-b.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { Browser, startWithPlatformA } from './install-flow.js';

interface Sequence {
  readonly language?: string;
}

/** What a new sequence that names no language has, and how its email begins. */
async function madeIn(app: TestApp, retailerId: string, given: { language?: string } = {}) {
  const steps = [{ id: 'hello', delay: 'PT0S', subject: 'Hi', body: 'Hi, [come]({{ shop.url }}).' }];
  const definition = { brandId: entityId(retailerId, 'brand', 'default'), name: 'Hello', steps, ...given };
  const id = `hello-${retailerId}`;
  const { status, body } = await app.admin<Sequence>('PUT', `/admin/sequences/${id}`, definition);
  expect([200, 201]).toContain(status);
  const preview = await app.admin<{ html: string }>('GET', `/admin/sequences/${id}/steps/hello/preview?as=no_name`);
  return { language: body.language, page: /<html lang="([^"]*)"/.exec(preview.body.html)?.[1] };
}

const languageOf = async (app: TestApp, id: string): Promise<string | null | undefined> =>
  (await stored(app).rows(Retailer, { id }, 'language', 'setUpAt')).find(({ setUpAt }) => setUpAt)?.language;

describe('a sequence that names no language', () => {
  let app: TestApp;
  let platform: Awaited<ReturnType<typeof startWithPlatformA>>['platform'];
  let stage: StageB;
  beforeAll(async () => {
    ({ platform, service: app } = await startWithPlatformA());
    stage = await StageB.start();
  });
  afterAll(async () => {
    await app?.stop();
    await platform?.stop();
    await stage?.stop();
  });

  const installedA = async (domain: string, language: string | null): Promise<string> => {
    platform.addShop({ domain, name: domain }).language = language;
    await new Browser(app.url).install(domain);
    const id = retailerIdOf('platform-a', domain);
    await waitFor(async () => (await languageOf(app, id)) !== undefined);
    return id;
  };

  it('is in the language of the primary domain of a store on platform A', async () => {
    const id = await installedA('german.myshopify.com', 'de');
    expect(await madeIn(app, id)).toEqual({ language: 'de', page: 'de' });
    expect(await madeIn(app, id, { language: 'fr' })).toEqual({ language: 'fr', page: 'fr' });
  });

  it('is in English where the store does not say its language', async () => {
    const id = await installedA('silent.myshopify.com', null);
    expect(await languageOf(app, id)).toBeNull();
    expect(await madeIn(app, id)).toEqual({ language: undefined, page: 'en' });
  });

  it('is in the language of the record of a store on platform B', async () => {
    const store = stage.newStore();
    store.language = 'ja';
    await stage.install(store);
    await stage.ready(store);
    expect(await madeIn(stage.app, idOf(store))).toEqual({ language: 'ja', page: 'ja' });
  });
});
