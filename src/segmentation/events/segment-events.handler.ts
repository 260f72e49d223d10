import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { tookWork } from '#libs/kernel';
import { OnJob } from '#libs/queue';
import { lockRetailer } from '../../database/retailer-locks.js';
import type { RetailerRef } from '../../jobs/payloads.js';
import { SegmentEventConsumersService } from './segment-event-consumers.service.js';
import { SegmentEventsRepository } from './segment-events.repository.js';

const EVENTS_AT_ONCE = 500;

/**
 * Hands transitions to the consumers: one batch of a retailer at a time, in order, each event once. Events of a segment
 * that was deleted are dropped.
 */
@Injectable()
export class SegmentEventsHandler {
  constructor(
    private readonly database: Database,
    private readonly events: SegmentEventsRepository,
    private readonly consumers: SegmentEventConsumersService,
  ) {}

  @OnJob('segmentation.publish-events')
  async publish({ retailerId }: RetailerRef): Promise<void> {
    let taken: number;
    do {
      taken = await this.database.transaction(retailerId, (tx) => this.publishSome(tx, retailerId));
    } while (taken === EVENTS_AT_ONCE);
  }

  private async publishSome(tx: Tx, retailerId: string): Promise<number> {
    await lockRetailer(tx, 'segmentEvents', retailerId);
    const events = await this.events.take(tx, retailerId, EVENTS_AT_ONCE);
    tookWork(events.map(({ cause }) => cause));
    const transitions = events.filter(({ live }) => live);
    if (transitions.length > 0) await this.consumers.consume(tx, retailerId, transitions);
    return events.length;
  }
}
