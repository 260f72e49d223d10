import { retailerIdOf } from '#libs/kernel';
import {
  customerRecord,
  lineItemRecord,
  orderRecord,
  PlatformASimulator,
  productRecord,
  SmtpSink,
} from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { stored } from '../factories/given.js';
import { earlier } from '../setup/earlier.js';
import { InstalledStore } from '../setup/installed-store.js';
import { ModuleClient } from '../setup/module-client.js';
import { idOf, StageB } from '../setup/platform-b.js';
import { CLIENT_ID, CLIENT_SECRET, waitFor } from '../setup/test-app.js';

const AT = Date.UTC(2026, 2, 1);
const PRODUCT = productRecord({ id: '501', title: 'Pebble mug', createdAt: AT });
const ARCHIVED = productRecord({ id: '502', title: 'Old mug', createdAt: AT, status: 'archived' });
const ANN = customerRecord({
  id: '9001',
  createdAt: AT,
  email: 'ann@customers.example',
  firstName: 'Ann',
  consent: { state: 'subscribed', optInLevel: null, updatedAt: AT },
});
const ORDER = orderRecord({
  id: '8001',
  number: 1_001,
  createdAt: AT,
  customer: ANN,
  lineItems: [
    lineItemRecord({ id: '1', title: 'Pebble mug', priceCents: 1_000, productId: '501' }),
    lineItemRecord({ id: '2', title: 'Old mug', priceCents: 1_000, productId: '502' }),
  ],
});
const BODY =
  '[Front]({{ shop.url }})\n\n{% for product in products %}{% if product.url %}[{{ product.title }}]({{ product.url }}){% else %}{{ product.title }}{% endif %}\n\n{% endfor %}';
const STEP = { id: 'one', delay: 'PT0S', subject: 'Come back', body: BODY };

let stage: StageB;
let platformA: PlatformASimulator;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await SmtpSink.start();
  platformA = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  stage = await StageB.start({ SMTP_URL: sink.url, PLATFORM_A_SHOP_BASE_URL: platformA.baseUrlTemplate });
});
afterAll(async () => {
  await stage?.stop();
  await platformA?.stop();
  await sink?.stop();
});

interface BrandAnswer {
  readonly sender: Readonly<Record<'email' | 'postalAddress' | 'replyTo', string | null>>;
}
const brandOf = async (retailerId: string): Promise<BrandAnswer & { id: string }> => {
  const { body } = await stage.app.admin<{ brands: { id: string }[] }>('GET', `/admin/retailers/${retailerId}`);
  return (await stage.app.admin<BrandAnswer & { id: string }>('GET', `/admin/brands/${body.brands[0]?.id}`)).body;
};
const linksOf = (html: string): string[] => [...html.matchAll(/<a\b[^<>]*href="([^"]*)"/g)].map(([, url = '']) => url);
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

async function previewed(brandId: string, id: string, customer: string, retailerId: string): Promise<string[]> {
  const put = await stage.app.admin('PUT', `/admin/sequences/${id}`, { brandId, name: id, steps: [STEP] });
  expect(put).toMatchObject({ status: 201, body: { warnings: [] } });
  const [row] = await stored(stage.app).rows(Customer, { retailerId, externalId: customer }, 'id');
  const path = `/admin/sequences/${id}/steps/one/preview?customerId=${row?.id}`;
  const links = linksOf((await stage.app.admin<{ html: string }>('GET', path)).body.html);
  // A preview has no address of its own, so the links to us are examples.
  return [...new Set(links)].filter((url) => !url.startsWith('https://example.com/'));
}

const installedOnA = (domain: string): Promise<InstalledStore> =>
  InstalledStore.install(stage.app, platformA, domain, (shop) => {
    for (const product of [PRODUCT, ARCHIVED]) shop.upsertProduct(product);
    shop.upsertOrder(ORDER);
  });

