import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import type { Person } from '../personal-data/person.js';
import type { Platform } from '../retailers/retailer.entity.js';
import type { ClaimedDelivery, Outcome } from './inbox.repository.js';

/** Whether a body is about the person (`theirs`) or only contains their address (`mentioned`). */
export type Relation = 'theirs' | 'mentioned';

interface Body {
  readonly topic: string;
  readonly body: Buffer;
}

/** Applies the deliveries of one platform. */
export interface DeliveryProcessor {
  /**
   * Applies the deliveries in their order inside the transaction, and returns one outcome for each in the same order. A
   * delivery that can't be read gets the outcome `failed`. A thrown error rolls back the whole batch, whose deliveries
   * are then applied one by one. It must be idempotent.
   */
  process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]>;

  /** How a body relates to the person; undefined where it contains nothing of them. A pure function. */
  relation(delivery: Body, person: Person): Relation | undefined;

  /**
   * The subjects of a body: it shares one with `subjectsOf` every person that it has a relation to. A pure function.
   */
  subjects(delivery: Body): ReadonlySet<string>;
}

/** Platforms register here, so that the inbox does not depend on them. */
@Injectable()
export class DeliveryProcessorsService {
  private readonly processors = new Map<Platform, DeliveryProcessor>();

  register(platform: Platform, processor: DeliveryProcessor): void {
    this.processors.set(platform, processor);
  }

  relation(delivery: Body & { readonly platform: Platform }, person: Person): Relation | undefined {
    return this.processors.get(delivery.platform)?.relation(delivery, person);
  }

  /** Empty for a platform that is not registered: its bodies have a relation to nobody. */
  subjects(delivery: Body & { readonly platform: Platform }): ReadonlySet<string> {
    return this.processors.get(delivery.platform)?.subjects(delivery) ?? new Set();
  }

  /** Returns the outcomes in the order of the deliveries. */
  async process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]> {
    const outcomes = new Map<ClaimedDelivery, Outcome>();
    for (const [platform, group] of groupBy(deliveries, (delivery) => delivery.platform)) {
      const processor = this.processors.get(platform);
      const results = processor ? await processor.process(tx, group) : [];
      group.forEach((delivery, index) => {
        outcomes.set(
          delivery,
          results[index] ?? { status: 'failed', problem: `there is no processor for ${platform}` },
        );
      });
    }
    return deliveries.map((delivery) => outcomes.get(delivery) ?? { status: 'failed', problem: 'not processed' });
  }
}
