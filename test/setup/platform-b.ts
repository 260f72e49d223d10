import { createHmac, randomUUID } from 'node:crypto';
import { retailerIdOf } from '#libs/kernel';
import { PlatformBSimulator, type SimulatedStore } from '#libs/simulators';
import { quietPort } from './quiet-port.js';
import { TestApp } from './test-app.js';
import { waitFor } from './wait-for.js';

export const CLIENT_ID = 'client-b';
export const CLIENT_SECRET = 'hush-hush-platform-b';

/** For `merchant.grants`: the scopes of the default profile, and those for offers and for writing consent. */
export const ALL_SCOPES =
  'store_v2_orders_read_only store_v2_customers store_v2_information_read_only store_v2_products_read_only store_v2_marketing';

/**
 * Starts platform B for a service that will listen on `port`, because platform B needs the service's address first.
 * Also returns the environment that the service needs to reach platform B.
 */
export async function startPlatformB(
  port: number,
): Promise<{ platform: PlatformBSimulator; environment: Record<string, string> }> {
  const platform = await PlatformBSimulator.start({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    authCallbackUrl: `http://127.0.0.1:${port}/platform-b/auth`,
    webhooks: { timeScale: 0.0001 },
  });
  const environment = {
    PORT: String(port),
    PLATFORM_B_CLIENT_ID: CLIENT_ID,
    PLATFORM_B_CLIENT_SECRET: CLIENT_SECRET,
    PLATFORM_B_LOGIN_BASE_URL: platform.baseUrl,
    PLATFORM_B_API_BASE_URL: platform.baseUrl,
  };
  return { platform, environment };
}

/** A service and platform B, each knowing the other. */
export class StageB {
  private stores = 0;

  private constructor(
    readonly platform: PlatformBSimulator,
    readonly app: TestApp,
  ) {}

  static async start(overrides: Readonly<Record<string, string>> = {}): Promise<StageB> {
    const { platform, environment } = await startPlatformB(await quietPort());
    const app = await TestApp.start({ ...environment, SIGN_ONS_PER_MINUTE: '100000', ...overrides });
    return new StageB(platform, app);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.platform.stop();
  }

