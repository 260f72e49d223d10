import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UnsubscribeService } from '../../src/email/consent/unsubscribe.service.js';
import { EmailAssetsService } from '../../src/email/templates/email-assets.service.js';
import { EmailLinksService } from '../../src/email/consent/email-links.service.js';
import { SequencesService } from '../../src/sequences/sequences.service.js';
import { IdleApp } from '../setup/idle-app.js';
import { customers, ledgerOf, type EmailStore, emailStore, plan } from '../setup/email-scene.js';

/** Callers that hold one connection and wait for a second one never get it once they hold all connections. */
let app: IdleApp;
let store: EmailStore;
let stores = 0;

beforeAll(async () => {
  app = await IdleApp.start({ DATABASE_POOL_SIZE: '2' });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  store = await emailStore(app, `few${(stores += 1)}.myshopify.com`);
});

/** A token for an email to each of the customers. */
async function tokens(count: number): Promise<string[]> {
  const customerIds = await customers(app, store.retailerId, count);
  const rows = await ledgerOf(app, await plan(app, store, { customerIds }));
  return rows.map(({ id }) => app.get(EmailLinksService).tokenOf({ retailerId: store.retailerId, id }));
}
const marketing = () =>
  app.sql(`SELECT marketing, count(*)::int FROM customers WHERE retailer_id = $1 GROUP BY 1`, [store.retailerId]);

describe('a pool of two connections is enough', { timeout: 90_000 }, () => {
  it('for eight concurrent unsubscribes', async () => {
    const all = await tokens(8);
    await Promise.all(all.map((token) => app.get(UnsubscribeService).choose(token, 'unsubscribed')));
    expect(await marketing()).toEqual([{ marketing: 'unsubscribed', count: 8 }]);
  });

  it('for eight concurrent puts of a sequence, with each email compiled once', async () => {
    const looks = vi.spyOn(app.get(EmailAssetsService), 'look');
    const { brandId } = store;
    const steps = ['a', 'b'].map((id) => ({
      id,
      delay: 'PT0S',
      subject: 'Hello',
      body: '[Welcome back]({{ shop.url }}).',
    }));
    const puts = Array.from({ length: 8 }, (_, index) =>
      app.get(SequencesService).put(`few-${index}`, { brandId, name: 'x', steps }),
    );
    expect((await Promise.all(puts)).map(({ isNew }) => isNew)).toEqual(Array(8).fill(true));
    expect(looks).toHaveBeenCalledTimes(16);
  });
});
