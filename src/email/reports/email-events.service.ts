import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { SuppressionRepository } from '../consent/suppression.repository.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { rowOf } from '../ledger/message-id.js';
import type { EmailEventBody, EmailEventsAnswer } from './email-events.dto.js';

/** Records reports of providers about emails that their servers have accepted. */
@Injectable()
export class EmailEventsService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionRepository,
    private readonly ledger: LedgerQueries,
    private readonly jobs: JobProducer,
  ) {}

  async record(events: readonly EmailEventBody[]): Promise<EmailEventsAnswer> {
    let recorded = 0;
    for (const event of events) {
      if (await this.database.transactionAcrossRetailers((tx) => this.recordOne(tx, event))) recorded += 1;
    }
    return { recorded, ignored: events.length - recorded };
  }

  /** False if the event is known, or its email was not sent by this service. */
  private async recordOne(tx: Tx, { id, type, messageId, occurredAt }: EmailEventBody): Promise<boolean> {
    const row = rowOf(messageId);
    if (!row) return false;
    const isNew = await this.suppressions.recordEvent(tx, {
      retailerId: row.retailerId,
      id: entityId(row.retailerId, 'email-event', id),
      messageId: row.id,
      type,
      occurredAt,
    });
    if (!isNew) return false;
    const recipient = await this.ledger.recipient(row, tx);
    if (type === 'hard_bounce' || type === 'complaint') {
      if (recipient?.address) await this.suppressions.suppress(tx, row.retailerId, recipient.address, type);
      tx.afterCommit(() => this.jobs.enqueue('email.review-reputation', { retailerId: row.retailerId }));
    }
    await this.ledger.reconcile(tx, row, type === 'hard_bounce' ? 'failed' : 'sent', type);
    return true;
  }
}
