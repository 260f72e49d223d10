import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { ConsentWrite } from '../../stores/consents.js';

export type WriteOutcome = ConsentWrite | 'not_supported' | 'retried' | 'failed';

/** Metrics of decisions that are written to stores. */
@Injectable()
export class ConsentMetrics {
  private readonly writes: Counter<'outcome'>;

  constructor(registry: Registry) {
    this.writes = new Counter({
      name: 'rekindle_consent_writes_total',
      help: 'Decisions of customers that were to be written to their store, by outcome: written, gone, scope_missing, not_supported, retried, or failed',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  counted(outcome: WriteOutcome): void {
    this.writes.inc({ outcome });
  }
}
