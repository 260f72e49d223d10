import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { lockRetailer } from '../../database/retailer-locks.js';
import { TombstonesService } from '../../personal-data/tombstones.service.js';
import { GoneRecordsService } from '../intake/gone-records.service.js';
import { Batch } from './batch.js';
import { changesToRecord, CommerceRepository } from '../storage/commerce.repository.js';
import { isSilent } from '../model/causes.js';
import { type CountingRules, countOrder } from '../model/count-order.js';
import {
  hasLanguage,
  mergeConsent,
  mergeCustomer,
  mergeLanguage,
  mergeOrder,
  mergeRefund,
  replaces,
  settleCustomer,
} from './merge.js';
import { OrderCodeChangesRepository } from '../storage/order-code-changes.repository.js';
import { mergeProduct } from './merge-product.js';
import { RecountService } from '../recount/recount.service.js';
import type { CommerceCommand, RefundRecord } from '../model/records.js';
import type { CustomerRow, OrderRow, ProductRow } from '../model/rows.js';
import { namesIn, withoutErased } from './without-erased.js';

/** The retailer whose records are written, with its counting rules. */
export interface CommerceTenant {
  readonly retailerId: string;
  readonly rules: CountingRules;
}

/**
 * Writes records of platforms, all in the caller's transaction: it merges them with the stored rows, recomputes the
 * facts of the touched customers from their orders, and queues these customers for segmentation.
 */
@Injectable()
export class CommerceService {
  constructor(
    private readonly repository: CommerceRepository,
    private readonly recount: RecountService,
    private readonly codeChanges: OrderCodeChangesRepository,
    private readonly tombstones: TombstonesService,
    private readonly gone: GoneRecordsService,
    private readonly jobs: JobProducer,
  ) {}

  /**
   * Applies the commands in order. Any order of arrival and any number of repeats lead to the same rows. Returns the
   * causes of commands about an erased person: of these commands only orders and refunds are applied, without the
   * person, and the bodies of their deliveries must be emptied.
   */
  async apply(
    tx: Tx,
    { retailerId, rules }: CommerceTenant,
    commands: readonly CommerceCommand[],
  ): Promise<ReadonlySet<string>> {
    if (commands.length === 0) return new Set();
    await lockRetailer(tx, 'commerce', retailerId);
    // An erasure takes the same lock, so no person is erased between this query and the commit.
    const erased = await this.tombstones.among(tx, retailerId, namesIn(commands));
    const filtered = withoutErased(commands, erased);
    const resolved = await this.gone.resolve(tx, retailerId, filtered.commands);
    const batch = new Batch(retailerId, resolved.commands);
    for (const { customerId, cause } of resolved.moved) batch.touch(customerId, cause);
    await this.write(tx, batch, rules);
    return filtered.causesOfErased;
  }

  private async write(tx: Tx, batch: Batch, rules: CountingRules): Promise<void> {
    const { retailerId } = batch;
    await this.saveCustomers(tx, batch);
    await this.saveOrders(tx, batch, rules);
    await this.saveProducts(tx, batch);
    const touched = batch.touchedCustomers();
    if (touched.size === 0) return;
    await this.recount.ofTouched(tx, retailerId, [...touched.keys()], rules);
    await this.repository.recomputeFacts(tx, retailerId, [...touched.keys()]);
    await this.repository.recordChanges(tx, changesToRecord(retailerId, touched));
    tx.afterCommit(() => this.jobs.enqueue('segmentation.apply-changes', { retailerId }));
  }

  private async saveCustomers(tx: Tx, batch: Batch): Promise<void> {
    const rows = await this.repository.customers(tx, batch.retailerId, batch.customerIds());
    const merged = new Map<string, CustomerRow>();
    const put = (externalId: string, merge: (before: CustomerRow | undefined, id: string) => CustomerRow): void => {
      const id = batch.customerId(externalId);
      const before = merged.get(id) ?? rows.get(id);
      const after = merge(before, id);
      if (after !== before) merged.set(id, after);
    };
    for (const customer of batch.customers()) put(customer.externalId, (row, id) => mergeCustomer(row, customer, id));
    for (const { order } of batch.orders()) {
      if (hasLanguage(order)) put(order.customer.externalId, (row, id) => mergeLanguage(row, order, id));
    }
    for (const consent of batch.consents()) put(consent.externalId, (row, id) => mergeConsent(row, consent, id));
    for (const settled of batch.settled()) put(settled.externalId, (row, id) => settleCustomer(row, settled, id));
    await this.repository.saveCustomers(tx, batch.retailerId, sortedById([...merged.values()]));
  }

