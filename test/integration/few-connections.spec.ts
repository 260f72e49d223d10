import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailAssets } from '../../src/email/mail-assets.js';
import { SequencesService } from '../../src/sequences/sequences.service.js';
import { IdleApp } from '../setup/idle-app.js';
import { type MailStore, mailStore } from '../setup/mail-scene.js';

/** Who asks for a second connection while he holds one waits for ever, once all others do the same. */
let app: IdleApp;
let store: MailStore;
let shops = 0;

beforeAll(async () => {
  app = await IdleApp.start({ DATABASE_POOL_SIZE: '2' });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  store = await mailStore(app, `few${(shops += 1)}.myshopify.com`);
});

describe('a pool of two connections is enough', { timeout: 20_000 }, () => {
  it('for eight sequences that are put at once, each mail compiled once', async () => {
    const looks = vi.spyOn(app.get(MailAssets), 'look');
    const { brandId } = store;
    const steps = ['a', 'b'].map((id) => ({ id, delay: 'PT0S', subject: 'Hello', body: 'Welcome back.' }));
    const puts = Array.from({ length: 8 }, (_, index) =>
      app.get(SequencesService).put(`few-${index}`, { brandId, name: 'x', steps }),
    );
    expect((await Promise.all(puts)).map(({ isNew }) => isNew)).toEqual(Array(8).fill(true));
    expect(looks).toHaveBeenCalledTimes(16);
  });
});
