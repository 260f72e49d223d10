import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';

/** `segment.entered` or `segment.left`. */
export interface SegmentMove {
  /** Goes up with every event; for one customer and segment it is the order of what happened. */
  readonly seq: string;
  readonly segmentId: string;
  readonly customerId: string;
  readonly kind: 'entered' | 'left';
  /** The id of a delivery, `backfill`, `definition`, `rfm` or `clock`. */
  readonly cause: string;
  /** The instant at which the membership changed; long ago where the service was down. */
  readonly at: Date;
}

/** Wants to hear who enters and leaves segments. */
export interface SegmentEventConsumer {
  /**
   * Takes events of one retailer, in order, inside the transaction that removes them: what it writes with `tx` happens
   * exactly once. A thrown error undoes it and the same events come again, so one bad event must not throw.
   */
  consume(tx: Tx, retailerId: string, events: readonly SegmentMove[]): Promise<void>;
}

/** Modules announce themselves here, so that segmentation need not know them. */
@Injectable()
export class SegmentEventConsumersService {
  private readonly consumers: SegmentEventConsumer[] = [];

  register(consumer: SegmentEventConsumer): void {
    this.consumers.push(consumer);
  }

  async consume(tx: Tx, retailerId: string, events: readonly SegmentMove[]): Promise<void> {
    for (const consumer of this.consumers) await consumer.consume(tx, retailerId, events);
  }
}
