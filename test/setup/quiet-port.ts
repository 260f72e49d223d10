import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of ephemeral ports, so no outgoing connection takes one of them between the choice and the start.
 * Each worker of the test runner has its own ports.
 */
const FIRST_PORT = 15_000;
const PORTS_OF_A_WORKER = 2_000;
const WORKERS = 7;

const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS;
let given = randomInt(PORTS_OF_A_WORKER);

/** A free port for a server that starts a moment later, or that stops for a while and returns to it. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + worker * PORTS_OF_A_WORKER + (given++ % PORTS_OF_A_WORKER);
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
