import { Inject, Injectable } from '@nestjs/common';
import {
  type BrandKit,
  type ComposedPicture,
  Compositor,
  type GridPlan,
  type GridProduct,
  gridPictureSizes,
  inspectPicture,
  planGrid,
  renderGridHtml,
} from '#libs/compositor';
import { Runtime } from '../../config/runtime.js';
import { ImageFilesService } from '../storage/image-files.service.js';
import type { RenderRun } from '../renders/image-renders.repository.js';
import type { BannerImageSpec, GridImageSpec, HeroImageSpec, PictureRef, SpecProduct } from '../renders/image-spec.js';
import { IMAGE_PROVIDER, type ImageProvider } from '../providers/image-provider.js';
import { backgroundPrompt, heroPrompt } from '../providers/prompts.js';
import type { RenderedFile, RenderResult } from '../renders/render-result.js';

/** Brings together what a picture is made of: provider, stored pictures, compositor, storage. */
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
    const { prompt, style, width, height, format, variants, brand } = spec;
    const order = { prompt: heroPrompt(spec), size: { width, height }, count: variants, references: [] };
    const pictures = await this.provider.pictures(run, order);
    const composed = await this.compositor.composeHero(
      { prompt, style, width, height, format, variants, brand: { ...brand, logo: null } },
      pictures ? { pictures, altText: spec.altText ?? `Campaign picture of ${brand.name}` } : {},
    );
    return { variants: await Promise.all(composed.map((picture) => this.keep(run, picture))) };
  }

  private async banner(run: RenderRun, spec: BannerImageSpec): Promise<RenderResult> {
    const products = await Promise.all(
      spec.products.map(async ({ title, price, picture }) => ({
        title,
        picture: await this.read(picture),
        ...(price === null ? {} : { price }),
      })),
    );
    const composed = await this.compositor.composeBanner(
      { ...textsOf(spec), brand: await this.kitOf(spec.brand) },
      { background: await this.background(run, spec, products), products },
    );
    return { variants: [await this.keep(run, composed)], overlays: composed.overlays };
  }

  /** Undefined is the brand's own treatment. */
  private async background(
    run: RenderRun,
    spec: BannerImageSpec,
    products: readonly { readonly picture: Buffer }[],
  ): Promise<Buffer | { prompt: string; style?: string } | undefined> {
    const prompt = backgroundPrompt(spec);
    if (prompt === undefined || !spec.background) return undefined;
    const references = products.map(({ picture }) => picture);
    const { width, height, background } = spec;
    const pictures = await this.provider.pictures(run, { prompt, size: { width, height }, count: 1, references });
    if (pictures?.[0]) return pictures[0];
    return { prompt: background.prompt, ...(background.style === null ? {} : { style: background.style }) };
  }

  private async grid(run: RenderRun, spec: GridImageSpec): Promise<RenderResult> {
    const { width, format } = spec;
    const pictures = await this.picturesOf(spec.products);
    const products = await Promise.all(
      spec.products.map((product) => this.gridProduct(product, pictures.get(product.id))),
    );
    const proposal = await this.provider.layout(
      run,
      spec.products.filter(({ available }) => available),
      spec.brief,
    );
    const layout = planGrid(products, { width }, proposal);
    const brand = await this.kitOf(spec.brand);
    const pictureUrls = await this.cellPictures(run, layout.plan, products, { width, pictures });
    const html = renderGridHtml(layout.plan, products, { width, brand, pictureUrls });
    const composed = await this.compositor.renderGridPicture(layout.plan, products, {
      width,
      brand,
      format,
      pictures: Object.fromEntries(pictures),
    });
    return { variants: [await this.keep(run, composed)], overlays: composed.overlays, layout, html };
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
    const { width, height } = await inspectPicture(bytes);
    return { ...common, picture: { width, height, salient: await this.compositor.salientBox(bytes) } };
  }

  /** The address of each product's picture, cut for its cell. */
  private async cellPictures(
    run: RenderRun,
    plan: GridPlan,
    products: readonly GridProduct[],
    { width, pictures }: { readonly width: number; readonly pictures: ReadonlyMap<string, Buffer> },
  ): Promise<Record<string, string>> {
    const urls: Record<string, string> = {};
    for (const size of gridPictureSizes(plan, products, { width })) {
      const picture = pictures.get(size.productId);
      if (!picture) continue;
      const cut = await this.compositor.cutGridPicture(picture, size);
      const key = await this.files.keepPicture(run.retailerId, cut.bytes, cut.format);
      urls[size.productId] = `${this.runtime.publicUrl}/${key}`;
    }
    return urls;
  }

  private async picturesOf(products: readonly SpecProduct[]): Promise<Map<string, Buffer>> {
    const found = await Promise.all(
      products.map(async ({ id, picture }) => (picture ? ([[id, await this.read(picture)]] as const) : [])),
    );
    return new Map(found.flat());
  }

  private async kitOf(brand: GridImageSpec['brand']): Promise<BrandKit> {
    return { ...brand, logo: brand.logo ? await this.read(brand.logo) : null };
  }

  private read(ref: PictureRef | null): Promise<Buffer> {
    return this.files.read(`sources/${ref?.hash ?? ''}`);
  }

  private async keep({ retailerId }: RenderRun, picture: ComposedPicture): Promise<RenderedFile> {
    const { bytes, width, height, format, altText } = picture;
    const key = await this.files.keepPicture(retailerId, bytes, format);
    return { key, width, height, format, bytes: bytes.length, altText };
  }
}

function textsOf(spec: BannerImageSpec) {
  const { width, height, shownWidth, format, headline, subheadline, callToAction, legal } = spec;
  return {
    width,
    height,
    shownWidth,
    format,
    headline,
    ...(subheadline === undefined ? {} : { subheadline }),
    ...(callToAction === undefined ? {} : { callToAction }),
    ...(legal === undefined ? {} : { legal }),
  };
}
