import { Inject, Injectable } from '@nestjs/common';
import {
  type BannerLayers,
  type BannerProduct,
  type ComposedImage,
  type ComposedGrid,
  Compositor,
  type GridProduct,
  planGrid,
  renderGridHtml,
} from '#libs/compositor';
import { Runtime } from '../../config/runtime.js';
import { ImageFilesService } from '../storage/image-files.service.js';
import type { RenderRun } from '../renders/image-renders.repository.js';
import type { BannerImageSpec, GridImageSpec, HeroImageSpec, SpecProduct } from '../renders/image-spec.js';
import { CheckedImagesService } from '../providers/checked-images.service.js';
import { CutoutsService } from './cutouts.service.js';
import { kitOf } from './kit-of.js';
import { IMAGE_PROVIDER, type ImageProvider } from '../providers/image-provider.js';
import { backgroundPrompt, heroPrompt } from '../providers/prompts.js';
import { bannerTexts, drawingOf, productWords } from '../renders/banner-texts.js';
import type { ImageCheck, RenderedFile, RenderResult } from '../renders/render-result.js';

/** Makes the image of a render with the provider, the source images, the compositor and the storage. */
@Injectable()
export class RenderComposerService {
  constructor(
    private readonly runtime: Runtime,
    private readonly files: ImageFilesService,
    private readonly compositor: Compositor,
    @Inject(IMAGE_PROVIDER) private readonly provider: ImageProvider,
    private readonly checked: CheckedImagesService,
    private readonly cutouts: CutoutsService,
  ) {}

  compose(run: RenderRun): Promise<RenderResult> {
    const { spec } = run;
    if (spec.kind === 'banner') return this.banner(run, spec);
    if (spec.kind === 'grid') return this.grid(run, spec);
    return this.hero(run, spec);
  }

  private async hero(run: RenderRun, spec: HeroImageSpec): Promise<RenderResult> {
    const { prompt, style, width, height, shownWidth, format, variants, brand } = spec;
    const { images, checks } = await this.checked.images(run, {
      prompt: heroPrompt(spec),
      size: { width, height },
      count: variants,
      fallback: spec.fallback ?? 'local',
    });
    const composed = await this.compositor.composeHero(
      {
        prompt,
        style,
        width,
        height,
        format,
        variants,
        brand: { ...brand, logo: null },
        ...(shownWidth === undefined ? {} : { shownWidth }),
      },
      images.length > 0
        ? { images: images.map(({ image }) => image), altText: spec.altText ?? `Campaign image of ${brand.name}` }
        : {},
    );
    const files = composed.map(async (image) => ({ ...(await this.keep(run, image)), matched: image.matched }));
    return { variants: await Promise.all(files), ...checkedBy(checks) };
  }

  private async banner(run: RenderRun, spec: BannerImageSpec): Promise<RenderResult> {
    const products = await Promise.all(
      spec.products.map(async (product) =>
        this.cutouts.withCut({ ...productWords(product), image: await this.files.readSource(product.image?.hash) }),
      ),
    );
    const { layers, checks } = await this.layers(run, spec, products);
    const composed = await this.compositor.composeBanners(
      { ...bannerTexts(spec), brand: await kitOf(this.files, spec.brand) },
      layers,
      spec.variants,
    );
    const variants = await Promise.all(
      composed.map(async (banner) => {
        const { family, critic, matched } = banner;
        return { ...(await this.keep(run, banner)), bytes: banner.fileBytes, family, critic, matched };
      }),
    );
    const { background } = layers;
    return {
      variants,
      overlays: composed[0]?.overlays ?? [],
      notices: spec.notices,
      ...checkedBy(checks),
      ...(background instanceof Uint8Array
        ? { background: await this.files.keepOriginal(run.retailerId, Buffer.from(background)) }
        : {}),
    };
  }

