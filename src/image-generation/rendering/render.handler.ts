import { Injectable } from '@nestjs/common';
import { type Backoff, pauseAfter, whileRenewing } from '#libs/durable-work';
import { Database } from '#libs/database';
import { DomainError, isDatastoreDown } from '#libs/kernel';
import { OnJob } from '#libs/queue';
import { PoolError } from '#libs/worker-pool';
import { EventLogService } from '../../events/log/event-log.service.js';
import type { ImageRenderRef } from '../../jobs/payloads.js';
import { ImageRendersRepository, LEASE_SECONDS, type RenderRun } from '../renders/image-renders.repository.js';
import type { RenderResult } from '../renders/render-result.js';
import { ImageTurnsService } from '../turns/image-turns.service.js';
import { JobProblemsService } from './job-problems.service.js';
import { LeaseLost, TryLater } from '../providers/image-provider.js';
import { RenderComposerService } from './render-composer.service.js';
import { StorageError } from '../storage/image-storage.js';

const MOST_RUNS = 8;
const STORAGE: Backoff = { firstMs: 3_000, longestMs: 24_000, jitter: 0 };
/** A drawing that crashes its thread or never ends may do so again, and each time it occupies a thread. */
const MOST_DRAWINGS = 3;
const DRAWING: Backoff = { firstMs: 1_000, jitter: 0 };

/**
 * Renders one image per job: not the image that the job names, but one of the retailer whose turn it is. A worker
 * leases the render. If the worker is killed, another worker takes the render over when the lease has ended. If the
 * first worker was only slow, its later writes have no effect.
 */
@Injectable()
export class RenderHandler {
  constructor(
    private readonly database: Database,
    private readonly log: EventLogService,
    private readonly renders: ImageRendersRepository,
    private readonly composer: RenderComposerService,
    private readonly problems: JobProblemsService,
    private readonly turns: ImageTurnsService,
  ) {}

  @OnJob('images.render')
  async render(_wakeUp: ImageRenderRef): Promise<void> {
    await this.turns.take(
      'render',
      (retailerId, worker) => this.renders.claim(retailerId, worker),
      (run) => this.run(run),
    );
  }

  private run(run: RenderRun): Promise<void> {
    return whileRenewing(
      () => this.renders.renew(run),
      LEASE_SECONDS * 250,
      () => this.finish(run),
    );
  }

  private async finish(run: RenderRun): Promise<void> {
    try {
      if (run.attempts > MOST_RUNS) throw givenUp();
      await this.ready(run, await this.composer.compose(run));
    } catch (error) {
      if (isDatastoreDown(error)) throw error;
      await this.end(run, error);
    }
  }

  private async ready(run: RenderRun, result: RenderResult): Promise<void> {
    const at = new Date();
    await this.database.transaction(run.retailerId, async (tx) => {
      const requests = await this.renders.finish(tx, run, result);
      const events = requests.map(({ id, brandId, kind }) => ({
        type: 'image.ready' as const,
        at,
        customerId: null,
        data: { imageId: id, brandId, kind },
      }));
      this.log.record(tx, run.retailerId, events);
    });
  }

  private async end(run: RenderRun, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) return;
    if (error instanceof PoolError) this.problems.threadLost(error);
    const wait = waitAfter(error, run.attempts);
    if (wait !== undefined && run.attempts < MOST_RUNS) await this.renders.postpone(run, wait);
    else await this.renders.fail(run, this.problems.of(error instanceof TryLater ? error.otherwise : error));
  }
}

/** Milliseconds until the next run, at least what the provider asked for; undefined if another run would not help. */
function waitAfter(error: unknown, attempts: number): number | undefined {
  if (error instanceof TryLater) {
    return pauseAfter({ firstMs: error.milliseconds, jitter: 0 }, Math.max(1, attempts - 1));
  }
  if (error instanceof PoolError) return attempts < MOST_DRAWINGS ? pauseAfter(DRAWING, attempts) : undefined;
  return error instanceof StorageError && !error.full ? pauseAfter(STORAGE, attempts) : undefined;
}

const givenUp = (): DomainError =>
  new DomainError(500, 'image_given_up', 'The image was started several times, and each time its process ended.');
