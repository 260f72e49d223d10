import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customerRecord, lineItemRecord, orderRecord, refundRecord } from '../records/index.js';
import { PlatformASimulator, type SimulatedShop } from './index.js';

const CLIENT = { clientId: 'client-id', clientSecret: 'hush' };
const DOMAIN = 'shop1.myshopify.com';
const REDIRECT = 'http://127.0.0.1:1/platform-a/callback?kept=1';
const CREATE = `mutation ($topic: WebhookSubscriptionTopic!, $webhookSubscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

const HOOK = 'http://127.0.0.1:1/platform-a/webhooks';

// The library needs its adapter for Node before it can do anything.
await import('@shopify/shopify-api/adapters/node');
const official = shopifyApi({
  apiKey: CLIENT.clientId,
  apiSecretKey: CLIENT.clientSecret,
  hostName: 'localhost',
  apiVersion: ApiVersion.January26,
  isEmbeddedApp: false,
  logger: { level: LogSeverity.Error },
});

let sim: PlatformASimulator;
let shop: SimulatedShop;

beforeEach(async () => {
  sim = await PlatformASimulator.start(CLIENT);
  shop = sim.addShop({ domain: DOMAIN, name: 'Shop One', plan: 'plus' });
});

afterEach(async () => sim.stop());

const base = (): string => sim.baseUrlTemplate.replace('{shop}', DOMAIN);

async function authorize(changes: Record<string, string> = {}): Promise<Response> {
  const scope = 'read_orders,read_customers,read_products';
  const query = { client_id: CLIENT.clientId, scope, redirect_uri: REDIRECT, state: 'nonce', ...changes };
  return fetch(`${base()}/admin/oauth/authorize?${new URLSearchParams(query).toString()}`, { redirect: 'manual' });
}

async function redirectOf(changes: Record<string, string> = {}): Promise<URLSearchParams> {
  const { headers } = await authorize(changes);
  return new URL(headers.get('location') ?? 'about:blank').searchParams;
}

type Json = Record<string, unknown>;

async function postToken(fields: Json, asForm = false): Promise<{ status: number; body: Json }> {
  const all = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, ...fields };
  const answer = await fetch(`${base()}/admin/oauth/access_token`, {
    method: 'POST',
    ...(asForm
      ? { body: new URLSearchParams(all as Record<string, string>) }
      : { body: JSON.stringify(all), headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

const refresh = async (token: unknown) => postToken({ grant_type: 'refresh_token', refresh_token: token });

async function install(changes: Record<string, string> = {}): Promise<Json> {
  const code = (await redirectOf(changes)).get('code');
  return (await postToken({ code, expiring: '1' })).body;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Json;
  readonly errors: readonly { message: string; extensions?: { code?: string } }[];
  readonly cost: { requestedQueryCost: number; actualQueryCost: number; throttleStatus: Json };
}

async function graphql(token: unknown, query: string, variables: Json = {}): Promise<Answer> {
  const answer = await fetch(`${base()}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': String(token) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors, extensions } = (await answer.json()) as Json & { extensions?: { cost: Answer['cost'] } };
  return { status: answer.status, headers: answer.headers, data, errors, cost: extensions?.cost } as unknown as Answer;
}

const order = (id: string, second: number) =>
  orderRecord({
    id,
    number: 1000 + second,
    createdAt: Date.UTC(2026, 0, 1, 0, 0, second),
    lineItems: [lineItemRecord({ id: `${id}1`, title: 'Mug', priceCents: 1250, quantity: 2 })],
  });

