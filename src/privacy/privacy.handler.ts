import { Injectable } from '@nestjs/common';
import { type Backoff, Leases, pauseAfter } from '#libs/durable-work';
import { isDatastoreDown, problemText } from '#libs/kernel';
import { OnJob } from '#libs/queue';
import type { PrivacyRequestRef } from '../jobs/payloads.js';
import { CustomerErasureService } from './customer-erasure.service.js';
import { DataExportService } from './data-export.service.js';
import { type ClaimedRequest, PrivacyRepository } from './privacy.repository.js';
import { RetailerPurgeService } from './retailer-purge.service.js';

const RETRIES: Backoff = { firstMs: 2_000, longestMs: 3_600_000, jitter: 0.5 };

/** Persons of one retailer that are erased in the same transactions. They hold the lock of its commerce. */
const PERSONS_AT_ONCE = 25;

/**
 * Carries out requests about personal data. A failed request is retried without end, because such a request must not be
 * given up.
 */
@Injectable()
export class PrivacyHandler {
  constructor(
    private readonly repository: PrivacyRepository,
    private readonly dataExport: DataExportService,
    private readonly erasure: CustomerErasureService,
    private readonly purge: RetailerPurgeService,
    private readonly leases: Leases,
  ) {}

  /**
   * The job is idempotent, also when several run at the same time: a run has a lease on the request. The lease ends
   * with the worker, or after ten minutes without progress.
   */
  @OnJob('privacy.work')
  async work({ retailerId, requestId }: PrivacyRequestRef): Promise<void> {
    const worker = await this.leases.holder();
    const requests = await this.repository.claim(retailerId, requestId, worker, PERSONS_AT_ONCE - 1);
    await this.eraseTogether(retailerId, requests);
  }

  /**
   * Several requests are all erasures. Where those persons can't be erased together, each is tried alone, so that only
   * the failing one fails.
   */
  private async eraseTogether(retailerId: string, requests: readonly ClaimedRequest[]): Promise<void> {
    try {
      if (requests.length > 1) return await this.erasure.run(retailerId, requests);
    } catch (error) {
      if (isDatastoreDown(error)) throw error;
    }
    for (const request of requests) await this.runAlone(request);
  }

  private async runAlone(request: ClaimedRequest): Promise<void> {
    try {
      await this.carryOut(request);
    } catch (error) {
      // Postgres keeps the request. Once Postgres is back, the sweep enqueues it again.
      if (isDatastoreDown(error)) throw error;
      await this.repository.recordFailure(request, problemText(error), pauseAfter(RETRIES, request.attempts + 1));
    }
  }

  private carryOut(request: ClaimedRequest): Promise<void> {
    switch (request.kind) {
      case 'data_request':
        return this.dataExport.run(request);
      case 'customer_redact':
        return this.erasure.run(request.retailerId, [request]);
      case 'retailer_redact':
        return this.purge.run(request);
    }
  }
}
