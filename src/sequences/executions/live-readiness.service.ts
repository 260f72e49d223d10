import { Injectable } from '@nestjs/common';
import type { InputError } from '#libs/kernel';
import { EmailService } from '../../email/email.service.js';
import type { PausedBy } from '../../email/senders/hold.dto.js';
import type { DeliverabilityCheck } from '../../email/senders/deliverability.dto.js';
import { DeliverabilityService, refusesFailed } from '../../email/senders/deliverability.service.js';
import { missingOfSender, senderIncomplete } from '../../email/sending/sender-incomplete.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { notUsable } from '../../retailers/install-state.js';
import { APPROVALS_BY_TWO } from '../definitions/plan-approval.js';
import { RunImagesService } from '../runs/run-images.service.js';
import { RunOffersService } from '../runs/run-offers.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';

interface SenderReadiness {
  readonly refused: boolean;
  readonly failed: readonly DeliverabilityCheck[];
}

/** Checks what a store and its brand need before a sequence may run. */
@Injectable()
export class LiveReadinessService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly brands: BrandsService,
    private readonly deliverability: DeliverabilityService,
    private readonly email: EmailService,
    readonly offers: RunOffersService,
    readonly images: RunImagesService,
  ) {}

  /** 409 if the app is uninstalled from the store, also for tests and dry runs. */
  async assertInstalled(retailerId: string): Promise<void> {
    const { status } = await this.retailers.get(retailerId);
    if (status === 'uninstalled') throw notUsable(status);
  }

  /** 409 `sender_not_ready` if mail providers may refuse the emails of a large run. Asks the DNS. */
  assertDeliverable(brandId: string, recipients: number): Promise<void> {
    return this.deliverability.assertReady(brandId, recipients);
  }

  /** Why a live run of this size would be refused although the sender is complete. Asks the DNS. */
  async refusedSender(brandId: string, recipients: number): Promise<readonly InputError[]> {
    const failed = await this.deliverability.failedFor(brandId, recipients);
    return failed.map(({ name, detail }) => ({ pointer: '/sender', detail: `fails the check ${name}: ${detail}` }));
  }

  /** The failed checks of the sender, and whether a live run of this size would be refused for it. Asks the DNS. */
  async sender(retailerId: string, brandId: string, recipients: number): Promise<SenderReadiness> {
    const [missing, failed] = await Promise.all([
      this.missingSender(retailerId, brandId),
      this.deliverability.failedAtOnce(brandId),
    ]);
    return { refused: missing.length > 0 || (failed.length > 0 && refusesFailed(recipients)), failed };
  }

  /** How many different people must approve what the brand sends. */
  async approvalsNeeded(retailerId: string, brandId: string): Promise<number> {
    const { settings } = await this.brands.ofRetailer(retailerId, brandId);
    return settings.approvalByTwo ? APPROVALS_BY_TWO : 1;
  }

  /** The complaints or bounces for which the emails of the sequence are paused. */
  pausedBy(retailerId: string, sequenceId: string): Promise<PausedBy | null> {
    return this.email.pausedBy(retailerId, sequenceId);
  }

  /** The missing fields of the brand's sender, with pointers into the brand. */
  async missingSender(retailerId: string, brandId: string): Promise<readonly InputError[]> {
    return missingOfSender((await this.brands.ofRetailer(retailerId, brandId)).sender);
  }

  /** 422 `sender_incomplete` if the brand has no sender address or no postal address. */
  async assertSender(retailerId: string, brandId: string): Promise<void> {
    const missing = await this.missingSender(retailerId, brandId);
    if (missing.length > 0) throw senderIncomplete(missing);
  }
}
