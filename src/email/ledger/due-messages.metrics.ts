import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { LedgerRepository } from './ledger.repository.js';

/** A scrape waits at most this long for Postgres. */
const LIMIT_MS = 2_000;

/**
 * How long due messages wait. Jobs in Redis do not say so: one job stands for all messages of a retailer, and it is
 * enqueued again after some of them.
 */
@Injectable()
export class DueMessagesMetrics {
  constructor(registry: Registry, ledger: LedgerRepository) {
    const gauge = new Gauge({
      name: 'rekindle_emails_oldest_due_seconds',
      help: 'Age of the message that is due for longest, is not held, and was taken by no worker',
      registers: [],
      /** Leaves the gauge out where Postgres does not answer. */
      collect: async function (this: Gauge): Promise<void> {
        this.remove();
        const late = pause(LIMIT_MS, undefined, { ref: false });
        const seconds = await Promise.race([ledger.oldestDueSeconds().catch(() => undefined), late]);
        if (seconds !== undefined) this.set(seconds);
      },
    });
    registry.registerMetric(gauge);
  }
}
