import { call } from '../support/api.js';
import { Service } from '../support/service.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { median } from '../support/table.js';
import { BRAND_ID, installTenant } from '../support/tenant.js';
import { timed } from '../support/timed.js';

const DATABASE = 'bench_images';
const HERO = {
  brandId: BRAND_ID,
  prompt: 'a lake at dawn',
  style: 'minimal',
  dimensions: { width: 1200, height: 600 },
};
const MINUTE = 60;

/** Times in ms, seen by a caller that sends one request after the other. */
export interface CachedRequests {
  readonly requests: number;
  readonly firstMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** The median of the requests before, while Node.js still compiles what they run. */
  readonly coldMs: number;
  /** The time of a GET that needs no datastore: the cost of the round trip. */
  readonly emptyMs: number;
}

/**
 * Repeated requests for the same image, to an api and a worker process. As many requests come before the measured ones,
 * because a service that runs has compiled its code.
 */
export function askAgain(datastores: Datastores, requests: number): Promise<CachedRequests> {
  return withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
    await installTenant(client);
    const options = { ...datastores, databaseUrl };
    const worker = await Service.start({ ...options, role: 'worker' });
    try {
      const api = await Service.start({ ...options, role: 'api' });
      try {
        return await measure(api, requests);
      } finally {
        await api.stop();
      }
    } finally {
      await worker.stop();
    }
  });
}

async function measure(api: Service, requests: number): Promise<CachedRequests> {
  const [firstMs = Number.NaN] = await times(1, () => askFor(api, false));
  const cold = await times(requests, () => askFor(api, true));
  const again = await times(requests, () => askFor(api, true));
  const empty = await times(requests, async () => void (await (await fetch(`${api.url}/health/live`)).text()));
  const p99Ms = again.toSorted((one, other) => one - other)[Math.ceil(requests * 0.99) - 1] ?? Number.NaN;
  return { requests, firstMs, coldMs: median(cold), medianMs: median(again), p99Ms, emptyMs: median(empty) };
}

async function askFor(api: Service, again: boolean): Promise<void> {
  const request = { method: 'POST', path: '/module-r/image/hero-generation', body: HERO, waitSeconds: MINUTE };
  const { status, cached } = await call<{ status: string; cached: boolean }>(api, 'module', request);
  if (status !== 'ready' || cached !== again) throw new Error(`the image is ${status}, cached: ${cached}`);
}

async function times(count: number, work: () => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    taken.push(await timed(work));
  }
  return taken;
}
