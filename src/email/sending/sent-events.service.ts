import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { EventLogService } from '../../events/log/event-log.service.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import type { SettledMessage } from '../ledger/message.entity.js';

/** Reports emails to customers that were sent by live executions to the log of events. */
@Injectable()
export class SentEventsService {
  constructor(
    private readonly queries: LedgerQueries,
    private readonly log: EventLogService,
  ) {}

  /** The messages are taken in this transaction, so each is reported once. */
  async report(tx: Tx, retailerId: string, settled: readonly SettledMessage[]): Promise<void> {
    const sent = settled.filter(({ status, customerId }) => status === 'sent' && customerId !== null);
    if (sent.length === 0) return;
    const executions = [...new Set(sent.map(({ executionId }) => executionId))];
    const campaigns = await this.queries.campaigns(tx, retailerId, executions);
    const events = sent.flatMap(({ id, executionId, stepId, variant, customerId, settledAt }) => {
      const campaign = campaigns.get(executionId);
      if (!campaign) return [];
      const data = { messageId: id, executionId, ...campaign, step: stepId, variant };
      return [{ type: 'email.sent' as const, at: settledAt, customerId, data }];
    });
    this.log.record(tx, retailerId, events);
  }
}
