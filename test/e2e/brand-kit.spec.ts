import { entityId, retailerIdOf } from '#libs/kernel';
import { PlatformASimulator, type PlatformBSimulator, type SimulatedShop, type SimulatedStore } from '#libs/simulators';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportKitAnswer } from '../../src/brand-kit/import-kit.dto.js';
import { ImageFile } from '../../src/image-generation/storage/image-file.entity.js';
import type { BrandAnswer } from '../../src/retailers/brand.dto.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { ciede2000 } from '../factories/ciede2000.js';
import { stored } from '../factories/given.js';
import { STORE_LOGOS, type StoreLogo } from '../factories/store-logos.js';
import type { Problem } from '../setup/admin-client.js';
import { ModuleClient } from '../setup/module-client.js';
import { ALL_SCOPES, startPlatformB } from '../setup/platform-b.js';
import { quietPort } from '../setup/quiet-port.js';
import { type Answer, CLIENT_ID, CLIENT_SECRET, TestApp, waitFor } from '../setup/test-app.js';
import { Browser, SCOPES } from './install-flow.js';

const THEMES = 'store_themes_read_only';

let app: TestApp;
let platformA: PlatformASimulator;
let platformB: PlatformBSimulator;
let stores = 0;

beforeAll(async () => {
  platformA = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  const { platform, environment } = await startPlatformB(await quietPort());
  platformB = platform;
  app = await TestApp.start({
    ...environment,
    PLATFORM_A_SCOPES: SCOPES.join(','),
    PLATFORM_A_SHOP_BASE_URL: platformA.baseUrlTemplate,
    IMAGE_FETCH_ALLOW: `127.0.0.1:${platformA.port},${new URL(platformB.baseUrl).host}`,
  });
});
afterAll(async () => {
  await app?.stop();
  await platformA?.stop();
  await platformB?.stop();
});

type Fill<T> = (store: T) => void;
const brandIdOf = (retailerId: string): string => entityId(retailerId, 'brand', 'default');

async function installA(
  fill: Fill<SimulatedShop> = () => undefined,
): Promise<{ shop: SimulatedShop; brandId: string }> {
  const domain = `kit-${(stores += 1)}.myshopify.com`;
  const shop = platformA.addShop({ domain, name: `Kit ${stores}` });
  fill(shop);
  await new Browser(app.url).install(domain);
  return { shop, brandId: brandIdOf(retailerIdOf('platform-a', domain)) };
}

async function installB(
  fill: Fill<SimulatedStore> = () => undefined,
): Promise<{ store: SimulatedStore; brandId: string }> {
  const store = platformB.addStore({ hash: `kit${(stores += 1)}`, name: `Kit ${stores}`, quota: 10_000 });
  store.merchant.grants = `${ALL_SCOPES} ${THEMES}`;
  fill(store);
  const answer = await fetch(platformB.installCallback(store), { redirect: 'manual' });
  expect(answer.status).toBe(302);
  return { store, brandId: brandIdOf(retailerIdOf('platform-b', store.hash)) };
}

const fileOfA = ({ profile }: SimulatedShop, name = 'logo.png'): string =>
  `http://127.0.0.1:${platformA.port}/${profile.domain}/cdn/shop/files/${name}`;
const brandOf = async (brandId: string): Promise<BrandAnswer> =>
  (await app.admin<BrandAnswer>('GET', `/admin/brands/${brandId}`)).body;
