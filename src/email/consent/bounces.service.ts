import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import type { RowName } from '../ledger/message-id.js';
import { SuppressionRepository } from './suppression.repository.js';

/** Mailboxes that a mail server refused, because they do not exist. */
@Injectable()
export class BouncesService {
  constructor(
    private readonly suppressions: SuppressionRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** Suppresses the address, and records the bounce for the reputation of its sender. Idempotent. */
  async record(tx: Tx, { retailerId, id }: RowName, address: string): Promise<void> {
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
}
