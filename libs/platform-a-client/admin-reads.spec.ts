import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { OutboundHttp } from '#libs/outbound-http';

import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookSubscriptions,
  PlatformAGraphql,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
  readShop,
  updateWebhookSubscription,
} from './index.js';

type Variables = Record<string, unknown> & { id?: string; first?: number; after?: string | null };
type Resolver = (variables: Variables, query: string) => unknown;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** An Admin API that answers each operation, by its name, with what the resolver returns as `data` or throws. */
async function adminApi(resolvers: Record<string, Resolver>) {
  const calls: { operation: string; variables: Variables }[] = [];
  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString()));
    req.on('end', () => {
      const { query, variables } = JSON.parse(text) as { query: string; variables: Variables };
      const operation = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '';
      calls.push({ operation, variables });
      try {
        res.end(JSON.stringify({ data: resolvers[operation]?.(variables, query) ?? null }));
      } catch (error) {
        res.end(JSON.stringify({ errors: [{ message: String(error) }] }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = new OutboundHttp({ guard: { allowPrivate: true } });
  closing.push(() => http.close().then(() => new Promise((resolve) => server.close(resolve))));
  const { port } = server.address() as AddressInfo;
  const graphql = new PlatformAGraphql({
    http,
    shop: 'some-shop.myshopify.com',
    accessToken: 'token',
    apiVersion: '2026-10',
    shopBaseUrl: `http://127.0.0.1:${port}`,
  });
  return { graphql, calls };
}

/** A page of a list; the cursor is the place of the last node. */
function page<T>(all: readonly T[], first = 250, after: string | null = null) {
  const start = after === null ? 0 : Number(after) + 1;
  const nodes = all.slice(start, start + first);
  const last = start + nodes.length - 1;
  return { nodes, pageInfo: { hasNextPage: last < all.length - 1, endCursor: nodes.length > 0 ? String(last) : null } };
}

const numbered = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));

describe('reading lists', () => {
  const customers = numbered(5, (n) => ({ id: `gid://shopify/Customer/${n}` }));

  it('goes from page to page by cursor and ends after the last', async () => {
    const { graphql } = await adminApi({
      Customers: ({ first, after }) => ({ customers: page(customers, first, after) }),
    });
    const first = await readCustomersPage(graphql, { pageSize: 2 });
    const second = await readCustomersPage(graphql, { pageSize: 2, after: first.next });
    const third = await readCustomersPage(graphql, { pageSize: 2, after: second.next });
    expect([...first.items, ...second.items, ...third.items]).toEqual(customers);
    expect([first.next, second.next, third.next]).toEqual(['1', '3', null]);
  });

  it('asks for what changed since a time, in whole seconds', async () => {
    const { graphql, calls } = await adminApi({ Products: () => ({ products: page([]) }) });
    await readProductsPage(graphql, { updatedSince: new Date('2026-11-21T10:00:00.987Z') });
    expect(await readProductsPage(graphql)).toEqual({ items: [], next: null });
    expect(calls.map(({ variables }) => variables)).toEqual([
      { first: 50, after: null, query: "updated_at:>='2026-11-21T10:00:00Z'" },
      { first: 50, after: null, query: null },
    ]);
  });

  it('reads the record of the shop', async () => {
    const { graphql } = await adminApi({ Shop: () => ({ shop: { name: 'Some shop', currencyCode: 'EUR' } }) });
    expect(await readShop(graphql)).toMatchObject({ name: 'Some shop', currencyCode: 'EUR' });
  });

  it('reads the store without its language where the store refuses that', async () => {
    const { graphql, calls } = await adminApi({
      Shop: (_variables, query) => {
        if (query.includes('localization')) throw new Error("Field 'localization' doesn't exist on type 'Domain'");
        return { shop: { name: 'Some shop' } };
      },
    });
    expect(await readShop(graphql)).toMatchObject({ name: 'Some shop' });
    expect(calls).toHaveLength(2);
  });
});

const transaction = (n: number) => ({ id: `gid://shopify/OrderTransaction/${n}`, kind: 'REFUND', status: 'SUCCESS' });

/** A shop with one order, whose list page holds at most 10 line items, 3 refunds and 2 transactions of each. */
const shopWithOrder = (lineItems: number, refunds: number, transactionsEach: number) => {
  const items = numbered(lineItems, (n) => ({ product: n % 2 ? null : { id: `gid://shopify/Product/${n}` } }));
  const money = numbered(refunds, (n) => ({
    id: `gid://shopify/Refund/${n}`,
    createdAt: '2026-01-01T00:00:00Z',
    transactions: numbered(transactionsEach, (m) => transaction(n * 1000 + m)),
  }));
  const resolvers: Record<string, Resolver> = {
    Orders: () => ({
      orders: page([
        {
          id: 'gid://shopify/Order/1',
          lineItems: page(items, 10),
          refunds: money.slice(0, 3).map((refund) => ({ ...refund, transactions: page(refund.transactions, 2) })),
        },
      ]),
    }),
    OrderLineItems: ({ first, after }) => ({ order: { lineItems: page(items, first, after) } }),
    OrderRefunds: ({ first }) => ({
      order: { refunds: money.slice(0, first).map(({ id, createdAt }) => ({ id, createdAt })) },
    }),
    RefundTransactions: ({ id, first, after }) => {
      const refund = money.find((each) => each.id === id);
      return { refund: refund ? { transactions: page(refund.transactions, first, after) } : null };
    },
  };
  return { items, money, resolvers };
};

describe('readOrdersPage', () => {
  it('takes one query where everything fits into the page', async () => {
    const { items, money, resolvers } = shopWithOrder(10, 2, 2);
    const { graphql, calls } = await adminApi(resolvers);
    const { items: orders, next } = await readOrdersPage(graphql);
    expect(orders).toEqual([{ id: 'gid://shopify/Order/1', lineItems: items, refunds: money }]);
    expect(next).toBeNull();
    expect(calls.map(({ operation }) => operation)).toEqual(['Orders']);
  });

  it('completes an order with many line items, refunds and transactions', async () => {
    const { items, money, resolvers } = shopWithOrder(600, 5, 3);
    const { graphql, calls } = await adminApi(resolvers);
    const { items: orders } = await readOrdersPage(graphql);
    expect(orders).toEqual([{ id: 'gid://shopify/Order/1', lineItems: items, refunds: money }]);
    const count = (operation: string) => calls.filter((call) => call.operation === operation).length;
    expect([count('OrderLineItems'), count('OrderRefunds'), count('RefundTransactions')]).toEqual([3, 1, 5]);
  });

  it('keeps what it has of an order that is deleted in the meantime', async () => {
    const { items, money, resolvers } = shopWithOrder(11, 4, 1);
    const gone = { ...resolvers, OrderLineItems: () => ({ order: null }), OrderRefunds: () => ({ order: null }) };
    const { graphql } = await adminApi(gone);
    const { items: orders } = await readOrdersPage(graphql);
    expect(orders).toMatchObject([{ lineItems: items.slice(0, 10), refunds: money.slice(0, 3) }]);
  });
});

describe('follow-up reads of refunds that come back empty', () => {
  it('leave the transactions of a refund unknown, not none', async () => {
    const { money, resolvers } = shopWithOrder(1, 2, 3);
    const { graphql } = await adminApi({ ...resolvers, RefundTransactions: () => ({ refund: null }) });
    const { items: orders } = await readOrdersPage(graphql);
    expect(orders).toMatchObject([{ refunds: money.map(({ id }) => ({ id, transactions: null })) }]);
  });

  it('leave the refunds of an order unknown where the list lacks those that came with the order', async () => {
    const { resolvers } = shopWithOrder(1, 4, 1);
    const { graphql } = await adminApi({ ...resolvers, OrderRefunds: () => ({ order: { refunds: [] } }) });
    expect((await readOrdersPage(graphql)).items).toMatchObject([{ refunds: null }]);
  });
});

describe('webhook subscriptions', () => {
  const existing = numbered(300, (n) => ({
    id: `gid://shopify/WebhookSubscription/${n}`,
    topic: 'ORDERS_CREATE',
    uri: `https://app.example/${n}`,
  }));

  it('lists all of them, over as many pages as it takes', async () => {
    const { graphql, calls } = await adminApi({
      WebhookSubscriptions: ({ first, after }) => ({ webhookSubscriptions: page(existing, first, after) }),
    });
    expect(await listWebhookSubscriptions(graphql)).toEqual(existing);
    expect(calls.map(({ variables }) => variables.after)).toEqual([null, '249']);
  });

  it('creates, moves and deletes one', async () => {
    const payload = { webhookSubscription: { id: 'w1' }, userErrors: [] };
    const { graphql, calls } = await adminApi({
      WebhookSubscriptionCreate: () => ({ webhookSubscriptionCreate: payload }),
      WebhookSubscriptionUpdate: () => ({ webhookSubscriptionUpdate: payload }),
      WebhookSubscriptionDelete: () => ({
        webhookSubscriptionDelete: { deletedWebhookSubscriptionId: 'w1', userErrors: [] },
      }),
    });
    const uri = 'https://app.example/platform-a/webhooks';
    expect(await createWebhookSubscription(graphql, 'orders/create', uri)).toEqual({ ok: true, id: 'w1' });
    expect(await updateWebhookSubscription(graphql, 'w1', uri)).toEqual({ ok: true, id: 'w1' });
    expect(await deleteWebhookSubscription(graphql, 'w1')).toEqual({ ok: true, id: 'w1' });
    expect(calls.map(({ variables }) => variables)).toEqual([
      { topic: 'ORDERS_CREATE', webhookSubscription: { uri } },
      { id: 'w1', webhookSubscription: { uri } },
      { id: 'w1' },
    ]);
  });

  it('reports why the platform refused one', async () => {
    const message = 'This app is not approved to subscribe to webhook topics containing protected customer data.';
    const { graphql } = await adminApi({
      WebhookSubscriptionCreate: () => ({
        webhookSubscriptionCreate: { webhookSubscription: null, userErrors: [{ field: ['topic'], message }] },
      }),
      WebhookSubscriptionUpdate: () => ({ webhookSubscriptionUpdate: null }),
    });
    expect(await createWebhookSubscription(graphql, 'orders/create', 'https://a/')).toEqual({
      ok: false,
      problem: message,
    });
    expect(await updateWebhookSubscription(graphql, 'w1', 'https://a/')).toEqual({
      ok: false,
      problem: 'no reason was given',
    });
  });
});
