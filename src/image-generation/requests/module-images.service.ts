import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import { Runtime } from '../../config/runtime.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { ImageAnswer } from './image-answers.dto.js';
import type { BannerBody, GenerateBody, GridBody, HeroBody, ImagesQuery } from './image-bodies.dto.js';
import { ImageRequestsService, isSettled } from './image-requests.service.js';
import type { ImageSpec } from '../renders/image-spec.js';
import { bannerSpec, gridSpec, heroSpec, productIdsOf, type StoreProducts } from './request-spec.js';

export interface Submitted {
  /** False while the image is being made. */
  readonly isOver: boolean;
  readonly answer: ImageAnswer;
}

/** Images for module R: for the retailer of the token, with its brands and products. */
@Injectable()
export class ModuleImagesService {
  constructor(
    private readonly runtime: Runtime,
    private readonly brands: BrandsService,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceQueries,
    private readonly requests: ImageRequestsService,
  ) {}

  async hero(
    retailerId: string,
    kind: 'generate' | 'hero',
    body: GenerateBody | HeroBody,
    waitSeconds: number,
  ): Promise<Submitted> {
    const brand = await this.brands.ofRetailer(retailerId, body.brandId);
    return this.submit(retailerId, heroSpec(kind, body, brand), waitSeconds);
  }

  async banner(retailerId: string, body: BannerBody, waitSeconds: number): Promise<Submitted> {
    const brand = await this.brands.ofRetailer(retailerId, body.brandId);
    const store = await this.storeProducts(retailerId, productIdsOf(body.products));
    return this.submit(retailerId, bannerSpec(body, brand, store), waitSeconds);
  }

  async grid(retailerId: string, body: GridBody, waitSeconds: number): Promise<Submitted> {
    const brand = await this.brands.ofRetailer(retailerId, body.brandId);
    const store = await this.storeProducts(retailerId, productIdsOf(body.products));
    return this.submit(retailerId, gridSpec(body, brand, store), waitSeconds);
  }

  async get(retailerId: string, id: string): Promise<ImageAnswer> {
    return ImageAnswer.of(await this.requests.get(retailerId, id), this.runtime.publicUrl);
  }

  async list(retailerId: string, { brandId, limit, cursor }: ImagesQuery): Promise<Page<ImageAnswer>> {
    const brand = await this.brands.ofRetailer(retailerId, brandId);
    const page = await this.requests.list(retailerId, brand.id, limit, cursor);
    return { ...page, items: page.items.map((row) => ImageAnswer.of(row, this.runtime.publicUrl)) };
  }

  private async submit(retailerId: string, spec: ImageSpec, waitSeconds: number): Promise<Submitted> {
    const row = await this.requests.submit(retailerId, spec, waitSeconds);
    return { isOver: isSettled(row), answer: ImageAnswer.of(row, this.runtime.publicUrl) };
  }

  private async storeProducts(retailerId: string, ids: readonly string[]): Promise<StoreProducts> {
    const [{ currency, storefrontUrl }, known] = await Promise.all([
      this.retailers.get(retailerId),
      ids.length === 0 ? new Map() : this.commerce.productsNamed(retailerId, ids),
    ]);
    return { known, currency, storefrontUrl };
  }
}
