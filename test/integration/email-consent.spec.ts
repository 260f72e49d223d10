import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UnsubscribeService } from '../../src/email/consent/unsubscribe.service.js';
import { MailLinks } from '../../src/email/sending/mail-links.js';
import { IdleApp } from '../setup/idle-app.js';
import { customers, ledgerOf, type MailStore, mailStore, plan } from '../setup/mail-scene.js';

let app: IdleApp;
let store: MailStore;
let shops = 0;

beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  store = await mailStore(app, `consent${(shops += 1)}.myshopify.com`);
});

describe('unsubscribing', () => {
  it('is of all customers with the address, however many', async () => {
    const { retailerId } = store;
    const customerIds = await customers(app, retailerId, 150);
    await app.sql(`UPDATE customers SET email = 'family@example.com' WHERE retailer_id = $1`, [retailerId]);
    const [row] = await ledgerOf(app, await plan(app, store, { customerIds: customerIds.slice(0, 1) }));
    const token = app.get(MailLinks).tokenOf({ retailerId, id: row?.id ?? '' });
    await app.get(UnsubscribeService).choose(token, 'unsubscribed');
    const subscribed = `SELECT 1 FROM customers WHERE retailer_id = $1 AND marketing <> 'unsubscribed'`;
    expect(await app.sql(subscribed, [retailerId])).toEqual([]);
  });
});
