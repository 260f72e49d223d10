import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isNextAfter, nextRun, nextRuns } from '#libs/durable-work';
import { In } from 'typeorm';
import type { Cause } from '../../commerce/model/causes.js';
import { INSTALLED, retailerOf } from '../../retailers/retailers.sql.js';
import type { SubscriberRow } from '../mapping/subscriber.mapper.js';
import { PlatformBSubscriber } from './subscriber.entity.js';

/** A change that a delivery named. */
export interface SubscriberChange {
  readonly subscriberId: string;
  readonly cause: Cause;
  /** Null where the delivery has no time. */
  readonly changedAt: Date | null;
}

/** A row that the store no longer has, and when it was deleted. */
export interface DeletedRow {
  readonly subscriberId: string;
  readonly at: Date;
}

export type DueSubscriber = Pick<PlatformBSubscriber, 'subscriberId' | 'email' | 'version' | 'cause' | 'changedAt'>;

/** The consent of an address, from its row or from the deletion of its row. */
export type AddressConsent = Pick<PlatformBSubscriber, 'marketing' | 'decidedAt'> & { readonly email: string };

/** Pauses between two jobs for one row. */
const PAUSES = { firstMs: 60_000, longestMs: 24 * 60 * 60_000, jitter: 0 };
const DUE = columnsOf(PlatformBSubscriber, 's', ['subscriberId', 'email', 'version', 'cause', 'changedAt']);
const CONSENT = columnsOf(PlatformBSubscriber, 's', ['email', 'marketing', 'decidedAt']);

/** Reads and writes of `platform_b_subscribers`. Plain SQL merges many rows by their own times. */
@Injectable()
export class PlatformBSubscribersRepository {
  constructor(private readonly database: Database) {}

  /** Makes reads of the rows due. The ids are sorted, so that two transactions cannot deadlock. */
  async request(tx: Tx, retailerId: string, changes: readonly SubscriberChange[]): Promise<void> {
    const latest = new Map(changes.map((change) => [change.subscriberId, change]));
    const sorted = [...latest.values()].sort((a, b) => (a.subscriberId < b.subscriberId ? -1 : 1));
    await tx.execute(
      `INSERT INTO platform_b_subscribers AS s (retailer_id, subscriber_id, cause, changed_at, due_at)
       SELECT $1, n.id, n.cause, n.changed_at, now() FROM unnest($2::text[], $3::text[], $4::timestamptz[])
              AS n (id, cause, changed_at)
       ON CONFLICT (retailer_id, subscriber_id) DO UPDATE SET version = s.version + 1, cause = excluded.cause,
         changed_at = greatest(s.changed_at, excluded.changed_at), due_at = excluded.due_at, attempts = 0`,
      [
        retailerId,
        sorted.map(({ subscriberId }) => subscriberId),
        sorted.map(({ cause }) => cause),
        sorted.map(({ changedAt }) => changedAt),
      ],
    );
  }

  due(retailerId: string, limit: number): Promise<DueSubscriber[]> {
    return this.database.of(retailerId).query<DueSubscriber>(
      `SELECT ${DUE} FROM platform_b_subscribers s
        WHERE s.retailer_id = $1 AND s.due_at IS NOT NULL ORDER BY s.due_at LIMIT $2`,
      [retailerId, limit],
    );
  }

  /** A row that was requested again since stays due. */
  async done(tx: Tx, retailerId: string, reads: readonly Pick<DueSubscriber, 'subscriberId' | 'version'>[]) {
    await tx.execute(
      `UPDATE platform_b_subscribers AS s SET due_at = NULL FROM unnest($2::text[], $3::int[]) AS n (id, version)
        WHERE s.retailer_id = $1 AND s.subscriber_id = n.id AND s.version = n.version`,
      [retailerId, reads.map(({ subscriberId }) => subscriberId), reads.map(({ version }) => version)],
    );
  }

