import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port for a server that will be away for a while and come back to it. It lies below the range from which
 * systems take the near end of outgoing connections, so that none of those sits on it meanwhile.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
