import { entityId, retailerIdOf } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trialScope } from '../../src/email/templates/links.js';
import { ParsedEmail } from '../../src/email/templates/parsed-email.js';
import { Brand } from '../../src/retailers/brand.entity.js';
import { LANGUAGES, type LibraryLanguage, TEMPLATE_IDS, TEMPLATES } from '../../src/sequences/library/catalogue.js';
import { given } from '../factories/given.js';
import { TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

interface Sequence {
  readonly id: string;
  readonly language: string;
  readonly version: number;
  readonly steps: readonly { readonly id: string }[];
  readonly warnings: readonly { readonly pointer: string; readonly detail: string }[];
}
interface Template {
  readonly id: string;
  readonly languages: readonly string[];
  readonly emails: number;
  readonly hasOffer: boolean;
  readonly needs: readonly string[];
}
interface List {
  readonly items: readonly Template[];
  readonly nextCursor: string | null;
}

const RECIPIENTS = ['longest_name', 'no_name', 'right_to_left'] as const;
/** The texts do not depend on the platform, so platform B is tried in one language of each direction. */
const PLATFORMS = [
  ['platform-a', LANGUAGES],
  ['platform-b', ['en', 'ar']],
] as const satisfies readonly (readonly [string, readonly LibraryLanguage[]])[];

let app: TestApp;
const brands = new Map<string, string>();

beforeAll(async () => {
  app = await TestApp.start();
  brands.set('platform-a', (await installStore(app, 'library.myshopify.com')).brandId);
  brands.set('platform-b', await installStoreB('library'));
  for (const brandId of brands.values()) {
    await app.admin('POST', '/admin/segments/upsert', {
      brandId,
      segments: [{ name: 'All', criteria: { minOrders: 0 } }],
    });
  }
});
afterAll(() => app?.stop());

async function installStoreB(hash: string): Promise<string> {
  const retailerId = retailerIdOf('platform-b', hash);
  const id = entityId(retailerId, 'brand', 'default');
  await app.sql(
    `INSERT INTO retailers (id, platform, external_id, name, status, currency, storefront_url, installed_at, set_up_at)
     VALUES ($1, 'platform-b', $2, $2, 'installed', 'EUR', 'https://library-b.example', now(), now())`,
    [retailerId, hash],
  );
  const storeSender = { email: 'hello@library-b.example', postalAddress: '1 Long Road, 10115 Berlin' };
  await given(app).insert(Brand, { retailerId, id, name: hash, storeSender });
  return id;
}

const use = (id: string, body: object, headers: Record<string, string> = {}) =>
  app.admin<Sequence>('POST', `/admin/email-templates/${id}/use`, body, headers);
const wanted = (platform: string, language: LibraryLanguage = 'en') => ({
  brandId: brands.get(platform),
  segment: 'All',
  language,
});

/** Warnings that a store without products gets. */
const KNOWN = /^shows products .*, and 0 of the store's 0 are/;

describe('GET /admin/email-templates', () => {
  it('lists the sequences to start from, page by page', async () => {
    const { status, body } = await app.admin<List>('GET', '/admin/email-templates');
    expect(status).toBe(200);
    expect(body.items.map(({ id }) => id)).toEqual([...TEMPLATE_IDS].sort());
    expect(body.items.find(({ id }) => id === 'win-back')).toMatchObject({
      name: 'Win-back in three emails',
      languages: ['en', 'de', 'fr', 'es', 'ja', 'ar'],
      emails: 3,
      hasOffer: true,
      needs: [],
      shows: ['last-order', 'bestsellers'],
    });
    const first = await app.admin<List>('GET', '/admin/email-templates?limit=4');
    const second = await app.admin<List>('GET', `/admin/email-templates?limit=4&cursor=${first.body.nextCursor}`);
    expect([...first.body.items, ...second.body.items]).toEqual(body.items);
    expect(second.body.nextCursor).toBeNull();
  });
});

describe.each(PLATFORMS)('POST /admin/email-templates/{id}/use on %s', (platform, languages) => {
  it.each(languages)('makes sequences in %s that pass every check and suit every recipient', async (language) => {
    for (const id of TEMPLATE_IDS) {
      const { status, body } = await use(id, wanted(platform, language));
      expect({ status, body }).toMatchObject({ status: 201, body: { language, version: 1, segment: 'All' } });
      expect(body.warnings.filter(({ detail }) => !KNOWN.test(detail))).toEqual([]);
      expect(body.steps.map((step) => step.id)).toEqual(TEMPLATES[id].steps.map((step) => step.id));
      await expectPreviews(body, language);
    }
  });

  it('makes emails without a missing value for every recipient', async () => {
    const rows = await app.sql<{ subject: string; html: string; text: string }>(
      `SELECT t.subject, t.html, t.text FROM email_templates t JOIN brands b ON b.retailer_id = t.retailer_id
        WHERE b.id = $1`,
      [brands.get(platform)],
    );
    const emails = TEMPLATE_IDS.flatMap((id) => TEMPLATES[id].steps);
    expect(rows).toHaveLength(emails.length * languages.length);
    for (const row of rows) {
      for (const recipient of RECIPIENTS) {
        const { subject, html, text } = ParsedEmail.of(row).fillFor(
          trialScope(recipient, { storeUrl: 'https://library.example' }),
          true,
        );
        expect(subject).toMatch(/\S/);
        expect(html + text).not.toMatch(/\{[{%]|:::/);
      }
    }
  });
});

async function expectPreviews({ id, steps }: Sequence, language: string): Promise<void> {
  for (const step of steps) {
    for (const recipient of RECIPIENTS) {
      const path = `/admin/sequences/${id}/steps/${step.id}/preview?as=${recipient}`;
      const { status, body } = await app.admin<{ html: string; bytes: number }>('GET', path);
      expect(status).toBe(200);
      expect(body.html).toContain(`lang="${language}"`);
      expect(body.bytes).toBeLessThan(102_400);
      // No host has the images of the invented products.
      expect(body.html).not.toContain('shop.example/pictures');
    }
  }
}

describe('a template in use', () => {
  it('makes another sequence each time, and the same one for the same key', async () => {
    const [one, two] = [await use('price-drop', wanted('platform-a')), await use('price-drop', wanted('platform-a'))];
    expect(one.body.id).not.toBe(two.body.id);
    const key = { 'Idempotency-Key': 'library' };
    const first = await use('price-drop', wanted('platform-a'), key);
    expect((await use('price-drop', wanted('platform-a'), key)).body.id).toBe(first.body.id);
    expect((await app.admin('GET', `/admin/sequences/${first.body.id}`)).status).toBe(200);
  });

  it('is refused for what does not exist', async () => {
    const unknown = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
    expect((await use('nothing', wanted('platform-a'))).status).toBe(404);
    expect((await use('win-back', { ...wanted('platform-a'), brandId: unknown })).status).toBe(404);
    const pointer = (at: string) => ({ status: 422, body: { errors: [{ pointer: at }] } });
    expect(await use('win-back', { ...wanted('platform-a'), segment: 'Nobody' })).toMatchObject(pointer('/segment'));
    expect(await use('win-back', { ...wanted('platform-a'), language: 'tlh' })).toMatchObject(pointer('/language'));
  });

  it('warns of products that the store does not have, also in a dry run', async () => {
    const { body } = await use('price-drop', wanted('platform-a'));
    const warning = {
      pointer: '/steps/0',
      detail:
        "shows products whose price was lowered in the last 30 days, and 0 of the store's 0 are; until then that part is left out",
    };
    expect(body.warnings).toEqual([warning]);
    const run = await app.admin('POST', `/admin/sequences/${body.id}/execute`, { mode: 'dryRun' });
    expect(run.body).toMatchObject({ warnings: [warning] });
  });
});
