import { basename } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import { cacheKey } from './cache-key.js';
import { ImageRendersRepository, type RenderLink } from '../renders/image-renders.repository.js';
import type { ImageSpec } from '../renders/image-spec.js';
import { IMAGE_PROVIDER, type ImageProvider } from '../providers/image-provider.js';

/** Finds the render for a spec, or creates and enqueues it, so that identical requests share one render. */
@Injectable()
export class RenderLinksService {
  constructor(
    private readonly renders: ImageRendersRepository,
    private readonly jobs: JobProducer,
    private readonly runtime: Runtime,
    @Inject(IMAGE_PROVIDER) private readonly provider: ImageProvider,
  ) {}

  /** The cache key of the spec's render; undefined while a source image of the spec has not been fetched. */
  keyOf(spec: ImageSpec): string | undefined {
    const { cutoutModel } = this.runtime.config.images;
    const maker = cutoutModel ? `${this.provider.maker} ${basename(cutoutModel.path)}` : this.provider.maker;
    return cacheKey(spec, maker);
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
