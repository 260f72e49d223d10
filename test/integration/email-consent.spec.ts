import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { EmailLinksService } from '../../src/email/consent/email-links.service.js';
import { SuppressionRepository } from '../../src/email/consent/suppression.repository.js';
import { UnsubscribeService } from '../../src/email/consent/unsubscribe.service.js';
import { given } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { customers, ledgerOf, type EmailStore, emailStore, plan } from '../setup/email-scene.js';

let app: IdleApp;
let store: EmailStore;
let stores = 0;

beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  store = await emailStore(app, `consent${(stores += 1)}.myshopify.com`);
});

describe('unsubscribing', () => {
  it('applies to all customers with the address, however many', async () => {
    const { retailerId } = store;
    const customerIds = await customers(app, retailerId, 150);
    await given(app).set(Customer, { email: 'family@example.com' }, { retailerId });
    const [row] = await ledgerOf(app, await plan(app, store, { customerIds: customerIds.slice(0, 1) }));
    const token = app.get(EmailLinksService).tokenOf({ retailerId, id: row?.id ?? '' });
    await app.get(UnsubscribeService).choose(token, 'unsubscribed');
    const subscribed = `SELECT 1 FROM customers WHERE retailer_id = $1 AND marketing <> 'unsubscribed'`;
    expect(await app.sql(subscribed, [retailerId])).toEqual([]);
  });
});

describe('a suppressed address', () => {
  const address = 'ada@example.com';
  it.each([
    [['unsubscribed'], false],
    [['unsubscribed', 'unsubscribed'], false],
    [['unsubscribed', 'hard_bounce'], true],
    [['unsubscribed', 'complaint'], true],
    [['hard_bounce', 'unsubscribed'], true],
  ] as const)('after %j stays suppressed when the person subscribes again: %s', async (reasons, expected) => {
    const suppressions = app.get(SuppressionRepository);
    const left = await app.transaction(async (tx) => {
      for (const reason of reasons) await suppressions.suppress(tx, store.retailerId, address, reason);
      await suppressions.allowAgain(tx, store.retailerId, address);
      return suppressions.suppressed(tx, store.retailerId, [address]);
    });
    expect(left.has(address)).toBe(expected);
  });
});
