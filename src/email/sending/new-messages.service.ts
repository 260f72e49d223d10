import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { MessageImagesService } from '../images/message-images.service.js';
import type { NewDispatch } from '../ledger/dispatch.entity.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { type MessageSource, messageRowId } from '../ledger/message-id.js';
import type { NewMessage, SkipReason } from '../ledger/message.entity.js';

/** Writes messages into the ledger, and what their emails will need. */
@Injectable()
export class NewMessagesService {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly queries: LedgerQueries,
    private readonly images: MessageImagesService,
    private readonly jobs: JobProducer,
  ) {}

  /** Opens the dispatch of an execution, before its first `enqueue`. Idempotent. */
  open(tx: Tx, dispatch: NewDispatch): Promise<void> {
    return this.ledger.open(tx, dispatch);
  }

  /**
   * Writes any number of messages into the ledger. They are sent when they are due, once the transaction is committed;
   * messages of a paused dispatch are held until it is open again. Idempotent by (execution, step, recipient). Returns
   * how many were new.
   */
  async enqueue(tx: Tx, retailerId: string, executionId: string, messages: readonly NewMessage[]): Promise<number> {
    if (messages.length === 0) return 0;
    const dispatch = await this.queries.hold(tx, retailerId, executionId);
    const queued = { held: dispatch.status === 'paused', skippedFor: null };
    const written = await this.ledger.insert(tx, retailerId, executionId, queued, rowsOf(dispatch, messages));
    await this.images.expect(tx, retailerId, executionId, messages);
    tx.afterCommit(() => this.jobs.enqueue('email.send', { retailerId }));
    return written;
  }

  /** Records messages as skipped for the reason, so that they are counted and listed. They are never sent. */
  async leaveOut(
    tx: Tx,
    retailerId: string,
    executionId: string,
    messages: readonly NewMessage[],
    reason: SkipReason,
  ): Promise<void> {
    if (messages.length === 0) return;
    const rows = rowsOf(await this.queries.hold(tx, retailerId, executionId), messages);
    await this.ledger.insert(tx, retailerId, executionId, { held: false, skippedFor: reason }, rows);
  }
}

const rowsOf = (dispatch: MessageSource, messages: readonly NewMessage[]) =>
  messages.map(
    ({ stepId, templateId, customerId, address, sendAt, variant = null, offerPlace = '', enteredAt = null }) => {
      const isTest = address !== undefined;
      const recipient = isTest ? address.trim().toLowerCase() : customerId;
      return {
        id: messageRowId(dispatch, stepId, recipient, isTest ? variant : null),
        stepId,
        templateId,
        customerId,
        address: address?.trim() ?? null,
        variant,
        offerPlace,
        enteredAt,
        dueAt: sendAt,
      };
    },
  );