const importKit = (
  brandId: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer<ImportKitAnswer & Problem>> =>
  app.admin('POST', `/admin/brands/${brandId}/import-kit`, body, headers);

/** Waits for the set-up of the store, and for the look that it gets then. */
const adopted = (brandId: string): Promise<void> => waitFor(async () => (await brandOf(brandId)).version > 1);
const isSetUp = (brandId: string): Promise<void> =>
  waitFor(async () => {
    const { retailerId } = await brandOf(brandId);
    const [row] = await stored(app).rows(Retailer, { id: retailerId }, 'setUpAt');
    return row?.setUpAt instanceof Date;
  });

/** Waits until the import after the install has read the store: what the store says later concerns requests only. */
const isRead = (shop: SimulatedShop): Promise<void> => waitFor(() => shop.storefrontReads > 0);

const withLogo = async ({ draw }: StoreLogo): Promise<Fill<SimulatedShop>> => {
  const bytes = await draw();
  return (shop) => {
    shop.files.set('logo.png', bytes);
    shop.brand = { logoUrl: fileOfA(shop) };
  };
};
const [RED_WORD, GREEN_SIGN] = STORE_LOGOS as readonly [StoreLogo, StoreLogo];

describe('thirty new stores with known colours', () => {
  it('have their main colour within ΔE 5 after the install, at least nine of ten', { timeout: 180_000 }, async () => {
    const wrong: string[] = [];
    await Promise.all(
      STORE_LOGOS.map(async ({ name, main, draw }, index) => {
        const bytes = await draw();
        const saysIt = index % 3 === 0;
        const { brandId } =
          index % 2 === 0
            ? await installA((shop) => {
                shop.files.set('logo.png', bytes);
                const primary = saysIt ? [{ background: main.toUpperCase(), foreground: '#FFFFFF' }] : [];
                shop.brand = { logoUrl: fileOfA(shop), primary };
              })
            : await installB((store) => {
                store.files.set('logo.png', bytes);
                store.logoUrl = `${platformB.baseUrl}/storefront/${store.hash}/product_images/logo.png`;
                store.themeSettings = saysIt ? { 'color-primary': main } : null;
              });
        await waitFor(async () => (await brandOf(brandId)).logoUrl !== null, 120_000);
        const { palette } = await brandOf(brandId);
        const apart = ciede2000(palette.primary, main);
        if (apart > 5) wrong.push(`${name}: ${palette.primary}, ${apart.toFixed(1)} apart`);
      }),
    );
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);
  });
});

