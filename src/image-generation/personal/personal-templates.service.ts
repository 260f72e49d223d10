import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import type { BannerTemplate, ServedFormat } from '#libs/compositor';
import { CutoutsService } from '../rendering/cutouts.service.js';
import { kitOf } from '../rendering/kit-of.js';
import { bannerTexts, drawingOf, productWords } from '../renders/banner-texts.js';
import type { BannerImageSpec } from '../renders/image-spec.js';
import { ImageFilesService } from '../storage/image-files.service.js';
import { PersonalImagesRepository } from './personal-images.repository.js';

/** The image of a request that others are made after. */
export interface Template {
  readonly renderId: string;
  readonly spec: BannerImageSpec;
  /** For the compositor: with all files, of which none has to be made. */
  readonly banner: BannerTemplate;
}

const MOST_KEPT = 8;

/** Loads templates with their files. A render never changes, so the last ones are kept. */
@Injectable()
export class PersonalTemplatesService {
  private readonly kept = new BoundedMap<string, Template>(MOST_KEPT);

  constructor(
    private readonly repository: PersonalImagesRepository,
    private readonly files: ImageFilesService,
    private readonly cutouts: CutoutsService,
  ) {}

  async get(retailerId: string, requestId: string): Promise<Template | undefined> {
    const name = `${retailerId} ${requestId}`;
    const known = this.kept.get(name);
    if (known) return known;
    const found = await this.repository.template(retailerId, requestId);
    const { spec, result, renderId } = found ?? {};
    // A countdown is the same for everybody.
    if (spec?.kind !== 'banner' || spec.countdown || !result || renderId === undefined) return undefined;
    const template = { renderId, spec, banner: await this.bannerOf(renderId, spec, result) };
    this.kept.set(name, template);
    return template;
  }

  private async bannerOf(
    renderId: string,
    spec: BannerImageSpec,
    { background, variants: [first] }: { background?: string; variants: readonly { format: ServedFormat }[] },
  ): Promise<BannerTemplate> {
    const drawn = spec.background && drawingOf(spec.background);
    const file = background === undefined ? drawn : await this.files.read(background);
    return {
      key: renderId,
      spec: {
        ...bannerTexts(spec),
        format: first && first.format !== 'gif' ? first.format : spec.format,
        brand: await kitOf(this.files, spec.brand),
      },
      layers: {
        ...(file ? { background: file } : {}),
        products: await Promise.all(
          spec.products.map(async (product) =>
            this.cutouts.withCut({
              ...productWords(product),
              image: await this.files.readSource(product.image?.hash),
            }),
          ),
        ),
      },
    };
  }
}
