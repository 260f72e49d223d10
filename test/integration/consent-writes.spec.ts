import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { ConsentWrite } from '../../src/email/consent/consent-write.entity.js';
import { ConsentWritesHandler } from '../../src/email/consent/consent-writes.handler.js';
import { EmailLinksService } from '../../src/email/consent/email-links.service.js';
import type { Choice } from '../../src/email/consent/recipient-consent.service.js';
import { UnsubscribeService } from '../../src/email/consent/unsubscribe.service.js';
import { EmailPersonalDataService } from '../../src/email/email-personal-data.service.js';
import type { ConsentDecision, ConsentWrite as Outcome } from '../../src/stores/consents.js';
import type { StoreConnector } from '../../src/stores/store-connector.js';
import { StoreConnectorsService } from '../../src/stores/store-connectors.service.js';
import { given, stored } from '../factories/given.js';
import { customers, type EmailStore, emailStore, ledgerOf, plan } from '../setup/email-scene.js';
import { IdleApp } from '../setup/idle-app.js';

let app: IdleApp;
let store: EmailStore;
let token: string;
let customerId: string;
let stores = 0;
/** The writes to the store, and what the store does next. */
const told: ConsentDecision[] = [];
let answer: (decision: ConsentDecision) => Promise<Outcome>;

beforeAll(async () => {
  app = await IdleApp.start();
  const connectors = app.get(StoreConnectorsService);
  const real = connectors.find('platform-a');
  const wired: Partial<StoreConnector> = {
    consents: {
      write: (_store, decision) => {
        told.push(decision);
        return answer(decision);
      },
      read: () => Promise.resolve(undefined),
    },
    withStore: (_retailerId, work) => work({ retailer: undefined as never }),
    retryAfterSeconds: () => undefined,
  };
  const properties = Object.entries(wired).map(([name, value]) => [name, { value }] as const);
  connectors.register(Object.create(real ?? null, Object.fromEntries(properties)) as StoreConnector);
});
afterAll(() => app?.stop());
beforeEach(async () => {
  told.length = 0;
  answer = () => Promise.resolve('written');
  store = await emailStore(app, `writes${(stores += 1)}.myshopify.com`);
  [customerId = ''] = await customers(app, store.retailerId, 1);
  const [row] = await ledgerOf(app, await plan(app, store, { customerIds: [customerId] }));
  token = app.get(EmailLinksService).tokenOf({ retailerId: store.retailerId, id: row?.id ?? '' });
});

const choose = (choice: Choice): Promise<boolean> => app.get(UnsubscribeService).choose(token, choice);
const work = (): Promise<void> => app.get(ConsentWritesHandler).run({ retailerId: store.retailerId });
const waiting = () =>
  stored(app).rows(ConsentWrite, { retailerId: store.retailerId }, 'marketing', 'status', 'attempts', 'problem');
const makeDue = () => given(app).set(ConsentWrite, { dueAt: new Date(0) }, { retailerId: store.retailerId });

describe('a decision on our page', () => {
  it('is written to the store once, with its time', async () => {
    const before = Date.now();
    await choose('unsubscribed');
    await work();
    await work();
    expect(told).toMatchObject([{ externalId: 'c1', email: 'c1@example.com', marketing: 'unsubscribed' }]);
    expect(told[0]?.decidedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(await waiting()).toEqual([]);
  });

  it('gives way to a newer one that the store did not hear of in between', async () => {
    await choose('unsubscribed');
    await choose('subscribed');
    await work();
    expect(told.map(({ marketing }) => marketing)).toEqual(['subscribed']);
  });

  it('is not lost where the customer decides again while the store is called', async () => {
    answer = async (decision) => {
      if (decision.marketing === 'unsubscribed') await choose('subscribed');
      return 'written';
    };
    await choose('unsubscribed');
    await work();
    await work();
    expect(told.map(({ marketing }) => marketing)).toEqual(['unsubscribed', 'subscribed']);
    expect(await waiting()).toEqual([]);
  });

  it('holds with us and is tried again where the store fails', async () => {
    answer = () => Promise.reject(new Error('the store is unreachable'));
    await choose('unsubscribed');
    await work();
    expect(await waiting()).toEqual([
      { marketing: 'unsubscribed', status: 'waiting', attempts: 1, problem: 'the store is unreachable' },
    ]);
    const [customer] = await stored(app).rows(Customer, { id: customerId }, 'marketing');
    expect(customer?.marketing).toBe('unsubscribed');
    await work();
    expect(told).toHaveLength(1);
    answer = () => Promise.resolve('written');
    await makeDue();
    await work();
    expect(told).toHaveLength(2);
    expect(await waiting()).toEqual([]);
  });

  it('is given up, and stays to be seen, after twenty attempts', async () => {
    answer = () => Promise.reject(new Error('never'));
    await choose('unsubscribed');
    await given(app).set(ConsentWrite, { attempts: 19 }, { retailerId: store.retailerId });
    await work();
    await makeDue();
    await work();
    expect(told).toHaveLength(1);
    expect(await waiting()).toEqual([{ marketing: 'unsubscribed', status: 'failed', attempts: 20, problem: 'never' }]);
  });

  it('waits quietly for a scope that the merchant has not granted', async () => {
    answer = () => Promise.resolve('scope_missing');
    await choose('unsubscribed');
    await work();
    await work();
    expect(told).toHaveLength(1);
    expect(await waiting()).toEqual([
      { marketing: 'unsubscribed', status: 'scope_missing', attempts: 0, problem: null },
    ]);
  });

  it('is forgotten with its customer', async () => {
    await choose('unsubscribed');
    const { retailerId } = store;
    const person = { retailerId, customerIds: [customerId], externalIds: ['c1'], emails: [], phones: [], orderIds: [] };
    await app.transaction((tx) => app.get(EmailPersonalDataService).eraseCustomer(tx, person));
    await work();
    expect(told).toEqual([]);
  });
});
