import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { OutboundHttp } from '#libs/outbound-http';

import { PlatformAError, PlatformAGraphql } from './index.js';
import type { PlatformAGraphqlOptions } from './index.js';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** An Admin API that gives the answers in turn, the last one again and again; `break` drops the connection. */
async function adminApi(answers: (Answer | 'break')[], options: Partial<PlatformAGraphqlOptions> = {}) {
  const received: { url?: string; token?: string | string[]; body: unknown }[] = [];
  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString()));
    req.on('end', () => {
      const answer = answers[Math.min(received.length, answers.length - 1)];
      received.push({ url: req.url, token: req.headers['x-shopify-access-token'], body: JSON.parse(text) as unknown });
      if (!answer || answer === 'break') return req.socket.destroy();
      const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
      return res.writeHead(answer.status ?? 200, answer.headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const waits: number[] = [];
  const http = new OutboundHttp({ guard: { allowPrivate: true }, sleep: () => Promise.resolve() });
  closing.push(() => http.close().then(() => new Promise((resolve) => server.close(resolve))));
  const { port } = server.address() as AddressInfo;
  const graphql = new PlatformAGraphql({
    http,
    shop: 'some-shop.myshopify.com',
    accessToken: 'shpat_secret',
    apiVersion: '2026-10',
    shopBaseUrl: `http://127.0.0.1:${port}/{shop}`,
    sleep: (ms) => Promise.resolve(waits.push(ms)),
    ...options,
  });
  return { graphql, received, waits };
}

async function errorOf(call: Promise<unknown>): Promise<PlatformAError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformAError)) throw new Error(`expected a PlatformAError, got ${String(error)}`);
  return error;
}

const ok: Answer = { body: { data: { shop: { name: 'Some shop' } } } };
const throttled = (requested: number, available: number, restoreRate: number): Answer => ({
  body: {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: {
      cost: {
        requestedQueryCost: requested,
        actualQueryCost: null,
        throttleStatus: { maximumAvailable: 2_000, currentlyAvailable: available, restoreRate },
      },
    },
  },
});

