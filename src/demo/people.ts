import type { PlatformASimulator, SimulatedShop } from '#libs/simulators';
import { same, type Scene } from './scene.js';

interface SignedOn {
  readonly accessToken: string;
  readonly refreshToken: string;
}
interface Me {
  readonly externalId: string;
  readonly email: string | null;
  readonly ordersCount: number;
  readonly totalSpent: string;
  readonly currency: string;
}
interface Subscriptions {
  readonly hasActiveSubscription: boolean;
  readonly stale: boolean;
  readonly subscriptions: readonly {
    readonly name: string;
    readonly status: string;
    readonly lineItems: readonly {
      readonly type: string;
      readonly price: { amount: string; currency: string } | null;
    }[];
  }[];
}

/** A customer of the store, and the merchant with the session from the end of the install. */
export interface Visitors {
  readonly simulator: PlatformASimulator;
  readonly shop: SimulatedShop;
  readonly serviceUrl: string;
  /** Platform id. */
  readonly customerId: string;
  readonly retailerToken: string;
}

/** A customer signs on, renews the session, and sends the used refresh token again, which ends the session. */
export async function signOn({ simulator, shop, serviceUrl, customerId }: Visitors): Promise<Scene> {
  const post = (path: string, body?: object, token?: string): Promise<Response> =>
    fetch(`${serviceUrl}${path}`, {
      method: 'POST',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const proven = await post('/platform-a/customer/sso', undefined, simulator.customerToken(shop, customerId));
  const first = (await proven.json()) as SignedOn;
  const renewed = await post('/auth/token', { refreshToken: first.refreshToken });
  const second = (await renewed.json()) as SignedOn;
  const answer = await fetch(`${serviceUrl}/customer/me`, {
    headers: { authorization: `Bearer ${second.accessToken}` },
  });
  const me = (await answer.json()) as Me;
  const reused = await post('/auth/token', { refreshToken: first.refreshToken });
  const statuses = [proven.status, renewed.status, answer.status, reused.status];
  return {
    title: 'A customer signs on',
    lines: [
      ['with a token of the store', `${proven.status}`],
      [
        'renewed, then seen as',
        `${me.email ?? 'no address'}, ${me.ordersCount} orders, ${me.totalSpent} ${me.currency}`,
      ],
      ['the old refresh token again', `${reused.status}: the session has ended`],
    ],
    asExpected: same(statuses, [200, 200, 200, 401]) && me.externalId === customerId && me.ordersCount > 0,
  };
}

/** What the merchant pays for the app. */
export async function subscriptions({ serviceUrl, retailerToken }: Visitors): Promise<Scene> {
  const answer = await fetch(`${serviceUrl}/platform-a/subscriptions`, {
    headers: { authorization: `Bearer ${retailerToken}` },
  });
  const { hasActiveSubscription, stale, subscriptions: all } = (await answer.json()) as Subscriptions;
  const [subscription] = all;
  const price = subscription?.lineItems[0]?.price;
  return {
    title: 'The merchant looks at the subscription',
    lines: [[subscription?.name ?? 'none', `${subscription?.status}, ${price?.amount} ${price?.currency} a month`]],
    asExpected:
      answer.status === 200 && hasActiveSubscription && !stale && same(price, { amount: '29.00', currency: 'USD' }),
  };
}

/** The subscription that the simulated store answers. */
export const SUBSCRIPTION = {
  id: '1029266952',
  name: 'Win-back, monthly',
  status: 'ACTIVE',
  createdAt: Date.UTC(2026, 0, 1),
  currentPeriodEnd: Date.UTC(2027, 0, 1),
  lineItems: [{ recurring: { price: { amount: '29.00', currencyCode: 'USD' }, interval: 'EVERY_30_DAYS' } }],
} as const;

/** The session of the merchant whose install ended at the dashboard with this code. */
export async function redeem(serviceUrl: string, code: string): Promise<string> {
  const answer = await fetch(`${serviceUrl}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!answer.ok) throw new Error(`POST /auth/session answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { accessToken: string }).accessToken;
}
