import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';

export interface CustomerChangeConsumer {
  /**
   * Takes the customers whose orders or records have changed, in the transaction that takes them from the queue. A
   * thrown error rolls the transaction back, and the same customers come again.
   */
  consume(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void>;
}

/** Modules register their consumers here, so that commerce and segmentation do not depend on them. */
@Injectable()
export class CustomerChangeConsumersService {
  private readonly consumers: CustomerChangeConsumer[] = [];

  register(consumer: CustomerChangeConsumer): void {
    this.consumers.push(consumer);
  }

  async consume(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    if (customerIds.length === 0) return;
    for (const consumer of this.consumers) await consumer.consume(tx, retailerId, customerIds);
  }
}
