import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { asksForConsent } from '../../retailers/brands.queries.js';
import type { RowName } from '../ledger/message-id.js';
import { ConfirmationsRepository, type Unasked } from './confirmations.repository.js';
import { SuppressionRepository } from './suppression.repository.js';

/** What the outcome of a message means for its recipient. */
@Injectable()
export class RecipientOutcomesService {
  constructor(
    private readonly suppressions: SuppressionRepository,
    private readonly confirmations: ConfirmationsRepository,
    private readonly jobs: JobProducer,
  ) {}

  /**
   * A mail server refused the mailbox, because it does not exist: suppresses the address, and records the bounce for
   * the reputation of its sender. Idempotent.
   */
  async bounced(tx: Tx, { retailerId, id }: RowName, address: string): Promise<void> {
    await this.suppressions.suppress(tx, retailerId, address, 'hard_bounce');
    await this.suppressions.recordEvent(tx, {
      retailerId,
      id: entityId(retailerId, 'email-event', `refused:${id}`),
      messageId: id,
      type: 'hard_bounce',
      occurredAt: new Date(),
    });
    tx.afterCommit(() => this.jobs.enqueue('email.review-reputation', { retailerId }));
  }

  /** An execution left the customers out for missing consent: they are asked for it, where the brand does that. */
  async withoutConsent(
    tx: Tx,
    { retailerId, brandId, executionId }: { retailerId: string; brandId: string; executionId: string },
    people: readonly Unasked[],
  ): Promise<void> {
    if (people.length === 0 || !(await asksForConsent(tx, retailerId, brandId))) return;
    const isNew = await this.confirmations.request(tx, { retailerId, brandId, executionId }, people);
    if (isNew) tx.afterCommit(() => this.jobs.enqueue('email.ask-consent', { retailerId }));
  }
}
