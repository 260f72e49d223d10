import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { cpuSeconds, machineTimes, peakMemoryMiB } from '../support/process-usage.js';
import { Service, type ServiceOptions } from '../support/service.js';

export interface DrainFigures {
  readonly seconds: number;
  /** Cores in use by the worker: 1 is one core all the time. */
  readonly workerCpu: number;
  /** The share of all cores in use, with Postgres and Redis. */
  readonly machineBusy: number;
  readonly apiPeakMiB: number;
  readonly workerPeakMiB: number;
}

const POLL_MS = 50;
const SLOWEST_PER_SECOND = 100;

/**
 * Starts one worker beside the api, which processes the inbox. A lock holds the worker back until it has started. So
 * the time is that of its work: from the release of the lock until no delivery is pending and all memberships are
 * right.
 */
export async function drainWithWorker(
  options: Omit<ServiceOptions, 'role'>,
  api: Service,
  deliveries: number,
): Promise<DrainFigures> {
  const gate = new Client(options.databaseUrl);
  await gate.connect();
  await gate.query('SET enable_seqscan = off');
  await gate.query('BEGIN');
  // Reads are possible under this lock, but claims of deliveries wait for it.
  await gate.query('LOCK TABLE deliveries IN EXCLUSIVE MODE');
  const worker = await Service.start({ ...options, role: 'worker' });
  try {
    const before = { at: performance.now(), cpu: cpuSeconds(worker.pid), machine: machineTimes() };
    await gate.query('COMMIT');
    await nothingLeft(gate, [worker], (deliveries / SLOWEST_PER_SECOND) * 1_000);
    const seconds = (performance.now() - before.at) / 1_000;
    const machine = machineTimes();
    return {
      seconds,
      workerCpu: (cpuSeconds(worker.pid) - before.cpu) / seconds,
      machineBusy: (machine.busy - before.machine.busy) / (machine.all - before.machine.all),
      apiPeakMiB: peakMemoryMiB(api.pid),
      workerPeakMiB: peakMemoryMiB(worker.pid),
    };
  } finally {
    await worker.stop();
    await gate.end();
  }
}

/**
 * Reads both in one snapshot: a processed delivery has either changed memberships or recorded its customers as changed.
 * It uses the index of due deliveries, because a scan of the table would cost more than the measured work.
 */
const OPEN = `SELECT EXISTS (SELECT FROM deliveries WHERE status = 'pending' AND due_at < 'infinity')
                  OR EXISTS (SELECT FROM customer_changes) AS open`;

/** Resolves when no delivery is pending and all memberships are right. Throws where a worker ends or time runs out. */
export async function nothingLeft(client: Client, workers: readonly Service[], withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await client.query<{ open: boolean }>(OPEN);
    if (rows[0]?.open === false) return;
    for (const worker of workers) worker.assertAlive();
    if (performance.now() > deadline) throw new Error(`not empty after ${Math.round(withinMs / 1_000)} s`);
    await sleep(POLL_MS);
  }
}
