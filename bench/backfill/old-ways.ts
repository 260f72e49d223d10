import { OutboundHttp } from '#libs/outbound-http';
import { PlatformAGraphql, readOrdersPage as readOrdersOfA } from '#libs/platform-a-client';
import {
  mayHaveRefunds,
  PlatformBRest,
  readOrderProducts,
  readOrderRefunds,
  readOrdersPage as readOrdersOfB,
} from '#libs/platform-b-client';
import type { PlatformASimulator, PlatformBSimulator, SimulatedShop, SimulatedStore } from '#libs/simulators';

/** What the orders of a sample cost. */
export interface Cost {
  readonly orders: number;
  readonly calls: number;
  /** Points of the rate limit of platform A. */
  readonly points: number;
}

const ALLOWED = { guard: { allowPrivate: true } };

/** Page by page, with further queries for the lines that a page lacks. */
export async function pagesOfA(platform: PlatformASimulator, shop: SimulatedShop, most: number): Promise<Cost> {
  const http = new OutboundHttp(ALLOWED);
  const granted = shop.tokens.redeemCode(
    shop.tokens.issueCode(['read_orders', 'read_customers', 'read_products']),
    true,
  );
  if ('error' in granted) throw new Error(granted.error);
  const { domain } = shop.profile;
  const graphql = new PlatformAGraphql({
    http,
    shop: domain,
    accessToken: granted.access_token,
    apiVersion: '2026-10',
    shopBaseUrl: platform.baseUrlTemplate,
    maxThrottleWaitMs: 600_000,
  });
  platform.graphqlRequests.length = 0;
  let orders = 0;
  let after: string | null = null;
  do {
    const page = await readOrdersOfA(graphql, { after });
    orders += page.items.length;
    after = page.next;
  } while (after !== null && orders < most);
  await http.close();
  const answered = platform.graphqlRequests.filter(({ errorCodes }) => errorCodes.length === 0);
  return {
    orders,
    calls: answered.length,
    points: answered.reduce((sum, { cost }) => sum + (cost?.actualQueryCost ?? 0), 0),
  };
}

/** Pages of fifty, with a call for the lines of each order and one for its refunds. */
export async function callsOfB(platform: PlatformBSimulator, store: SimulatedStore, most: number): Promise<Cost> {
  const http = new OutboundHttp(ALLOWED);
  const accessToken = store.issueToken('store_v2_orders_read_only');
  const rest = new PlatformBRest({ http, apiBaseUrl: platform.baseUrl, storeHash: store.hash, accessToken });
  platform.apiCalls.length = 0;
  let orders = 0;
  let after: string | null = null;
  do {
    const page = await readOrdersOfB(rest, { after, pageSize: 50 });
    for (const { id, status_id: status } of page.items) {
      await readOrderProducts(rest, String(id));
      if (mayHaveRefunds(status)) await readOrderRefunds(rest, String(id));
    }
    orders += page.items.length;
    after = page.next;
  } while (after !== null && orders < most);
  await http.close();
  return { orders, calls: platform.apiCalls.length, points: 0 };
}
