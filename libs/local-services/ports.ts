import { createServer } from 'node:net';

/** A TCP port of the host, 127.0.0.1 by default, that was free a moment ago; whoever listens on it must be ready to lose the race for it. */
export const freePort = (host = '127.0.0.1'): Promise<number> => tryPort(0, host);

/** Listens on the port for a moment; 0 takes a free one. Returns the port. Fails as listening would, such as with EADDRINUSE. */
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