describe('the install', () => {
  it('gives the brand the look of the store, with readable text and a logo without its box', async () => {
    const { brandId } = await installA(await withLogo(GREEN_SIGN));
    await adopted(brandId);
    const { logoUrl, logoDarkUrl, palette } = await brandOf(brandId);
    expect(logoUrl).toMatch(new RegExp(`^${app.service.runtime.publicUrl}/images/[0-9a-f]{64}\\.png$`));
    expect((await fetch(logoUrl ?? '')).headers.get('content-type')).toBe('image/png');
    expect(palette).toMatchObject({ primary: expect.stringMatching(/^#/) as unknown });
    expect(logoDarkUrl).toBeNull();
  });

  it('changes no brand whose look somebody has chosen meanwhile', async () => {
    const fill = await withLogo(RED_WORD);
    const { brandId, shop } = await installA((store) => {
      fill(store);
      store.faults.next('slow', 1, { on: 'storefront', delayMs: 1_500 });
    });
    await waitFor(() => shop.storefrontReads > 0);
    const chosen = { palette: { primary: '#123456' } };
    await app.admin('PATCH', `/admin/brands/${brandId}`, chosen);
    const { retailerId } = await brandOf(brandId);
    await waitFor(async () => (await stored(app).rows(ImageFile, { retailerId })).length > 0);
    const { brandId: later } = await installA(fill);
    await adopted(later);
    expect(await brandOf(brandId)).toMatchObject({ ...chosen, logoUrl: null, version: 2 });
  });

  it('leaves the brand of a store that says nothing as it is', async () => {
    const { brandId } = await installA();
    await isSetUp(brandId);
    expect(await brandOf(brandId)).toMatchObject({ version: 1, logoUrl: null });
  });
});

describe('an import on request', () => {
  it('proposes and changes nothing, until a PATCH takes parts of the proposal', async () => {
    const { brandId, shop } = await installA();
    await isRead(shop);
    const before = await brandOf(brandId);
    (await withLogo(RED_WORD))(shop);
    shop.brand = { ...shop.brand, secondary: [{ background: '#0A5C36', foreground: '#FFFFFF' }] };
    const { status, body } = await importKit(brandId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ brandId, applied: false, notices: [] });
    expect(body.sources).toMatchObject({
      palette: {
        primary: { from: 'logo', weight: expect.any(Number) as unknown, contrastWith: '#ffffff' },
        secondary: { from: 'store' },
        background: { from: 'derived' },
      },
      fonts: { heading: { from: 'kept' } },
      logoUrl: { from: 'store', found: fileOfA(shop), changes: ['trimmed'] },
      logoDarkUrl: { from: 'same' },
    });
    expect(body.sources.palette.text.contrast).toBeGreaterThanOrEqual(4.5);
    expect(ciede2000(body.proposal.palette.primary, RED_WORD.main)).toBeLessThan(5);
    expect(await brandOf(brandId)).toEqual(before);
    const { palette, logoUrl } = body.proposal;
    const patched = await app.admin<BrandAnswer>('PATCH', `/admin/brands/${brandId}`, { palette, logoUrl });
    expect(patched.body).toMatchObject({ palette, logoUrl, logoDarkUrl: null });
  });

  it('changes the brand at once with apply, in what was found only, and once for an Idempotency-Key', async () => {
    const { brandId, shop } = await installA();
    await isRead(shop);
    const chosen = { palette: { text: '#101010' }, fonts: { heading: 'Lora' }, sender: { name: 'Ada' }, tone: 'bold' };
    await app.admin('PATCH', `/admin/brands/${brandId}`, chosen);
    (await withLogo(RED_WORD))(shop);
    const key = { 'idempotency-key': 'apply-once' };
    const { body } = await importKit(brandId, { apply: true }, key);
    expect(body.applied).toBe(true);
    const { proposal } = body;
    const after = await brandOf(brandId);
    expect(after).toMatchObject(proposal);
    expect(after).toMatchObject({ sender: { name: 'Ada' }, tone: 'bold', version: 3 });
    expect(proposal).toMatchObject({ fonts: { heading: 'Lora' }, palette: { text: '#101010' } });
    expect((await importKit(brandId, { apply: true }, key)).body).toEqual(body);
    expect((await brandOf(brandId)).version).toBe(3);
  });

  it('serves banners with the imported logo, which no host outside is asked for', async () => {
    const { brandId } = await installA(await withLogo(RED_WORD));
    await adopted(brandId);
    const { retailerId } = await brandOf(brandId);
    const body = { brandId, headline: 'Back soon', dimensions: { width: 400, height: 200 } };
    const made = await new ModuleClient(app, retailerId).make('banner-generation', body);
    expect(made.body).toMatchObject({ status: 'ready' });
  });

  it.each([
    ['nothing', {}, 'The store has no brand assets.'],
    ['a broken logo', { logoUrl: 'logo.png' }, 'not a PNG, JPEG, WebP, GIF or AVIF'],
    ['a logo that is gone', { logoUrl: 'gone.png' }, 'its address answers 404'],
    ['a logo on another host', { logoUrl: 'https://evil.example/logo.png' }, 'it is not on cdn.shopify.com'],
  ])('of a store with %s says so and changes nothing, also with apply', async (_, brand, notice) => {
    const { brandId, shop } = await installA();
    await isRead(shop);
    shop.files.set('logo.png', Buffer.from('<html>this is no image</html>'));
    const logoUrl = 'logoUrl' in brand && !URL.canParse(brand.logoUrl) ? fileOfA(shop, brand.logoUrl) : undefined;
    shop.brand = { ...brand, ...(logoUrl === undefined ? {} : { logoUrl }) };
    const before = await brandOf(brandId);
    const { status, body } = await importKit(brandId, { apply: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ applied: false, notices: [expect.stringContaining(notice)] });
    const { palette, fonts, logoUrl: present, logoDarkUrl } = before;
    expect(body.proposal).toEqual({ palette, fonts, logoUrl: present, logoDarkUrl });
    expect(body.sources.palette.primary.from).toBe('kept');
    expect(await brandOf(brandId)).toEqual(before);
  });

  it('takes the square logo where the other one is broken', async () => {
    const { brandId, shop } = await installA();
    await isRead(shop);
    shop.files.set('square.png', await GREEN_SIGN.draw());
    shop.brand = { logoUrl: fileOfA(shop, 'gone.png'), squareLogoUrl: fileOfA(shop, 'square.png') };
    const { body } = await importKit(brandId);
    expect(body.sources.logoUrl).toMatchObject({ from: 'store', found: fileOfA(shop, 'square.png') });
    expect(body.notices).toHaveLength(1);
  });

  it('of a store that does not answer says so', async () => {
    const { brandId, shop } = await installA();
    await isRead(shop);
    shop.faults.next('serverError', 2, { on: 'storefront' });
    expect((await importKit(brandId)).body.notices).toEqual([expect.stringContaining('does not answer')]);
  });

  it('is 404 for an unknown brand', async () => {
    expect((await importKit('11111111-1111-4111-8111-111111111111')).status).toBe(404);
  });
});

describe('a storefront that hides its brand assets', () => {
  const grantUnauthenticated: Fill<SimulatedShop> = (shop) => {
    shop.merchant.grants = [...SCOPES, 'unauthenticated_read_product_listings'];
  };
  const primary = [{ background: '#0A5C36', foreground: '#FFFFFF' }];

  it('is read with a token, which is made once', async () => {
    const { brandId, shop } = await installA((store) => {
      grantUnauthenticated(store);
      store.brandNeedsToken = true;
      store.brand = { primary };
    });
    await adopted(brandId);
    const { body } = await importKit(brandId);
    expect(body.proposal.palette.primary).toBe('#0a5c36');
    expect(shop.storefrontTokens).toHaveLength(1);
  });

  it('is not read without a scope for it, and the store stays installed', async () => {
    const { brandId } = await installA((store) => {
      store.brandNeedsToken = true;
      store.brand = { primary };
    });
    await isSetUp(brandId);
    const { body } = await importKit(brandId);
    expect(body.notices).toEqual([expect.stringContaining('unauthenticated_read_product_listings')]);
    const { retailerId } = await brandOf(brandId);
    expect(await stored(app).rows(Retailer, { id: retailerId }, 'status')).toEqual([{ status: 'installed' }]);
  });

  it('that refuses with 401 does not mark the store', async () => {
    const { brandId, shop } = await installA();
    await isRead(shop);
    shop.faults.next('unauthorized', 1, { on: 'storefront' });
    await importKit(brandId);
    const { retailerId } = await brandOf(brandId);
    expect(await stored(app).rows(Retailer, { id: retailerId }, 'status')).toEqual([{ status: 'installed' }]);
  });
});

describe('a store of platform B', () => {
  it('gives its theme: colours that are not grey, and fonts as shipped ones', async () => {
    const { brandId } = await installB((store) => {
      store.themeSettings = {
        'color-primary': '#0077C8',
        'color-secondary': '#757575',
        'color-textBase': '#aaaaaa',
        'headings-font': 'Google_Playfair+Display_400',
        'body-font': 'Google_Poppins_400',
      };
    });
    await adopted(brandId);
    const { palette, fonts } = await brandOf(brandId);
    expect(palette).toMatchObject({ primary: '#0077c8', background: '#ffffff' });
    expect(fonts).toEqual({ heading: 'Playfair Display', body: 'Montserrat' });
    const { body } = await importKit(brandId);
    expect(body.sources.palette.secondary.from).toBe('derived');
    expect(body.sources.palette.text).toMatchObject({ from: 'store', repairedFrom: '#aaaaaa' });
    expect(body.sources.palette.text.contrast).toBeGreaterThanOrEqual(4.5);
    expect(body.sources.fonts).toEqual({
      heading: { from: 'store', found: 'Google_Playfair+Display_400', by: 'name' },
      body: { from: 'store', found: 'Google_Poppins_400', by: 'kind' },
    });
  });

  it('gives its logo alone where the scope of themes is missing, and stays installed', async () => {
    const bytes = await GREEN_SIGN.draw();
    const { brandId } = await installB((store) => {
      store.merchant.grants = ALL_SCOPES;
      store.files.set('logo.png', bytes);
      store.logoUrl = `${platformB.baseUrl}/storefront/${store.hash}/product_images/logo.png`;
    });
    await adopted(brandId);
    const { body } = await importKit(brandId);
    expect(body.sources.logoUrl.from).toBe('store');
    expect(body.notices).toEqual([expect.stringContaining(THEMES)]);
    const { retailerId } = await brandOf(brandId);
    expect(await stored(app).rows(Retailer, { id: retailerId }, 'status')).toEqual([{ status: 'installed' }]);
  });

  it('without anything says so', async () => {
    const { brandId } = await installB();
    await isSetUp(brandId);
    const { body } = await importKit(brandId, { apply: true });
    expect(body).toMatchObject({ applied: false, notices: ['The store has no logo image.'] });
  });
});

describe('a logo in the request', () => {
  it('leads instead of the store, as an address and as a file', async () => {
    const { brandId, shop } = await installA((store) => {
      store.brand = { primary: [{ background: '#123456', foreground: '#FFFFFF' }] };
    });
    await adopted(brandId);
    shop.files.set('mine.png', await RED_WORD.draw());
    const linked = await importKit(brandId, { logoUrl: fileOfA(shop, 'mine.png') });
    expect(ciede2000(linked.body.proposal.palette.primary, RED_WORD.main)).toBeLessThan(5);
    expect(linked.body.sources.logoUrl).toMatchObject({ from: 'request', found: fileOfA(shop, 'mine.png') });
    const uploaded = await importKit(brandId, { logo: (await RED_WORD.draw()).toString('base64') });
    expect(uploaded.body.proposal).toEqual(linked.body.proposal);
    expect(uploaded.body.sources.logoUrl).toEqual({ from: 'request', changes: ['trimmed'] });
  });

  it('that is dark gets a light version for dark mode, as a file of its own', async () => {
    const { brandId } = await installA();
    const disc = '<circle cx="200" cy="100" r="60" fill="#111111"/>';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${disc}</svg>`;
    const logo = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
    const { body } = await importKit(brandId, { logo, apply: true });
    const { logoUrl, logoDarkUrl } = await brandOf(brandId);
    expect(body.proposal).toMatchObject({ logoUrl, logoDarkUrl });
    expect(body.sources.logoDarkUrl.from).toBe('made');
    expect(logoDarkUrl).not.toBe(logoUrl);
    const middles = [logoUrl, logoDarkUrl].map(async (url) => {
      const file = Buffer.from(await (await fetch(url ?? '')).arrayBuffer());
      const middle = sharp(file).extract({ left: 60, top: 60, width: 1, height: 1 });
      return [...(await middle.removeAlpha().raw().toBuffer())];
    });
    expect(await Promise.all(middles)).toEqual([
      [17, 17, 17],
      [255, 255, 255],
    ]);
  });

  it.each([
    [{ logoUrl: 'no address' }, '/logoUrl'],
    [{ logoUrl: 'http://127.0.0.1:9/logo.png' }, '/logoUrl'],
    [{ logo: 'not base64!' }, '/logo'],
    [{ logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }, '/logo'],
    [{ apply: 'yes' }, '/apply'],
    [{ colours: [] }, '/colours'],
  ])('is refused with %j', async (body, pointer) => {
    const { brandId } = await installA();
    const { status, body: problem } = await importKit(brandId, body);
    expect(status).toBe(422);
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
  });
});
