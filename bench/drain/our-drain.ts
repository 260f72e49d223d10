import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { cpuSeconds, machineTimes, peakMemoryMiB } from '../support/process-usage.js';
import { Service, type ServiceOptions } from '../support/service.js';

export interface DrainFigures {
  readonly seconds: number;
  /** Cores in use by the worker: 1 is one core all the time. */
  readonly workerCpu: number;
  /** Share of all cores, Postgres and Redis included. */
  readonly machineBusy: number;
  readonly apiPeakMiB: number;
  readonly workerPeakMiB: number;
}

const POLL_MS = 50;
const SLOWEST_PER_SECOND = 100;

/**
 * Starts one worker beside the api and lets it empty the inbox. The worker is held back until it is up, so the time is
 * that of its work: from the moment it may take a delivery until none is pending and every membership is right.
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
  // Reading goes on under this lock; claiming deliveries waits for it.
  await gate.query('LOCK TABLE deliveries IN EXCLUSIVE MODE');
  const worker = await Service.start({ ...options, role: 'worker' });
  try {
    const before = { at: performance.now(), cpu: cpuSeconds(worker.pid), machine: machineTimes() };
    await gate.query('COMMIT');
    await nothingLeft(gate, worker, (deliveries / SLOWEST_PER_SECOND) * 1_000);
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
 * Both in one snapshot: what has left the inbox has either changed the memberships or left word that it has to. By the
 * index of what is due, as looking through the table would cost more than the work that is watched.
 */
const OPEN = `SELECT EXISTS (SELECT FROM deliveries WHERE status = 'pending' AND due_at < 'infinity')
                  OR EXISTS (SELECT FROM customer_changes) AS open`;

async function nothingLeft(client: Client, worker: Service, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await client.query<{ open: boolean }>(OPEN);
    if (rows[0]?.open === false) return;
    worker.assertAlive();
    if (performance.now() > deadline) throw new Error(`not empty after ${Math.round(withinMs / 1_000)} s`);
    await sleep(POLL_MS);
  }
}
