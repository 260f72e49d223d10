import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
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
