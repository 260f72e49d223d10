import { Injectable } from '@nestjs/common';
import { waitUntil } from '#libs/durable-work';
import { retailerIdOf, unavailable } from '#libs/kernel';
import { PrivacyService } from '../../privacy/privacy.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';

const PATIENCE = { seconds: 8, everyMs: 100 };
const ASK_AGAIN_SECONDS = 30;

/** A reinstall starts without old data, so it waits until the data of the last installation is removed. */
@Injectable()
export class PlatformBPendingRemovalService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly privacy: PrivacyService,
  ) {}

  /** Waits some seconds for the removal of the store's data; 503 where the removal takes longer. */
  async finished(storeHash: string): Promise<void> {
    const retailerId = retailerIdOf('platform-b', storeHash);
    const isPending = await waitUntil(
      () => this.isPending(retailerId),
      (pending) => !pending,
      PATIENCE,
    );
    if (isPending) {
      throw unavailable(
        'removal_pending',
        'The data of the last installation is still being removed.',
        ASK_AGAIN_SECONDS,
      );
    }
  }

  private async isPending(retailerId: string): Promise<boolean> {
    const retailer = await this.retailers.find(retailerId);
    if (retailer?.status !== 'uninstalled') return false;
    const { items } = await this.privacy.list(retailerId, 50);
    return items.some(({ kind, status }) => kind === 'retailer_redact' && status === 'pending');
  }
}
