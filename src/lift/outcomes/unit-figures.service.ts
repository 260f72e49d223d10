import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import {
  type CustomerChangeConsumer,
  CustomerChangeConsumersService,
} from '../../commerce/queries/customer-change-consumers.service.js';
import { LedgerQueries } from '../../email/ledger/ledger.queries.js';
import type { SettledMessage } from '../../email/ledger/message.entity.js';
import { FoldingHandler } from './folding.handler.js';
import { OutcomesRepository } from './outcomes.repository.js';

/** Keeps the figures of units true: after each change of orders, records and consent, after emails, and erasures. */
@Injectable()
export class UnitFiguresService implements CustomerChangeConsumer, OnModuleInit {
  constructor(
    private readonly outcomes: OutcomesRepository,
    private readonly ledger: LedgerQueries,
    private readonly changes: CustomerChangeConsumersService,
    private readonly folding: FoldingHandler,
  ) {}

  onModuleInit(): void {
    this.changes.register(this);
    this.folding.register(this.outcomes);
  }

  /** Computes the units of these customers again, so the order and the number of changes do not matter. */
  async consume(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    await this.outcomes.refresh(tx, retailerId, await this.outcomes.lockOf(tx, retailerId, customerIds));
  }

  /** Notes who was emailed. To be called in the transaction that takes the settled messages. */
  async noteEmails(tx: Tx, retailerId: string, settled: readonly SettledMessage[]): Promise<void> {
    const taken = settled.filter(({ status }) => status === 'sent' || status === 'unknown');
    const customerIds = taken.flatMap(({ customerId }) => customerId ?? []);
    if (customerIds.length === 0) return;
    if ((await this.outcomes.lockOf(tx, retailerId, customerIds)).length === 0) return;
    const campaigns = await this.ledger.campaigns(tx, retailerId, [
      ...new Set(taken.map(({ executionId }) => executionId)),
    ]);
    const emails = taken.flatMap(({ customerId, executionId, settledAt }) => {
      const campaign = campaigns.get(executionId);
      return customerId && campaign ? [{ customerId, ...campaign, at: settledAt }] : [];
    });
    await this.outcomes.noteEmails(tx, retailerId, emails);
  }

  /**
   * Erases the units of these customers, while their orders are still known. A unit goes with the first of its records.
   * Returns the number of deleted units.
   */
  async erase(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<number> {
    const units = await this.outcomes.lockOf(tx, retailerId, customerIds);
    await this.outcomes.refresh(tx, retailerId, units);
    return this.outcomes.erase(tx, retailerId, units);
  }
}
