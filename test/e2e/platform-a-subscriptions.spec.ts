import { createHmac } from 'node:crypto';
import { getJwt } from '@shopify/shopify-api/test-helpers';
import { PlatformASimulator, type SimulatedAppSubscription } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubscriptionsAnswer } from '../../src/platform-a/subscriptions/app-subscriptions.dto.js';
import { Credentials } from '../../src/retailers/credentials.entity.js';
import { ago, given } from '../factories/given.js';
import { InstalledStore } from '../setup/installed-store.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from '../setup/test-app.js';

let platform: PlatformASimulator;
let service: TestApp;
let store: InstalledStore;
let stores = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  service = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
});
afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});
beforeEach(async () => {
  store = await InstalledStore.install(service, platform, `shop${(stores += 1)}.myshopify.com`);
  platform.graphqlRequests.length = 0;
  platform.tokenRequests.length = 0;
});

const MONTH = Date.UTC(2026, 10, 1);
const usd = (amount: string) => ({ amount, currencyCode: 'USD' });
const GROWTH: SimulatedAppSubscription = {
  id: '4019552312',
  name: 'Growth',
  status: 'ACTIVE',
  trialDays: 14,
  createdAt: MONTH,
  currentPeriodEnd: Date.UTC(2026, 11, 1),
  lineItems: [
    { recurring: { price: usd('29.0'), interval: 'EVERY_30_DAYS' } },
    { usage: { balanceUsed: usd('3.45'), cappedAmount: usd('100.0'), terms: '1 USD for 1000 emails' } },
  ],
};

interface Problem {
  readonly code: string;
}