  newStore(quota = 100_000): SimulatedStore {
    return this.platform.addStore({ hash: `store${(this.stores += 1)}`, name: `Store ${this.stores}`, quota });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.app.url}${path}`, { redirect: 'manual', headers });
  }

  /** Opens the auth address as the control panel does. */
  install(store: SimulatedStore, changes: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(this.platform.installCallback(store, changes), { redirect: 'manual' });
  }

  /** Installs the store. Resolves when it is set up and read. */
  async installed(store: SimulatedStore = this.newStore()): Promise<SimulatedStore> {
    const answer = await this.install(store);
    if (answer.status !== 302) throw new Error(`the install answered ${answer.status}: ${await answer.text()}`);
    await this.ready(store);
    return store;
  }

  async ready(store: SimulatedStore): Promise<void> {
    await waitFor(async () => {
      const rows = await this.app.sql(
        `SELECT 1 FROM retailers r WHERE id = $1 AND set_up_at IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM backfills b WHERE b.retailer_id = r.id AND b.finished_at IS NULL)`,
        [idOf(store)],
      );
      return rows.length === 1;
    });
  }

  load(store: SimulatedStore, claims: Record<string, unknown> = {}): Promise<Response> {
    return this.signed('load', this.platform.sign.signedPayloadJwt(store, claims));
  }

  signed(page: string, token: string, parameter = 'signed_payload_jwt'): Promise<Response> {
    return this.get(`/platform-b/${page}?${new URLSearchParams({ [parameter]: token }).toString()}`);
  }

  /** Redeems the code of a redirect. */
  async session(answer: Response): Promise<{ status: number; token: string; role: string }> {
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code');
    const redeemed = await fetch(`${this.app.url}/auth/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const body = (await redeemed.json()) as { accessToken: string; retailer?: { user: { role: string } } };
    return { status: redeemed.status, token: body.accessToken, role: body.retailer?.user.role ?? '' };
  }

  me(token: string, path = '/retailer/me'): Promise<Response> {
    return this.get(path, { authorization: `Bearer ${token}` });
  }

  /** The secret that the hooks of the store carry. */
  hookToken(store: SimulatedStore): string {
    return store.hooks.list()[0]?.headers?.['x-platform-b-webhook-token'] ?? '';
  }

  /** Sends a body as the platform would, with the given proofs. */
  post(body: string, headers: Record<string, string>): Promise<Response> {
    return fetch(`${this.app.url}/platform-b/webhook/order-status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  }

  /** The paths of the service's calls for an order of the store. */
  orderCalls(store: SimulatedStore, orderId: number | string): string[] {
    return this.platform.apiCalls
      .filter((call) => call.store === store.hash && call.path.startsWith(`/v2/orders/${orderId}`))
      .map(({ path }) => path);
  }

  async customer(store: SimulatedStore, externalId: string): Promise<StoredCustomer | undefined> {
    const [row] = await this.app.sql<StoredCustomer>(
      `SELECT external_id AS "externalId", email, first_name AS "firstName", orders_count AS "ordersCount",
              round(total_spent, 2)::text AS "totalSpent", other_currency_orders AS "otherCurrencyOrders", marketing, language
         FROM customers WHERE retailer_id = $1 AND external_id = $2`,
      [idOf(store), externalId],
    );
    return row;
  }

  async order(store: SimulatedStore, externalId: string) {
    const [row] = await this.app.sql<StoredOrder>(
      `SELECT total::text, net::text, currency, counted, reason, product_ids AS "productIds", ordered_at AS "orderedAt"
         FROM orders WHERE retailer_id = $1 AND external_id = $2`,
      [idOf(store), externalId],
    );
    return row;
  }
}

export interface StoredCustomer {
  readonly externalId: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly ordersCount: number;
  readonly totalSpent: string;
  readonly otherCurrencyOrders: number;
  readonly marketing: string;
  readonly language: string | null;
}

export interface StoredOrder {
  readonly total: string;
  readonly net: string;
  readonly currency: string;
  readonly counted: boolean;
  readonly reason: string;
  readonly productIds: readonly string[];
  readonly orderedAt: Date;
}

export const idOf = (store: SimulatedStore): string => retailerIdOf('platform-b', store.hash);

/** The body of an event, which only names the order. */
export const eventOf = (store: SimulatedStore, orderId: number, changes: Record<string, unknown> = {}): string =>
  JSON.stringify({
    scope: 'store/order/statusUpdated',
    store_id: '1025646',
    data: { type: 'order', id: orderId, status: { previous_status_id: 0, new_status_id: 11 } },
    hash: '7ee67cd1cf2ca60bc1aa9e5fe957d2de373be4ca',
    created_at: 1_561_479_335,
    producer: `stores/${store.hash}`,
    ...changes,
  });

/** The headers of Standard Webhooks with the signature, made without the code of the service. */
export function standardHeaders(
  body: string,
  { id = randomUUID(), at = Date.now() / 1_000, key = Buffer.from(CLIENT_SECRET) } = {},
): Record<string, string> {
  const timestamp = String(Math.floor(at));
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
}

/** An order as V2 writes it, with what matters to a test. */
export const wireOrder = (id: number, changes: Record<string, unknown> = {}) => ({
  id,
  customer_id: 11,
  date_created: 'Thu, 20 Jun 2019 16:07:08 +0000',
  date_modified: new Date(Date.now() - 5_000).toUTCString().replace('GMT', '+0000'),
  date_shipped: '',
  status_id: 11,
  status: 'Awaiting Fulfillment',
  total_inc_tax: '69.8400',
  default_currency_code: 'USD',
  store_default_currency_code: 'USD',
  is_deleted: false,
  external_source: null,
  billing_address: { first_name: 'Ann', last_name: 'Lee', email: 'Ann@Example.com', country_iso2: 'US' },
  products: { url: 'http://169.254.169.254/latest', resource: `/orders/${id}/products` },
  ...changes,
});
