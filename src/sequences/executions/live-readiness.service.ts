import { Injectable } from '@nestjs/common';
import type { InputError } from '#libs/kernel';
import { missingOfSender, senderIncomplete } from '../../email/sending/sender-incomplete.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { notUsable } from '../../retailers/install-state.js';
import { RetailersService } from '../../retailers/retailers.service.js';

/** What a store and its brand need before a sequence may run. */
@Injectable()
export class LiveReadinessService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly brands: BrandsService,
  ) {}

  /** 409 where the app is not in the store any longer; that holds for tests and dry runs as well. */
  async assertInstalled(retailerId: string): Promise<void> {
    const { status } = await this.retailers.get(retailerId);
    if (status === 'uninstalled') throw notUsable(status);
  }

  /** What the brand does not say of itself as a sender, with pointers into the brand; empty where nothing is missing. */
  async missingSender(retailerId: string, brandId: string): Promise<readonly InputError[]> {
    return missingOfSender((await this.brands.ofRetailer(retailerId, brandId)).sender);
  }

  /** 422 `sender_incomplete` where the brand does not say who writes and from where. */
  async assertSender(retailerId: string, brandId: string): Promise<void> {
    const missing = await this.missingSender(retailerId, brandId);
    if (missing.length > 0) throw senderIncomplete(missing);
  }
}
