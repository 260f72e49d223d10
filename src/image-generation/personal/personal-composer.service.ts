import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type BannerTemplate,
  COMPOSER_VERSION,
  CompositionError,
  Compositor,
  longestShown,
  type PersonalBanner,
  type PersonalImage,
} from '#libs/compositor';
import { CutoutsService } from '../rendering/cutouts.service.js';
import { ImageFilesService } from '../storage/image-files.service.js';
import type { PersonalContent } from './personal-content.js';

/**
 * Composes the images of recipients. Cutting a product out takes longer than drawing a banner with it, so each product
 * is prepared once and stored.
 */
@Injectable()
export class PersonalComposerService {
  constructor(
    private readonly files: ImageFilesService,
    private readonly compositor: Compositor,
    private readonly cutouts: CutoutsService,
  ) {}

  /** One image for each content, in their order. All photographs must have been fetched. */
  async compose(
    retailerId: string,
    template: BannerTemplate,
    contents: readonly PersonalContent[],
  ): Promise<readonly PersonalImage[]> {
    const hashes = new Set(contents.flatMap(({ products }) => products.flatMap(({ hash }) => hash ?? [])));
    const side = longestShown(template.spec);
    const found = await Promise.all(
      [...hashes].map(async (hash) => {
        const file = await this.prepared(retailerId, hash, side);
        return file ? [[hash, file] as const] : [];
      }),
    );
    return this.compositor.composePersonal(template, contents.map(bannerOf), Object.fromEntries(found.flat()));
  }

  /** The prepared file of a photograph; undefined where the photograph can't be used. */
  private async prepared(retailerId: string, hash: string, side: number): Promise<Buffer | undefined> {
    const name = createHash('sha256')
      .update([COMPOSER_VERSION, hash, side, ...this.cutouts.maker].join(' '))
      .digest('hex');
    const known = await this.files.findPrepared(name);
    if (known) return known;
    try {
      const product = await this.cutouts.withCut({ image: await this.files.readSource(hash) });
      const file = await this.compositor.preparePersonal(product, side);
      await this.files.keepPrepared(retailerId, name, file);
      return file;
    } catch (error) {
      if (error instanceof CompositionError) return undefined;
      throw error;
    }
  }
}

const bannerOf = ({ texts, products }: PersonalContent): PersonalBanner => ({
  texts,
  products: products.map(({ hash = '', ...product }) => ({ ...product, file: hash })),
});
