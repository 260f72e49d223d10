import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { ImportName } from './records.js';

/** A step of undoing: the customers that it touched, and where the next step begins; null at the end. */
export interface UndoStep {
  readonly touched: readonly (string | null)[];
  readonly next: string | null;
}

/** The columns of an order that an import writes. */
const OF_ORDER =
  'customer_id, currency, other_currency, total, refunded, net, counted, reason, financial_status, test, product_ids, ' +
  'ordered_at, platform_updated_at, import_id';

/** All SQL that takes imports back, plain for speed: bulk statements in the caller's transaction. */
@Injectable()
export class UndoRepository {
  /**
   * Gives up to `limit` orders back what the import replaced; columns that `before` lacks stay. The customer is that of
   * the replacement, which a merge of customers and an erasure change: the one in `before` may be gone. Where a later
   * import has written the order since, that import now replaces what this one did.
   */
  async restoreOrders(tx: Tx, { retailerId, importId }: ImportName, limit: number): Promise<UndoStep> {
    const rows = await tx.query<{ fromId: string | null; toId: string | null }>(
      `WITH mine AS MATERIALIZED (
         DELETE FROM import_replacements b
          WHERE b.retailer_id = $1 AND b.import_id = $2 AND b.kind = 'order' AND b.key IN (
                SELECT key FROM import_replacements WHERE retailer_id = $1 AND import_id = $2 AND kind = 'order'
                 ORDER BY key LIMIT $3)
         RETURNING b.key, b.customer_id AS owner, b.before
       ), later AS (
         UPDATE import_replacements b SET before = b.before || mine.before, customer_id = mine.owner FROM mine
          WHERE b.retailer_id = $1 AND b.kind = 'order' AND b.key = mine.key AND b.import_id <> $2
            AND b.before ->> 'import_id' = $4
       ), was AS MATERIALIZED (
         SELECT mine.key, mine.owner, r.*, o.customer_id AS from_id,
                EXISTS (SELECT FROM customers c WHERE c.retailer_id = $1 AND c.id = mine.owner) AS is_there
           FROM mine JOIN orders o ON o.retailer_id = $1 AND o.external_id = mine.key AND o.import_id = $2
          CROSS JOIN LATERAL jsonb_populate_record(o, mine.before) r)
       UPDATE orders o
          SET (${OF_ORDER}) = (SELECT CASE WHEN was.is_there THEN was.owner END, was.currency, was.other_currency,
                 was.total, was.refunded, was.net, was.counted, was.reason, was.financial_status, was.test,
                 was.product_ids, was.ordered_at, was.platform_updated_at, was.import_id)
         FROM was WHERE o.retailer_id = $1 AND o.external_id = was.key
       RETURNING was.from_id AS "fromId", o.customer_id AS "toId"`,
      [retailerId, importId, limit, importId],
    );
    const left = await this.hasReplacements(tx, { retailerId, importId }, 'order');
    return { touched: rows.flatMap((row) => [row.fromId, row.toId]), next: left ? '' : null };
  }

  /** Deletes up to `limit` orders after `after` that the import created. */
  async deleteOrders(tx: Tx, name: ImportName, after: string, limit: number): Promise<UndoStep> {
    const { retailerId, importId } = name;
    const rows = await tx.query<{ key: string; customerId: string | null }>(
      `DELETE FROM orders o
        WHERE o.retailer_id = $1 AND o.external_id IN (
              SELECT external_id FROM orders WHERE retailer_id = $1 AND external_id > $3 AND import_id = $2
               ORDER BY external_id LIMIT $4)
       RETURNING o.external_id AS key, o.customer_id AS "customerId"`,
      [retailerId, importId, after, limit],
    );
    // All orders up to each of these are deleted, so any of them is a place to go on from.
    const touched = rows.map(({ customerId }) => customerId);
    if (rows.length === limit) return { touched, next: rows[0]?.key ?? '' };
    // A later import has rewritten orders that this one created: from now on they are that import's own.
    await tx.execute(
      `DELETE FROM import_replacements
        WHERE retailer_id = $1 AND kind = 'order' AND import_id <> $2 AND before ->> 'import_id' = $2::text`,
      [retailerId, importId],
    );
    return { touched, next: null };
  }