describe('PlatformAGraphql', () => {
  it('posts the document to the pinned version, with the token in its header only', async () => {
    const { graphql, received } = await adminApi([ok]);
    expect(await graphql.query('query Shop { shop { name } }', { a: 1 })).toEqual({ shop: { name: 'Some shop' } });
    expect(received).toEqual([
      {
        url: '/some-shop.myshopify.com/admin/api/2026-10/graphql.json',
        token: 'shpat_secret',
        body: { query: 'query Shop { shop { name } }', variables: { a: 1 } },
      },
    ]);
  });

  it('waits until the rate limit has enough points again', async () => {
    const { graphql, waits } = await adminApi([throttled(900, 395, 100), throttled(900, 890, 100), ok]);
    expect(await graphql.query('query { shop { name } }')).toEqual({ shop: { name: 'Some shop' } });
    expect(waits).toEqual([6_000, 1_000]);
  });

  it('leaves a quarter of the rate limit to other calls where it works in the background', async () => {
    const spent = (available: number): Answer => ({
      body: {
        data: { shop: { name: 'Some shop' } },
        extensions: {
          cost: {
            requestedQueryCost: 300,
            throttleStatus: { maximumAvailable: 2_000, currentlyAvailable: available, restoreRate: 100 },
          },
        },
      },
    });
    const answers = [spent(900), spent(700), spent(900)];
    const polite = await adminApi(answers, { background: true });
    for (const _answer of answers) await polite.graphql.query('query { shop { name } }');
    expect(polite.waits).toEqual([1_000]);
    const usual = await adminApi(answers);
    for (const _answer of answers) await usual.graphql.query('query { shop { name } }');
    expect(usual.waits).toEqual([]);
  });

  it('waits as Retry-After says on a 429, for mutations too', async () => {
    const { graphql, waits } = await adminApi([
      { status: 429, headers: { 'retry-after': '2' } },
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 429 },
      ok,
    ]);
    await graphql.query('mutation { x }');
    expect(waits).toEqual([2_000, 1_000, 2_000]);
  });

  it('gives up when the waits would be longer than allowed', async () => {
    const { graphql, received, waits } = await adminApi([throttled(500, 0, 100)], { maxThrottleWaitMs: 12_000 });
    const error = await errorOf(graphql.query('query { shop { name } }'));
    expect(error).toMatchObject({ kind: 'throttled', retryAfterSeconds: 5, code: 'THROTTLED' });
    expect(waits).toEqual([5_000, 5_000]);
    expect(received).toHaveLength(3);
  });

  it('does not repeat a call whose token is refused', async () => {
    const { graphql, received } = await adminApi([{ status: 401, body: { errors: '[API] Invalid API key' } }]);
    expect(await errorOf(graphql.query('query { shop { name } }'))).toMatchObject({
      kind: 'unauthorized',
      status: 401,
    });
    expect(received).toHaveLength(1);
  });

  it('repeats queries after errors of server and network', async () => {
    const { graphql, received } = await adminApi([{ status: 502, body: 'bad gateway' }, 'break', ok]);
    expect(await graphql.query('query { shop { name } }')).toEqual({ shop: { name: 'Some shop' } });
    expect(received).toHaveLength(3);
    const down = await adminApi([{ status: 503 }]);
    expect((await errorOf(down.graphql.query('query { shop { name } }'))).kind).toBe('unavailable');
    expect(down.received).toHaveLength(3);
  });

  it('never repeats a mutation that may have happened', async () => {
    for (const answer of [{ status: 500 }, 'break'] as const) {
      const { graphql, received } = await adminApi([answer]);
      expect((await errorOf(graphql.query('\n  mutation Create { x }'))).kind).toBe('unavailable');
      expect(received).toHaveLength(1);
    }
  });

  it('gives up on a query that takes too long', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { graphql } = await adminApi([ok], { shopBaseUrl: `http://127.0.0.1:${port}`, timeoutMs: 30 });
    expect((await errorOf(graphql.query('query { shop { name } }'))).kind).toBe('unavailable');
    server.closeAllConnections();
    server.close();
  });

  it.each([
    [{ body: { errors: [{ message: 'Access denied', extensions: { code: 'ACCESS_DENIED' } }] } }, 'ACCESS_DENIED'],
    [{ body: { data: { orders: null }, errors: [{ message: 'Access denied for customer field' }] } }, undefined],
    [{ body: { errors: 'Not Found' } }, undefined],
    [{ body: {} }, undefined],
    [{ body: { data: null } }, undefined],
    [{ body: '[]' }, undefined],
    [{ body: 'null' }, undefined],
    [{ body: { errors: [null, { message: 7 }], failure: {}, status: 200 } }, undefined],
    [{ body: '<html>' }, 'bad_body'],
    [{ status: 402 }, undefined],
    [{ status: 301, headers: { location: 'https://elsewhere.example/' } }, undefined],
  ])('takes %j for a bad answer, not for data', async (answer, code) => {
    const { graphql, received } = await adminApi([answer]);
    expect(await errorOf(graphql.query('query { shop { name } }'))).toMatchObject({ kind: 'bad_answer', code });
    expect(received).toHaveLength(1);
  });

  it('puts no token into an error', async () => {
    const { graphql } = await adminApi([{ status: 401 }]);
    const error = await errorOf(graphql.query('query { shop { name } }'));
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('shpat_secret');
  });
});

describe('a token that is refused', () => {
  const name = { body: { data: { shop: { name: 'Corner' } } } };

  it('is replaced once, and the query is asked again with the new one', async () => {
    const refused: string[] = [];
    const renewToken = (token: string) => Promise.resolve(refused.push(token) > 0 ? 'shpat_new' : undefined);
    const { graphql, received } = await adminApi([{ status: 401 }, name], { renewToken });
    expect(await graphql.query('query { shop { name } }')).toEqual({ shop: { name: 'Corner' } });
    await graphql.query('query { shop { name } }');
    expect(refused).toEqual(['shpat_secret']);
    expect(received.map(({ token }) => token)).toEqual(['shpat_secret', 'shpat_new', 'shpat_new']);
  });

  it('ends the query where the new one is refused as well', async () => {
    const { graphql, received } = await adminApi([{ status: 401 }], { renewToken: () => Promise.resolve('shpat_new') });
    expect((await errorOf(graphql.query('query { shop { name } }'))).kind).toBe('unauthorized');
    expect(received).toHaveLength(2);
  });

  it('ends the query where there is no other', async () => {
    const { graphql, received } = await adminApi([{ status: 401 }]);
    expect((await errorOf(graphql.query('query { shop { name } }'))).kind).toBe('unauthorized');
    expect(received).toHaveLength(1);
  });
});
