import { Injectable } from '@nestjs/common';
import { conflict, type Page } from '#libs/kernel';
import { minterOf } from '../../auth/minter-of.js';
import type { ModuleCaller, RetailerCaller } from '../../auth/token-rules.js';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import { Runtime } from '../../config/runtime.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { ImageAnswer } from './image-answers.dto.js';
import type { ApprovalBody, BannerBody, GenerateBody, GridBody, HeroBody, ImagesQuery } from './image-bodies.dto.js';
import { chosenFamily, editedBody } from './image-edit.js';
import { ImageApprovalsRepository } from './image-approvals.repository.js';
import { type Asking, ImageRequestsService, isSettled } from './image-requests.service.js';
import type { ImageSpec } from '../renders/image-spec.js';
import { bannerSpec, gridSpec, heroSpec, productIdsOf, type StoreProducts } from './request-spec.js';

/** Module R, a user of the store, or an operator. */
export type ImageCaller = ModuleCaller | RetailerCaller;

export interface Submitted {
  /** False while the image is being made. */
  readonly isOver: boolean;
  readonly answer: ImageAnswer;
}

/** Images for the retailer of the token, with its brands and products. */
@Injectable()
export class ModuleImagesService {
  constructor(
    private readonly runtime: Runtime,
    private readonly brands: BrandsService,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceQueries,
    private readonly requests: ImageRequestsService,
    private readonly approvals: ImageApprovalsRepository,
  ) {}

  async hero(
    retailerId: string,
    kind: 'generate' | 'hero',
    body: GenerateBody | HeroBody,
    waitSeconds: number,
    editOf: string | null = null,
  ): Promise<Submitted> {
    const brand = await this.brands.ofRetailer(retailerId, body.brandId);
    return this.submit(retailerId, heroSpec(kind, body, brand), { asked: body, editOf }, waitSeconds);
  }

  async banner(
    retailerId: string,
    body: BannerBody,
    waitSeconds: number,
    editOf: string | null = null,
  ): Promise<Submitted> {
    const brand = await this.brands.ofRetailer(retailerId, body.brandId);
    const store = await this.storeProducts(retailerId, productIdsOf(body.products));
    return this.submit(retailerId, bannerSpec(body, brand, store), { asked: body, editOf }, waitSeconds);
  }

  async grid(
    retailerId: string,
    body: GridBody,
    waitSeconds: number,
    editOf: string | null = null,
  ): Promise<Submitted> {
    const brand = await this.brands.ofRetailer(retailerId, body.brandId);
    const store = await this.storeProducts(retailerId, productIdsOf(body.products));
    return this.submit(retailerId, gridSpec(body, brand, store), { asked: body, editOf }, waitSeconds);
  }

  /** The same image with some fields changed: a new request. What the old one left to chance stays. */
  async edit(retailerId: string, id: string, changes: object, waitSeconds: number): Promise<Submitted> {
    const { kind, asked, result } = await this.requests.get(retailerId, id);
    const body = { ...asked, ...(result ? chosenFamily(result) : {}) };
    if (kind === 'banner') return this.banner(retailerId, await editedBody(kind, body, changes), waitSeconds, id);
    if (kind === 'grid') return this.grid(retailerId, await editedBody(kind, body, changes), waitSeconds, id);
    return this.hero(retailerId, kind, await editedBody(kind, asked, changes), waitSeconds, id);
  }

  /** Approves or rejects an image that is ready. The last decision counts. */
  async decide(caller: ImageCaller, id: string, { approval, note }: ApprovalBody): Promise<ImageAnswer> {
    const { retailerId } = caller;
    const { id: requestId, status } = await this.requests.get(retailerId, id);
    if (status !== 'ready') throw conflict('image_not_ready', 'Only an image that is ready can be judged.');
    await this.approvals.save({ retailerId, requestId, approval, note: note ?? null, decidedBy: minterOf(caller) });
    return this.get(retailerId, requestId);
  }

  async get(retailerId: string, id: string): Promise<ImageAnswer> {
    return ImageAnswer.of(await this.requests.get(retailerId, id), this.runtime.publicUrl);
  }

  async list(retailerId: string, { brandId, limit, cursor }: ImagesQuery): Promise<Page<ImageAnswer>> {
    const brand = await this.brands.ofRetailer(retailerId, brandId);
    const page = await this.requests.list(retailerId, brand.id, limit, cursor);
    return { ...page, items: page.items.map((row) => ImageAnswer.of(row, this.runtime.publicUrl)) };
  }

  private async submit(retailerId: string, spec: ImageSpec, asking: Asking, waitSeconds: number): Promise<Submitted> {
    const row = await this.requests.submit(retailerId, spec, asking, waitSeconds);
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
