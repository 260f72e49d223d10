import { entityId } from '#libs/kernel';
import { type Cause, importCause, isSilent } from '../model/causes.js';
import type {
  CommerceCommand,
  ConsentRecord,
  CustomerRecord,
  OrderRecord,
  ProductRecord,
  RefundRecord,
  SettledCustomer,
} from '../model/records.js';

/** The commands of one retailer, grouped by the kind of record, and the customers that these commands touch. */
export class Batch {
  private readonly touched = new Map<string, string>();
  private readonly idsOfCustomers = new Map<string, string>();
  private readonly customerRecords: CustomerRecord[] = [];
  private readonly consentRecords: ConsentRecord[] = [];
  private readonly orderRecords: { order: OrderRecord; cause: Cause }[] = [];
  private readonly refundRecords: { refund: RefundRecord; cause: Cause }[] = [];
  private readonly deleted: { externalId: string; cause: Cause }[] = [];
  private readonly settledRecords: SettledCustomer[] = [];
  private readonly productRecords: ProductRecord[] = [];

  constructor(
    readonly retailerId: string,
    commands: readonly CommerceCommand[],
  ) {
    for (const command of commands) this.add(command);
  }

  customers = (): readonly CustomerRecord[] => this.customerRecords;
  consents = (): readonly ConsentRecord[] => this.consentRecords;
  settled = (): readonly SettledCustomer[] => this.settledRecords;
  orders = (): readonly { order: OrderRecord; cause: Cause }[] => this.orderRecords;
  refunds = (): readonly { refund: RefundRecord; cause: Cause }[] => this.refundRecords;
  deletedOrders = (): readonly { externalId: string; cause: Cause }[] => this.deleted;
  products = (): readonly ProductRecord[] => this.productRecords;

  /** Our id of a customer. It is cached, because it is a hash and a batch may name a customer many times. */
  customerId(externalId: string): string {
    const known = this.idsOfCustomers.get(externalId);
    if (known !== undefined) return known;
    const id = entityId(this.retailerId, 'customer', externalId);
    this.idsOfCustomers.set(externalId, id);
    return id;
  }

  customerIds(): string[] {
    const externalIds = [...this.customerRecords, ...this.consentRecords, ...this.settledRecords].map(
      ({ externalId }) => externalId,
    );
    return [...new Set(externalIds)].map((externalId) => this.customerId(externalId));
  }

  orderIds(): string[] {
    const fromOrders = this.orderRecords.map(({ order }) => order.externalId);
    const fromRefunds = this.refundRecords.map(({ refund }) => refund.orderExternalId);
    const deleted = this.deleted.map(({ externalId }) => externalId);
    return [...new Set([...fromOrders, ...fromRefunds, ...deleted])].sort();
  }

  /** Customers that need new facts and an evaluation, each with its last cause; a silent cause replaces no other. */
  touchedCustomers(): ReadonlyMap<string, string> {
    return this.touched;
  }

  touch(customerId: string | null | undefined, cause: Cause): void {
    if (!customerId || (isSilent(cause) && this.touched.has(customerId))) return;
    this.touched.set(customerId, cause);
  }

  private add({ record, cause }: CommerceCommand): void {
    switch (record.kind) {
      case 'customer':
        this.customerRecords.push(record.customer);
        return this.touch(this.customerId(record.customer.externalId), cause);
      case 'consent':
        this.consentRecords.push(record.consent);
        return this.touch(this.customerId(record.consent.externalId), cause);
      case 'order':
        return this.addOrder(record.order, cause);
      case 'order-gone':
        this.deleted.push({ externalId: record.externalId, cause });
        return;
      case 'settled':
        this.settledRecords.push(record.settled);
        return this.touch(this.customerId(record.settled.externalId), cause);
      case 'order-deleted':
      case 'customer-deleted':
      case 'customer-merged':
        throw new Error(`${record.kind} is resolved before a batch is made`);
      case 'refund':
        this.refundRecords.push({ refund: record.refund, cause });
        return;
      case 'product':
        this.productRecords.push(record.product);
        return;
    }
  }

  private addOrder(order: OrderRecord, cause: Cause): void {
    const brought = order.imported ? importCause(cause) : cause;
    this.orderRecords.push({ order, cause: brought });
    if (!order.hasAllRefunds) {
      this.refundRecords.push(...order.refunds.map((refund) => ({ refund, cause: brought })));
    }
    if (!order.customer) return;
    this.customerRecords.push(order.customer);
    // An older body may name a former customer of the order, who may not be stored yet and is touched too.
    this.touch(this.customerId(order.customer.externalId), brought);
  }
}