  /** Every body of a product is merged in the order of its update time, so that no change of price or stock is lost. */
  private async saveProducts(tx: Tx, batch: Batch): Promise<void> {
    const incoming = [...batch.products()].sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
    const ids = [...new Set(incoming.map(({ externalId }) => externalId))];
    const rows = await this.repository.products(tx, batch.retailerId, ids);
    const merged = new Map<string, ProductRow>();
    for (const product of incoming) {
      const before = merged.get(product.externalId) ?? rows.get(product.externalId);
      const after = mergeProduct(before, product);
      if (after !== before) merged.set(product.externalId, after);
    }
    await this.repository.saveProducts(tx, batch.retailerId, [...merged.values()]);
  }

  /**
   * Saves the refunds of the batch, and the orders that the batch changes: its orders, the orders of its other refunds,
   * and deleted orders.
   */
  private async saveOrders(tx: Tx, batch: Batch, rules: CountingRules): Promise<void> {
    const { retailerId } = batch;
    const orderIds = batch.orderIds();
    const orders = await this.repository.orders(tx, retailerId, orderIds);
    const withCodes = new Set([...orders.values()].flatMap((row) => (row.discountCodes ? [row.externalId] : [])));
    const refunds = await this.mergeRefunds(tx, batch, orderIds);
    for (const { order, cause } of batch.orders()) {
      const before = orders.get(order.externalId);
      const customerId = order.customer ? batch.customerId(order.customer.externalId) : null;
      if (order.hasAllRefunds && replaces(order, before)) refunds.set(order.externalId, [...order.refunds]);
      const after = mergeOrder(before, order, customerId);
      batch.touch(before?.customerId, cause);
      batch.touch(after.customerId, cause);
      orders.set(order.externalId, after);
    }
    for (const { externalId, cause } of batch.deletedOrders()) {
      const before = orders.get(externalId);
      if (before) orders.set(externalId, { ...before, financialStatus: 'deleted' });
      batch.touch(before?.customerId, cause);
    }
    await this.replaceRefunds(tx, batch, refunds);
    for (const { refund, cause } of batch.refunds()) batch.touch(orders.get(refund.orderExternalId)?.customerId, cause);
    const news = new Set(batch.orders().flatMap(({ order, cause }) => (isSilent(cause) ? [] : order.externalId)));
    const counted = [...orders.values()].map((order) => ({
      ...count(order, refunds.get(order.externalId) ?? [], rules),
      isNews: news.has(order.externalId),
    }));
    await this.repository.saveOrders(tx, retailerId, counted);
    for (const { externalId, discountCodes } of counted) if (discountCodes) withCodes.add(externalId);
    await this.codeChanges.record(tx, retailerId, [...withCodes]);
  }

  /** Replaces the refunds of orders whose bodies list all of them. */
  private async replaceRefunds(tx: Tx, batch: Batch, refunds: ReadonlyMap<string, RefundRecord[]>): Promise<void> {
    const ids = batch.orders().flatMap(({ order }) => (order.hasAllRefunds ? [order.externalId] : []));
    await this.repository.deleteRefunds(tx, batch.retailerId, ids);
    const present = [...new Set(ids)].flatMap((id) => refunds.get(id) ?? []);
    await this.repository.saveRefunds(tx, batch.retailerId, present);
  }

  /** Saves the refunds of the batch. Returns all refunds of its orders. */
  private async mergeRefunds(tx: Tx, batch: Batch, orderIds: readonly string[]): Promise<Map<string, RefundRecord[]>> {
    const stored = await this.repository.refunds(tx, batch.retailerId, orderIds);
    const key = ({ orderExternalId, externalId }: RefundRecord): string => `${orderExternalId}/${externalId}`;
    const all = new Map(stored.map((refund) => [key(refund), refund]));
    const fresh = new Map<string, RefundRecord>();
    for (const { refund } of batch.refunds()) {
      const merged = mergeRefund(all.get(key(refund)), refund);
      if (merged === all.get(key(refund))) continue;
      all.set(key(refund), merged);
      fresh.set(key(refund), merged);
    }
    await this.repository.saveRefunds(tx, batch.retailerId, [...fresh.values()]);
    return groupBy(all.values(), (refund) => refund.orderExternalId);
  }
}

function count(order: OrderRow, refunds: readonly RefundRecord[], rules: CountingRules) {
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0n);
  return { ...order, refunded, ...countOrder({ ...order, refunded }, rules) };
}

const sortedById = (rows: CustomerRow[]): CustomerRow[] => rows.sort((a, b) => (a.id < b.id ? -1 : 1));
