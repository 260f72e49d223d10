import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import type { ClaimedDelivery, Outcome } from '../../inbox/inbox.repository.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { PlatformADeparturesService } from './departures.service.js';

/** What the store is asked after a delivery that does not say enough by itself. */
@Injectable()
export class PlatformAFollowUpsService {
  constructor(
    private readonly departures: PlatformADeparturesService,
    private readonly jobs: JobProducer,
  ) {}

  /** Whether the app is uninstalled; the outcome for now. */
  confirmUninstall(tx: Tx, retailer: Retailer, delivery: ClaimedDelivery): Outcome {
    return this.departures.begin(tx, retailer, delivery);
  }

  /** The amounts of refunds that no delivery told in the store's currency. */
  readRefunds(tx: Tx, retailerId: string): void {
    tx.afterCommit(() => this.jobs.enqueue('platform-a.read-orders', { retailerId }));
  }
}