async function ask<T = SubscriptionsAnswer>(
  token: string | undefined = store.retailerToken(),
  path = '',
  url = service.url,
) {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/platform-a/subscriptions${path}`, headers ? { headers } : {});
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
}

/** The calls of the GraphQL query for subscriptions. */
const calls = () => platform.graphqlRequests.filter(({ query }) => query.startsWith('query AppSubscriptions'));

describe('the subscriptions of a store', () => {
  it("have the platform's amounts as strings, recurring and by usage (B1)", async () => {
    store.shop.appSubscriptions = [GROWTH];
    const { status, headers, body } = await ask();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      shop: store.domain,
      hasActiveSubscription: true,
      stale: false,
      fetchedAt: expect.stringMatching(/Z$/),
      subscriptions: [
        {
          id: 'gid://shopify/AppSubscription/4019552312',
          name: 'Growth',
          status: 'ACTIVE',
          test: false,
          trialDays: 14,
          trialEndsAt: '2026-11-15T00:00:00.000Z',
          createdAt: '2026-11-01T00:00:00.000Z',
          currentPeriodEnd: '2026-12-01T00:00:00.000Z',
          lineItems: [
            {
              type: 'recurring',
              price: { amount: '29.0', currency: 'USD' },
              interval: 'EVERY_30_DAYS',
              discount: null,
            },
            {
              type: 'usage',
              price: null,
              balanceUsed: { amount: '3.45', currency: 'USD' },
              cappedAmount: { amount: '100.0', currency: 'USD' },
              terms: '1 USD for 1000 emails',
            },
          ],
        },
      ],
    });
  });

  it('are an empty list if there are none (B2)', async () => {
    expect((await ask()).body).toMatchObject({ hasActiveSubscription: false, subscriptions: [], stale: false });
  });

  it.each(['FROZEN', 'PENDING'] as const)('are not active if their status is %s (B3)', async (status) => {
    store.shop.appSubscriptions = [{ ...GROWTH, status }];
    expect((await ask()).body).toMatchObject({ hasActiveSubscription: false, subscriptions: [{ status }] });
  });

  it('are marked if they are tests (B4)', async () => {
    store.shop.appSubscriptions = [{ ...GROWTH, test: true }];
    expect((await ask()).body.subscriptions).toMatchObject([{ test: true }]);
  });

  it('are read with the token in its header alone and the pinned version in the path (B8)', async () => {
    await ask();
    expect(calls()).toMatchObject([{ status: 200, apiVersion: '2026-10', variables: {} }]);
    expect(JSON.stringify(platform.graphqlRequests)).not.toContain('shpat_');
  });

  it('are read once for concurrent requests', async () => {
    store.shop.faults.next('slow', 1, { delayMs: 2_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(calls()).toHaveLength(1);
  });
});

describe('while the platform limits or fails requests,', () => {
  it('a query over the rate limit waits as the restore rate says (B5)', async () => {
    store.shop.bucket.drain();
    const begun = Date.now();
    expect((await ask()).status).toBe(200);
    expect(calls().map(({ errorCodes }) => errorCodes)).toEqual([['THROTTLED'], []]);
    expect((calls()[1]?.at ?? 0) - begun).toBeGreaterThanOrEqual(1_000);
  });

  it('a query that is always over the rate limit ends in 503 with Retry-After (B5)', async () => {
    store.shop.faults.next('rateLimited', 50, { retryAfterSeconds: 60 });
    const { status, headers, body } = await ask<Problem>();
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'platform_unavailable' });
    expect(headers.get('retry-after')).toBe('60');
    store.shop.faults.clear();
  });

  it('a request with the answer 429 is repeated after its Retry-After (B6)', async () => {
    store.shop.faults.next('rateLimited', 1, { retryAfterSeconds: 2 });
    expect((await ask()).status).toBe(200);
    const [first, second] = calls();
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it('two answers 5xx are repeated without an error for the caller', async () => {
    store.shop.faults.next('serverError', 2);
    expect((await ask()).body.stale).toBe(false);
    expect(calls()).toHaveLength(3);
  });

  it.each([
    ['answers 5xx', 'serverError', 503, 'platform_unavailable'],
    ['breaks connections', 'disconnect', 503, 'platform_unavailable'],
    ['answers with a page', 'notJson', 502, 'platform_error'],
  ] as const)(
    'the answer is the last copy if the platform %s, and an error if there is no copy',
    async (_, kind, status, code) => {
      store.shop.faults.next(kind, 3);
      const refused = await ask<Problem>();
      expect({ status: refused.status, code: refused.body.code }).toEqual({ status, code });
      expect(refused.headers.has('retry-after')).toBe(status === 503);
      store.shop.faults.clear();
      store.shop.appSubscriptions = [GROWTH];
      const { body: fresh } = await ask();
      store.shop.appSubscriptions = [];
      store.shop.faults.next(kind, 3);
      const { status: staleStatus, body: stale } = await ask();
      expect(staleStatus).toBe(200);
      expect(stale).toMatchObject({ fetchedAt: fresh.fetchedAt, subscriptions: fresh.subscriptions, stale: true });
      store.shop.faults.clear();
      expect((await ask()).body).toMatchObject({ stale: false, subscriptions: [] });
    },
  );

  it('the copy of an earlier installation is not shown', async () => {
    store.shop.appSubscriptions = [GROWTH];
    await ask();
    await service.sql(
      `UPDATE retailers SET installed_at = date_trunc('second', now()) + interval '1 second'
      WHERE id = $1`,
      [store.retailerId],
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    store.shop.faults.next('serverError', 3);
    expect((await ask<Problem>()).body.code).toBe('platform_unavailable');
  });
});

describe('a token that the platform refuses', () => {
  it('leads to needs_reauth after one attempt, and is not tried again (B7)', async () => {
    store.shop.faults.next('unauthorized', 50);
    const first = await ask<Problem>();
    expect({ status: first.status, code: first.body.code }).toEqual({ status: 409, code: 'needs_reauth' });
    expect(calls()).toHaveLength(1);
    expect((await ask<Problem>()).body.code).toBe('needs_reauth');
    expect({ calls: calls().length, tokens: platform.tokenRequests.length }).toEqual({ calls: 1, tokens: 0 });
    const { body } = await service.admin<{ status: string }>('GET', `/admin/retailers/${store.retailerId}`);
    expect(body.status).toBe('needs_reauth');
  });

  it('is renewed once if it is old, because it may have ended early', async () => {
    await given(service).set(Credentials, { issuedAt: ago(30, 'minute') });
    store.shop.tokens.expireAccessTokens();
    expect((await ask()).status).toBe(200);
    expect(platform.tokenRequests).toMatchObject([{ status: 200, body: { grant_type: 'refresh_token' } }]);
  });

  it('is renewed only once by two processes with twenty calls (O17)', async () => {
    const second = await service.startAnother();
    try {
      await store.tokenIsDue();
      store.shop.tokens.expireAccessTokens();
      const token = store.retailerToken();
      const urls = [service.url, second.url];
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(token, `?n=${i}`, urls[i % 2])));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      await ask(token, '', second.url);
      expect(platform.tokenRequests).toHaveLength(1);
    } finally {
      await second.service.stop();
    }
  });

  it('that cannot be renewed leads to 409 for all callers, with one call of the platform (O17)', async () => {
    await store.tokenIsDue();
    store.shop.tokens.revokeAll();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask<Problem>()));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 needs_reauth']));
    await ask();
    expect(platform.tokenRequests).toMatchObject([{ status: 400 }]);
    expect(calls()).toHaveLength(0);
  });
});

describe('the caller of the subscriptions', () => {
  /** A session token for staff, as the admin gives it to our page. It is made here without the code of the service. */
  const sessionToken = (claims: object = {}, { secret = CLIENT_SECRET, alg = 'HS256' } = {}): string => {
    const now = Math.floor(Date.now() / 1_000);
    const host = `https://${store.domain}`;
    const usual = {
      iss: `${host}/admin`,
      dest: host,
      aud: CLIENT_ID,
      sub: '42',
      exp: now + 60,
      nbf: now - 1,
      iat: now,
    };
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const text = `${encode({ alg, typ: 'JWT' })}.${encode({ ...usual, jti: 'j', sid: 's', ...claims })}`;
    const signature = alg === 'none' ? '' : createHmac('sha256', secret).update(text).digest('base64url');
    return `${text}.${signature}`;
  };

  it("may be the store's staff with the platform's session token", async () => {
    store.shop.appSubscriptions = [GROWTH];
    expect((await ask(sessionToken())).body).toMatchObject({ shop: store.domain, hasActiveSubscription: true });
    const { token } = await getJwt(store.domain.split('.')[0] ?? '', CLIENT_ID, CLIENT_SECRET);
    expect((await ask(token)).body.shop).toBe(store.domain);
  });

  it('may be a member of the retailer', async () => {
    expect((await ask(store.retailerToken('member'))).status).toBe(200);
  });

  it('sees the store of the token, whatever the query says (B9)', async () => {
    const other = await InstalledStore.install(service, platform, `shop${(stores += 1)}.myshopify.com`);
    other.shop.appSubscriptions = [GROWTH];
    const query = `?shop=${other.domain}&retailerId=${other.retailerId}`;
    for (const token of [store.retailerToken(), sessionToken()]) {
      expect((await ask(token, query)).body).toMatchObject({ shop: store.domain, subscriptions: [] });
    }
  });

  it.each<[string, () => string]>([
    ['is over', () => sessionToken({ exp: Math.floor(Date.now() / 1_000) - 60 })],
    ['is for another app', () => sessionToken({ aud: 'another' })],
    ['is signed with another secret', () => sessionToken({}, { secret: 'guessed' })],
    ['is not signed', () => sessionToken({}, { alg: 'none' })],
    ['is signed by another algorithm, as it says', () => sessionToken({}, { alg: 'RS256' })],
    ['has no end', () => sessionToken({ exp: undefined })],
    ['is of the admin of another store', () => sessionToken({ iss: 'https://evil.myshopify.com/admin' })],
    ["is a customer's", () => sessionToken({ iss: undefined, sub: 'gid://shopify/Customer/42' })],
    ["is our admin's", () => service.adminToken()],
    ['is no token', () => 'hello'],
  ])('gets 401 and a header that requests a new token if the token %s', async (_, token) => {
    const { status, headers } = await ask(token());
    expect(status).toBe(401);
    expect(headers.get('x-shopify-retry-invalid-session-request')).toBe('1');
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(platform.graphqlRequests).toEqual([]);
  });

  it('needs a token', async () => {
    const answer = await fetch(`${service.url}/platform-a/subscriptions?shop=${store.domain}`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is refused if the store is unknown or not installed', async () => {
    const host = 'https://never-seen.myshopify.com';
    expect((await ask(sessionToken({ iss: `${host}/admin`, dest: host }))).status).toBe(404);
    await platform.uninstall(store.shop);
    await service.settled();
    const { status, body } = await ask<Problem>(sessionToken());
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'not_installed' });
  });
});
