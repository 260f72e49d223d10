import { createServer } from 'node:net';

/** A TCP port of the host, by default 127.0.0.1, that was free a moment ago. Another program may take it first. */
export const freePort = (host = '127.0.0.1'): Promise<number> => tryPort(0, host);

/**
 * Listens on the port for a moment; with 0 on a free one. Returns the port, or fails as listening does (EADDRINUSE).
 */
export function tryPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(taken));
    });
  });
}
