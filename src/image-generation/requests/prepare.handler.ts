import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { pauseAfter, whileRenewing } from '#libs/durable-work';
import { isDatastoreDown } from '#libs/kernel';
import { OnJob } from '#libs/queue';
import { PoolError } from '#libs/worker-pool';
import type { ImageRequestRef } from '../../jobs/payloads.js';
import {
  type ClaimedImageRequest,
  ImageRequestsRepository,
  REQUEST_LEASE_SECONDS,
} from './image-requests.repository.js';
import { sourceImages, withHashes, withoutLost } from '../renders/image-spec.js';
import { ImageTurnsService } from '../turns/image-turns.service.js';
import { JobProblemsService } from '../rendering/job-problems.service.js';
import { SourceImagesService } from '../rendering/source-images.service.js';
import { TryLater } from '../providers/image-provider.js';
import { RenderLinksService } from '../rendering/render-links.service.js';
import { StorageError } from '../storage/image-storage.js';

const MOST_ATTEMPTS = 4;
const STORAGE_WAIT_MS = 2_000;
const THREAD_WAIT_MS = 1_000;

/** Fetches the source images of a request and links the request to its render. Idempotent. */
@Injectable()
export class PrepareHandler {
  constructor(
    private readonly database: Database,
    private readonly requests: ImageRequestsRepository,
    private readonly links: RenderLinksService,
    private readonly images: SourceImagesService,
    private readonly problems: JobProblemsService,
    private readonly turns: ImageTurnsService,
  ) {}

  /** Takes a request of the retailer whose turn it is, not necessarily the request that the job names. */
  @OnJob('images.prepare')
  async prepare(_wakeUp: ImageRequestRef): Promise<void> {
    await this.turns.take(
      'fetch',
      (retailerId, worker) => this.requests.claim(retailerId, worker),
      (request) =>
        whileRenewing(
          () => this.requests.renew(request),
          REQUEST_LEASE_SECONDS * 250,
          () => this.fetch(request),
        ),
    );
  }

  private async fetch(request: ClaimedImageRequest): Promise<void> {
    const { retailerId } = request;
    try {
      const { hashes, lost, later } = await this.images.all(retailerId, sourceImages(request.spec));
      if (later && request.attempts < MOST_ATTEMPTS) throw later;
      const spec = withHashes(withoutLost(request.spec, lost), hashes);
      await this.database.transaction(retailerId, async (tx) => {
        const link = await this.links.link(tx, retailerId, spec);
        if (!link) throw new Error('a source image of the request is missing');
        await this.requests.setRender(tx, request, link);
      });
    } catch (error) {
      if (isDatastoreDown(error)) throw error;
      await this.giveUpOrWait(request, error);
    }
  }

  private async giveUpOrWait(request: ClaimedImageRequest, error: unknown): Promise<void> {
    const wait = waitAfter(error);
    if (wait !== undefined && request.attempts < MOST_ATTEMPTS) {
      await this.requests.postpone(request, pauseAfter({ firstMs: wait, jitter: 0 }, request.attempts));
    } else {
      await this.requests.fail(request, this.problems.of(error instanceof TryLater ? error.otherwise : error));
    }
  }
}

/** Milliseconds until the next attempt; undefined if another attempt would not help. */
function waitAfter(error: unknown): number | undefined {
  if (error instanceof TryLater) return error.milliseconds;
  if (error instanceof PoolError) return THREAD_WAIT_MS;
  return error instanceof StorageError && !error.full ? STORAGE_WAIT_MS : undefined;
}