  /**
   * Gives up to `limit` customers back what the import replaced, field by field, unless it has changed since. Where a
   * later import has said a field, the field is its own, and it now replaces what this one did.
   */
  async restoreCustomers(tx: Tx, { retailerId, importId }: ImportName, limit: number): Promise<UndoStep> {
    const isOurs = (field: string): string => `was.before ? '${field}' AND '${field}' <> ALL (was.inherited)`;
    const given = (field: string, column: string): string =>
      `${column} = CASE WHEN ${isOurs(field)} AND c.${column} IS NOT DISTINCT FROM was.after ->> '${field}'
                        THEN was.before ->> '${field}' ELSE c.${column} END`;
    // An import has the time of a consent in whole milliseconds, and Postgres in microseconds.
    const isConsent = `${isOurs('marketing')} AND c.marketing = was.after ->> 'marketing'
      AND (NOT was.after ? 'marketingUpdatedAt'
           OR c.marketing_updated_at >= was.written AND c.marketing_updated_at < was.just_after
           OR c.marketing_updated_at IS NULL AND was.written IS NULL)`;
    const rows = await tx.query<{ id: string }>(
      `WITH mine AS MATERIALIZED (
         DELETE FROM import_replacements b
          WHERE b.retailer_id = $1 AND b.import_id = $2 AND b.kind = 'customer' AND b.key IN (
                SELECT key FROM import_replacements WHERE retailer_id = $1 AND import_id = $2 AND kind = 'customer'
                 ORDER BY key LIMIT $3)
         RETURNING b.key, b.customer_id, b.before, b.after, b.kept_at
       ), heirs AS MATERIALIZED (
         SELECT DISTINCT ON (mine.key, f.key) mine.key, f.key AS field, b.import_id, mine.before -> f.key AS replaced,
                b.before -> f.key = f.value AS is_unbroken
           FROM mine CROSS JOIN LATERAL jsonb_each(mine.after) f
           JOIN import_replacements b ON b.retailer_id = $1 AND b.kind = 'customer' AND b.key = mine.key
            AND b.import_id <> $2 AND b.kept_at > mine.kept_at AND b.after ? f.key
          ORDER BY mine.key, f.key, b.kept_at
       ), inherits AS (
         UPDATE import_replacements b SET before = b.before || h.replaced
           FROM (SELECT key, import_id, jsonb_object_agg(field, replaced) AS replaced FROM heirs WHERE is_unbroken
                  GROUP BY key, import_id) h
          WHERE b.retailer_id = $1 AND b.kind = 'customer' AND b.key = h.key AND b.import_id = h.import_id
       ), was AS MATERIALIZED (
         SELECT mine.*, (mine.before ->> 'marketingUpdatedAt')::timestamptz AS replaced,
                (mine.after ->> 'marketingUpdatedAt')::timestamptz AS written,
                (mine.after ->> 'marketingUpdatedAt')::timestamptz + interval '1 millisecond' AS just_after,
                ARRAY(SELECT h.field FROM heirs h WHERE h.key = mine.key) AS inherited
           FROM mine)
       UPDATE customers c
          SET ${given('email', 'email')}, ${given('firstName', 'first_name')}, ${given('lastName', 'last_name')},
              ${given('country', 'country')},
              marketing = CASE WHEN ${isConsent} THEN was.before ->> 'marketing' ELSE c.marketing END,
              marketing_updated_at = CASE WHEN ${isConsent} AND was.before ? 'marketingUpdatedAt'
                THEN was.replaced ELSE c.marketing_updated_at END
         FROM was WHERE c.retailer_id = $1 AND c.id = was.customer_id
       RETURNING c.id`,
      [retailerId, importId, limit],
    );
    const left = await this.hasReplacements(tx, { retailerId, importId }, 'customer');
    return { touched: rows.map(({ id }) => id), next: left ? '' : null };
  }