describe('the simulated OAuth', () => {
  it('redirects back with a query that the official library accepts', async () => {
    const query = await redirectOf();
    expect(Object.fromEntries(query)).toMatchObject({ shop: DOMAIN, state: 'nonce', kept: '1' });
    expect(atob(query.get('host') ?? '')).toBe('admin.shopify.com/store/shop1');
    expect(await official.utils.validateHmac(Object.fromEntries(query))).toBe(true);
  });

  it('signs a refusal too, without a code', async () => {
    shop.merchant.approves = false;
    const query = await redirectOf();
    expect(query.get('error')).toBe('access_denied');
    expect(query.has('code')).toBe(false);
    expect(await official.utils.validateHmac(Object.fromEntries(query))).toBe(true);
  });

  it.each<Record<string, string>>([{ client_id: 'other' }, { scope: '' }, { state: '' }, { redirect_uri: 'nowhere' }])(
    'shows an error page for %j',
    async (changes) => {
      expect((await authorize(changes)).status).toBe(400);
    },
  );

  it.each([false, true])('exchanges a code once for an expiring offline token (form: %s)', async (asForm) => {
    const code = (await redirectOf()).get('code');
    const { status, body } = await postToken({ code, expiring: '1' }, asForm);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^shpat_/),
      scope: 'read_orders,read_customers,read_products',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^shprt_/),
      refresh_token_expires_in: 7_776_000,
    });
    expect((await postToken({ code, expiring: '1' }, asForm)).status).toBe(400);
    expect(sim.tokenRequests.map((request) => request.status)).toEqual([200, 400]);
    expect(sim.tokenRequests[0]?.body).toMatchObject({ code, expiring: '1' });
  });

  it('issues a token without an expiry unless an expiring one is requested', async () => {
    const { body } = await postToken({ code: (await redirectOf()).get('code') });
    expect(Object.keys(body)).toEqual(['access_token', 'scope']);
  });

  it('rotates refresh tokens: the old one ends when the new one is used', async () => {
    const first = await install();
    const second = await refresh(first['refresh_token']);
    expect(second.body['access_token']).not.toBe(first['access_token']);
    expect((await refresh(first['refresh_token'])).status).toBe(200);
    expect((await refresh(second.body['refresh_token'])).status).toBe(200);
    expect(await refresh(first['refresh_token'])).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('refuses a wrong client secret', async () => {
    expect((await postToken({ client_secret: 'wrong', code: (await redirectOf()).get('code') })).status).toBe(400);
  });

  it('grants the scopes that the merchant chose', async () => {
    shop.merchant.grants = ['read_orders'];
    expect(await install()).toMatchObject({ scope: 'read_orders' });
    shop.merchant.grants = null;
    expect(await install({ scope: 'read_orders,write_orders' })).toMatchObject({ scope: 'write_orders' });
  });

  it('leaves expires_in out if the test requests it', async () => {
    shop.merchant.omitExpiresIn = true;
    expect(await install()).not.toHaveProperty('expires_in');
  });

  it('fails a token request on demand', async () => {
    sim.faults(DOMAIN).next('serverError', 1, { on: 'token', status: 500 });
    const code = (await redirectOf()).get('code');
    expect((await postToken({ code })).status).toBe(500);
    expect((await postToken({ code })).status).toBe(200);
  });
});

