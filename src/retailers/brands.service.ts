import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { invalidInput, notFound, type Page } from '#libs/kernel';
import { BrandChangesService } from './brand-changes.service.js';
import { type BrandChanges, changedKit, effectiveKit, hasLook, looksDifferent } from './brand-kit.js';
import type { BrandAnswer } from './brand.dto.js';
import type { Brand } from './brand.entity.js';
import { lawOfAsking } from './double-opt-in.js';
import { BrandsRepository } from './brands.repository.js';
import { RetailersService } from './retailers.service.js';

/** Brands and their kits. */
@Injectable()
export class BrandsService {
  constructor(
    private readonly database: Database,
    private readonly repository: BrandsRepository,
    private readonly retailers: RetailersService,
    private readonly listeners: BrandChangesService,
  ) {}

  /** The brand, or 404. */
  async get(id: string): Promise<BrandAnswer> {
    return viewOf(await this.repository.get(id));
  }

  /** The brands of a retailer; 404 for an unknown retailer. */
  async list(retailerId: string, limit: number, cursor?: string): Promise<Page<BrandAnswer>> {
    await this.retailers.get(retailerId);
    const page = await this.repository.list(retailerId, limit, cursor);
    return { ...page, items: page.items.map(viewOf) };
  }

  /** The brand; 404 if it belongs to another retailer. */
  async ofRetailer(retailerId: string, id: string): Promise<BrandAnswer> {
    const brand = await this.repository.get(id);
    if (brand.retailerId !== retailerId) throw notFound('brand');
    return viewOf(brand);
  }

  /** Whether somebody chose the colours, fonts or logo of the brand. */
  async hasChosenLook({ id }: Pick<BrandAnswer, 'id'>): Promise<boolean> {
    return hasLook((await this.repository.get(id)).kit);
  }

  /** Changes a brand whose look nobody has chosen. Does nothing to another one. */
  async adopt({ id }: Pick<BrandAnswer, 'id'>, changes: BrandChanges): Promise<void> {
    const found = await this.repository.get(id);
    await this.database.transaction(found.retailerId, async (tx) => {
      const before = await this.repository.lock(tx, found);
      if (!hasLook(before.kit)) await this.write(tx, before, changes);
    });
  }

  /** Changes the given parts. */
  async change(id: string, changes: BrandChanges): Promise<BrandAnswer> {
    const found = await this.repository.get(id);
    return this.database.transaction(found.retailerId, async (tx) => {
      const before = await this.repository.lock(tx, found);
      if (changes.settings?.doubleOptIn?.enabled) assertMayAsk(before.storeSender.country);
      return this.write(tx, before, changes);
    });
  }

  /** The caller has locked the brand. */
  private async write(tx: Tx, before: Brand, changes: BrandChanges): Promise<BrandAnswer> {
    const kit = changedKit(before.kit, changes);
    const name = changes.name ?? before.name;
    const version = before.version + (name !== before.name || looksDifferent(before.kit, kit) ? 1 : 0);
    const after = Object.assign(before, { name, kit, version });
    await this.repository.save(tx, after);
    await this.listeners.consume(tx, viewOf(after));
    return viewOf(after);
  }
}

/** 422 in countries whose law does not let a store ask. */
function assertMayAsk(country: string | undefined): void {
  const { allowed, reason } = lawOfAsking(country);
  if (allowed) return;
  throw invalidInput([{ pointer: '/settings/doubleOptIn/enabled', detail: `is not allowed here. ${reason}` }]);
}

const viewOf = ({ id, retailerId, name, kit, storeSender, version }: Brand): BrandAnswer => ({
  id,
  retailerId,
  name,
  ...effectiveKit(kit, storeSender),
  version,
});
