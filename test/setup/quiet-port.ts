import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port for a server that stops for a while and returns to it. The port is below the range of ephemeral ports, so
 * no outgoing connection takes it meanwhile.
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
