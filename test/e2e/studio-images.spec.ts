import { OpenAiSimulator } from '#libs/simulators';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import { anImage, ImageHost } from '../setup/image-host.js';
import type { StudioPerson } from '../setup/studio-browser.js';
import { type PlayedStore, StudioStage } from '../setup/studio-stage.js';
import { wordsOf } from '../setup/studio-words.js';
import { waitFor } from '../setup/wait-for.js';

const API_KEY = 'sk-of-the-simulator';
const PRODUCTS = ['Beeswax candle', 'Linen towel', 'Pebble mug', 'Olive soap'];
/** An image takes some seconds, and more while other tests use the same cores. */
const MAKING = { timeout: 60_000 };

describe.skipIf(!hasChromium)(`images in the studio (${WITHOUT_CHROMIUM})`, () => {
  const words = wordsOf('en');
  let provider: OpenAiSimulator;
  let host: ImageHost;
  let stage: StudioStage;
  let store: PlayedStore;
  let merchant: StudioPerson;

  beforeAll(async () => {
    provider = await OpenAiSimulator.start({ apiKey: API_KEY });
    host = await ImageHost.start();
    for (const [index] of PRODUCTS.entries()) host.files.set(`/${index}.png`, await anImage());
    stage = await StudioStage.start({
      IMAGE_FETCH_ALLOW: host.address,
      OPENAI_API_KEY: API_KEY,
      OPENAI_BASE_URL: provider.baseUrl,
      IMAGE_PRICE_USD: '0.25',
      IMAGE_MONTHLY_BUDGET_USD: '40',
    });
    store = stage.storeA('images');
    merchant = await stage.browser.person('en');
    await merchant.enter(store.install());
    for (const [index, title] of PRODUCTS.entries()) {
      await stage.app.sql(
        `INSERT INTO products (retailer_id, external_id, title, status, image_url, price, platform_updated_at)
         VALUES ($1, $2, $3, 'active', $4, 9, now())`,
        [store.retailerId, `p${index}`, title, host.url(`/${index}.png`)],
      );
    }
  });
  afterAll(async () => {
    await stage?.stop();
    await host?.stop();
    await provider?.stop();
  });
  afterEach(async () => {
    await merchant.unroute();
    expect(merchant.errors.splice(0)).toEqual([]);
  });

  const variants = () => merchant.view.locator('.variants > li');
  const approve = () => merchant.view.getByRole('button', { name: words('images.approve') });
  const found = (product: string) => merchant.view.getByRole('checkbox', { name: product });

  async function choose(product: string): Promise<void> {
    await merchant.fill(words('images.findProducts'), product.slice(2));
    await waitFor(async () => (await merchant.view.locator('.products input').count()) === 1);
    await found(product).check();
    await merchant.view.getByRole('button', { name: new RegExp(`${product}$`) }).waitFor();
  }

  /** The width of the image inside the email, in the email's own pixels. */
  const shownWidth = (variant: Locator) =>
    variant
      .frameLocator('iframe')
      .locator('img')
      .first()
      .evaluate((image) => (image as unknown as { readonly clientWidth: number }).clientWidth);

  it('are banners with a chosen product, in layouts side by side, as wide as an email', async () => {
    await merchant.open('/images/new');
    await choose('Pebble mug');
    expect(await merchant.view.locator('.products img.thumbnail').count()).toBe(1);
    await merchant.fill(words('images.offer'), '15% off');
    await merchant.expectAccessible();
    await merchant.click(words('images.ask'));
    await approve().waitFor(MAKING);
    await waitFor(async () => (await variants().count()) === 3);
    const places = await variants().evaluateAll((items) =>
      items.map((each) => (each as unknown as { getBoundingClientRect: () => DOMPlace }).getBoundingClientRect().top),
    );
    expect(new Set(places).size, 'all in one row').toBe(1);
    const frame = variants().first().locator('iframe');
    const frameWidth = async () => Math.round((await frame.boundingBox())?.width ?? 0);
    expect(await frameWidth()).toBeLessThan(600);
    for (const width of [600, 375]) {
      await merchant.click(`${width} px`);
      await waitFor(async () => (await shownWidth(variants().first())) === width);
      await waitFor(async () => (await frameWidth()) === width);
    }
    // Each layout is of another family, and says which.
    const texts = await variants().locator('p:has(> strong)').allInnerTexts();
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) expect(text).toMatch(words('images.family'));
    await merchant.expectAccessible();
    await merchant.look(375, 'dark');
    await merchant.expectToFit();
    await merchant.look(1280, 'light');
    await merchant.click(words('images.reject'));
    await merchant.view.getByText(words('approval.rejected')).waitFor();
  });

  it('are made again with some changes, from the request that made them', async () => {
    await merchant.open('/images');
    await merchant.view.locator('a.image').first().click();
    await approve().waitFor();
    expect(await merchant.view.getByLabel(words('images.offer')).inputValue()).toBe('15% off');
    const again = merchant.view.getByRole('button', { name: words('images.sameAsk') });
    expect(await again.getAttribute('aria-disabled')).toBe('true');
    await merchant.choose(words('images.family'), 'collection');
    await choose('Linen towel');
    await merchant.click(words('size.square'));
    const before = merchant.page.url();
    await again.click();
    await waitFor(() => merchant.page.url() !== before, MAKING.timeout);
    await approve().waitFor(MAKING);
    await variants().first().getByText(words('family.collection')).waitFor();
    const [, id] = /images\/([\w-]+)$/.exec(merchant.page.url()) ?? [];
    const [row] = await stage.app.sql<{ asked: object; edited: boolean }>(
      'SELECT asked, edit_of IS NOT NULL AS edited FROM image_requests WHERE id = $1',
      [id],
    );
    expect(row).toMatchObject({
      edited: true,
      asked: { products: [{ productId: 'p2' }, { productId: 'p1' }], dimensions: { height: 1200 }, offer: '15% off' },
    });
    expect(await merchant.view.getByText(words('images.familyOther')).count()).toBe(0);
    await merchant.click(words('images.approve'));
    await merchant.view.getByText(words('approval.approved')).waitFor();
  });

  it('are scenes, with what they cost beside the budget', async () => {
    await merchant.open('/images/new');
    await merchant.click(words('kind.hero'));
    await merchant.fill(words('images.prompt'), 'A quiet lake at dawn');
    await merchant.choose(words('images.style'), 'watercolor');
    const style = merchant.view.getByLabel(words('images.style')).locator('option:checked');
    expect(await style.innerText()).toMatch(words('style.watercolor'));
    await merchant.click(words('images.ask'));
    await approve().waitFor(MAKING);
    await merchant.view.getByText(words('images.cost')).first().waitFor();
    await merchant.open('/images');
    await merchant.view.getByText(/^\$\d[\d.]* for images this month of \$40/).waitFor();
    await merchant.expectAccessible();
  });

  it('are grids of products, whose progress is shown', async () => {
    await merchant.open('/images/new');
    await merchant.click(words('kind.grid'));
    for (const product of PRODUCTS.slice(0, 3)) await choose(product);
    // The answer is held where it says that the image is being made.
    let isHeld = true;
    await merchant.page.route(/\/retailer\/images\/[\w-]+$/, async (route) => {
      const body = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: isHeld ? { ...body, status: 'rendering', finishedAt: null } : body });
    });
    await merchant.click(words('images.ask'));
    const progress = merchant.view.getByRole('group', { name: words('images.progress') });
    await progress.getByText(words('image.rendering')).waitFor();
    await progress.getByText(words('images.elapsed')).waitFor();
    await progress.getByRole('progressbar').waitFor();
    await merchant.expectAccessible();
    isHeld = false;
    await approve().waitFor(MAKING);
    const email = variants().first().frameLocator('iframe');
    await waitFor(async () => (await email.locator('img').count()) > 0);
    expect(await email.locator('img').count()).toBeGreaterThanOrEqual(3);
    await merchant.view.getByLabel(words('images.brief')).waitFor();
    await merchant.expectAccessible();
  });

  it("follow a brand kit that a logo's file proposes", async () => {
    await merchant.open('/images/brand');
    const primary = merchant.view.getByLabel(words('colour.primary'));
    const before = await primary.inputValue();
    const buffer = await anImage('#aa1155');
    await merchant.view.getByLabel(words('brand.logoFile')).setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer,
    });
    await merchant.view.getByText(words('brand.proposed')).waitFor(MAKING);
    await waitFor(async () => (await primary.inputValue()) !== before);
    const proposed = await primary.inputValue();
    for (const name of ['contrast.text', 'contrast.primary', 'contrast.accent'] as const) {
      expect(await merchant.view.getByText(words(name)).innerText()).toMatch(/\d:1/);
    }
    await merchant.expectAccessible();
    await merchant.click(words('save'));
    await merchant.view.getByText(words('brand.saved')).waitFor();
    await merchant.open('/images/brand');
    expect(await primary.inputValue()).toBe(proposed);
  });
});

interface DOMPlace {
  readonly top: number;
}