  /** The stored addresses of the rows. */
  async emailsOf(tx: Tx, retailerId: string, rows: readonly Pick<DueSubscriber, 'subscriberId'>[]): Promise<string[]> {
    const found = await tx.query<{ email: string }>(
      `SELECT s.email FROM platform_b_subscribers s
        WHERE s.retailer_id = $1 AND s.subscriber_id = ANY ($2::text[]) AND s.email IS NOT NULL`,
      [retailerId, rows.map(({ subscriberId }) => subscriberId)],
    );
    return found.map(({ email }) => email);
  }

  /** Saves rows of the list, unless a later state of a row is stored. */
  async save(tx: Tx, retailerId: string, rows: readonly SubscriberRow[]): Promise<void> {
    await tx.execute(
      `INSERT INTO platform_b_subscribers AS s (retailer_id, subscriber_id, email, marketing, decided_at)
       SELECT $1, n.id, n.email, n.marketing, n.decided_at
         FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS n (id, email, marketing, decided_at)
        ORDER BY n.id
       ON CONFLICT (retailer_id, subscriber_id) DO UPDATE SET email = excluded.email, marketing = excluded.marketing,
         decided_at = excluded.decided_at, is_deleted = false
        WHERE s.decided_at IS NULL OR s.decided_at <= excluded.decided_at`,
      [
        retailerId,
        rows.map(({ subscriberId }) => subscriberId),
        rows.map(({ email }) => email),
        rows.map(({ marketing }) => marketing),
        rows.map(({ decidedAt }) => decidedAt),
      ],
    );
  }

  /** Marks rows that the store no longer has. */
  async markDeleted(tx: Tx, retailerId: string, rows: readonly DeletedRow[]): Promise<void> {
    await tx.execute(
      `UPDATE platform_b_subscribers AS s SET is_deleted = true, marketing = 'unsubscribed',
              decided_at = greatest(s.decided_at, n.at)
         FROM unnest($2::text[], $3::timestamptz[]) AS n (id, at)
        WHERE s.retailer_id = $1 AND s.subscriber_id = n.id AND NOT s.is_deleted`,
      [retailerId, rows.map(({ subscriberId }) => subscriberId), rows.map(({ at }) => at)],
    );
  }

  /** The consent of each address that is or was on the list. A row beats a deletion at the same time. */
  consentsOf(tx: Tx, retailerId: string, emails: readonly string[]): Promise<AddressConsent[]> {
    return tx.query<AddressConsent>(
      `SELECT DISTINCT ON (s.email) ${CONSENT} FROM platform_b_subscribers s
        WHERE s.retailer_id = $1 AND s.email = ANY ($2::text[]) AND s.decided_at IS NOT NULL
        ORDER BY s.email, s.decided_at DESC, s.is_deleted`,
      [retailerId, emails],
    );
  }

  /** What an export says of the addresses. */
  rowsOf(sql: Sql, retailerId: string, emails: readonly string[]): Promise<AddressConsent[]> {
    return sql.query<AddressConsent>(
      `SELECT ${CONSENT} FROM platform_b_subscribers s
        WHERE s.retailer_id = $1 AND s.email = ANY ($2::text[]) ORDER BY s.subscriber_id`,
      [retailerId, emails],
    );
  }

  async erase(tx: Tx, retailerId: string, emails: readonly string[]): Promise<number> {
    const rows = tx.repository(PlatformBSubscriber);
    return (await rows.delete({ retailerId, email: In([...emails]) })).affected ?? 0;
  }

  /** Installed stores with a read that is overdue. Costs one index probe for each store. */
  async waitingStores(before: Date): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT b.retailer_id AS id FROM platform_b_stores b
         ${retailerOf('b')} AND ${INSTALLED}
        WHERE EXISTS (SELECT 1 FROM platform_b_subscribers s WHERE s.retailer_id = b.retailer_id AND s.due_at < $1)`,
      [before],
    );
    return rows.map(({ id }) => id);
  }

  /** Makes overdue reads due again after a pause that grows. */
  async postpone(retailerId: string, before: Date): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE platform_b_subscribers
          SET attempts = attempts + 1, due_at = next.run_at FROM ${nextRun('$3')}
        WHERE retailer_id = $1 AND due_at < $2 AND ${isNextAfter('attempts', '$3')}`,
      [retailerId, before, nextRuns(PAUSES)],
    );
  }
}
