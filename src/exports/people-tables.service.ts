import { Injectable } from '@nestjs/common';
import type { Snapshot } from '#libs/database';
import { decimalOf, formatMoney, moneyOf, notFound } from '#libs/kernel';
import { type ExportedCustomer, ExportQueries } from '../commerce/queries/export.queries.js';
import type { Retailer } from '../retailers/retailer.entity.js';
import { MemberExportQueries } from '../segmentation/membership/member-export.queries.js';
import { RfmFifthsService } from '../segmentation/rfm/rfm-fifths.service.js';
import { SegmentationService } from '../segmentation/segments/segmentation.service.js';
import { boundariesOf, type RfmBoundaries, scoresOf } from '../segmentation/criteria/rfm.js';
import type { ExportRow, ExportTable } from './export-table.js';

const ROWS_AT_ONCE = 1_000;

type Store = Pick<Retailer, 'id' | 'currency'>;

/** The tables of customers, of their orders, and of the members of a segment. Erased persons are in none. */
@Injectable()
export class PeopleTablesService {
  constructor(
    private readonly commerce: ExportQueries,
    private readonly fifths: RfmFifthsService,
    private readonly segmentation: SegmentationService,
    private readonly lists: MemberExportQueries,
  ) {}

  /** Customers with their facts, their scores by the fifths of this moment, and the names of their segments. */
  customers(store: Store): ExportTable {
    return {
      columns: {
        id: 'text',
        externalId: 'text',
        email: 'text',
        firstName: 'text',
        lastName: 'text',
        country: 'text',
        language: 'text',
        marketing: 'text',
        ordersCount: 'integer',
        otherCurrencyOrders: 'integer',
        totalSpent: 'money',
        averageOrder: 'money',
        currency: 'text',
        firstOrderAt: 'instant',
        lastOrderAt: 'instant',
        recency: 'integer',
        frequency: 'integer',
        monetary: 'integer',
        segments: 'texts',
      },
      slices: (state) => this.customerRows(state, store),
    };
  }

  /** Orders of all customers and guests. */
  orders({ id }: Store): ExportTable {
    return {
      columns: {
        externalId: 'text',
        customerId: 'text',
        customerExternalId: 'text',
        total: 'money',
        refunded: 'money',
        net: 'money',
        currency: 'text',
        counted: 'boolean',
        reason: 'text',
        productIds: 'texts',
        discountCodes: 'texts',
        orderedAt: 'instant',
        platformUpdatedAt: 'instant',
      },
      slices: (state) => mapped(this.commerce.orders(state, id, ROWS_AT_ONCE), withMoney),
    };
  }

  /** The present members of a segment. 404 for a segment of another retailer. */
  async members({ id: retailerId, currency }: Store, segmentId: string): Promise<ExportTable> {
    if ((await this.segmentation.retailerOf(segmentId)) !== retailerId) throw notFound('segment');
    return {
      columns: {
        customerId: 'text',
        externalId: 'text',
        email: 'text',
        firstName: 'text',
        lastName: 'text',
        ordersCount: 'integer',
        totalSpent: 'money',
        currency: 'text',
        lastOrderAt: 'instant',
        enteredAt: 'instant',
      },
      slices: (state) =>
        mapped(this.lists.members(state, { retailerId, id: segmentId }, ROWS_AT_ONCE), (member) => ({
          ...member,
          totalSpent: moneyOf(member.totalSpent),
          currency,
        })),
    };
  }

  private async *customerRows(state: Snapshot, { id, currency }: Store): AsyncGenerator<readonly ExportRow[]> {
    const boundaries = boundariesOf(await this.fifths.now(state, id));
    for await (const customers of this.commerce.customers(state, id, ROWS_AT_ONCE)) {
      const ids = customers.map((customer) => customer.id);
      const segments = await this.segmentation.namesOf(id, ids, state);
      yield customers.map((customer) => ({
        ...customer,
        ...(scored(customer, boundaries) ?? NO_SCORES),
        totalSpent: moneyOf(customer.totalSpent),
        averageOrder: averageOf(customer),
        currency,
        segments: segments.get(customer.id) ?? [],
      }));
    }
  }
}

const NO_SCORES = { recency: null, frequency: null, monetary: null };

const scored = (
  { ordersCount, totalSpent, lastOrderAt }: ExportedCustomer,
  boundaries: RfmBoundaries | null,
): ReturnType<typeof scoresOf> =>
  scoresOf({ ordersCount, totalSpent: decimalOf(totalSpent), lastOrderAt: lastOrderAt?.getTime() ?? null }, boundaries);

/** Rounded to four places; null without an order that counts. */
function averageOf({ ordersCount, totalSpent }: ExportedCustomer): string | null {
  const orders = BigInt(ordersCount);
  return orders === 0n ? null : formatMoney((decimalOf(totalSpent) + orders / 2n) / orders);
}

const withMoney = <R extends { readonly total: string; readonly refunded: string; readonly net: string }>(
  row: R,
): R => ({
  ...row,
  total: moneyOf(row.total),
  refunded: moneyOf(row.refunded),
  net: moneyOf(row.net),
});

async function* mapped<R>(
  slices: AsyncIterable<readonly R[]>,
  rowOf: (row: R) => ExportRow,
): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of slices) yield rows.map(rowOf);
}
