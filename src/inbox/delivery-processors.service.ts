import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import type { Person } from '../personal-data/person.js';
import type { Platform } from '../retailers/retailer.entity.js';
import type { ClaimedDelivery, Outcome } from './inbox.repository.js';

/** Whether a body is about the person, or only holds an address of theirs. */
export type Relation = 'theirs' | 'mentioned';

interface Body {
  readonly topic: string;
  readonly body: Buffer;
}

/** Gives deliveries of one platform their effect. */
export interface DeliveryProcessor {
  /**
   * Applies the deliveries, in the order given, inside the transaction; one outcome for each, in step. A delivery that
   * can't be read is an outcome `failed`; a thrown error undoes the whole batch, which is then tried one by one.
   * Called again for the same delivery it changes nothing.
   */
  process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]>;

  /** Reads a body as the platform writes it; undefined where it has nothing of the person. Pure. */
  relation(delivery: Body, person: Person): Relation | undefined;
}

/** The platforms announce themselves here, so that the inbox need not know them. */
@Injectable()
export class DeliveryProcessorsService {
  private readonly processors = new Map<Platform, DeliveryProcessor>();

  register(platform: Platform, processor: DeliveryProcessor): void {
    this.processors.set(platform, processor);
  }

  relation(delivery: Body & { readonly platform: Platform }, person: Person): Relation | undefined {
    return this.processors.get(delivery.platform)?.relation(delivery, person);
  }

  /** Outcomes in step with the deliveries. */
  async process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]> {
    const outcomes = new Map<ClaimedDelivery, Outcome>();
    for (const [platform, group] of groupBy(deliveries, (delivery) => delivery.platform)) {
      const processor = this.processors.get(platform);
      const results = processor ? await processor.process(tx, group) : [];
      group.forEach((delivery, index) => {
        outcomes.set(delivery, results[index] ?? { status: 'failed', problem: `no processor for ${platform}` });
      });
    }
    return deliveries.map((delivery) => outcomes.get(delivery) ?? { status: 'failed', problem: 'not processed' });
  }
}
