import { Injectable } from '@nestjs/common';
import { BrandsService } from '../../retailers/brands.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { BrandProfile } from './scope.js';

/** The brand of an email with its sender and its store. */
@Injectable()
export class BrandProfileService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly brands: BrandsService,
  ) {}

  async profile(retailerId: string, brandId: string): Promise<BrandProfile> {
    const [{ name, sender, logoUrl }, retailer] = await Promise.all([
      this.brands.ofRetailer(retailerId, brandId),
      this.retailers.get(retailerId),
    ]);
    const { storefrontUrl, platform, externalId } = retailer;
    const hosts = [
      ...(storefrontUrl === null ? [] : [new URL(storefrontUrl).host]),
      ...(platform === 'platform-a' ? [externalId] : []),
    ];
    return { name, sender, logoUrl, storeUrl: storefrontUrl ?? undefined, hosts: [...new Set(hosts)] };
  }
}
