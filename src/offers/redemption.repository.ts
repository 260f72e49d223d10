import { Injectable } from '@nestjs/common';
import { each, type Tx } from '#libs/database';
import type { OfferCode } from './offer-code.entity.js';

/** A code and an order that carries or carried it. */
export interface CarriedCode {
  readonly code: string;
  readonly order: string;
}

/** A code that became redeemed or returned. */
export type ChangedCode = Readonly<Pick<OfferCode, 'code' | 'redeemed' | 'returned' | 'customerId' | 'executionId'>>;

/** Which orders carry our codes. */
@Injectable()
export class RedemptionRepository {
  /** The codes that these orders are known to have carried. */
  codesOf(tx: Tx, retailerId: string, orders: readonly string[]): Promise<CarriedCode[]> {
    if (orders.length === 0) return Promise.resolve([]);
    return tx.query<CarriedCode>(
      `SELECT code, order_external_id AS "order" FROM ${each('offer_redemptions', 'order_external_id', 'text')}`,
      [retailerId, orders],
    );
  }

  /** The codes among these that are ours. They are locked, so that two orders of one code are counted in turn. */
  async lockOurs(tx: Tx, retailerId: string, codes: readonly string[]): Promise<Set<string>> {
    if (codes.length === 0) return new Set();
    const rows = await tx.query<{ code: string }>(
      `SELECT code FROM offer_codes WHERE retailer_id = $1 AND code = ANY ($2::text[]) ORDER BY code FOR UPDATE`,
      [retailerId, [...new Set(codes)]],
    );
    return new Set(rows.map(({ code }) => code));
  }

  async save(
    tx: Tx,
    retailerId: string,
    redemptions: readonly (CarriedCode & { readonly counts: boolean })[],
  ): Promise<void> {
    if (redemptions.length === 0) return;
    await tx.execute(
      `INSERT INTO offer_redemptions AS r (retailer_id, code, order_external_id, counted, ever_counted)
       SELECT $1, code, "order", counts, counts
         FROM json_to_recordset($2::json) AS n (code text, "order" text, counts boolean) ORDER BY code, "order"
       ON CONFLICT (retailer_id, code, order_external_id) DO UPDATE
         SET counted = excluded.counted, ever_counted = r.ever_counted OR excluded.counted`,
      [retailerId, JSON.stringify(redemptions)],
    );
  }

  /** Writes whether each code is redeemed or returned. Returns those that became so. */
  async recount(tx: Tx, retailerId: string, codes: readonly string[]): Promise<ChangedCode[]> {
    if (codes.length === 0) return [];
    return tx.query<ChangedCode>(
      `UPDATE offer_codes c SET redeemed = now.counted, returned = now.ever AND NOT now.counted
         FROM (SELECT code, bool_or(counted) AS counted, bool_or(ever_counted) AS ever FROM offer_redemptions
                WHERE retailer_id = $1 AND code = ANY ($2::text[]) GROUP BY code) now
        WHERE c.retailer_id = $1 AND c.code = now.code
          AND (c.redeemed <> now.counted OR c.returned <> (now.ever AND NOT now.counted))
       RETURNING c.code, c.redeemed, c.returned, c.customer_id AS "customerId", c.execution_id AS "executionId"`,
      [retailerId, codes],
    );
  }
}
