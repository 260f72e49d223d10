import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { OutboundHttp } from '#libs/outbound-http';

import { authorizeUrl, exchangeCode, PlatformAError, refreshToken } from './index.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A token endpoint that gives one answer and remembers what it was sent. */
async function tokenEndpoint(status: number, body: unknown, headers: Record<string, string> = {}) {
  const received: { method?: string; url?: string; contentType?: string; body: unknown }[] = [];
  const listener: RequestListener = (req, res) => {
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString()));
    req.on('end', () => {
      const { method, url } = req;
      received.push({ method, url, contentType: req.headers['content-type'], body: JSON.parse(text) as unknown });
      if (status === 0) req.socket.destroy();
      else res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = new OutboundHttp({ guard: { allowPrivate: true } });
  closing.push(() => http.close().then(() => new Promise((resolve) => server.close(resolve))));
  const { port } = server.address() as AddressInfo;
  const app = {
    shopBaseUrl: `http://127.0.0.1:${port}/some-shop.myshopify.com`,
    clientId: 'client-id',
    clientSecret: 'client-secret',
  };
  return { http, app, received };
}

async function errorOf(call: Promise<unknown>): Promise<PlatformAError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformAError)) throw new Error(`expected a PlatformAError, got ${String(error)}`);
  return error;
}

const pair = {
  access_token: 'shpat_1',
  scope: 'read_customers,write_orders',
  expires_in: 3600,
  refresh_token: 'shprt_1',
  refresh_token_expires_in: 7_776_000,
};

describe('authorizeUrl', () => {
  const request = {
    clientId: 'id',
    scopes: 'read_orders,write_orders',
    redirectUri: 'https://a.example/c',
    state: 's',
  };

  it('asks for an offline token and for no scope that another one brings', () => {
    const url = new URL(authorizeUrl({ ...request, shopBaseUrl: 'https://some-shop.myshopify.com' }));
    expect(url.origin + url.pathname).toBe('https://some-shop.myshopify.com/admin/oauth/authorize');
    expect([...url.searchParams]).toEqual([
      ['client_id', 'id'],
      ['scope', 'write_orders'],
      ['redirect_uri', 'https://a.example/c'],
      ['state', 's'],
      ['grant_options[]', ''],
    ]);
  });
});

describe('exchangeCode', () => {
  it('posts the code with the credentials and asks for an expiring token', async () => {
    const { http, app, received } = await tokenEndpoint(200, pair);
    expect(await exchangeCode(http, app, 'the-code')).toEqual({
      accessToken: 'shpat_1',
      scope: 'read_customers,write_orders',
      expiresIn: 3600,
      refreshToken: 'shprt_1',
      refreshTokenExpiresIn: 7_776_000,
    });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/some-shop.myshopify.com/admin/oauth/access_token',
        contentType: 'application/json',
        body: { client_id: 'client-id', client_secret: 'client-secret', code: 'the-code', expiring: '1' },
      },
    ]);
  });

  it('leaves out what the answer leaves out, or has in another form', async () => {
    const { http, app } = await tokenEndpoint(200, { access_token: 'a', scope: '', expires_in: 'soon' });
    expect(await exchangeCode(http, app, 'code')).toEqual({ accessToken: 'a', scope: '' });
  });

  it.each([
    [401, {}, 'unauthorized'],
    [400, { error: 'invalid_request' }, 'invalid_grant'],
    [400, '<html>Oauth error invalid_request</html>', 'invalid_grant'],
    [400, { error: 'application_cannot_be_found' }, 'bad_answer'],
    [302, '', 'bad_answer'],
    [404, {}, 'bad_answer'],
    [500, {}, 'unavailable'],
    [503, {}, 'unavailable'],
    [0, {}, 'unavailable'],
    [200, 'not json', 'bad_answer'],
    [200, '"text"', 'bad_answer'],
    [200, { scope: 'read_orders' }, 'bad_answer'],
    [200, { access_token: '', scope: 'read_orders' }, 'bad_answer'],
    [200, { access_token: 'shpat_1' }, 'bad_answer'],
  ])('makes of status %j with %j one call and the error %s', async (status, body, kind) => {
    const { http, app, received } = await tokenEndpoint(status, body);
    const error = await errorOf(exchangeCode(http, app, 'the-code'));
    expect(error.kind).toBe(kind);
    expect(received).toHaveLength(1);
  });

  it('passes on how long to wait', async () => {
    const { http, app } = await tokenEndpoint(429, {}, { 'retry-after': '7' });
    expect(await errorOf(exchangeCode(http, app, 'code'))).toMatchObject({ kind: 'throttled', retryAfterSeconds: 7 });
  });

  it('puts no secret into an error', async () => {
    const { http, app } = await tokenEndpoint(400, { error: 'invalid_request' });
    const error = await errorOf(exchangeCode(http, app, 'the-code'));
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/client-secret|the-code/);
  });
});

describe('refreshToken', () => {
  it('posts the refresh token and returns the new pair', async () => {
    const { http, app, received } = await tokenEndpoint(200, { ...pair, refresh_token: 'shprt_2' });
    expect(await refreshToken(http, app, 'shprt_1')).toMatchObject({ accessToken: 'shpat_1', refreshToken: 'shprt_2' });
    expect(received.map(({ body }) => body)).toEqual([
      {
        client_id: 'client-id',
        client_secret: 'client-secret',
        grant_type: 'refresh_token',
        refresh_token: 'shprt_1',
      },
    ]);
  });

  it('tells a refused token from a passing failure', async () => {
    const refused = await tokenEndpoint(400, { error: 'invalid_grant' });
    expect(await errorOf(refreshToken(refused.http, refused.app, 't'))).toMatchObject({
      kind: 'invalid_grant',
      code: 'invalid_grant',
    });
    const down = await tokenEndpoint(502, 'bad gateway');
    expect((await errorOf(refreshToken(down.http, down.app, 't'))).kind).toBe('unavailable');
  });
});
