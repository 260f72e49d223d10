import { Injectable } from '@nestjs/common';
import { missingOfSender } from '../email/sending/sender-incomplete.js';
import { DeliveryAdminService } from '../inbox/delivery-admin.service.js';
import type { BrandAnswer } from '../retailers/brand.dto.js';
import { partsOf } from '../retailers/webhook-problems.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { BackfillProgressService } from '../stores/backfill/backfill-progress.service.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';
import type { HomeStatusAnswer, Trouble } from './home.dto.js';

const MEND: Readonly<Record<Trouble, string>> = {
  needs_reauth: 'Open the app from the admin of the store and install it again.',
  missing_scopes: 'Open the app from the admin of the store and accept its permissions.',
  webhooks_refused: 'Wait for the next check of the store, or check it now. A missing permission refuses its topics.',
  sender_incomplete: 'Complete the sender of the brand.',
  deliveries_failed: 'Look at the failed deliveries and replay them.',
};

const GRANTED_AGAIN: ReadonlySet<Trouble> = new Set(['needs_reauth', 'missing_scopes']);

/** What does not work in a store, how to mend it, and what is still being read. */
@Injectable()
export class StoreTroublesService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly deliveries: DeliveryAdminService,
    private readonly backfills: BackfillProgressService,
    private readonly connectors: StoreConnectorsService,
  ) {}

  async of(
    retailerId: string,
    { sender }: Pick<BrandAnswer, 'sender'>,
  ): Promise<Pick<HomeStatusAnswer, 'troubles' | 'backfill' | 'reading'>> {
    const retailer = await this.retailers.get(retailerId);
    const { status, missingScopes, webhooks } = retailer;
    const grantUrl = this.connectors.find(retailer.platform)?.grantUrl?.(retailer) ?? null;
    const failed = await this.deliveries.failedOf(retailerId);
    const found: Readonly<Record<Trouble, readonly string[]>> = {
      needs_reauth: status === 'needs_reauth' ? [status] : [],
      missing_scopes: missingScopes,
      webhooks_refused: refused(webhooks.problems),
      sender_incomplete: missingOfSender(sender).map(({ pointer }) => pointer),
      deliveries_failed: failed > 0 ? [String(failed)] : [],
    };
    const troubles = (Object.keys(MEND) as Trouble[]).flatMap((code) =>
      found[code].length > 0
        ? [{ code, about: found[code], mend: MEND[code], grantUrl: GRANTED_AGAIN.has(code) ? grantUrl : null }]
        : [],
    );
    const reading = await this.backfills.view(retailer);
    return { troubles, backfill: await this.backfills.of(retailerId), reading };
  }
}

/** What the store does not report: topics, or the host that the platform blocks. */
const refused = (problems: readonly string[]): string[] =>
  problems
    .map((problem) => ({ problem, ...partsOf(problem) }))
    .filter(({ code }) => code !== 'scope_missing')
    .map(({ problem, values: { topic, host } }) => topic ?? host ?? problem);
