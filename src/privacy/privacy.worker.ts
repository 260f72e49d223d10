import { Injectable } from '@nestjs/common';
import { isStoreDown, problemText } from '#libs/kernel';
import { OnJob, type PrivacyRequestRef } from '#libs/queue';
import { CustomerErasure } from './customer-erasure.js';
import { DataExport } from './data-export.js';
import { type ClaimedRequest, PrivacyRepository } from './privacy.repository.js';
import { RetailerPurge } from './retailer-purge.js';
import { endlessRetryDelayMs } from './retry-delay.js';

/** Carries requests about personal data out, and tries again until it is done: giving up is not for us to decide. */
@Injectable()
export class PrivacyWorker {
  constructor(
    private readonly repository: PrivacyRepository,
    private readonly dataExport: DataExport,
    private readonly erasure: CustomerErasure,
    private readonly purge: RetailerPurge,
  ) {}

  /** Safe to run twice, at once or late: a run holds its request, and a dead one lets it go after ten minutes. */
  @OnJob('privacy.work')
  async work({ retailerId, requestId }: PrivacyRequestRef): Promise<void> {
    const request = await this.repository.claim(retailerId, requestId);
    if (!request) return;
    try {
      await this.carryOut(request);
    } catch (error) {
      // Postgres keeps the request; once it is back, the sweep rings again.
      if (isStoreDown(error)) throw error;
      await this.repository.recordFailure(request, problemText(error), endlessRetryDelayMs(request.attempts + 1));
    }
  }

  private carryOut(request: ClaimedRequest): Promise<void> {
    switch (request.kind) {
      case 'data_request':
        return this.dataExport.run(request);
      case 'customer_redact':
        return this.erasure.run(request);
      case 'retailer_redact':
        return this.purge.run(request);
    }
  }
}
