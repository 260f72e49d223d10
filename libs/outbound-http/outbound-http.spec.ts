import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { OutboundError, OutboundHttp } from './index.js';
import type { OutboundHttpOptions, OutboundRequest } from './index.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function listen(listener: RequestListener) {
  const server: Server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}`, port, sockets };
}

function client(options: OutboundHttpOptions = { guard: { allowPrivate: true } }) {
  const waits: number[] = [];
  const http = new OutboundHttp({ sleep: (ms) => Promise.resolve(waits.push(ms)), random: () => 1, ...options });
  closing.push(() => http.close());
  const request = (url: string, more: Partial<OutboundRequest> = {}) =>
    http.request({ method: 'GET', url, timeoutMs: 2_000, maxResponseBytes: 1_000_000, ...more });
  const failure = async (url: string, more: Partial<OutboundRequest> = {}) => {
    const error: unknown = await request(url, more).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof OutboundError)) throw new Error(`expected an OutboundError, got ${String(error)}`);
    return error;
  };
  return { http, request, failure, waits };
}

describe('a slow host', () => {
  it('times out if it does not begin to send headers or a body', async () => {
    const mute = await listen(() => undefined);
    const bodiless = await listen((_req, res) => res.writeHead(200).flushHeaders());
    for (const { url } of [mute, bodiless]) {
      const { kind } = await client().failure(url, { firstByteMs: 100, timeoutMs: 600_000 });
      expect(kind).toBe('timeout');
    }
  });

  it('times out if it sends too slowly, but only if a minimum rate is set', async () => {
    const trickle = await listen((_req, res) => {
      const drip = setInterval(() => res.write('x'), 100);
      res.on('close', () => clearInterval(drip));
    });
    const slow = { firstByteMs: 60_000, timeoutMs: 600_000 };
    expect((await client().failure(trickle.url, { ...slow, minBytesPerSecond: 1_000 })).kind).toBe('timeout');
    const steady = await listen((_req, res) => {
      let parts = 0;
      const drip = setInterval(() => (parts++ < 40 ? res.write('x'.repeat(1_000)) : res.end()), 100);
      res.on('close', () => clearInterval(drip));
    });
    const answers = await Promise.all(
      [{ minBytesPerSecond: 100 }, {}].map((rate) => client().request(steady.url, { ...slow, ...rate })),
    );
    expect(answers.map(({ body }) => body.length)).toEqual([40_000, 40_000]);
  }, 30_000);
});

describe('OutboundHttp', () => {
  it('sends method, headers and body and returns status, headers and bytes', async () => {
    const server = await listen((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        res.writeHead(201, { 'X-Answer': 'yes' });
        const body = Buffer.concat(chunks).toString();
        res.end(JSON.stringify({ method: req.method, url: req.url, agent: req.headers['user-agent'], body }));
      });
    });
    const answer = await client().request(`${server.url}/a?b=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"naïve":"☕"}',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['x-answer']).toBe('yes');
    expect(answer.json()).toEqual({ method: 'POST', url: '/a?b=1', agent: 'rekindle', body: '{"naïve":"☕"}' });
  });

  it('keeps connections for later calls', async () => {
    const server = await listen((_req, res) => res.end('ok'));
    const { request } = client();
    for (let call = 0; call < 20; call += 1) await request(server.url);
    expect(server.sockets.size).toBeLessThan(4);
  });

  it('does not follow a redirect', async () => {
    const server = await listen((_req, res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    const answer = await client().request(server.url);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('http://169.254.169.254/');
  });

  it('times out if the answer does not begin or end in time', async () => {
    const silent = await listen(() => undefined);
    const endless = await listen((_req, res) => {
      res.writeHead(200);
      const drip = setInterval(() => res.write('x'), 10);
      res.on('close', () => clearInterval(drip));
    });
    const { failure } = client();
    expect((await failure(silent.url, { timeoutMs: 100 })).kind).toBe('timeout');
    expect((await failure(endless.url, { timeoutMs: 100 })).kind).toBe('timeout');
  });

  it('stops reading an answer that is longer than allowed', async () => {
    const hungUp = new EventEmitter();
    const closed = once(hungUp, 'close');
    const server = await listen((_req, res) => {
      res.on('close', () => hungUp.emit('close'));
      const fill = () => {
        while (res.write(Buffer.alloc(65_536)));
      };
      res.on('drain', fill);
      fill();
    });
    const { request, failure } = client();
    expect((await failure(server.url, { maxResponseBytes: 100_000 })).kind).toBe('too_large');
    await closed;
    const exact = await listen((_req, res) => res.end(Buffer.alloc(1_000)));
    expect((await request(exact.url, { maxResponseBytes: 1_000 })).body.length).toBe(1_000);
    expect((await failure(exact.url, { maxResponseBytes: 999 })).kind).toBe('too_large');
  });

  it('reports refused and broken connections', async () => {
    const server = await listen((req) => req.socket.destroy());
    const { failure } = client();
    expect(await failure(server.url)).toMatchObject({ kind: 'network' });
    expect(await failure('http://127.0.0.1:1')).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
  });

  it('reports that an answer is not JSON without quoting it', async () => {
    const server = await listen((_req, res) => res.end('access_token=shpat_secret'));
    const answer = await client().request(server.url);
    expect(() => answer.json()).toThrow(OutboundError);
    expect(() => answer.json()).not.toThrow(/shpat/);
  });

  it('names the host in its errors, never path, query, headers or credentials', async () => {
    const server = await listen((req) => req.socket.destroy());
    const { failure } = client();
    const headers = { authorization: 'Bearer sesame' };
    const error = await failure(`${server.url}/hooks/sesame?hmac=sesame`, { headers });
    expect(JSON.stringify([error.message, error])).not.toContain('sesame');
    expect(error.message).toContain(server.host);
    expect(JSON.stringify([await failure('http://user:sesame@127.0.0.1/')])).not.toContain('sesame');
    expect((await failure('//sesame')).message).not.toContain('sesame');
  });

  it('waits for the calls under way when it is closed', async () => {
    const server = await listen((_req, res) => setTimeout(() => res.end('done'), 50));
    const { http, request, failure } = client();
    const call = request(server.url);
    await new Promise((resolve) => setTimeout(resolve, 10));
    await http.close();
    expect((await call).body.toString()).toBe('done');
    expect((await failure(server.url)).kind).toBe('network');
  });
});

