import { Injectable } from '@nestjs/common';
import { columnsOf, type Sql, type Tx } from '#libs/database';
import { In, IsNull } from 'typeorm';
import { OfferCode } from './offer-code.entity.js';
import { OfferExecution } from './offer-execution.entity.js';
import type { ExecutionPlace } from './offer-listeners.service.js';
import { OfferRow } from './offer.entity.js';

/** An offer with the execution that asks for it. */
export type ExecutionOffer = Omit<OfferRow, 'retailer'> & Pick<OfferExecution, 'executionId'>;

const OFFER = columnsOf(OfferRow, 'o');

/** What makes triggered executions share an offer. */
type Named = Pick<OfferRow, 'retailerId' | 'sequenceId' | 'place' | 'terms' | 'language'>;

/** Offers, their executions, and the assignment of codes to recipients. */
@Injectable()
export class OfferRepository {
  async insert(tx: Tx, offer: Omit<OfferRow, 'called' | 'discountId' | 'problem' | 'retailer'>): Promise<void> {
    await tx.repository(OfferRow).insert(offer);
  }

  async join(tx: Tx, retailerId: string, offerId: string, executionId: string): Promise<void> {
    await tx.repository(OfferExecution).insert({ retailerId, offerId, executionId });
  }

  /** An offer with the same terms that triggered executions may still join. */
  async findOpen(
    tx: Tx,
    { retailerId, sequenceId, place, terms, language }: Named,
    at: Date,
  ): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }>(
      `SELECT id FROM offers
        WHERE retailer_id = $1 AND sequence_id = $2 AND terms = $3::jsonb AND language = $4 AND mode = 'live'
          AND status = 'open' AND accepts_until > $5 AND place = $6
        ORDER BY accepts_until DESC LIMIT 1 FOR UPDATE`,
      [retailerId, sequenceId, JSON.stringify(terms), language, at, place],
    );
    return row?.id;
  }

  /** Adds to the number of wanted codes. False where no codes of the offer are minted. */
  async wantFor(
    tx: Tx,
    retailerId: string,
    { executionId, place }: ExecutionPlace,
    recipients: number,
  ): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE offers SET wanted = wanted + $3
        WHERE retailer_id = $1 AND status = 'open' AND place = $4 AND id IN (
          SELECT offer_id FROM offer_executions WHERE retailer_id = $1 AND execution_id = $2)`,
      [retailerId, executionId, recipients, place],
    );
    return changed > 0;
  }

  /** All offers of these executions. */
  ofExecutions(sql: Sql, retailerId: string, executionIds: readonly string[]): Promise<ExecutionOffer[]> {
    return sql.query(
      `SELECT ${OFFER}, x.execution_id AS "executionId"
         FROM offer_executions x JOIN offers o ON o.retailer_id = x.retailer_id AND o.id = x.offer_id
        WHERE x.retailer_id = $1 AND x.execution_id = ANY ($2::uuid[])`,
      [retailerId, executionIds],
    );
  }

  /** The codes of an offer that recipients of an execution have, by customer. */
  async codesOf(
    sql: Sql,
    { retailerId, id }: Pick<OfferRow, 'retailerId' | 'id'>,
    executionId: string,
    customerIds: readonly string[],
  ): Promise<Map<string, Pick<OfferCode, 'code' | 'deactivatedAt'>>> {
    const rows = await sql.query<Pick<OfferCode, 'code' | 'deactivatedAt'> & { customerId: string }>(
      `SELECT customer_id AS "customerId", code, deactivated_at AS "deactivatedAt" FROM offer_codes
        WHERE retailer_id = $1 AND execution_id = $2 AND customer_id = ANY ($3::uuid[]) AND offer_id = $4`,
      [retailerId, executionId, customerIds, id],
    );
    return new Map(rows.map((row) => [row.customerId, row]));
  }

  /**
   * Gives each of the customers a free code, as far as there are any. The lock on the offer keeps two workers from
   * giving one customer two codes. Returns the number of codes that are missing.
   */
  async assign(
    tx: Tx,
    offer: Pick<OfferRow, 'retailerId' | 'id'>,
    executionId: string,
    customerIds: readonly string[],
    at: Date,
  ): Promise<{ assigned: number; missing: number }> {
    const { retailerId, id } = offer;
    const locked = await tx.query(
      `SELECT 1 FROM offers WHERE retailer_id = $1 AND id = $2 AND status = 'open' FOR UPDATE`,
      [retailerId, id],
    );
    if (locked.length === 0) return { assigned: 0, missing: 0 };
    const known = await this.codesOf(tx, offer, executionId, customerIds);
    const waiting = customerIds.filter((customerId) => !known.has(customerId));
    const assigned = await tx.execute(
      `WITH free AS (
         SELECT code, row_number() OVER () AS place FROM (
           SELECT code FROM offer_codes
            WHERE retailer_id = $1 AND offer_id = $2 AND assigned_at IS NULL AND deactivated_at IS NULL
            LIMIT cardinality($4::uuid[]) FOR UPDATE) f)
       UPDATE offer_codes c SET execution_id = $3, customer_id = w.customer_id, assigned_at = $5
         FROM free JOIN unnest($4::uuid[]) WITH ORDINALITY AS w (customer_id, place) USING (place)
        WHERE c.retailer_id = $1 AND c.code = free.code`,
      [retailerId, id, executionId, waiting, at],
    );
    return { assigned, missing: waiting.length - assigned };
  }

  /** Whether one of these offers has a free code, or no longer gets any. */
  async isAnswered(sql: Sql, retailerId: string, offers: readonly ExecutionPlace[]): Promise<boolean> {
    const rows = await sql.query(
      `SELECT FROM unnest($2::uuid[], $3::text[]) AS w (execution_id, place)
         JOIN offer_executions x ON x.retailer_id = $1 AND x.execution_id = w.execution_id
         JOIN offers o ON o.retailer_id = $1 AND o.id = x.offer_id AND o.place = w.place
        WHERE (o.status <> 'open' OR EXISTS (
            SELECT 1 FROM offer_codes c WHERE c.retailer_id = $1 AND c.offer_id = o.id AND c.assigned_at IS NULL
               AND c.deactivated_at IS NULL))
        LIMIT 1`,
      [retailerId, offers.map(({ executionId }) => executionId), offers.map(({ place }) => place)],
    );
    return rows.length > 0;
  }

  /** Raises the number of wanted codes to the number of minted and planned ones plus `missing`. */
  async wantMore(tx: Tx, retailerId: string, id: string, missing: number): Promise<void> {
    await tx.execute(
      `UPDATE offers o SET wanted = greatest(wanted, $3 + (
         SELECT count(*) FROM offer_codes c
          WHERE c.retailer_id = $1 AND c.offer_id = $2 AND (c.assigned_at IS NOT NULL OR c.deactivated_at IS NOT NULL)))
        WHERE o.retailer_id = $1 AND o.id = $2`,
      [retailerId, id, missing],
    );
  }

  /** False if the execution has no offers, or its end is known. */
  async end(tx: Tx, retailerId: string, executionId: string, revokeSent: boolean): Promise<boolean> {
    const { affected } = await tx
      .repository(OfferExecution)
      .update({ retailerId, executionId, endedAt: IsNull() }, { endedAt: new Date(), revokeSent });
    return (affected ?? 0) > 0;
  }

  /** The customers among these with a code that a counted order carries now. */
  async redeemedAmong(
    sql: Sql,
    retailerId: string,
    executionId: string,
    customerIds: readonly string[],
  ): Promise<Set<string>> {
    const rows = await sql.query<{ id: string }>(
      `SELECT customer_id AS id FROM offer_codes
        WHERE retailer_id = $1 AND execution_id = $2 AND customer_id = ANY ($3::uuid[]) AND redeemed`,
      [retailerId, executionId, customerIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The rows of a person's codes, for an export. */
  codesOfCustomers(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<object[]> {
    return sql.query(
      `SELECT ${columnsOf(OfferCode, 'c', ['code', 'executionId', 'assignedAt', 'redeemed', 'returned'])}
         FROM offer_codes c WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[]) ORDER BY code`,
      [retailerId, customerIds],
    );
  }

  /** The rows stay for the counts. */
  async forget(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<number> {
    const { affected } = await tx
      .repository(OfferCode)
      .update({ retailerId, customerId: In(customerIds) }, { customerId: null });
    return affected ?? 0;
  }
}
