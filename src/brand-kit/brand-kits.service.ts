import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel';
import type { BrandAnswer } from '../retailers/brand.dto.js';
import { BrandsService } from '../retailers/brands.service.js';
import type { StoreLook } from '../stores/store-look.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';
import type { ImportKitAnswer, ImportKitBody } from './import-kit.dto.js';
import { KitLogosService } from './kit-logos.service.js';
import { changesOf, type KitClues, proposeKit } from './kit-proposal.js';

interface Found extends KitClues {
  readonly notices: readonly string[];
}

const NOTHING: StoreLook = { logoUrls: [], colours: {}, fonts: {}, missing: [] };
/** More brands than any store has. */
const MOST_BRANDS = 200;

/** Brand kits from the look of a store, or from a logo. */
@Injectable()
export class BrandKitsService {
  constructor(
    private readonly brands: BrandsService,
    private readonly connectors: StoreConnectorsService,
    private readonly logos: KitLogosService,
  ) {}

  /**
   * Proposes a kit for the brand: from the logo in the request, otherwise from the store. The brand changes only with
   * `apply`, and only in what was found. 422 where the logo in the request can't be used.
   */
  async import(brandId: string, { logoUrl, logo, apply }: ImportKitBody): Promise<ImportKitAnswer> {
    const brand = await this.brands.get(brandId);
    const { retailerId, id } = brand;
    const { notices, ...clues } = await this.cluesFor(retailerId, { logoUrl, logo });
    const found = proposeKit(clues, brand);
    const changes = changesOf(found);
    const applied = apply && Object.keys(changes).length > 0;
    if (applied) await this.brands.change(id, changes);
    return { brandId: id, applied, ...found, notices };
  }

  /** Gives the look of the store to those of its brands whose look nobody has chosen. @throws errors of the platform */
  async adoptStoreLook(retailerId: string): Promise<void> {
    const { items } = await this.brands.list(retailerId, MOST_BRANDS);
    const untouched: BrandAnswer[] = [];
    for (const brand of items) if (!(await this.brands.hasChosenLook(brand))) untouched.push(brand);
    if (untouched.length === 0) return;
    const { notices: _, ...clues } = await this.ofLook(retailerId, await this.readLook(retailerId));
    for (const brand of untouched) {
      const changes = changesOf(proposeKit(clues, brand));
      if (Object.keys(changes).length > 0) await this.brands.adopt(brand, changes);
    }
  }

  private async cluesFor(
    retailerId: string,
    { logoUrl, logo }: Pick<ImportKitBody, 'logoUrl' | 'logo'>,
  ): Promise<Found> {
    const nothing = { colours: {}, fonts: {}, notices: [] };
    if (logo !== undefined) {
      const kept = await this.logos.uploaded(retailerId, Buffer.from(logo, 'base64'), '/logo');
      return { ...nothing, logo: { ...kept, from: 'request' } };
    }
    if (logoUrl !== undefined) {
      const kept = await this.logos.linked(retailerId, logoUrl, '/logoUrl');
      return { ...nothing, logo: { ...kept, from: 'request', found: logoUrl } };
    }
    const look = await this.readLook(retailerId).catch(() => ({ ...NOTHING, missing: [NO_ANSWER] }));
    return this.ofLook(retailerId, look);
  }

  private async readLook(retailerId: string): Promise<StoreLook> {
    const read = await this.connectors.withStore(
      retailerId,
      async (connector, store) => (await connector.readLook?.(store)) ?? { ...NOTHING, missing: [NO_LOOKS] },
      'brief',
    );
    return read ?? { ...NOTHING, missing: [NOT_INSTALLED] };
  }

  /** Takes the first logo that can be used. */
  private async ofLook(retailerId: string, { logoUrls, colours, fonts, missing }: StoreLook): Promise<Found> {
    const notices = [...missing];
    for (const url of logoUrls) {
      try {
        const logo = await this.logos.linked(retailerId, url, '');
        return { colours, fonts, logo: { ...logo, from: 'store', found: url }, notices };
      } catch (error) {
        if (!(error instanceof DomainError) || !UNUSABLE.has(error.code)) throw error;
        notices.push(error.message);
      }
    }
    return { colours, fonts, notices };
  }
}

const NO_ANSWER = 'The store does not answer at the moment; try again later.';
const NO_LOOKS = 'The platform of the store does not say how it looks.';
const NOT_INSTALLED = 'The app is not installed in the store, or the merchant has to authorize it again.';
/** What may be wrong with a file of a store. */
const UNUSABLE: ReadonlySet<string> = new Set(['image_unusable', 'image_unreachable', 'invalid_input']);
