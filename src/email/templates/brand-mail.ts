import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { BrandProfile } from './scope.js';
import { type BrandSenderRow, TemplateRepository } from './template.repository.js';

/** Brands as writers of mails. */
@Injectable()
export class BrandMail {
  constructor(
    private readonly retailers: RetailersService,
    private readonly repository: TemplateRepository,
  ) {}

  /** The brand's sender and settings, as the contract shows them on a brand. */
  settings(retailerId: string, brandId: string, sql?: Sql): Promise<BrandSenderRow> {
    return this.repository.sender(retailerId, brandId, sql);
  }

  /** Changes what is given and leaves the rest; addresses are checked by the caller's DTO. */
  change(tx: Tx, retailerId: string, brandId: string, change: Partial<BrandSenderRow>): Promise<void> {
    return this.repository.saveSender(tx, retailerId, brandId, change);
  }

  async profile(retailerId: string, brandId: string): Promise<BrandProfile> {
    const [brand, retailer, settings] = await Promise.all([
      this.retailers.brand(brandId),
      this.retailers.get(retailerId),
      this.repository.sender(retailerId, brandId),
    ]);
    // Only platform A's shops have a public address that we know.
    const shopUrl = retailer.platform === 'platform-a' ? `https://${retailer.externalId}` : undefined;
    return { name: brand.name, ...settings, shopUrl };
  }
}
