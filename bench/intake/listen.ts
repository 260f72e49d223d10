import { once } from 'node:events';
import type { Server } from 'node:http';

/** The start message to a peer, and its answer. */
export interface PeerStart {
  readonly secret: string;
}
export interface PeerStarted {
  readonly port: number;
}

export async function listenOnFreePort(server: Server): Promise<PeerStarted> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  return { port: address.port };
}
