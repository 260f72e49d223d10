import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { BrandAnswer } from './brand.dto.js';

/** Takes a brand after a change, in the transaction of the change. A thrown error rolls the change back. */
export type BrandChangeConsumer = (tx: Tx, brand: BrandAnswer) => Promise<void>;

/** Modules register their consumers here, so that brands do not depend on them. */
@Injectable()
export class BrandChangesService {
  private readonly consumers: BrandChangeConsumer[] = [];

  register(consumer: BrandChangeConsumer): void {
    this.consumers.push(consumer);
  }

  async consume(tx: Tx, brand: BrandAnswer): Promise<void> {
    for (const consumer of this.consumers) await consumer(tx, brand);
  }
}
