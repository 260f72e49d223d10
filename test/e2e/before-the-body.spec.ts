import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrder, json } from '../factories/wire.js';
import { metricsOf } from '../setup/metrics.js';
import { documentedRoutes } from '../setup/routes.js';
import { TestApp } from '../setup/test-app.js';
import { waitFor } from '../setup/wait-for.js';
import { deliver, installStore, sign } from '../setup/webhooks.js';

const MEGABYTE = 1024 * 1024;
const FORM = Buffer.alloc(32).toString('base64');

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({
    PLATFORM_B_CLIENT_ID: 'b',
    PLATFORM_B_CLIENT_SECRET: 'b-secret',
    EMAIL_WEBHOOK_SECRETS: 'e'.repeat(32),
    UNPROVEN_BODY_MB: '8',
  });
  await installStore(app);
});
afterAll(() => app?.stop());

interface Opened {
  readonly socket: Socket;
  /** All bytes of the answer until the connection ends. */
  readonly answer: Promise<string>;
  readonly text: () => string;
}

/** Sends headers that announce a body, without the body. */
function announce(
  path: string,
  headers: Record<string, string>,
  { method = 'POST', length = 5 * MEGABYTE } = {},
): Opened {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  socket.on('error', () => undefined);
  const answer = once(socket, 'close').then(() => text);
  const lines = Object.entries({ host: 'a', 'content-length': String(length), ...headers });
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  return { socket, answer, text: () => text };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the refusal of a request without valid headers', () => {
  it.each<[string, string, Record<string, string>]>([
    ['a webhook of A without a signature', '/platform-a/webhooks', {}],
    ['a webhook of A with a signature in hex', '/platform-a/webhooks', { 'x-shopify-hmac-sha256': 'a'.repeat(64) }],
    [
      'a webhook of A with 31 bytes',
      '/platform-a/webhooks',
      { 'x-shopify-hmac-sha256': Buffer.alloc(31).toString('base64') },
    ],
    ['a webhook of B without any proof', '/platform-b/webhook/order-status', {}],
    [
      'a webhook of B with half a signature',
      '/platform-b/webhook/order-status',
      { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc' },
    ],
    ['a report about emails without a signature', '/email/events', {}],
    ['an admin route without a token', '/admin/segments/upsert', {}],
    ['an admin route with a bad token', '/admin/segments/upsert', bearer('a.b.c')],
    ['module R without a token', '/module-r/image/generate', {}],
    ['a retailer route without a token', '/retailer/module-tokens', {}],
  ])('arrives before a byte of the body is sent: %s', async (_what, path, headers) => {
    const text = await announce(path, { 'content-type': 'application/json', ...headers }).answer;
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text).toContain('"requestId"');
  });

  it('is sent without a 100 Continue', async () => {
    const text = await announce('/platform-a/webhooks', { expect: '100-continue' }).answer;
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('reaches a sender that is still writing', async () => {
    const body = new Uint8Array(5 * MEGABYTE);
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await fetch(`${app.url}/platform-a/webhooks`, { method: 'POST', body })).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
  });

  it('is counted like any other refused delivery', async () => {
    const count = async (): Promise<number> => {
      const text = await metricsOf(app);
      return Number(/rekindle_deliveries_refused_total\{reason="invalid_signature"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    await announce('/platform-a/webhooks', {}).answer;
    // The page of metrics is cached for a second.
    await waitFor(async () => (await count()) > before);
    expect(await count()).toBe(before + 1);
  });
});

describe('a request with valid headers', () => {
  it('gets a 100 Continue if it waits for one, and takes effect', async () => {
    const body = json(anOrder());
    const { hostname, port } = new URL(app.url);
    const request = httpRequest({
      hostname,
      port,
      path: '/platform-a/webhooks',
      method: 'POST',
      headers: {
        expect: '100-continue',
        'content-length': Buffer.byteLength(body),
        'x-shopify-topic': 'orders/create',
        'x-shopify-shop-domain': 'shop1.myshopify.com',
        'x-shopify-hmac-sha256': sign(body),
      },
    });
    request.flushHeaders();
    await once(request, 'continue');
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });

  it('may have a large body with a valid token while unverified bodies use up the memory limit', async () => {
    const stop = await fillTheRoom();
    const answer = await app.admin('POST', '/admin/segments/upsert', { pad: 'x'.repeat(200_000) });
    expect(answer.status).toBe(422);
    await stop();
  });
});

/** Opens connections that send nearly all of a body with a well-formed signature, but never its end. */
async function fillTheRoom(): Promise<() => Promise<void>> {
  const opened = [1, 2].map(() =>
    announce('/platform-a/webhooks', { 'x-shopify-hmac-sha256': FORM }, { length: 4 * MEGABYTE }),
  );
  for (const { socket } of opened) {
    await new Promise((written) => socket.write(Buffer.alloc(3.9 * MEGABYTE), written));
  }
  return async () => {
    for (const { socket } of opened) socket.destroy();
    await Promise.all(opened.map(({ answer }) => answer));
  };
}

describe('the memory limit for bodies of unverified senders', () => {
  it('refuses the largest body with 503 when it is reached, and accepts a delivery of usual size', async () => {
    const opened = [1, 2, 3].map(() =>
      announce('/platform-a/webhooks', { 'x-shopify-hmac-sha256': FORM }, { length: 4 * MEGABYTE }),
    );
    for (const { socket } of opened) socket.write(Buffer.alloc(3.9 * MEGABYTE));
    await waitFor(() => opened.some(({ text }) => text().includes('\r\n\r\n')));
    const refused = opened.find(({ text }) => text().includes('\r\n\r\n'));
    expect(refused?.text()).toMatch(/^HTTP\/1\.1 503 /);
    expect(refused?.text()).toMatch(/\r\nretry-after: 5\r\n/i);
    expect(refused?.text()).toContain('"code":"too_much_at_once"');
    expect((await deliver(app.url, { topic: 'orders/create', body: json(anOrder()) })).status).toBe(200);
    for (const { socket } of opened) socket.destroy();
    await Promise.all(opened.map(({ answer }) => answer));
  });

  it('has room again when the senders have disconnected or have their answers', async () => {
    for (let round = 0; round < 5; round += 1) {
      await (
        await fillTheRoom()
      )();
      const large = json(anOrder({ extra: { note: 'x'.repeat(4 * MEGABYTE) } }));
      const post = async (): Promise<number> =>
        (await deliver(app.url, { topic: 'orders/create', body: large })).status;
      // The service notices each closed connection a moment later, so the first accepted body may be the only one.
      const twoInARow = waitFor(async () => (await post()) === 200 && (await post()) === 200);
      await expect(twoInARow).resolves.toBeUndefined();
    }
  });
});

describe('an unsubscribe form', () => {
  const post = (body: string) => fetch(`${app.url}/unsubscribe/nobody`, { method: 'POST', body });

  it('is limited to 4 kB', async () => {
    expect((await post('x'.repeat(4_096))).status).toBe(404);
    const answer = await post('x'.repeat(4_097));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ detail: 'This address accepts a body of at most 4 kB.' });
  });
});

describe('the headers of answers', () => {
  it('keep every answer and refusal of a route with a token out of caches', async () => {
    const guarded = (await documentedRoutes()).filter(({ caller }) =>
      ['admin', 'module', 'retailer', 'owner', 'customer'].includes(caller),
    );
    expect(guarded.length).toBeGreaterThan(40);
    for (const { method, path } of guarded) {
      const answer = await fetch(`${app.url}${path.replaceAll(/\{[^}]+\}/g, 'x')}`, { method });
      expect([`${method} ${path}`, answer.status, answer.headers.get('cache-control')]).toEqual([
        `${method} ${path}`,
        401,
        'no-store',
      ]);
    }
    for (const path of ['/admin/queues', '/admin/segments/x', '/admin/retailers']) {
      expect((await app.admin('GET', path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('forbid content sniffing, and contain HSTS only with an https PUBLIC_URL', async () => {
    for (const path of ['/health/live', '/dashboard', '/nothing-here', '/admin/queues', '/openapi.json']) {
      const { headers } = await fetch(`${app.url}${path}`);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect(headers.has('strict-transport-security')).toBe(false);
    }
    const secure = await TestApp.start({ PUBLIC_URL: 'https://rekindle.example' });
    for (const path of ['/health/live', '/nothing-here']) {
      const { headers } = await fetch(`${secure.url}${path}`);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    }
    await secure.stop();
  });
});

describe('a token with critical extensions', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (header: object): string => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: 'rekindle', aud: 'admin', iat: now, exp: now + 60, sub: 'ada', fullAccess: true };
    const text = `${part(header)}.${part(claims)}`;
    const [key] = app.service.runtime.config.tokenSecrets.admin;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const ask = async (header: object): Promise<number> =>
    (await fetch(`${app.url}/admin/queues`, { headers: bearer(signed(header)) })).status;

  it('is refused even with a valid signature', async () => {
    expect(await ask({ alg: 'HS256' })).toBe(200);
    expect(await ask({ alg: 'HS256', crit: ['b64'], b64: false })).toBe(401);
    expect(await ask({ alg: 'HS256', crit: [] })).toBe(401);
  });
});
