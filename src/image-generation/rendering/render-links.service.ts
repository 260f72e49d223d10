import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { cacheKey } from './cache-key.js';
import { CutoutsService } from './cutouts.service.js';
import { ImageRendersRepository, type RenderLink } from '../renders/image-renders.repository.js';
import type { ImageSpec } from '../renders/image-spec.js';
import { IMAGE_PROVIDER, type ImageProvider } from '../providers/image-provider.js';

/** Finds the render for a spec, or creates and enqueues it, so that identical requests share one render. */
@Injectable()
export class RenderLinksService {
  constructor(
    private readonly renders: ImageRendersRepository,
    private readonly jobs: JobProducer,
    private readonly cutouts: CutoutsService,
    @Inject(IMAGE_PROVIDER) private readonly provider: ImageProvider,
  ) {}

  /** The cache key of the spec's render; undefined while a source image of the spec has not been fetched. */
  keyOf(spec: ImageSpec): string | undefined {
    return cacheKey(spec, [this.provider.maker, ...this.cutouts.maker].join(' '));
  }

  /** Undefined while a source image of the spec has not been fetched. A new render is enqueued after the commit. */
  async link(tx: Tx, retailerId: string, spec: ImageSpec): Promise<RenderLink | undefined> {
    const key = this.keyOf(spec);
    if (key === undefined) return undefined;
    const wanted = { retailerId, cacheKey: key, provider: this.provider.name, spec };
    const link = await this.renders.findOrCreate(tx, wanted);
    const { renderId, cached } = link;
    if (!cached) tx.afterCommit(() => this.jobs.enqueue('images.render', { retailerId, renderId }));
    return link;
  }
}
