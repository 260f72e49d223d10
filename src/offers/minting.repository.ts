import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx } from '#libs/database';
import { In, IsNull } from 'typeorm';
import { OfferBatch } from './offer-batch.entity.js';
import { OfferCode } from './offer-code.entity.js';
import { OfferExecution } from './offer-execution.entity.js';
import { AHEAD, newBatches } from './offer-texts.js';
import { OfferRow } from './offer.entity.js';

/** A code that its execution no longer needs, with its recipient. */
export type LooseCode = Pick<OfferCode, 'code' | 'customerId'>;

const BATCH = columnsOf(OfferBatch, 'b', ['retailerId', 'offerId', 'number', 'prefix', 'texts', 'called']);

/** A batch that is not stored as minted. */
export type OpenBatch = Pick<OfferBatch, 'retailerId' | 'offerId' | 'number' | 'prefix' | 'texts' | 'called'>;

/** What the worker reads and writes while it mints and removes codes. */
@Injectable()
export class MintingRepository {
  constructor(private readonly database: Database) {}

  /** Marks the offers whose executions have all ended, and which no further execution joins. */
  async markClosing(retailerId: string, at: Date): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE offers o SET status = 'closing'
        WHERE o.retailer_id = $1 AND o.mode = 'live' AND o.status IN ('open', 'refused')
          AND (o.accepts_until IS NULL OR o.accepts_until <= $2)
          AND NOT EXISTS (SELECT 1 FROM offer_executions x
                           WHERE x.retailer_id = $1 AND x.offer_id = o.id AND x.ended_at IS NULL)`,
      [retailerId, at],
    );
  }

  /** The offers with possible work, the oldest first. */
  async offers(retailerId: string): Promise<OfferRow[]> {
    return this.database
      .of(retailerId)
      .using(OfferRow, (rows) =>
        rows.find({ where: { retailerId, status: In(['open', 'closing']) }, order: { startsAt: 'ASC' } }),
      );
  }

  async find({ retailerId, id }: OfferRow): Promise<OfferRow | null> {
    return this.database.of(retailerId).using(OfferRow, (rows) => rows.findOneBy({ retailerId, id }));
  }

  /**
   * Stores batches for the wanted codes that no batch has yet. True if there are any. Codes ahead are not topped up for
   * each person who enters, but when half of them are used.
   */
  async plan(tx: Tx, { retailerId, id, acceptsUntil }: OfferRow): Promise<boolean> {
    const [row] = await tx.query<{ wanted: number }>(
      `SELECT wanted FROM offers WHERE retailer_id = $1 AND id = $2 AND status = 'open' FOR UPDATE`,
      [retailerId, id],
    );
    const [{ planned, last } = { planned: 0, last: 0 }] = await tx.query<{ planned: number; last: number }>(
      `SELECT coalesce(sum(cardinality(texts)), 0)::int AS planned, coalesce(max(number), 0) AS last
         FROM offer_batches WHERE retailer_id = $1 AND offer_id = $2`,
      [retailerId, id],
    );
    const missing = (row?.wanted ?? 0) - planned;
    if (acceptsUntil && planned > 0 && missing < AHEAD / 2) return false;
    const batches = newBatches(missing);
    if (batches.length === 0) return false;
    await tx
      .repository(OfferBatch)
      .insert(batches.map((batch, index) => ({ retailerId, offerId: id, number: last + index + 1, ...batch })));
    return true;
  }

  /** The next batch to mint. With `called`, only a batch that was already asked for: the store may have its codes. */
  async nextBatch({ retailerId, id }: OfferRow, called = false): Promise<OpenBatch | undefined> {
    const [row] = await this.database.of(retailerId).query<OpenBatch>(
      `SELECT ${BATCH} FROM offer_batches b
        WHERE b.retailer_id = $1 AND b.offer_id = $2 AND b.minted_at IS NULL AND (b.called OR NOT $3)
        ORDER BY b.number LIMIT 1`,
      [retailerId, id, called],
    );
    return row;
  }

  async firstBatch({ retailerId, id: offerId }: OfferRow): Promise<OfferBatch | null> {
    return this.database
      .of(retailerId)
      .using(OfferBatch, (rows) => rows.findOne({ where: { retailerId, offerId }, order: { number: 'ASC' } }));
  }

  async change({ retailerId, id }: OfferRow, changes: Partial<OfferRow>): Promise<void> {
    await this.database.of(retailerId).using(OfferRow, (rows) => rows.update({ retailerId, id }, changes));
  }

  async changeBatch({ retailerId, offerId, number }: OpenBatch, changes: Partial<OpenBatch>): Promise<void> {
    await this.database
      .of(retailerId)
      .using(OfferBatch, (rows) => rows.update({ retailerId, offerId, number, mintedAt: IsNull() }, changes));
  }

  /** Stores the codes of a batch. Returns the number of new ones: 0 if an earlier run has stored them. */
  async store(tx: Tx, { retailerId, offerId, number }: OpenBatch, codes: readonly string[]): Promise<number> {
    const { affected } = await tx
      .repository(OfferBatch)
      .update({ retailerId, offerId, number, mintedAt: IsNull() }, { mintedAt: new Date() });
    if (affected === 0) return 0;
    return tx.execute(
      `INSERT INTO offer_codes (retailer_id, offer_id, code)
       SELECT $1, $2, code FROM (SELECT DISTINCT upper(code) AS code FROM unnest($3::text[]) AS c (code)) d
       ON CONFLICT (retailer_id, code) DO NOTHING RETURNING 1`,
      [retailerId, offerId, codes],
    );
  }

  /** Executions that have ended and whose codes are not cleared yet. */
  async ended({ retailerId, id: offerId }: OfferRow): Promise<OfferExecution[]> {
    const rows = await this.database
      .of(retailerId)
      .using(OfferExecution, (executions) => executions.find({ where: { retailerId, offerId, clearedAt: IsNull() } }));
    return rows.filter(({ endedAt }) => endedAt);
  }

  async markCleared({ retailerId, executionId, offerId }: OfferExecution): Promise<void> {
    await this.database
      .of(retailerId)
      .using(OfferExecution, (rows) => rows.update({ retailerId, executionId, offerId }, { clearedAt: new Date() }));
  }

  /** Live codes of the execution after `after`; of no execution where it is null. */
  liveCodes({ retailerId, id }: OfferRow, executionId: string | null, after: string): Promise<LooseCode[]> {
    return this.database.of(retailerId).query<LooseCode>(
      `SELECT code, customer_id AS "customerId" FROM offer_codes
        WHERE retailer_id = $1 AND offer_id = $2 AND execution_id IS NOT DISTINCT FROM $3::uuid
          AND deactivated_at IS NULL AND code > $4
        ORDER BY code LIMIT 250`,
      [retailerId, id, executionId, after],
    );
  }

  /** Marks codes as deactivated. Returns the number of codes that were not marked before. */
  deactivate({ retailerId }: OfferRow, codes: readonly string[]): Promise<number> {
    return this.database.of(retailerId).execute(
      `UPDATE offer_codes SET deactivated_at = $3
        WHERE retailer_id = $1 AND code = ANY ($2::text[]) AND deactivated_at IS NULL`,
      [retailerId, codes, new Date()],
    );
  }

  deactivateAll({ retailerId, id }: OfferRow): Promise<number> {
    return this.database.of(retailerId).execute(
      `UPDATE offer_codes SET deactivated_at = $3
        WHERE retailer_id = $1 AND offer_id = $2 AND deactivated_at IS NULL`,
      [retailerId, id, new Date()],
    );
  }

  /** Whether no code is in a mailbox, and none was removed from one. */
  async isUnused({ retailerId, id }: OfferRow): Promise<boolean> {
    const rows = await this.database.of(retailerId).query(
      `SELECT FROM offer_executions x WHERE x.retailer_id = $1 AND x.offer_id = $2 AND x.revoke_sent
        UNION ALL
       SELECT FROM offer_codes c
        WHERE c.retailer_id = $1 AND c.offer_id = $2 AND c.assigned_at IS NOT NULL AND c.deactivated_at IS NULL LIMIT 1`,
      [retailerId, id],
    );
    return rows.length === 0;
  }
}
