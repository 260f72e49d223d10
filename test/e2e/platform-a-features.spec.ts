import type { PlatformASimulator } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { InstalledStore } from '../setup/installed-store.js';
import type { TestApp } from '../setup/test-app.js';
import { Browser, locationOf, SCOPES, startWithPlatformA } from './install-flow.js';

let platform: PlatformASimulator;
let service: TestApp;
let installed: InstalledStore;
let stores = 0;

beforeAll(async () => {
  ({ platform, service } = await startWithPlatformA());
});
afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});
beforeEach(async () => {
  installed = await InstalledStore.install(service, platform, `features-${(stores += 1)}.myshopify.com`);
  await installed.installedAnHourAgo();
  await service.settled();
});

const grantUrl = (feature = 'discounts'): string => `/platform-a/auth?shop=${installed.domain}&feature=${feature}`;
const askedAt = (page: string): string[] => (new URL(page).searchParams.get('scope') ?? '').split(',').sort();

/** Opens the address as the merchant, who decides on the platform's page, and returns to the app. */
async function grantAt(address: string): Promise<{ asked: string[]; answer: Response }> {
  const browser = new Browser(service.url);
  const page = locationOf(await browser.get(address));
  const callback = locationOf(await browser.get(page));
  return { asked: askedAt(page), answer: await browser.get(callback) };
}

/** What an installation leaves behind, and a second one would change. */
async function installation() {
  const [row] = await service.sql(
    `SELECT r.installed_at AS "installedAt", r.set_up_at AS "setUpAt", r.missing_scopes AS missing, r.status,
            (SELECT json_agg(b.finished_at ORDER BY b.resource) FROM backfills b WHERE b.retailer_id = r.id) AS backfills
       FROM retailers r WHERE r.id = $1`,
    [installed.retailerId],
  );
  return { row, subscriptions: installed.shop.subscriptions.list() };
}

async function scopes(): Promise<string[]> {
  const [row] = await service.sql<{ scopes: string[] }>(
    'SELECT scopes FROM retailer_credentials WHERE retailer_id = $1',
    [installed.retailerId],
  );
  return (row?.scopes ?? []).toSorted();
}

const writesDiscounts = [...SCOPES, 'write_discounts'].sort();
const writesBoth = ['read_orders', 'read_products', 'write_customers', 'write_discounts'];

describe('the scopes of features on platform A', () => {
  it('are not asked for at an install', async () => {
    expect(await scopes()).toEqual(SCOPES.toSorted());
    const page = locationOf(await new Browser(service.url).get(`/platform-a/auth?shop=${installed.domain}`));
    expect(askedAt(page)).toEqual(SCOPES.toSorted());
  });

  it('are granted at the address of the feature, and the installation stays', async () => {
    const before = await installation();
    const calls = platform.graphqlRequests.length;
    const { asked, answer } = await grantAt(grantUrl());
    expect(asked).toEqual(writesDiscounts);
    expect(locationOf(answer)).toContain('/dashboard?');
    expect(await scopes()).toEqual(writesDiscounts);
    await grantAt(grantUrl('consents'));
    expect(await scopes()).toEqual(writesBoth);
    await service.settled();
    expect(await installation()).toEqual(before);
    expect(platform.graphqlRequests).toHaveLength(calls);
  });

  it('are asked for once: an opening at the address of a granted feature exchanges no code', async () => {
    await grantAt(grantUrl());
    const exchanges = platform.tokenRequests.length;
    const { answer } = await grantAt(grantUrl());
    expect(locationOf(answer)).toContain('/dashboard?');
    expect(platform.tokenRequests).toHaveLength(exchanges);
  });

  it('are remembered where the merchant has refused them, and asked for again', async () => {
    installed.shop.merchant.grants = SCOPES;
    await grantAt(grantUrl());
    expect(await scopes()).toEqual(SCOPES.toSorted());
    expect((await installation()).row).toMatchObject({ missing: ['write_discounts'], status: 'installed' });
    const opening = platform.openingOf(installed.shop, `${service.url}/platform-a/auth`);
    expect(locationOf(await new Browser(service.url).get(opening))).toContain('/dashboard?');

    installed.shop.merchant.grants = null;
    const { asked } = await grantAt(`/platform-a/auth?shop=${installed.domain}`);
    expect(asked).toEqual(writesDiscounts);
    expect(await scopes()).toEqual(writesDiscounts);
    expect((await installation()).row).toMatchObject({ missing: [] });
  });

  it('are asked for again where the store has to authorize again, and not after an uninstall', async () => {
    await grantAt(grantUrl());
    await given(service).set(Retailer, { status: 'needs_reauth' }, { id: installed.retailerId });
    expect((await grantAt(`/platform-a/auth?shop=${installed.domain}`)).asked).toEqual(writesDiscounts);
    await platform.uninstall(installed.shop);
    await service.settled();
    const page = locationOf(await new Browser(service.url).get(`/platform-a/auth?shop=${installed.domain}`));
    expect(askedAt(page)).toEqual(SCOPES.toSorted());
  });

  it('of an unknown feature are none', async () => {
    const page = locationOf(await new Browser(service.url).get(grantUrl('everything')));
    expect(askedAt(page)).toEqual(SCOPES.toSorted());
  });
});
