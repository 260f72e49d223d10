import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { HoldCause } from '../ledger/stream-hold.entity.js';

/** Metrics of senders' reputations. */
@Injectable()
export class ReputationMetrics {
  private readonly pauses: Counter<'kind' | 'provider'>;

  constructor(registry: Registry) {
    this.pauses = new Counter({
      name: 'rekindle_reputation_pauses_total',
      help: 'Pauses of emails because of complaints or hard_bounces (kind), by mailbox provider',
      labelNames: ['kind', 'provider'],
      registers: [registry],
    });
  }

  paused({ kind, provider }: HoldCause): void {
    this.pauses.inc({ kind, provider });
  }
}
