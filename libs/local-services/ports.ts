import { createServer } from 'node:net';

/** A TCP port of the host, 127.0.0.1 by default, that was free a moment ago; whoever listens on it must be ready to lose the race for it. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
