import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityId } from '#libs/kernel';
import type { TokenKind } from '../../src/config/app-config.js';
import { builtRoutes, documentedRoutes, type Route } from '../setup/routes.js';
import { startIdle } from '../setup/idle-app.js';
import { TestApp } from '../setup/test-app.js';
import { TokenForge } from '../setup/tokens.js';
import { deliver, installStore } from '../setup/webhooks.js';

const KINDS: readonly TokenKind[] = ['admin', 'module', 'retailer', 'customer'];
/** The kind of token of each caller in the tables of routes. An owner has a retailer token with that role. */
const OPENS: Readonly<Record<string, TokenKind>> = {
  admin: 'admin',
  module: 'module',
  retailer: 'retailer',
  owner: 'retailer',
  customer: 'customer',
};
const CANARY = 'canary-of-the-matrix@example.com';

const routes = await documentedRoutes();
const guarded = routes.filter(({ caller }) => caller in OPENS);

let service: TestApp;
let tokens: TokenForge;
let retailerId: string;

beforeAll(async () => {
  service = await TestApp.start();
  ({ retailerId } = await installStore(service));
  const body = JSON.stringify({ id: 42, email: CANARY, updated_at: '2026-01-01T00:00:00Z' });
  await deliver(service.url, { topic: 'customers/create', body });
  await service.settled();
  const customerId = entityId(retailerId, 'customer', '42');
  tokens = new TokenForge(service.service.runtime.config.tokenSecrets, retailerId, customerId);
});
afterAll(() => service?.stop());

/** The address names the route's own retailer, so that only the token can be the reason for a refusal. */
const addressOf = ({ path }: Route): string => `${service.url}${path.replaceAll(/\{[^}]+\}/g, retailerId)}`;

async function call(route: Route, token?: string, scheme = 'Bearer') {
  const withBody = route.method !== 'GET' && route.method !== 'DELETE';
  const answer = await fetch(addressOf(route), {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `${scheme} ${token}` }),
      ...(withBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(withBody ? { body: '{}' } : {}),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** `401` with a challenge or `403`, as a problem that reveals nothing about the resource. */
function expectRefusal({ status, headers, text }: Awaited<ReturnType<typeof call>>, statuses = [401]): void {
  expect(statuses).toContain(status);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  expect(headers.has('location')).toBe(false);
  expect(text).not.toContain(CANARY);
}

describe('the tables of routes in docs/operations/security.md', () => {
  it('name exactly the routes of the service', async () => {
    const { app } = await startIdle();
    try {
      expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(builtRoutes(app));
    } finally {
      await app.close();
    }
  });

  it('assign every route under a guarded prefix to its own kind of token', () => {
    const prefixes: Readonly<Record<string, readonly string[]>> = {
      '/admin/': ['admin'],
      '/module-r/': ['module'],
      '/retailer/': ['retailer', 'owner'],
      '/customer/': ['customer'],
    };
    const callersOf = (path: string) => Object.entries(prefixes).find(([prefix]) => path.startsWith(prefix))?.[1];
    expect(routes.filter(({ path, caller }) => callersOf(path)?.includes(caller) === false)).toEqual([]);
  });
});

describe.each(guarded)('$method $path', (route) => {
  const kind = OPENS[route.caller] ?? 'admin';

  it('refuses a request without a token', async () => {
    expectRefusal(await call(route));
    expectRefusal(await call(route, tokens.good(kind), 'Basic'));
  });

  it('refuses tokens of all other kinds', async () => {
    for (const other of KINDS.filter((each) => each !== kind)) expectRefusal(await call(route, tokens.good(other)));
  });

  it('refuses every kind of invalid token', async () => {
    for (const [what, token] of tokens.bad(kind)) {
      const answer = await call(route, token);
      expect({ what, status: answer.status }).toEqual({ what, status: 401 });
      expectRefusal(answer);
    }
  });

  it('refuses a token that is signed with the secret of another kind', async () => {
    for (const other of KINDS.filter((each) => each !== kind)) {
      expectRefusal(await call(route, tokens.goodUnder(other, kind)));
    }
  });

  it('admits its own kind of token', async () => {
    expect([401, 403]).not.toContain((await call(route, tokens.good(kind))).status);
  });
});

describe.each(guarded.filter(({ caller }) => caller === 'admin'))('$method $path', (route) => {
  it('refuses an admin without full access', async () => {
    for (const fullAccess of [undefined, 'true', 1, false, [true]]) {
      expectRefusal(await call(route, tokens.good('admin', { fullAccess })), [403]);
    }
  });
});

describe.each(guarded.filter(({ caller }) => caller === 'owner'))('$method $path', (route) => {
  it('refuses a member', async () => {
    expectRefusal(await call(route, tokens.good('retailer', { role: 'member' })), [403]);
  });
});
