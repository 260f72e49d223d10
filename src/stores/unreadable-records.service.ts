import { Inject, Injectable } from '@nestjs/common';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { Counter, Registry } from 'prom-client';
import type { BackfillRef } from '../jobs/payloads.js';

/** Reports records of a store that could not be used and were left out. */
@Injectable()
export class UnreadableRecordsService {
  private readonly counter: Counter<'resource'>;

  constructor(
    registry: Registry,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {
    this.counter = new Counter({
      name: 'rekindle_unreadable_records_total',
      help: 'Records of stores that could not be used and were left out, by collection',
      labelNames: ['resource'],
      registers: [registry],
    });
  }

  report({ retailerId, resource }: BackfillRef, problems: readonly string[]): void {
    for (const problem of problems) {
      this.counter.inc({ resource });
      this.logger.warn({ retailerId, resource, problem }, 'a record of the store was left out');
    }
  }
}
