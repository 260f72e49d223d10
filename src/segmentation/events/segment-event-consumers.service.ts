import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { SegmentEvent } from './segment-event.entity.js';

/** A transition as consumers see it. */
export type SegmentTransition = Readonly<Omit<SegmentEvent, 'retailerId' | 'recordedAt'>>;

export interface SegmentEventConsumer {
  /**
   * Takes transitions of one retailer, in order, in the transaction that deletes their events: what it writes with `tx`
   * is written exactly once. A thrown error rolls the transaction back, and the same transitions come again. So it must
   * not throw because of a bad transition.
   */
  consume(tx: Tx, retailerId: string, transitions: readonly SegmentTransition[]): Promise<void>;
}

/** Modules register their consumers here, so that segmentation does not depend on them. */
@Injectable()
export class SegmentEventConsumersService {
  private readonly consumers: SegmentEventConsumer[] = [];

  register(consumer: SegmentEventConsumer): void {
    this.consumers.push(consumer);
  }

  async consume(tx: Tx, retailerId: string, transitions: readonly SegmentTransition[]): Promise<void> {
    for (const consumer of this.consumers) await consumer.consume(tx, retailerId, transitions);
  }
}