describe('the simulated GraphQL API', () => {
  it('refuses a field that the platform does not have', async () => {
    const { access_token: token } = await install();
    const { status, errors } = await graphql(token, '{ shop { name ownerName } }');
    expect(status).toBe(200);
    expect(errors[0]?.message).toMatch(/Cannot query field "ownerName" on type "Shop"/);
  });

  it('answers 401 to an unknown, expired or revoked token', async () => {
    const { access_token: token } = await install();
    expect((await graphql('shpat_unknown', '{ shop { name } }')).status).toBe(401);
    expect((await graphql(token, '{ shop { name } }')).data).toEqual({ shop: { name: 'Shop One' } });
    shop.tokens.expireAccessTokens();
    expect((await graphql(token, '{ shop { name } }')).status).toBe(401);
  });

  it('denies fields outside the granted scopes', async () => {
    const { access_token: token } = await install({ scope: 'read_products' });
    const { errors } = await graphql(token, '{ orders(first: 1) { nodes { id } } }');
    expect(errors[0]?.extensions?.code).toBe('ACCESS_DENIED');
  });

  it('pages through a list whose order changes while it is read', async () => {
    const { access_token: token } = await install();
    for (let i = 1; i <= 5; i += 1) shop.upsertOrder(order(`500000000000${i}`, i));
    const query = `query ($after: String, $query: String) {
      orders(first: 2, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { id } pageInfo { hasNextPage endCursor } }
    }`;
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 10; page += 1) {
      const { data } = await graphql(token, query, { after, query: "updated_at:>='2026-01-01T00:00:02Z'" });
      const { nodes, pageInfo } = data['orders'] as {
        nodes: { id: string }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      seen.push(...nodes.map(({ id }) => id.slice(-1)));
      if (page === 0) shop.upsertOrder({ ...order('5000000000002', 2), updatedAt: Date.UTC(2026, 5, 1) });
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(['2', '3', '4', '5', '2']);
  });

  it('shows refunds, amounts in both currencies, and ids beyond 2^53 exactly', async () => {
    const { access_token: token } = await install();
    const id = '820982911946154509';
    const createdAt = Date.UTC(2026, 0, 2);
    const customer = customerRecord({ id: '115310627314723955', createdAt, email: 'jo@example.com' });
    const refunds = [refundRecord({ id: '890088186047892319', orderId: id, createdAt, amountCents: 1050 })];
    shop.upsertOrder({ ...order(id, 1), customer, refunds, presentment: { currency: 'EUR', rate: 0.9 } });
    const { data } = await graphql(
      token,
      `
        {
          orders(first: 1) {
            nodes {
              id
              legacyResourceId
              totalPriceSet {
                shopMoney {
                  amount
                }
                presentmentMoney {
                  amount
                  currencyCode
                }
              }
              customer {
                id
                defaultEmailAddress {
                  emailAddress
                  marketingState
                }
                numberOfOrders
              }
              refunds {
                transactions(first: 5) {
                  nodes {
                    status
                    amountSet {
                      shopMoney {
                        amount
                      }
                    }
                  }
                }
              }
            }
          }
        }
      `,
    );
    expect(data['orders']).toEqual({
      nodes: [
        {
          id: `gid://shopify/Order/${id}`,
          legacyResourceId: id,
          totalPriceSet: {
            shopMoney: { amount: '25.0' },
            presentmentMoney: { amount: '22.5', currencyCode: 'EUR' },
          },
          customer: {
            id: 'gid://shopify/Customer/115310627314723955',
            defaultEmailAddress: { emailAddress: 'jo@example.com', marketingState: 'NOT_SUBSCRIBED' },
            numberOfOrders: '1',
          },
          refunds: [{ transactions: { nodes: [{ status: 'SUCCESS', amountSet: { shopMoney: { amount: '10.5' } } }] } }],
        },
      ],
    });
  });

  it('reserves the requested cost, charges the actual one, and throttles an empty bucket', async () => {
    const { access_token: token } = await install();
    shop.upsertOrder(order('5000000000001', 1));
    const query = '{ orders(first: 100) { nodes { id totalPriceSet { shopMoney { amount } } } } }';
    const { cost } = await graphql(token, query);
    expect(cost).toMatchObject({ requestedQueryCost: 302, actualQueryCost: 5 });
    expect(cost.throttleStatus).toMatchObject({ maximumAvailable: 20_000, restoreRate: 1000 });
    expect(cost.throttleStatus['currentlyAvailable']).toBeGreaterThan(19_990);

    shop.bucket.drain();
    const throttled = await graphql(token, query.replace('100', '250'));
    expect(throttled.status).toBe(200);
    expect(throttled.errors[0]?.extensions?.code).toBe('THROTTLED');
    expect(throttled.cost).toMatchObject({ requestedQueryCost: 752, actualQueryCost: null });
    expect(sim.graphqlRequests.at(-1)).toMatchObject({ status: 200, errorCodes: ['THROTTLED'] });
  });

  it('refuses a query that costs more than 1000', async () => {
    const { access_token: token } = await install();
    const nested = '{ orders(first: 50) { nodes { lineItems(first: 50) { nodes { product { id } } } } } }';
    expect((await graphql(token, nested)).errors[0]?.extensions?.code).toBe('MAX_COST_EXCEEDED');
  });

  it('performs planned faults in their order', async () => {
    const { access_token: token } = await install();
    sim.faults(DOMAIN).next('throttled').next('rateLimited', 1, { retryAfterSeconds: 2 }).next('unauthorized');
    sim.faults(DOMAIN).next('serverError', 1, { status: 502 });
    expect((await graphql(token, '{ shop { name } }')).errors[0]?.extensions?.code).toBe('THROTTLED');
    const limited = await graphql(token, '{ shop { name } }');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await graphql(token, '{ shop { name } }')).status).toBe(401);
    expect((await graphql(token, '{ shop { name } }')).status).toBe(502);
    sim.faults(DOMAIN).next('disconnect');
    await expect(graphql(token, '{ shop { name } }')).rejects.toThrow('fetch failed');
    expect((await graphql(token, '{ shop { name } }')).status).toBe(200);
  });
});

const subscribe = async (token: unknown, topic: string, input: Json) => {
  const variables = { topic, webhookSubscription: input };
  const { data } = await graphql(token, CREATE, variables);
  return data['webhookSubscriptionCreate'] as { webhookSubscription: { id: string } | null; userErrors: Json[] };
};

describe('the creation of webhook subscriptions', () => {
  it('accepts uri and callbackUrl, and refuses a second subscription with the same topic and address', async () => {
    const { access_token: token } = await install();
    expect((await subscribe(token, 'ORDERS_CREATE', { uri: HOOK })).userErrors).toEqual([]);
    expect((await subscribe(token, 'ORDERS_UPDATED', { callbackUrl: HOOK })).userErrors).toEqual([]);
    const again = await subscribe(token, 'ORDERS_CREATE', { callbackUrl: HOOK });
    expect(again.userErrors[0]?.['message']).toMatch(/Address .* already been taken/);
    expect(shop.subscriptions.list().map(({ topic, uri }) => [topic, uri])).toEqual([
      ['orders/create', HOOK],
      ['orders/updated', HOOK],
    ]);
  });

  it('refuses a topic of protected data, and one without its scope', async () => {
    const { access_token: token } = await install({ scope: 'read_customers' });
    shop.subscriptions.refuseTopic('customers/update');
    expect((await subscribe(token, 'CUSTOMERS_UPDATE', { uri: HOOK })).userErrors[0]?.['message']).toMatch(/protected/);
    expect((await subscribe(token, 'ORDERS_CREATE', { uri: HOOK })).userErrors[0]?.['message']).toMatch(/permission/);
  });
});
