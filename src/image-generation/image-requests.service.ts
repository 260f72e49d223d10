import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Page } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { type ImageRow, ImageRequestsRepository } from './image-requests.repository.js';
import { type ImageSpec, pictureRefs, withPictures } from './image-spec.js';
import { ProductPictures } from './product-pictures.js';
import { RenderLinks } from './render-links.js';

const LOOK_AGAIN_MS = 50;

/** Takes requests for pictures and says what became of them. */
@Injectable()
export class ImageRequests {
  constructor(
    private readonly database: Database,
    private readonly repository: ImageRequestsRepository,
    private readonly links: RenderLinks,
    private readonly pictures: ProductPictures,
    private readonly jobs: JobProducer,
  ) {}

  /**
   * Records the request. Where nothing has to be fetched it is clear at once which render it is about, and that may be
   * done already. Waits up to `waitSeconds` for the result.
   */
  async submit(retailerId: string, asked: ImageSpec, waitSeconds: number): Promise<ImageRow> {
    const id = randomUUID();
    const spec = withPictures(asked, await this.pictures.known(retailerId, pictureRefs(asked)));
    await this.database.transaction(retailerId, async (tx) => {
      const link = await this.links.link(tx, retailerId, spec);
      const { renderId = null, cached = false } = link ?? {};
      await this.repository.insert(tx, {
        retailerId,
        id,
        brandId: spec.brand.id,
        kind: spec.kind,
        spec,
        renderId,
        cached,
      });
      if (!link) tx.afterCommit(() => this.jobs.ring('images.prepare', { retailerId, requestId: id }));
    });
    return this.settled(retailerId, id, waitSeconds);
  }

  /** The request with its result, or 404. */
  get(retailerId: string, id: string): Promise<ImageRow> {
    return this.repository.view(retailerId, id);
  }

  /** Newest first. */
  list(retailerId: string, brandId: string, limit: number, cursor?: string): Promise<Page<ImageRow>> {
    return this.repository.list(retailerId, brandId, limit, cursor);
  }

  private async settled(retailerId: string, id: string, waitSeconds: number): Promise<ImageRow> {
    const deadline = Date.now() + waitSeconds * 1_000;
    let row = await this.repository.view(retailerId, id);
    while (!isSettled(row) && Date.now() < deadline) {
      await pause(LOOK_AGAIN_MS);
      row = await this.repository.view(retailerId, id);
    }
    return row;
  }
}

export const isSettled = ({ status }: Pick<ImageRow, 'status'>): boolean => status === 'ready' || status === 'failed';
