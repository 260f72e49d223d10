import { Injectable } from '@nestjs/common';
import { Leases } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { type ImageWork, ImageTurnsRepository } from './image-turns.repository.js';

interface Claimed {
  readonly retailerId: string;
  readonly id: string;
}

/**
 * Concurrent work of one retailer in one process: less than the job's concurrency, so that others always get a slot.
 */
const MOST_OF_ONE: Readonly<Record<ImageWork, number>> = { fetch: 4, render: 4, personal: 2 };

/** Lets the retailers take turns: slow hosts or many images of one retailer must not delay the others. */
@Injectable()
export class ImageTurnsService {
  /** Counts of work under way in this process, by retailer. */
  private readonly underWay: Readonly<Record<ImageWork, Map<string, number>>> = {
    fetch: new Map(),
    render: new Map(),
    personal: new Map(),
  };

  constructor(
    private readonly turns: ImageTurnsRepository,
    private readonly jobs: JobProducer,
    private readonly leases: Leases,
  ) {}

  /**
   * Takes and does a piece of work of the retailer whose turn it is. False if nothing waits, or only work of retailers
   * that have reached their limit in this process.
   */
  async take<T extends Claimed>(
    work: ImageWork,
    claim: (retailerId: string, worker: string) => Promise<T | undefined>,
    run: (claimed: T) => Promise<void>,
  ): Promise<boolean> {
    const worker = await this.leases.holder();
    const counts = this.underWay[work];
    const busy = [...counts].filter(([, count]) => count >= MOST_OF_ONE[work]).map(([retailerId]) => retailerId);
    for (const retailerId of await this.turns.next(work, busy)) {
      const count = counts.get(retailerId) ?? 0;
      if (count >= MOST_OF_ONE[work]) continue;
      counts.set(retailerId, count + 1);
      try {
        const claimed = await claim(retailerId, worker);
        if (claimed === undefined) continue;
        await this.turns.took(work, retailerId);
        await run(claimed);
        // Work that waited because its retailer had reached the limit has no other job that would take it.
        this.enqueueNext(work, claimed);
        return true;
      } finally {
        const left = (counts.get(retailerId) ?? 1) - 1;
        if (left > 0) counts.set(retailerId, left);
        else counts.delete(retailerId);
      }
    }
    return false;
  }

  private enqueueNext(work: ImageWork, { retailerId, id }: Claimed): void {
    if (work === 'fetch') this.jobs.enqueue('images.prepare', { retailerId, requestId: id });
    else if (work === 'render') this.jobs.enqueue('images.render', { retailerId, renderId: id });
    else this.jobs.enqueue('images.personal', { retailerId });
  }
}
