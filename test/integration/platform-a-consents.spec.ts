import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import { customerRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentialsOf } from '../../src/platform-a/client/store-tokens.js';
import type { ConsentConnector, ConsentDecision } from '../../src/stores/consents.js';
import { InstallationsService } from '../../src/stores/installations.service.js';
import type { OpenStore } from '../../src/stores/store-connector.js';
import { StoreConnectorsService } from '../../src/stores/store-connectors.service.js';
import { startIdle } from '../setup/idle-app.js';
import { CLIENT_ID, CLIENT_SECRET } from '../setup/test-app.js';

const SUBSCRIBED_AT = Date.UTC(2026, 0, 2);
const EMAIL = 'ada@example.com';
const UPDATE = 'customerEmailMarketingConsentUpdate';

let platform: PlatformASimulator;
let app: NestFastifyApplication;
let shop: SimulatedShop;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  ({ app } = await startIdle({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate }));
});
afterAll(async () => {
  await app?.close();
  await platform?.stop();
});
beforeEach(async () => {
  shop = platform.addShop({ domain: `consents-${(stores += 1)}.myshopify.com`, name: 'Corner Shop', plan: 'plus' });
  retailerId = retailerIdOf('platform-a', shop.profile.domain);
  const consent = { state: 'subscribed', optInLevel: 'confirmed_opt_in', updatedAt: SUBSCRIBED_AT } as const;
  shop.upsertCustomer(customerRecord({ id: '7', createdAt: 0, email: EMAIL, consent }));
  shop.upsertCustomer(customerRecord({ id: '8', createdAt: 0 }));
  await install(['read_orders', 'write_customers']);
  platform.graphqlRequests.length = 0;
});

async function install(scopes: readonly string[]): Promise<void> {
  const granted = shop.tokens.redeemCode(shop.tokens.issueCode(scopes), true);
  if ('error' in granted) throw new Error(granted.error);
  const { access_token: accessToken, refresh_token: refreshToken = '', scope } = granted;
  const credentials = credentialsOf({ accessToken, refreshToken, scope, expiresIn: 3_600 }, new Date());
  const installation = { platform: 'platform-a', externalId: shop.profile.domain, missingScopes: [] } as const;
  await app
    .get(Database)
    .transactionAcrossRetailers((tx) => app.get(InstallationsService).install(tx, { ...installation, credentials }));
}

const withStore = <T>(work: (consents: ConsentConnector<OpenStore>, store: OpenStore) => Promise<T>) =>
  app.get(StoreConnectorsService).withStore(retailerId, ({ consents }, store) => {
    if (!consents) throw new Error('the platform has no consents');
    return work(consents, store);
  });
const decisionOf = (changes: Partial<ConsentDecision> = {}): ConsentDecision => ({
  externalId: '7',
  email: EMAIL,
  marketing: 'unsubscribed',
  decidedAt: new Date(Date.now() - 60_000),
  ...changes,
});
const write = (changes: Partial<ConsentDecision> = {}) =>
  withStore((consents, store) => consents.write(store, decisionOf(changes)));
const consent = () => shop.customers.get('7')?.consent;
const updates = () => platform.graphqlRequests.filter(({ query }) => query.includes(UPDATE));

describe('consent on platform A', () => {
  it('DA26 is written with one mutation that keeps the level, and the repetition writes nothing', async () => {
    expect(await write()).toBe('written');
    expect(consent()).toMatchObject({ state: 'unsubscribed', optInLevel: 'confirmed_opt_in' });
    expect(await write()).toBe('written');
    expect(updates()).toHaveLength(1);
  });

  it('DA26 is never dated in the future, whatever our clock says', async () => {
    expect(await write({ decidedAt: new Date(Date.now() + 3_600_000) })).toBe('written');
    expect(consent()?.state).toBe('unsubscribed');
    expect(consent()?.updatedAt).toBeLessThanOrEqual(Date.now() - 4_000);
  });

  it('DA26 of a later decision on the store stays', async () => {
    expect(await write({ decidedAt: new Date(SUBSCRIBED_AT - 1_000) })).toBe('written');
    expect(consent()?.state).toBe('subscribed');
    expect(updates()).toEqual([]);
  });

  it('is written again after an answer that got lost', async () => {
    platform.faults(shop.profile.domain).next('lostAnswer', 1, { field: UPDATE });
    await expect(write()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await write()).toBe('written');
    expect(updates()).toHaveLength(1);
    platform.faults(shop.profile.domain).next('serverError', 1, { field: UPDATE, status: 500 });
    await expect(write({ marketing: 'subscribed' })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await write({ marketing: 'subscribed' })).toBe('written');
    expect(consent()?.state).toBe('subscribed');
  });

  it('is not written for a customer who is gone, or has another address or none', async () => {
    expect(await write({ externalId: '9' })).toBe('gone');
    expect(await write({ email: 'new@example.com' })).toBe('gone');
    expect(await write({ externalId: '8' })).toBe('gone');
    expect(updates()).toEqual([]);
  });

  it('is not written without the scope', async () => {
    await install(['read_orders', 'read_customers']);
    expect(await write()).toBe('scope_missing');
    expect(platform.graphqlRequests).toEqual([]);
  });

  it('is read', async () => {
    const read = (externalId: string) =>
      withStore((consents, store) => consents.read(store, { externalId, email: EMAIL }));
    expect(await read('7')).toEqual({
      externalId: '7',
      email: EMAIL,
      marketing: 'subscribed',
      decidedAt: new Date(SUBSCRIBED_AT),
    });
    expect(await read('8')).toBeUndefined();
    expect(await read('9')).toBeUndefined();
  });
});
