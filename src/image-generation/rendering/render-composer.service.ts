import { Inject, Injectable } from '@nestjs/common';
import {
  type BrandKit,
  type ComposedImage,
  Compositor,
  type GridPlan,
  type GridProduct,
  cellImageSizes,
  inspectImage,
  planGrid,
  renderGridHtml,
} from '#libs/compositor';
import { Runtime } from '../../config/runtime.js';
import { ImageFilesService } from '../storage/image-files.service.js';
import type { RenderRun } from '../renders/image-renders.repository.js';
import type { BannerImageSpec, GridImageSpec, HeroImageSpec, SourceImage, SpecProduct } from '../renders/image-spec.js';
import { IMAGE_PROVIDER, type ImageProvider } from '../providers/image-provider.js';
import { backgroundPrompt, heroPrompt } from '../providers/prompts.js';
import type { RenderedFile, RenderResult } from '../renders/render-result.js';

/** Makes the image of a render with the provider, the source images, the compositor and the storage. */
@Injectable()
export class RenderComposerService {
  constructor(
    private readonly runtime: Runtime,
    private readonly files: ImageFilesService,
    private readonly compositor: Compositor,
    @Inject(IMAGE_PROVIDER) private readonly provider: ImageProvider,
  ) {}

  compose(run: RenderRun): Promise<RenderResult> {
    const { spec } = run;
    if (spec.kind === 'banner') return this.banner(run, spec);
    if (spec.kind === 'grid') return this.grid(run, spec);
    return this.hero(run, spec);
  }

  private async hero(run: RenderRun, spec: HeroImageSpec): Promise<RenderResult> {
    const { prompt, style, width, height, shownWidth, format, variants, brand } = spec;
    const order = { prompt: heroPrompt(spec), size: { width, height }, count: variants, references: [] };
    const images = await this.provider.images(run, order);
    const composed = await this.compositor.composeHero(
      {
        ...{ prompt, style, width, height, format, variants, brand: { ...brand, logo: null } },
        ...(shownWidth === undefined ? {} : { shownWidth }),
      },
      images ? { images, altText: spec.altText ?? `Campaign image of ${brand.name}` } : {},
    );
    return { variants: await Promise.all(composed.map((image) => this.keep(run, image))) };
  }

  private async banner(run: RenderRun, spec: BannerImageSpec): Promise<RenderResult> {
    const products = await Promise.all(
      spec.products.map(async ({ title, price, compareAtPrice, image }) => ({
        title,
        image: await this.read(image),
        ...(price === null ? {} : { price }),
        ...(compareAtPrice === undefined ? {} : { compareAtPrice }),
      })),
    );
    const composed = await this.compositor.composeBanners(
      { ...textsOf(spec), brand: await this.kitOf(spec.brand) },
      { background: await this.background(run, spec, products), products },
      spec.variants,
    );
    const variants = await Promise.all(
      composed.map(async (banner) => {
        const { family, critic } = banner;
        return { ...(await this.keep(run, banner)), family, critic };
      }),
    );
    return { variants, overlays: composed[0]?.overlays ?? [], notices: spec.notices };
  }

  /**
   * The retailer's or the provider's image; without one, the order for the compositor's own image. Undefined for the brand's own
   * treatment.
   */
  private async background(
    run: RenderRun,
    spec: BannerImageSpec,
    products: readonly { readonly image: Buffer }[],
  ): Promise<Buffer | { prompt: string; style?: string } | undefined> {
    if (spec.backgroundImage) return this.read(spec.backgroundImage);
    const prompt = backgroundPrompt(spec);
    if (prompt === undefined || !spec.background) return undefined;
    const references = products.map(({ image }) => image);
    const { width, height, background } = spec;
    const images = await this.provider.images(run, { prompt, size: { width, height }, count: 1, references });
    if (images?.[0]) return images[0];
    return { prompt: background.prompt, ...(background.style === null ? {} : { style: background.style }) };
  }

  private async grid(run: RenderRun, spec: GridImageSpec): Promise<RenderResult> {
    const { width, shownWidth = width, format } = spec;
    const images = await this.imagesOf(spec.products);
    const products = await Promise.all(
      spec.products.map((product) => this.gridProduct(product, images.get(product.id))),
    );
    const proposal = await this.provider.layout(
      run,
      spec.products.filter(({ available }) => available),
      spec.brief,
    );
    const layout = planGrid(products, { width }, proposal);
    const brand = await this.kitOf(spec.brand);
    const imageUrls = await this.cellImages(run, layout.plan, products, { width, images });
    const html = renderGridHtml(layout.plan, products, { width, brand, imageUrls });
    const composed = await this.compositor.renderGridImage(layout.plan, products, {
      width,
      shownWidth,
      brand,
      format,
      images: Object.fromEntries(images),
    });
    return {
      variants: [await this.keep(run, composed)],
      overlays: composed.overlays,
      layout,
      html,
      notices: spec.notices,
    };
  }

  private async gridProduct(product: SpecProduct, bytes: Buffer | undefined): Promise<GridProduct> {
    const { id, title, price, priority, available, url } = product;
    const common = {
      id,
      title,
      price,
      available,
      ...(priority === undefined ? {} : { priority }),
      ...(url === undefined ? {} : { url }),
    };
    if (!bytes) return common;
    const { width, height } = await inspectImage(bytes);
    return { ...common, image: { width, height, salient: await this.compositor.salientBox(bytes) } };
  }

  /** Cuts each product's image for its cell, stores it, and returns the addresses by product id. */
  private async cellImages(
    run: RenderRun,
    plan: GridPlan,
    products: readonly GridProduct[],
    { width, images }: { readonly width: number; readonly images: ReadonlyMap<string, Buffer> },
  ): Promise<Record<string, string>> {
    const urls: Record<string, string> = {};
    for (const size of cellImageSizes(plan, products, { width })) {
      const image = images.get(size.productId);
      if (!image) continue;
      const cut = await this.compositor.cutCellImage(image, size);
      const key = await this.files.keepImage(run.retailerId, cut.bytes, cut.format);
      urls[size.productId] = `${this.runtime.publicUrl}/${key}`;
    }
    return urls;
  }

  private async imagesOf(products: readonly SpecProduct[]): Promise<Map<string, Buffer>> {
    const found = await Promise.all(
      products.map(async ({ id, image }) => (image ? ([[id, await this.read(image)]] as const) : [])),
    );
    return new Map(found.flat());
  }

  private async kitOf(brand: GridImageSpec['brand']): Promise<BrandKit> {
    return { ...brand, logo: brand.logo ? await this.read(brand.logo) : null };
  }

  private read(ref: SourceImage | null): Promise<Buffer> {
    return this.files.read(`sources/${ref?.hash ?? ''}`);
  }

  private async keep({ retailerId }: RenderRun, image: ComposedImage): Promise<RenderedFile> {
    const { bytes, width, height, format, altText } = image;
    const key = await this.files.keepImage(retailerId, bytes, format);
    return { key, width, height, format, bytes: bytes.length, altText };
  }
}

function textsOf(spec: BannerImageSpec) {
  const { width, height, shownWidth, format, headline, subheadline, callToAction, legal, offer, badge, family } = spec;
  return {
    width,
    height,
    shownWidth,
    format,
    headline,
    ...(subheadline === undefined ? {} : { subheadline }),
    ...(callToAction === undefined ? {} : { callToAction }),
    ...(legal === undefined ? {} : { legal }),
    ...(offer === undefined ? {} : { offer }),
    ...(badge === undefined ? {} : { badge }),
    ...(family === undefined ? {} : { family }),
  };
}
