import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { Runtime } from '../../config/runtime.js';
import { monthOf, ProviderCallsRepository } from '../providers/provider-calls.repository.js';
import type { ImageCostsAnswer } from './image-costs.dto.js';

/** What the images of a retailer cost. */
@Injectable()
export class ImageCostsService {
  constructor(
    private readonly runtime: Runtime,
    private readonly database: Database,
    private readonly calls: ProviderCallsRepository,
  ) {}

  async ofMonth(retailerId: string): Promise<ImageCostsAnswer> {
    const row = await this.calls.ofMonth(this.database.of(retailerId), retailerId);
    const { month = monthOf(new Date()), spent = '0.0000', reserved = '0.0000' } = row ?? {};
    return { month, spent, reserved, budget: this.runtime.config.images.monthlyBudget, currency: 'USD' };
  }
}