/** Fails the first calls and then answers. */
function failing(times: number, fail: RequestListener) {
  let calls = 0;
  const listener: RequestListener = (req, res) => {
    calls += 1;
    if (calls <= times) fail(req, res);
    else res.end('ok');
  };
  return { listener, calls: () => calls };
}

describe('retries', () => {
  it('makes one attempt by default', async () => {
    const script = failing(1, (_req, res) => res.writeHead(500).end());
    const server = await listen(script.listener);
    expect((await client().request(server.url)).status).toBe(500);
    expect(script.calls()).toBe(1);
  });

  it('waits for the time of Retry-After, in seconds or as a date', async () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    const headers = [{ 'retry-after': '2' }, { 'retry-after': 'Sat, 21 Nov 2026 10:00:04 GMT' }];
    const script = failing(2, (_req, res) => res.writeHead(429, headers.shift()).end());
    const server = await listen(script.listener);
    const { request, waits } = client({ guard: { allowPrivate: true }, now: () => now });
    expect((await request(server.url, { retry: {} })).status).toBe(200);
    expect(waits).toEqual([2_000, 4_000]);
  });

  it('returns an answer whose Retry-After is too long', async () => {
    const script = failing(9, (_req, res) => res.writeHead(429, { 'retry-after': '3600' }).end());
    const server = await listen(script.listener);
    const { request, waits } = client();
    expect(await request(server.url, { retry: {} })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
    });
    expect(waits).toEqual([]);
  });

  it('backs off after server and network errors and stops after the last attempt', async () => {
    const script = failing(9, (req, res) => (Math.random() < 0.5 ? res.writeHead(502).end() : req.socket.destroy()));
    const server = await listen(script.listener);
    const { request, waits } = client();
    const retry = { attempts: 4, baseDelayMs: 100, maxDelayMs: 300 };
    await request(server.url, { retry }).catch(() => undefined);
    expect(script.calls()).toBe(4);
    expect(waits).toEqual([100, 200, 300]);
  });

  it('sends the whole body again', async () => {
    const bodies: string[] = [];
    const server = await listen((req, res) => {
      let text = '';
      req.on('data', (chunk: Buffer) => (text += chunk.toString()));
      req.on('end', () => {
        bodies.push(text);
        res.writeHead(bodies.length < 3 ? 503 : 200).end();
      });
    });
    await client().request(server.url, { method: 'POST', body: 'payload', retry: {} });
    expect(bodies).toEqual(['payload', 'payload', 'payload']);
  });

  it('does not retry a call that a guard refused', async () => {
    const { failure, waits } = client({});
    expect((await failure('http://10.0.0.1/', { retry: {} })).kind).toBe('refused_address');
    expect(waits).toEqual([]);
  });
});

describe('the address guard', () => {
  it('refuses private addresses by default without connecting', async () => {
    let calls = 0;
    const server = await listen((_req, res) => res.end(String((calls += 1))));
    const { failure } = client({});
    const refused = [
      server.url,
      `http://localhost:${server.port}`,
      `http://[::ffff:127.0.0.1]:${server.port}`,
      `http://2130706433:${server.port}`,
      `http://0x7f.1:${server.port}`,
      `http://0:${server.port}`,
      'http://[::1]/',
      'http://[fe80::1]/',
      'http://169.254.169.254/latest/meta-data',
      'https://10.1.2.3/',
      'ftp://8.8.8.8/',
      'file:///etc/passwd',
      'http://user:pass@8.8.8.8/',
      'no url',
    ];
    for (const url of refused) expect([url, (await failure(url)).kind]).toEqual([url, 'refused_address']);
    expect(calls).toBe(0);
  });

  it('allows only the exact host and port', async () => {
    const server = await listen((_req, res) => res.end('ok'));
    const other = await listen((_req, res) => res.end('ok'));
    const { request, failure } = client({ guard: { allow: [server.host] } });
    expect((await request(server.url)).status).toBe(200);
    expect((await failure(other.url)).kind).toBe('refused_address');
    expect((await failure(`http://localhost:${server.port}`)).kind).toBe('refused_address');
  });

  it('connects to the address that it checked, even if the name resolves differently later', async () => {
    let calls = 0;
    const server = await listen((_req, res) => res.end(String((calls += 1))));
    const answers = ['192.0.2.1', '127.0.0.1', '10.0.0.1'];
    const { failure } = client({
      resolve: (_hostname, _options, callback) => callback(null, [{ address: answers.shift() ?? '', family: 4 }]),
    });
    const url = `http://rebinding.example:${server.port}`;
    for (let call = 0; call < 3; call += 1) expect((await failure(url)).kind).toBe('refused_address');
    expect(calls).toBe(0);
  });

  it('does not reuse a connection of an unguarded call for a guarded call', async () => {
    const server = await listen((_req, res) => res.end('ok'));
    const { request, failure } = client({});
    const url = `http://localhost:${server.port}`;
    expect((await request(url, { guard: { allowPrivate: true } })).status).toBe(200);
    expect((await failure(url)).kind).toBe('refused_address');
  });
});