describe('an email of a store on platform A', () => {
  it('leads to the front page and to the product pages of the store, which all exist', async () => {
    const { retailerId, domain } = await installedOnA('links-a.myshopify.com');
    const brand = await brandOf(retailerId);
    const links = await previewed(brand.id, 'links-a', '9001', retailerId);
    const base = platformA.baseUrlTemplate.replace('{shop}', domain);
    expect(links).toEqual([base, `${base}/products/pebble-mug`]);
    expect(await Promise.all(links.map(statusOf))).toEqual([200, 200]);
    expect(await statusOf(`${base}/products/old-mug`)).toBe(404);
  });

  it('follows the changes of a product that webhooks report, and drops the link with its page', async () => {
    const { retailerId, shop } = await installedOnA('hooks-a.myshopify.com');
    const path = async (): Promise<string | null | undefined> => {
      const [row] = await stage.app.sql<{ path: string | null }>(
        `SELECT page_path AS path FROM products WHERE retailer_id = $1 AND external_id = '501'`,
        [retailerId],
      );
      return row?.path;
    };
    expect(await path()).toBe('/products/pebble-mug');
    const change = async (product: object, updatedAt: number) => {
      const record = { ...PRODUCT, ...product, updatedAt };
      await platformA.emit(shop, {
        topic: 'products/update',
        at: updatedAt,
        webhookId: `w${updatedAt}`,
        eventId: `e${updatedAt}`,
        product: record,
      });
      await stage.app.settled();
    };
    await change({ handle: 'tasse-größe' }, AT + 1_000);
    expect(await path()).toBe('/products/tasse-gr%C3%B6%C3%9Fe');
    await change({ status: 'draft' }, AT + 2_000);
    expect(await path()).toBeNull();
  });

  it('leads from the tiles of a grid to their products, and to the front page where a product is not of the store', async () => {
    const { retailerId, domain } = await installedOnA('grid-a.myshopify.com');
    const brand = await brandOf(retailerId);
    const module = new ModuleClient(stage.app, retailerId);
    const products = [{ productId: '501' }, { id: 'x', title: 'Other', price: '$5.00' }];
    const grid = await module.call(
      'POST',
      'image/grid-generation',
      { brandId: brand.id, products },
      { prefer: 'wait=30' },
    );
    expect(grid.body.status).toBe('ready');
    const base = platformA.baseUrlTemplate.replace('{shop}', domain);
    expect(new Set(linksOf(grid.body.html ?? ''))).toEqual(new Set([`${base}/products/pebble-mug`, base]));
    for (const source of [
      { body: 'Look.' },
      {
        mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>Look.</mj-text></mj-column></mj-section></mj-body></mjml>',
      },
    ]) {
      const id = `grid-${Object.keys(source)[0]}`;
      const steps = [{ id: 'one', delay: 'PT0S', subject: 'x', ...source, images: { grid: grid.body.id } }];
      expect(
        (await stage.app.admin('PUT', `/admin/sequences/${id}`, { brandId: brand.id, name: id, steps })).status,
      ).toBe(201);
      const { html } = (await stage.app.admin<{ html: string }>('GET', `/admin/sequences/${id}/steps/one/preview`))
        .body;
      expect(linksOf(html)).toContain(`${base}/products/pebble-mug`);
    }
  });
});

describe('an email of a store on platform B', () => {
  it('leads to the front page and to the custom addresses of products, which all exist', async () => {
    const store = stage.newStore();
    for (const product of [PRODUCT, ARCHIVED]) store.products.upsert(product);
    store.orders.upsert(ORDER);
    store.customers.upsert(ANN);
    await stage.installed(store);
    const brand = await brandOf(idOf(store));
    const links = await previewed(brand.id, 'links-b', '9001', idOf(store));
    const base = `${stage.platform.baseUrl}/storefront/${store.hash}`;
    expect(links).toEqual([base, `${base}/pebble-mug/`]);
    expect(await Promise.all(links.map(statusOf))).toEqual([200, 200]);
  });
});

describe('the sender of a store', () => {
  it('is read at the install on platform A, without the address of the owner, and is only a default', async () => {
    const { retailerId, shop, service } = await withService('sender-a.myshopify.com');
    const brand = await brandOf(retailerId);
    expect(brand.sender).toEqual({
      name: null,
      email: 'hello@sender-a.myshopify.com',
      replyTo: null,
      postalAddress: '12 Winter Lane, 05401 Burlington, United States',
    });
    await service('PATCH', `/admin/brands/${brand.id}`, { sender: { email: 'me@corner.example' } });
    shop.contact = { email: 'new@corner.example', address: null };
    await stage.app.sql(
      `UPDATE retailers SET set_up_at = NULL, ${earlier('installed_at', "interval '1 minute'")} WHERE id = $1`,
      [retailerId],
    );
    await waitFor(async () => (await brandOf(retailerId)).sender.postalAddress === null, 30_000);
    expect((await brandOf(retailerId)).sender.email).toBe('me@corner.example');
  });

  it('is read at the install on platform B', async () => {
    const store = await stage.installed();
    expect((await brandOf(idOf(store))).sender).toMatchObject({
      email: `orders@${store.hash}.example.com`,
      postalAddress: '7 Harbour Road, Portland, ME 04101, United States',
    });
  });

  it('is deleted with the data of a store that left', async () => {
    const { retailerId } = await withService('gone-a.myshopify.com');
    await platformA.uninstall(platformA.shop('gone-a.myshopify.com'));
    await platformA.comply(platformA.shop('gone-a.myshopify.com'), `${stage.app.url}/platform-a/webhooks`, {
      topic: 'shop/redact',
    });
    await waitFor(async () => {
      const rows = await stored(stage.app).rows(Brand, { retailerId });
      return rows.length === 0;
    }, 30_000);
    const [row] = await stage.app.sql(`SELECT storefront_url FROM retailers WHERE id = $1`, [retailerId]);
    expect(row).toEqual({ storefront_url: null });
  });

  async function withService(domain: string) {
    const installed = await InstalledStore.install(stage.app, platformA, domain);
    expect(installed.retailerId).toBe(retailerIdOf('platform-a', domain));
    return { retailerId: installed.retailerId, shop: installed.shop, service: stage.app.admin.bind(stage.app) };
  }
});
