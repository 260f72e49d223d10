import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import { OrderCodeChangesQueries } from '../commerce/queries/order-code-changes.queries.js';
import type { RetailerRef } from '../jobs/payloads.js';
import { RedemptionReportsService } from './redemption-reports.service.js';
import { RedemptionRepository } from './redemption.repository.js';

const AT_ONCE = 500;

/** Takes the orders with discount codes that have changed, and notes which of our codes they carry. */
@Injectable()
export class RedemptionsHandler implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly changes: OrderCodeChangesQueries,
    private readonly redemptions: RedemptionRepository,
    private readonly reports: RedemptionReportsService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('offers.redemptions', async () => {
      for (const retailerId of await this.changes.forgotten()) this.jobs.enqueue('offers.redeem', { retailerId });
    });
  }

  /** Safe to run twice and at once: an order is taken by one transaction, and its state is written, not added. */
  @OnJob('offers.redeem')
  async redeem({ retailerId }: RetailerRef): Promise<void> {
    let taken: number;
    do {
      taken = await this.database.transaction(retailerId, (tx) => this.redeemSome(tx, retailerId));
    } while (taken === AT_ONCE);
  }

  private async redeemSome(tx: Tx, retailerId: string): Promise<number> {
    const orders = await this.changes.take(tx, retailerId, AT_ONCE);
    const before = await this.redemptions.codesOf(
      tx,
      retailerId,
      orders.map(({ externalId }) => externalId),
    );
    const ours = await this.redemptions.lockOurs(tx, retailerId, [
      ...orders.flatMap(({ discountCodes }) => discountCodes ?? []),
      ...before.map(({ code }) => code),
    ]);
    const carried = orders.flatMap(({ externalId, discountCodes, counted: counts }) =>
      (discountCodes ?? []).filter((code) => ours.has(code)).map((code) => ({ code, order: externalId, counts })),
    );
    const names = new Set(carried.map(({ code, order }) => `${code} ${order}`));
    const dropped = before.filter(({ code, order }) => !names.has(`${code} ${order}`));
    await this.redemptions.save(tx, retailerId, [
      ...carried,
      ...dropped.map((redemption) => ({ ...redemption, counts: false })),
    ]);
    this.reports.report(tx, retailerId, await this.redemptions.recount(tx, retailerId, [...ours]), carried);
    return orders.length;
  }
}
