import { Injectable, type OnModuleInit } from '@nestjs/common';
import { gridParts, webFonts } from '#libs/compositor';
import { DomainError } from '#libs/kernel';
import { Runtime } from '../../config/runtime.js';
import {
  type EmailAssetSource,
  EmailAssetsService,
  type EmailLook,
  type EmailImage,
} from '../../email/templates/email-assets.service.js';
import type { PersonalImageRef, ShownImages } from '../../email/templates/personal-image.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { PersonalPreviewsService } from '../personal/personal-previews.service.js';
import { factsIn, type Texts } from '../renders/template-texts.js';
import type { ImageRow } from './image-requests.repository.js';
import { ImageRequestsService } from './image-requests.service.js';

/** Ready images and the looks of brands, for emails. */
@Injectable()
export class EmailImagesService implements EmailAssetSource, OnModuleInit {
  constructor(
    private readonly assets: EmailAssetsService,
    private readonly requests: ImageRequestsService,
    private readonly brands: BrandsService,
    private readonly previews: PersonalPreviewsService,
    private readonly runtime: Runtime,
  ) {}

  onModuleInit(): void {
    this.assets.register(this);
  }

  async images(retailerId: string, brandId: string, ids: readonly string[]): Promise<Map<string, EmailImage>> {
    const found = await Promise.all(ids.map(async (id) => [id, await this.image(retailerId, brandId, id)] as const));
    return new Map(found.flatMap(([id, image]) => (image ? [[id, image] as const] : [])));
  }

  async look(retailerId: string, brandId: string): Promise<EmailLook> {
    const { palette, fonts, logoUrl, logoDarkUrl, cornerRadius } = await this.brands.ofRetailer(retailerId, brandId);
    const faces = [...new Set([fonts.heading, fonts.body])].flatMap((family) =>
      webFonts(family).map(({ file, weight }) => ({ family, weight, url: `${this.runtime.publicUrl}/fonts/${file}` })),
    );
    return { palette, fonts, logoUrl, logoDarkUrl, cornerRadius, faces };
  }

  preview(retailerId: string, customerId: string, refs: readonly PersonalImageRef[]): Promise<ShownImages> {
    return this.previews.of(retailerId, customerId, refs);
  }

  /** The first variant. Undefined if the request is unknown, not ready, or of another brand. */
  private async image(retailerId: string, brandId: string, id: string): Promise<EmailImage | undefined> {
    const row = await this.requests.get(retailerId, id).catch(nothingThere);
    if (row?.status !== 'ready' || row.brandId !== brandId) return undefined;
    const { variants: [first] = [], html, overlays = [] } = row.result ?? {};
    const words = overlays.filter(({ role }) => role !== 'price').map(({ text }) => text);
    if (!first) return undefined;
    const { key, width, height, altText } = first;
    return {
      url: `${this.runtime.publicUrl}/${key}`,
      width,
      height,
      altText,
      isApproved: row.decision?.approval === 'approved',
      isRejected: row.decision?.approval === 'rejected',
      ...personalOf(row),
      ...(words.length > 0 ? { text: words.join('\n') } : {}),
      ...(html === undefined ? {} : { grid: gridParts(html) }),
    };
  }
}

/** A banner can be made for each person if it shows products, or has placeholders. A countdown is one for all. */
function personalOf({ kind, asked }: Pick<ImageRow, 'kind' | 'asked'>): Pick<EmailImage, 'personal'> {
  const {
    products = [],
    countdown,
    ...texts
  } = asked as Texts & {
    readonly products?: readonly unknown[];
    readonly countdown?: unknown;
  };
  const facts = [...factsIn(texts)];
  if (kind !== 'banner' || countdown || (products.length === 0 && facts.length === 0)) return {};
  return { personal: { needsCode: facts.some((fact) => fact.startsWith('offer.')) } };
}

function nothingThere(error: unknown): undefined {
  if (error instanceof DomainError && error.status === 404) return undefined;
  throw error;
}
