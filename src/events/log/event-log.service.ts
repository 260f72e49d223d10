import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { EventLogRepository } from './event-log.repository.js';
import type { NewEvent } from './event-types.js';

/** Where other modules report what has happened. */
@Injectable()
export class EventLogService {
  constructor(
    private readonly repository: EventLogRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** Writes the events with the transaction, as its last statement: either both are committed or neither. */
  record(tx: Tx, retailerId: string, events: readonly NewEvent[]): void {
    if (events.length === 0) return;
    tx.beforeCommit(async () => {
      const heard = await this.repository.append(tx, retailerId, events);
      if (heard) tx.afterCommit(() => this.jobs.enqueue('events.deliver', { retailerId }));
    });
  }
}
