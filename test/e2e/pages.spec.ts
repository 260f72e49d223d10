import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StageB } from '../setup/platform-b.js';
import { signed, unixNow } from './install-flow.js';
import { CLIENT_SECRET } from '../setup/test-app.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const SHOP = 'winter-lane.myshopify.com';
const FRAMES = 'frame-ancestors https://*.mybigcommerce.com';

let stage: StageB;
beforeAll(async () => {
  stage = await StageB.start();
});
afterAll(() => stage?.stop());

const browse = (path: string, headers: Record<string, string> = {}) => stage.get(path, { accept: BROWSER, ...headers });

/** The page of a refusal, as people see it. */
async function pageOf(answer: Response) {
  const body = await answer.text();
  const text = (pattern: RegExp) => (pattern.exec(body)?.[1] ?? '').replaceAll(/<[^>]*>/g, '');
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    policy: answer.headers.get('content-security-policy') ?? '',
    title: text(/<h1>([^]*?)<\/h1>/),
    shop: text(/<p class="store">([^]*?)<\/p>/),
    body,
  };
}

const addresses = () =>
  [
    ['/platform-a/auth', 400, 'invalid_shop', "'none'"],
    [`/platform-a/auth?shop=${SHOP}&hmac=x`, 401, 'invalid_signature', "'none'"],
    [`/platform-a/callback?shop=${SHOP}`, 401, 'invalid_signature', "'none'"],
    [
      `/platform-a/callback?${signed({ shop: SHOP, code: 'c', state: 's', timestamp: unixNow() }, CLIENT_SECRET)}`,
      400,
      'invalid_state',
      "'none'",
    ],
    [`/platform-a/admin-sso/${randomUUID()}?ticket=old`, 401, 'invalid_code', "'none'"],
    ['/platform-b/auth?error=denied', 400, 'access_denied', 'https://*.mybigcommerce.com'],
    ['/platform-b/auth?code=c&scope=s&context=stores/g5cd38', 400, 'invalid_grant', 'https://*.mybigcommerce.com'],
    ['/platform-b/load', 400, 'malformed_query', 'https://*.mybigcommerce.com'],
    ['/platform-b/load?signed_payload_jwt=a.b.c', 401, 'invalid_signature', 'https://*.mybigcommerce.com'],
    ['/no/such/page', 404, 'not_found', "'none'"],
    ['/%E0%A4', 400, 'malformed_request', "'none'"],
  ] as const;

describe('an error', () => {
  it('is a page for a browser and the problem as JSON for a program, with the same status', async () => {
    for (const [address, status, code, ancestors] of addresses()) {
      const page = await pageOf(await browse(address));
      expect({ address, status: page.status, type: page.type }).toEqual({
        address,
        status,
        type: 'text/html; charset=utf-8',
      });
      expect(page.title).not.toBe('');
      expect(page.body).toContain(`(${code}, request `);
      expect(page.policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'; /);
      expect(page.policy).toContain(`frame-ancestors ${ancestors};`);
      const answer = await stage.get(address, { accept: 'application/json' });
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status, body: { code } });
      expect((await stage.get(address)).headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
  });

  it('names the store and offers to start again if the address has the valid name of a store', async () => {
    const page = await pageOf(await browse(`/platform-a/callback?shop=${SHOP}`));
    expect(page.shop).toBe(SHOP);
    expect(page.body).toContain(`href="${stage.app.url}/platform-a/auth?shop=${SHOP}"`);
    expect((await pageOf(await browse('/platform-b/auth?code=c&scope=s&context=stores/g5cd38'))).shop).toBe('g5cd38');
  });

  it('repeats no text of the request', async () => {
    const evil = encodeURIComponent('<img src=x onerror=alert(1)>');
    for (const address of [
      `/platform-a/auth?shop=${evil}`,
      `/platform-b/auth?error=${evil}`,
      `/platform-b/auth?code=c&scope=${evil}&context=${evil}`,
      `/${evil}`,
    ]) {
      const { body, shop } = await pageOf(await browse(address, { 'x-request-id': '<b>x' }));
      expect(body).not.toMatch(/<img|onerror|<b>x/);
      expect(shop).toBe('');
    }
  });

  it("names the store in the platform's frame once the platform has proven it", async () => {
    const store = await stage.installed();
    const token = stage.platform.sign.signedPayloadJwt(store);
    expect((await browse(`/platform-b/load?signed_payload_jwt=${token}`)).status).toBe(302);
    const page = await pageOf(await browse(`/platform-b/load?signed_payload_jwt=${token}`));
    expect(page).toMatchObject({ status: 401, shop: store.name });
    expect(page.policy).toContain(FRAMES);
    expect(page.body).not.toContain(token);
  });

  it('is a page with the list of allowed methods for a method that the address does not allow', async () => {
    const answer = await fetch(`${stage.app.url}/dashboard`, { method: 'POST', headers: { accept: BROWSER } });
    expect(answer.headers.get('allow')).toBe('GET');
    expect(await pageOf(answer)).toMatchObject({ status: 405, type: 'text/html; charset=utf-8' });
  });

  it("is in the customer's language behind a link of an email", async () => {
    const answer = await fetch(`${stage.app.url}/unsubscribe/`, {
      headers: { accept: BROWSER, 'accept-language': 'ar-EG,ar;q=0.9' },
    });
    expect((await pageOf(answer)).body).toContain('<html lang="ar" dir="rtl">');
  });
});

describe('the address without a path', () => {
  it.each([BROWSER, '*/*'])('is a page for %j', async (accept) => {
    const page = await pageOf(await stage.get('/', { accept }));
    expect(page).toMatchObject({ status: 200, title: 'Rekindle', type: 'text/html; charset=utf-8' });
    expect(page.policy).toContain("frame-ancestors 'none'");
  });
});
