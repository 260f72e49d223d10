import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { waitUntil } from '#libs/durable-work';
import { DomainError, type Page } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { ImageTurnsRepository } from '../turns/image-turns.repository.js';
import type { ImageRequest } from './image-request.entity.js';
import { type ImageRow, ImageRequestsRepository, type NewImageRequest } from './image-requests.repository.js';
import { type ImageSpec, sourceImages, withHashes } from '../renders/image-spec.js';
import { SourceImagesService } from '../rendering/source-images.service.js';
import { RenderLinksService } from '../rendering/render-links.service.js';

const LOOK_AGAIN_MS = 50;
/** The most open work of a retailer: requests that wait for source images, and unfinished renders. */
const MOST_OPEN = 100;
const ASK_AGAIN_SECONDS = 5;

/** A request as it was asked for. */
export type Asking = Pick<ImageRequest, 'asked' | 'editOf'>;

/** Accepts requests for images and returns their results. */
@Injectable()
export class ImageRequestsService {
  constructor(
    private readonly database: Database,
    private readonly repository: ImageRequestsRepository,
    private readonly links: RenderLinksService,
    private readonly images: SourceImagesService,
    private readonly jobs: JobProducer,
    private readonly turns: ImageTurnsRepository,
  ) {}

  /**
   * Saves the request. If no image has to be fetched, the render is known at once and may be finished already. Waits up
   * to `waitSeconds` for the result.
   */
  async submit(
    retailerId: string,
    whole: ImageSpec,
    { asked, editOf }: Asking,
    waitSeconds: number,
  ): Promise<ImageRow> {
    const spec = withHashes(whole, await this.images.known(retailerId, sourceImages(whole)));
    const id = randomUUID();
    const request = { retailerId, id, brandId: spec.brand.id, kind: spec.kind, spec, asked, editOf };
    const row = (await this.insertCached(request)) ?? (await this.insert(request));
    return isSettled(row) || waitSeconds === 0 ? row : this.settled(retailerId, id, waitSeconds);
  }

  private async insertCached(request: NewImageRequest): Promise<ImageRow | undefined> {
    const key = this.links.keyOf(request.spec);
    return key === undefined ? undefined : this.repository.insertCached(request, key);
  }

  private insert(request: NewImageRequest): Promise<ImageRow> {
    const { retailerId, id: requestId, spec } = request;
    return this.database.transaction(retailerId, async (tx) => {
      const link = await this.links.link(tx, retailerId, spec);
      const { renderId = null, cached = false } = link ?? {};
      // A render that was created just now is counted among the open ones.
      if (!cached) await this.room(tx, retailerId, link ? 1 : 0);
      const saved = await this.repository.insert(tx, { ...request, renderId, cached });
      if (!link) tx.afterCommit(() => this.jobs.enqueue('images.prepare', { retailerId, requestId }));
      return saved;
    });
  }

  /** 429 if the retailer has too much open work. Concurrent requests may exceed the limit by a few. */
  private async room(tx: Tx, retailerId: string, own: number): Promise<void> {
    if ((await this.turns.open(tx, retailerId)) - own < MOST_OPEN) return;
    throw new DomainError(
      429,
      'too_many_open_images',
      `The store has ${MOST_OPEN} unfinished images; try again later.`,
      {
        headers: { 'retry-after': String(ASK_AGAIN_SECONDS) },
      },
    );
  }

  /** The request with its result, or 404. */
  get(retailerId: string, id: string): Promise<ImageRow> {
    return this.repository.view(retailerId, id);
  }

  /** The brand's ready images that nobody has judged, the newest first. */
  undecided(retailerId: string, brandId: string): Promise<string[]> {
    return this.repository.undecided(retailerId, brandId);
  }

  /** Newest first. */
  list(retailerId: string, brandId: string, limit: number, cursor?: string): Promise<Page<ImageRow>> {
    return this.repository.list(retailerId, brandId, limit, cursor);
  }

  private settled(retailerId: string, id: string, waitSeconds: number): Promise<ImageRow> {
    const patience = { seconds: waitSeconds, everyMs: LOOK_AGAIN_MS };
    return waitUntil(() => this.repository.view(retailerId, id), isSettled, patience);
  }
}

export const isSettled = ({ status }: Pick<ImageRow, 'status'>): boolean => status === 'ready' || status === 'failed';
