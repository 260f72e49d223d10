import { Injectable } from '@nestjs/common';
import { Database, type Sql, type SqlValue, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { type Platform, PLATFORMS } from '../retailers/retailer.entity.js';
import { retailerOf } from '../retailers/retailers.sql.js';
import { numbersOfBody } from './body-subjects.js';
import type { Delivery, DeliveryStatus } from './delivery.entity.js';
import type { InboxAnswer } from './inbox.dto.js';
import {
  CLAIM,
  CLAIM_DUE,
  CLAIM_DUE_OF_RETAILER,
  CLAIM_OF_RETAILER,
  HOLD,
  INSERT,
  INSERT_OF_RETAILER,
  RETAILERS_DUE,
} from './inbox.sql.js';

/** A proven delivery that is not stored yet. */
export interface NewDelivery extends Pick<
  Delivery,
  'retailerId' | 'id' | 'topic' | 'deliveryId' | 'eventId' | 'body' | 'bodyHash'
> {
  /** ISO 8601. */
  readonly triggeredAt: string | null;
}

/** A delivery whose row this transaction has locked. */
export interface ClaimedDelivery extends Pick<
  Delivery,
  'retailerId' | 'id' | 'topic' | 'triggeredAt' | 'receivedAt' | 'attempts' | 'body'
> {
  readonly platform: Platform;
}

/** The outcome of a delivery. */
export interface Outcome {
  /**
   * `pending` where the delivery waits for an answer from elsewhere. It is due again after `retryInMs`, in case no
   * answer comes.
   */
  readonly status: DeliveryStatus;
  readonly problem?: string;
  readonly retryInMs?: number;
  /** Why the delivery's headers are doubted. */
  readonly doubt?: Doubt;
  /** The subjects of the body. Where they are missing, a sweep reads the body again. */
  readonly subjects?: ReadonlySet<string>;
}

export type Doubt = 'another_store' | 'another_topic' | 'token_alive';

/** The SQL of the intake. */
@Injectable()
export class InboxRepository {
  constructor(private readonly database: Database) {}

  /** Inserts the deliveries and returns the number of new ones. They are sorted, so that two groups can't deadlock. */
  async insert(deliveries: readonly NewDelivery[]): Promise<number> {
    const sorted = deliveries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const sql = this.database.acrossRetailers;
    if (!this.database.isDistributed) return sql.execute(INSERT, parametersOf(sorted));
    const groups = [...groupBy(sorted, ({ retailerId }) => retailerId)];
    const insertGroup = ([retailerId, group]: [string, NewDelivery[]]): Promise<number> =>
      sql.execute(INSERT_OF_RETAILER, [...parametersOf(group), retailerId]);
    const counts = await Promise.all(groups.map(insertGroup));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Locks the due deliveries among the named ones, up to a number of bytes. Skips those that another worker has locked.
   */
  async claim(
    tx: Tx,
    retailerIds: readonly string[],
    ids: readonly string[],
    bytes: number,
  ): Promise<ClaimedDelivery[]> {
    if (!this.database.isDistributed) return tx.query<ClaimedDelivery>(CLAIM, [retailerIds, ids, bytes]);
    const named = groupBy(ids.keys(), (place) => retailerIds[place] ?? '');
    return upToBytes(bytes, [...named], ([retailerId, places], left) =>
      tx.query(CLAIM_OF_RETAILER, [retailerId, places.map((place) => ids[place] ?? ''), left]),
    );
  }

  /** Locks the deliveries that are due longest, without those in `held`, up to a number of rows and bytes. */
  async claimDue(tx: Tx, held: readonly string[], limit: number, bytes: number): Promise<ClaimedDelivery[]> {
    // The index has this order. With outdated statistics Postgres would sort the whole backlog for every batch.
    await tx.execute('SET LOCAL enable_sort = off');
    if (!this.database.isDistributed) return tx.query<ClaimedDelivery>(CLAIM_DUE, [held, limit, bytes]);
    const retailers = await tx.query<{ id: string }>(RETAILERS_DUE, [held, limit]);
    return upToBytes(bytes, retailers, ({ id }, left, claimed) =>
      claimed < limit ? tx.query(CLAIM_DUE_OF_RETAILER, [held, limit - claimed, left, id]) : [],
    );
  }

  /** Locks a pending delivery, due or not; undefined where it has its outcome. */
  async hold(tx: Tx, retailerId: string, id: string): Promise<ClaimedDelivery | undefined> {
    const [row] = await tx.query<ClaimedDelivery>(HOLD, [retailerId, id]);
    return row;
  }

  /** Writes the outcomes, and what the bodies are about. Pending deliveries become due again later. */
  async mark(tx: Tx, results: readonly { delivery: ClaimedDelivery; outcome: Outcome }[]): Promise<void> {
    const now = new Date();
    await tx.execute(
      `UPDATE deliveries d
          SET status = result.status, problem = result.problem, attempts = d.attempts + 1,
              processed_at = CASE WHEN result.due_at IS NULL THEN $6::timestamptz END,
              due_at = coalesce(result.due_at, d.due_at),
              about = CASE WHEN d.emptied_at IS NULL THEN coalesce(string_to_array(result.about, ',')::int[], d.about) END
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $7::text[])
              AS result (retailer_id, id, status, problem, due_at, about)
        WHERE d.retailer_id = result.retailer_id AND d.id = result.id`,
      [
        results.map(({ delivery }) => delivery.retailerId),
        results.map(({ delivery }) => delivery.id),
        results.map(({ outcome }) => outcome.status),
        results.map(({ outcome }) => outcome.problem ?? null),
        results.map(({ outcome }) => dueAfter(now, outcome.retryInMs)),
        now,
        results.map(({ delivery, outcome }) => aboutOf(delivery.retailerId, outcome.subjects)),
      ],
    );
  }

  /** Records a failed attempt: the delivery is due again after the pause, or `failed` where there is none. */
  async recordFailure(
    delivery: Pick<ClaimedDelivery, 'retailerId' | 'id'>,
    problem: string,
    retryInMs: number | undefined,
  ): Promise<void> {
    await this.database.of(delivery.retailerId).execute(
      `UPDATE deliveries
          SET attempts = attempts + 1, problem = $3,
              status = CASE WHEN $4::int IS NULL THEN 'failed' ELSE 'pending' END,
              due_at = now() + make_interval(secs => coalesce($4::int, 0) / 1000.0)
        WHERE retailer_id = $1 AND id = $2 AND status = 'pending'`,
      [delivery.retailerId, delivery.id, problem, retryInMs ?? null],
    );
  }

  /** Whether a delivery has been due for two seconds and no worker took it. */
  async hasForgotten(): Promise<boolean> {
    const rows = await this.database.acrossRetailers.query(
      `SELECT 1 FROM deliveries WHERE status = 'pending' AND due_at <= now() - interval '2 seconds' LIMIT 1`,
    );
    return rows.length > 0;
  }

  async isPending(retailerId: string, topic: string): Promise<boolean> {
    const rows = await this.database
      .of(retailerId)
      .query(`SELECT 1 FROM deliveries WHERE retailer_id = $1 AND topic = $2 AND status = 'pending' LIMIT 1`, [
        retailerId,
        topic,
      ]);
    return rows.length > 0;
  }

  /** The number of pending deliveries of each platform, also where there are none. */
  async pendingByPlatform(): Promise<Map<Platform, number>> {
    const rows = await this.database.acrossRetailers.query<{ platform: Platform; pending: number }>(
      `SELECT r.platform, count(*)::int AS pending FROM deliveries d ${retailerOf('d')}
        WHERE d.status = 'pending' GROUP BY r.platform`,
    );
    const none = PLATFORMS.map((platform) => [platform, 0] as const);
    return new Map([...none, ...rows.map(({ platform, pending }) => [platform, pending] as const)]);
  }

  async figures(sql: Sql = this.database.acrossRetailers): Promise<InboxAnswer> {
    const [row] = await sql.query<{ pending: string; failed: string; oldest: number | null }>(
      `SELECT (SELECT count(*) FROM deliveries WHERE status = 'pending') AS pending,
              (SELECT count(*) FROM deliveries WHERE status = 'failed') AS failed,
              (SELECT extract(epoch FROM now() - min(received_at))::float8 FROM deliveries WHERE status = 'pending') AS oldest`,
    );
    return {
      pending: Number(row?.pending ?? 0),
      failed: Number(row?.failed ?? 0),
      oldestPendingSeconds: Math.max(0, Math.round(row?.oldest ?? 0)),
    };
  }
}

/** Of `INSERT`. */
function parametersOf(deliveries: readonly NewDelivery[]): SqlValue[] {
  const bodies = deliveries.map(({ body }) => body);
  const rows = JSON.stringify(deliveries.map((delivery) => ({ ...delivery, body: undefined })));
  return [rows, bodies.map(({ length }) => length), Buffer.concat(bodies)];
}

/** As numbers with commas, because lists in a list of parameters must have the same length. */
const aboutOf = (retailerId: string, subjects: ReadonlySet<string> | undefined): string | null =>
  subjects ? numbersOfBody(retailerId, subjects).join() : null;

/** Claims from one group after the other, until the bodies have that many bytes. */
async function upToBytes<G>(
  bytes: number,
  groups: readonly G[],
  claim: (group: G, bytesLeft: number, claimed: number) => Promise<ClaimedDelivery[]> | ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  let left = bytes;
  for (const group of groups) {
    if (left <= 0) break;
    const rows = await claim(group, left, claimed.length);
    claimed.push(...rows);
    left -= rows.reduce((sum, { body }) => sum + body.length, 0);
  }
  return claimed;
}

const dueAfter = (now: Date, ms: number | undefined): Date | null =>
  ms === undefined ? null : new Date(now.getTime() + ms);
