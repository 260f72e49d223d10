import { Injectable } from '@nestjs/common';
import { DeliverabilityService } from '../email/senders/deliverability.service.js';
import { missingOfSender } from '../email/sending/sender-incomplete.js';
import { DeliveryAdminService } from '../inbox/delivery-admin.service.js';
import type { BrandAnswer } from '../retailers/brand.dto.js';
import { partsOf } from '../retailers/webhook-problems.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { BackfillProgressService } from '../stores/backfill/backfill-progress.service.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';
import type { HomeStatusAnswer, Trouble, TroubleAnswer } from './home.dto.js';

const MEND: Readonly<Record<Trouble, string>> = {
  needs_reauth: 'Open the app from the admin of the store and install it again.',
  missing_scopes: 'Open the app from the admin of the store and accept its permissions.',
  webhooks_refused: 'Wait for the next check of the store, or check it now. A missing permission refuses its topics.',
  sender_incomplete: 'Complete the sender of the brand.',
  sender_not_ready: 'Add the missing records; the deliverability of the brand says which. Large live runs are refused.',
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
    private readonly deliverability: DeliverabilityService,
  ) {}

  async of(
    retailerId: string,
    { sender }: Pick<BrandAnswer, 'sender'>,
  ): Promise<Pick<HomeStatusAnswer, 'troubles' | 'backfill' | 'reading'>> {
    const retailer = await this.retailers.get(retailerId);
    const { status, missingScopes, webhooks } = retailer;
    const grantUrl = this.connectors.find(retailer.platform)?.grantUrl?.(retailer) ?? null;
    const failed = await this.deliveries.failedOf(retailerId);
    const found: Readonly<Record<Exclude<Trouble, 'sender_not_ready'>, readonly string[]>> = {
      needs_reauth: status === 'needs_reauth' ? [status] : [],
      missing_scopes: missingScopes,
      webhooks_refused: refused(webhooks.problems),
      sender_incomplete: missingOfSender(sender).map(({ pointer }) => pointer),
      deliveries_failed: failed > 0 ? [String(failed)] : [],
    };
    const troubles = (Object.keys(found) as (keyof typeof found)[]).flatMap((code) =>
      found[code].length > 0
        ? [{ code, about: found[code], mend: MEND[code], grantUrl: GRANTED_AGAIN.has(code) ? grantUrl : null }]
        : [],
    );
    const reading = await this.backfills.view(retailer);
    return { troubles, backfill: await this.backfills.of(retailerId), reading };
  }

  /** Why mail providers may refuse the emails of a complete sender. Asks the DNS; its silence is no trouble. */
  async ofSender({ id, sender }: Pick<BrandAnswer, 'id' | 'sender'>): Promise<readonly TroubleAnswer[]> {
    if (missingOfSender(sender).length > 0) return [];
    const about = (await this.deliverability.failedAtOnce(id)).map(({ name }) => name);
    const code = 'sender_not_ready';
    return about.length > 0 ? [{ code, about, mend: MEND[code], grantUrl: null }] : [];
  }
}

/** What the store does not report: topics, or the host that the platform blocks. */
const refused = (problems: readonly string[]): string[] =>
  problems
    .map((problem) => ({ problem, ...partsOf(problem) }))
    .filter(({ code }) => code !== 'scope_missing')
    .map(({ problem, values: { topic, host } }) => topic ?? host ?? problem);
