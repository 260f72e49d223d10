import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { prepare } from '../setup/test-app.js';
import { waitFor } from '../setup/wait-for.js';

const MEBIBYTE = 1024 * 1024;
const LENGTH = 5 * MEBIBYTE;

let service: ServiceProcess;

beforeAll(async () => {
  const { environment } = await prepare({
    PORT: String(await quietPort()),
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
    ROLE: 'api',
    MAX_CONNECTIONS: '300',
  });
  await migrate(environment['DATABASE_URL'] ?? '');
  service = await ServiceProcess.start(environment);
});
afterAll(() => service?.end('SIGKILL'));

const rss = (): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) * 1024;

function open(head: string): { socket: Socket; text: () => string } {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  socket.on('error', () => undefined);
  socket.write(head);
  return { socket, text: () => text };
}

const head = (more = ''): string =>
  `POST /platform-a/webhooks HTTP/1.1\r\nhost: a\r\ncontent-length: ${LENGTH}\r\n${more}\r\n`;

describe('a process under load from unproven senders', () => {
  it('grows by less than 20 MiB under 200 connections with 5 MB each and no signature', async () => {
    const chunk = Buffer.alloc(LENGTH);
    const before = rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, rss())), 20);
    const opened = Array.from({ length: 200 }, () => open(head()));
    for (const { socket } of opened) socket.write(chunk);
    await Promise.all(opened.map(({ socket }) => waitFor(() => socket.closed, 60_000)));
    clearInterval(watch);
    expect(opened.filter(({ text }) => text().startsWith('HTTP/1.1 401 ')).length).toBeGreaterThan(190);
    expect((most - before) / MEBIBYTE).toBeLessThan(20);
  });

  it('logs no error for uploads that are cut off', async () => {
    const signature = `x-shopify-hmac-sha256: ${Buffer.alloc(32).toString('base64')}\r\n`;
    const opened = Array.from({ length: 5 }, () => open(head(signature)));
    for (const { socket } of opened) await new Promise((sent) => socket.write(Buffer.alloc(100_000), sent));
    const form = open(
      'POST /auth/session HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{',
    );
    await pause(200);
    for (const { socket } of [...opened, form]) socket.resetAndDestroy();
    // The line of this request comes after all lines of the uploads.
    await pause(300);
    await fetch(`${service.url}/problems/not-found`);
    await waitFor(() => service.output.includes('/problems/'));
    const levels = service.output
      .split('\n')
      .filter(Boolean)
      .map((line) => /ERROR|FATAL|"level":[56]0/.exec(line)?.[0]);
    expect(levels.filter(Boolean)).toEqual([]);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });

  it('closes connections above its limit, and answers again when the others are closed', async () => {
    const opened = Array.from({ length: 300 }, () => open(''));
    // The service takes them in their order, so the next one is the first above the limit.
    await waitFor(() => opened.every(({ socket }) => !socket.connecting));
    const late = open('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
    await waitFor(() => late.socket.closed);
    expect(late.text()).toBe('');
    for (const { socket } of opened) socket.destroy();
    await waitFor(async () => (await fetch(`${service.url}/health/live`).catch(() => undefined))?.status === 200);
  });
});
