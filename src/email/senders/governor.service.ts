import { Inject, Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { HoldsRepository } from '../ledger/holds.repository.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { ReputationMetrics } from './reputation.metrics.js';
import { ReputationRepository, type Trouble } from './reputation.repository.js';
import { COMPLAINTS, HARD_BOUNCES, isTooMuch, type RateLimit } from './sequential-test.js';
import type { HoldCause, HoldKind } from '../ledger/stream-hold.entity.js';

/** A stream whose emails are paused, in the transaction that pauses them. */
export interface HeldStream {
  readonly retailerId: string;
  readonly stream: string;
  readonly cause: HoldCause;
}

type HoldListener = (tx: Tx, held: HeldStream) => Promise<void>;

const LIMITS: Readonly<Record<HoldKind, RateLimit>> = { complaints: COMPLAINTS, hard_bounces: HARD_BOUNCES };
const casesOf = (kind: HoldKind, { complaints, hardBounces }: Trouble): number =>
  kind === 'complaints' ? complaints : hardBounces;

/**
 * Pauses the emails of a stream once too many people of one mailbox provider complain, or too many of its mailboxes do
 * not exist. An admin resumes them.
 */
@Injectable()
export class GovernorService {
  private readonly listeners: HoldListener[] = [];

  constructor(
    private readonly database: Database,
    private readonly reputation: ReputationRepository,
    private readonly ledger: LedgerQueries,
    private readonly holds: HoldsRepository,
    private readonly metrics: ReputationMetrics,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  /** Calls the listener in the transaction that pauses the emails of a stream, before its dispatches are locked. */
  onHold(listener: HoldListener): void {
    this.listeners.push(listener);
  }

  /** Judges the streams of a retailer. Idempotent. */
  async review(retailerId: string): Promise<void> {
    // With no other email than those that went wrong, a case weighs most.
    const suspects = causesOf(await this.reputation.troubles(retailerId), () => 0);
    if (suspects.length === 0) return;
    const streams = [...new Set(suspects.map(({ stream }) => stream))];
    const volumes = await this.reputation.volumes(retailerId, streams);
    const emailsOf = ({ stream, provider }: Trouble): number =>
      volumes.find((volume) => volume.stream === stream && volume.provider === provider)?.emails ?? 0;
    const troubles = suspects.map(({ trouble }) => trouble);
    for (const { stream, cause } of causesOf([...new Set(troubles)], emailsOf)) {
      await this.hold({ retailerId, stream, cause });
    }
  }

  private async hold(held: HeldStream): Promise<void> {
    const { retailerId, stream, cause } = held;
    await this.database.transaction(retailerId, async (tx) => {
      for (const listener of this.listeners) await listener(tx, held);
      const isNew = await this.reputation.hold(tx, retailerId, stream, cause);
      const executionIds = await this.holds.openDispatches(tx, retailerId, stream);
      if (!isNew && executionIds.length === 0) return;
      await this.ledger.setStatus(tx, retailerId, executionIds, ['open'], 'paused');
      await this.holds.hold(tx, retailerId, executionIds);
      tx.afterCommit(() => {
        this.metrics.paused(cause);
        this.logger.warn(
          { retailerId, stream, ...cause },
          'emails were paused to protect the reputation of their sender',
        );
      });
    });
  }
}

/** The troubles that are too much, with `emailsOf` the emails among which they happened. */
function causesOf(troubles: readonly Trouble[], emailsOf: (trouble: Trouble) => number) {
  return troubles.flatMap((trouble) =>
    (['complaints', 'hard_bounces'] as const).flatMap((kind) => {
      const { stream, provider } = trouble;
      const cases = casesOf(kind, trouble);
      const emails = Math.max(cases, emailsOf(trouble));
      if (!isTooMuch(LIMITS[kind], emails, cases)) return [];
      return [{ stream, trouble, cause: { kind, provider, emails, cases } }];
    }),
  );
}