  /**
   * The products and the background: the retailer's or the provider's image; without one, the order for the
   * compositor's own image. Around a single cut-out product the provider paints a setting, which is shown as its
   * photograph.
   */
  private async layers(
    run: RenderRun,
    spec: BannerImageSpec,
    products: readonly BannerProduct[],
  ): Promise<{ layers: BannerLayers; checks: readonly ImageCheck[] }> {
    const { width, height, brand, background, backgroundImage, fallback = 'local' } = spec;
    if (backgroundImage) {
      return { layers: { background: await this.files.readSource(backgroundImage.hash), products }, checks: [] };
    }
    if (!background) return { layers: { products }, checks: [] };
    const size = { width, height };
    const [only, ...others] = products;
    const product = only && others.length === 0 ? await this.checked.stage(only, size, brand.palette.background) : null;
    const prompt = backgroundPrompt(spec, background, product !== null);
    const { images, checks } = await this.checked.images(run, {
      prompt,
      size,
      count: 1,
      fallback,
      ...(product ? { product } : {}),
    });
    const [found] = images;
    if (only && found?.subject) {
      const setting = { image: found.image, subject: found.subject };
      return { layers: { products: [{ ...only, setting }] }, checks };
    }
    return { layers: { background: found?.image ?? drawingOf(background), products }, checks };
  }

  private async grid(run: RenderRun, spec: GridImageSpec): Promise<RenderResult> {
    const { width, shownWidth = width, format } = spec;
    const images = await this.imagesOf(spec.products);
    const products = spec.products.map(gridProduct);
    const proposal = await this.provider.layout(
      run,
      spec.products.filter(({ available }) => available),
      spec.brief,
    );
    const layout = planGrid(products, { width }, proposal);
    const brand = await kitOf(this.files, spec.brand);
    const composed = await this.compositor.composeGrid(layout.plan, products, {
      width,
      shownWidth,
      brand,
      format,
      images: Object.fromEntries(images),
      withTiles: true,
      ...(spec.family === undefined ? {} : { family: spec.family }),
    });
    const { family, critic, look, overlays } = composed;
    const imageUrls = await this.keepTiles(run, composed);
    return {
      variants: [{ ...(await this.keep(run, composed)), family, critic }],
      overlays,
      layout,
      html: renderGridHtml(layout.plan, products, { width, brand, imageUrls, look }),
      notices: spec.notices,
    };
  }

  /** Stores the image of each product's tile, and returns the addresses by product id. */
  private async keepTiles({ retailerId }: RenderRun, { tiles }: ComposedGrid): Promise<Record<string, string>> {
    const urls: Record<string, string> = {};
    for (const { productId, image } of tiles) {
      const key = await this.files.keepImage(retailerId, image.bytes, image.format);
      urls[productId] = `${this.runtime.publicUrl}/${key}`;
    }
    return urls;
  }

  private async imagesOf(products: readonly SpecProduct[]): Promise<Map<string, Buffer>> {
    const found = await Promise.all(
      products.map(async ({ id, image }) => (image ? ([[id, await this.files.readSource(image.hash)]] as const) : [])),
    );
    return new Map(found.flat());
  }

  private async keep({ retailerId }: RenderRun, image: ComposedImage): Promise<RenderedFile> {
    const { bytes, width, height, format, altText } = image;
    const key = await this.files.keepImage(retailerId, bytes, format);
    return { key, width, height, format, bytes: bytes.length, altText };
  }
}

const checkedBy = (providerImages: readonly ImageCheck[]): Pick<RenderResult, 'providerImages'> =>
  providerImages.length > 0 ? { providerImages } : {};

function gridProduct({ id, title, price, compareAtPrice, priority, available, url }: SpecProduct): GridProduct {
  return {
    id,
    title,
    price,
    available,
    ...(compareAtPrice === undefined ? {} : { compareAtPrice }),
    ...(priority === undefined ? {} : { priority }),
    ...(url === undefined ? {} : { url }),
  };
}
