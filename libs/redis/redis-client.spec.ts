import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { redisClient } from './redis-client.js';

/** The first byte of a TLS handshake. */
const HANDSHAKE = 0x16;

it.each([
  ['rediss://127.0.0.1:PORT', true],
  ['rediss://127.0.0.1:PORT,rediss://127.0.0.1:PORT', true],
  ['rediss+sentinel://127.0.0.1:PORT/main', true],
  ['redis://127.0.0.1:PORT', false],
])('a client for %s begins with TLS: %s', async (address, encrypted) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const client = redisClient(address.replaceAll('PORT', String(port)), { maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  const [socket] = await connected;
  socket.on('error', () => undefined);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes[0] === HANDSHAKE).toBe(encrypted);
  client.disconnect();
  socket.destroy();
  server.close();
});

it('a cluster whose node dies between ASKING and its answer gets the command again, and no process ends', async () => {
  const dropped: unknown[] = [];
  const drop = (reason: unknown): void => void dropped.push(reason);
  process.on('unhandledRejection', drop);
  const { server, port } = await nodeThatDiesOnAsking();
  const client = redisClient(`redis+cluster://127.0.0.1:${port}`, { enableReadyCheck: false });
  client.on('error', () => undefined);
  expect(await client.get('key')).toBe('kept');
  await setImmediate();
  expect(dropped).toEqual([]);
  process.off('unhandledRejection', drop);
  client.disconnect();
  server.close();
});

/** The only node of a cluster. It sends the first GET on to itself, as if the slot moved, and closes at ASKING. */
async function nodeThatDiesOnAsking(): Promise<{ server: Server; port: number }> {
  let hasDied = false;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const [name = ''] of commandsIn(bytes.toString())) {
        if (name === 'asking') {
          hasDied = true;
          socket.destroy();
        } else if (name === 'get') socket.write(hasDied ? '+kept\r\n' : `-ASK 1 127.0.0.1:${port}\r\n`);
        else if (name === 'cluster') socket.write(`*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n+127.0.0.1\r\n:${port}\r\n`);
        else socket.write('+OK\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port };
}

/** The commands of a chunk, which has whole commands here, each with its words in lower case. */
const commandsIn = (chunk: string): string[][] =>
  chunk
    .split(/^\*\d+\r\n/m)
    .slice(1)
    .map((command) => command.split('\r\n').filter((word) => word !== '' && !word.startsWith('$')))
    .map((words) => words.map((word) => word.toLowerCase()));
