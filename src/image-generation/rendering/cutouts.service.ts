import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import { CompositionError, Compositor, type ProductCut } from '#libs/compositor';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { Runtime } from '../../config/runtime.js';

/** A mask has a megabyte. */
const MOST_KEPT = 40;

/** Cuts products out with the operator's segmentation model, where there is one. */
@Injectable()
export class CutoutsService {
  /** By the hash of the file, oldest first. */
  private readonly kept = new BoundedMap<string, Promise<ProductCut | null>>(MOST_KEPT);

  constructor(
    private readonly runtime: Runtime,
    private readonly compositor: Compositor,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  /** The name of the weights, as a part of what made an image; empty without a model. */
  get maker(): readonly string[] {
    const model = this.runtime.config.images.cutoutModel;
    return model ? [basename(model.path)] : [];
  }

  /** The product with a mask, if it needs one. Without a model, or if it fails, the product is shown uncut. */
  async withCut<T extends { readonly image: Buffer }>(product: T): Promise<T & { readonly cut?: ProductCut }> {
    const cut = await this.cutOf(product.image);
    return cut ? { ...product, cut } : product;
  }

  private async cutOf(image: Buffer): Promise<ProductCut | null> {
    const model = this.runtime.config.images.cutoutModel;
    if (!model) return null;
    const name = createHash('sha256').update(image).digest('base64');
    const cut = this.kept.get(name) ?? this.compositor.cut(image, model);
    this.kept.delete(name);
    this.kept.set(name, cut);
    try {
      return await cut;
    } catch (error) {
      this.kept.delete(name);
      // A damaged file has an error of its own when it is drawn.
      if (!(error instanceof CompositionError)) this.logger.error({ err: error }, 'the cut-out model failed');
      return null;
    }
  }
}