  /**
   * Deletes up to `limit` customers after `after` that the import brought. A customer stays with orders, with orders
   * that may come back, with a record of the platform, or with changes by another import, and belongs to what keeps
   * them.
   */
  async deleteCustomers(tx: Tx, name: ImportName, after: string, limit: number): Promise<UndoStep> {
    const { retailerId, importId } = name;
    const rows = await tx.query<{ id: string; isUsed: boolean }>(
      `SELECT c.id, c.platform_updated_at IS NOT NULL
              OR EXISTS (SELECT FROM orders o WHERE o.retailer_id = $1 AND o.customer_id = c.id)
              OR EXISTS (SELECT FROM import_replacements b WHERE b.retailer_id = $1 AND b.customer_id = c.id) AS "isUsed"
         FROM customers c
        WHERE c.retailer_id = $1 AND c.id > $3::uuid AND c.import_id = $2 ORDER BY c.id LIMIT $4`,
      [retailerId, importId, after === '' ? NO_ID : after, limit],
    );
    const unused = rows.filter(({ isUsed }) => !isUsed).map(({ id }) => id);
    await tx.execute(`DELETE FROM customers WHERE retailer_id = $1 AND id = ANY ($2::uuid[])`, [retailerId, unused]);
    const used = rows.filter(({ isUsed }) => isUsed).map(({ id }) => id);
    await this.inherit(tx, retailerId, used);
    const unsaid = (field: string): string =>
      `c.platform_updated_at IS NULL AND NOT EXISTS (
         SELECT FROM import_replacements b WHERE b.retailer_id = $1 AND b.customer_id = c.id AND b.kind = 'customer'
            AND b.after ? '${field}')`;
    // Nobody else has said these. A refusal stays: it may be the customer's own.
    const isGivenUp = `c.marketing = 'subscribed' AND ${unsaid('marketing')}`;
    await tx.execute(
      `UPDATE customers c
          SET first_name = CASE WHEN ${unsaid('firstName')} THEN NULL ELSE c.first_name END,
              last_name = CASE WHEN ${unsaid('lastName')} THEN NULL ELSE c.last_name END,
              country = CASE WHEN ${unsaid('country')} THEN NULL ELSE c.country END,
              marketing = CASE WHEN ${isGivenUp} THEN 'unknown' ELSE c.marketing END,
              marketing_updated_at = CASE WHEN ${isGivenUp} THEN NULL ELSE c.marketing_updated_at END,
              import_id = coalesce(
                (SELECT o.import_id FROM orders o WHERE o.retailer_id = $1 AND o.customer_id = c.id
                    AND o.import_id IS NOT NULL LIMIT 1),
                (SELECT CASE WHEN b.kind = 'customer' THEN b.import_id ELSE (b.before ->> 'import_id')::uuid END
                   FROM import_replacements b WHERE b.retailer_id = $1 AND b.customer_id = c.id ORDER BY b.kind LIMIT 1))
        WHERE c.retailer_id = $1 AND c.id = ANY ($2::uuid[])`,
      [retailerId, used],
    );
    const touched = [...unused, ...used];
    if (rows.length === limit) return { touched, next: rows.at(-1)?.id ?? '' };
    await tx.execute(`DELETE FROM imported_customers WHERE retailer_id = $1 AND import_id = $2`, [
      retailerId,
      importId,
    ]);
    return { touched, next: null };
  }

  /**
   * What the first other import replaced in these customers was said by the import that brought them: now it replaces
   * nothing. A refusal stays.
   */
  private async inherit(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    await tx.execute(
      `WITH firsts AS MATERIALIZED (
         SELECT DISTINCT ON (b.key, f.key) b.key, b.import_id, f.key AS field,
                CASE WHEN f.key = 'marketing' THEN '"unknown"'::jsonb ELSE 'null' END AS nothing,
                f.key LIKE 'marketing%' AND b.before ->> 'marketing' <> 'subscribed' AS is_kept
           FROM import_replacements b CROSS JOIN LATERAL jsonb_each(b.after) f
          WHERE b.retailer_id = $1 AND b.customer_id = ANY ($2::uuid[]) AND b.kind = 'customer' AND f.key <> 'email'
          ORDER BY b.key, f.key, b.kept_at)
       UPDATE import_replacements b SET before = b.before || h.nothing
         FROM (SELECT key, import_id, jsonb_object_agg(field, nothing) AS nothing FROM firsts WHERE NOT is_kept
                GROUP BY key, import_id) h
        WHERE b.retailer_id = $1 AND b.kind = 'customer' AND b.key = h.key AND b.import_id = h.import_id`,
      [retailerId, customerIds],
    );
  }

  /** Forgets what the imports replaced. They can no longer be undone. */
  async forget(tx: Tx, retailerId: string, importIds: readonly string[]): Promise<void> {
    await tx.execute(`DELETE FROM import_replacements WHERE retailer_id = $1 AND import_id = ANY ($2::uuid[])`, [
      retailerId,
      importIds,
    ]);
  }

  private async hasReplacements(
    tx: Tx,
    { retailerId, importId }: ImportName,
    kind: 'order' | 'customer',
  ): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM import_replacements WHERE retailer_id = $1 AND import_id = $2 AND kind = $3 LIMIT 1`,
      [retailerId, importId, kind],
    );
    return rows.length > 0;
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
